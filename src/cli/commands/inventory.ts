import { ATLAS } from '../../classify/service.ts';
import { runAction } from '../arguments.ts';
import type { Actions } from '../arguments.ts';
import { COMMON, FILES } from '../options.ts';
import type { OptionTable } from '../options.ts';

/** Loaded when needed. Only pull and set-private-ip-mode use the network. */
const ACTIONS: Actions = {
  pull: () => import('./inventory/pull.ts'),
  show: () => import('./inventory/show.ts'),
  check: () => import('./inventory/check.ts'),
  'set-private-ip-mode': () => import('./inventory/private-ip-mode.ts'),
};

export const options: OptionTable = {
  project: {
    value: 'id',
    help: 'Use this project id (pull, set-private-ip-mode). May be repeated for pull.',
  },
  organization: { value: 'id', help: 'Read every project of this organization (pull).' },
  'base-url': {
    value: 'address',
    help: 'Use the API at this address: https, or http on loopback (pull, set-private-ip-mode).',
  },
  timeout: { value: 'seconds', help: 'Wait at most this long for an answer, default 30 (pull, set-private-ip-mode).' },
  out: { value: 'file', help: 'Write this fact file (pull). A file that connlint did not write is never replaced.' },
  yes: { help: 'Do not ask, for scripts (set-private-ip-mode).' },
  force: { help: 'Continue although the plan is blocked or undecided (set-private-ip-mode).' },
  ...Object.fromEntries(Object.entries(FILES).filter(([name]) => name !== 'stdin-filename' && name !== 'stats')),
  ...COMMON,
};
const names = ATLAS.access.variables;

export const notes = [
  'pull   Read projects from the Administration API into fact files: clusters with their strings, settings, ' +
    'peering connections, endpoint services and, with a metrics credential, scrape targets. Changes nothing. ' +
    'Without --out, the file is the one under `inventory` in the config, or connlint.facts.json. Without ' +
    '--project or --organization, the credential must have access to exactly one project.',
  'show   Print what the config and the fact files contain, with their sources, and what is not known.',
  'check  Compare hostnames in the code with records and scrape targets. Hosts of projects without any record ' +
    'are counted and not compared.',
  'set-private-ip-mode off',
  '       Turn peering-only mode of --project off. Shows the strings that would move to public addresses, ' +
    'refuses unless `connlint plan --change disable-peering-only` is ready, and asks first.',
  '',
  'Credentials come from the environment, never from arguments. The first that is set is used:',
  `  ${names.accessToken}`,
  `  ${names.clientId} and ${names.clientSecret} (service account)`,
  `  ${names.publicKey} and ${names.privateKey} (API key)`,
  'and for scrape targets:',
  `  ${names.metricsUser} and ${names.metricsPassword}`,
  'The role "Project Read Only" is enough for pull. The fact file never contains a credential.',
].join('\n');
export const exitCodes =
  'Exit codes: 0 done, 1 a part was not read (pull), unknown hosts (check) or refused, 2 wrong use or config, 3 internal error';

export const run = (args: readonly string[]): Promise<number> => runAction('inventory', ACTIONS, args, 'off');
