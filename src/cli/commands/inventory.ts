import { nearestName } from '../../text/edit-distance.ts';
import { ATLAS } from '../../classify/service.ts';
import { UserError } from '../../node/errors.ts';
import { shownArgument } from '../../node/fs/paths.ts';
import type { CommandModule } from '../commands.ts';
import { COMMON, FILES } from '../options.ts';
import type { OptionTable } from '../options.ts';

/** Loaded when it runs: only pull and set-private-ip-mode come near the network. */
const ACTIONS: Readonly<Record<string, () => Promise<Pick<CommandModule, 'run'>>>> = {
  pull: () => import('./inventory/pull.ts'),
  show: () => import('./inventory/show.ts'),
  check: () => import('./inventory/check.ts'),
  'set-private-ip-mode': () => import('./inventory/private-ip-mode.ts'),
};

export const options: OptionTable = {
  project: { value: 'id', help: 'pull (may be repeated), set-private-ip-mode: the project (24 hexadecimal digits).' },
  organization: { value: 'id', help: 'pull: every project of this organization.' },
  'base-url': {
    value: 'address',
    help: 'pull, set-private-ip-mode: where the API answers; https, or http on loopback.',
  },
  timeout: { value: 'seconds', help: 'pull, set-private-ip-mode: how long one answer may take (default 30).' },
  out: { value: 'file', help: 'pull: the fact file to write; one that connlint did not write is never replaced.' },
  yes: { help: 'set-private-ip-mode: do not ask; for scripts.' },
  force: { help: 'set-private-ip-mode: go on although the plan disable-peering-only is blocked or undecided.' },
  ...Object.fromEntries(Object.entries(FILES).filter(([name]) => name !== 'stdin-filename' && name !== 'stats')),
  ...COMMON,
};
const names = ATLAS.access.variables;

export const notes = [
  'pull   read what the administration API tells about one project or several into a fact file: clusters with their strings, project',
  '       settings, peering connections, endpoint services and, with a metrics credential, scrape targets. Changes nothing.',
  '       Without --out, the file is the one that `inventory` in the config names, or connlint.facts.json.',
  '       Without --project, the credential must see just one. Exit codes: 0 everything was read, 1 written, but a part',
  '       could not be read (standard error says which), 2 nothing was written.',
  '',
  'show   print what the config and the fact files tell, with their sources, and what is not known.',
  'check  hold the hosts of the tree against records and scrape targets: hosts that no record knows (exit code 1), clusters',
  '       that no file names. Hosts of projects without any record are counted, not judged.',
  'set-private-ip-mode off',
  '       switch peering-only mode of --project off. Shows the strings that would move to public addresses, refuses while',
  '       `connlint plan --change disable-peering-only` is not ready (exit code 1), and asks first.',
  '',
  'Credentials are taken from the environment, never from arguments; the first that is set is used:',
  `  ${names.accessToken}`,
  `  ${names.clientId} and ${names.clientSecret} (service account)`,
  `  ${names.publicKey} and ${names.privateKey} (API key)`,
  'and for scrape targets:',
  `  ${names.metricsUser} and ${names.metricsPassword}`,
  'The role "Project Read Only" is enough for pull. The fact file never holds a credential.',
].join('\n');

export async function run(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action) return (await action()).run(rest);
  const names = Object.keys(ACTIONS);
  const nearest = nearestName(name, names);
  const usage = `Say what to do: connlint inventory ${names.join(' | ')} off`;
  if (name === '' || name.startsWith('-')) throw new UserError('nothing to do with the inventory', usage);
  throw new UserError(`unknown action ${shownArgument(name)}`, nearest ? `Did you mean ${nearest}?` : usage);
}
