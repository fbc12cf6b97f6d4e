import { RULES } from '../../../../rules/index.ts';
import { hideSecrets } from '../../../facts/fact-file.ts';
import type { PlanEntry } from '../../../plan/plan.ts';
import type { StringRecord } from '../../../lint/string-record.ts';
import { ATLAS } from '../../../classify/service.ts';
import { projectFiles } from '../../../node/check.ts';
import { UserError } from '../../../node/errors.ts';
import { listProject } from '../../../node/list.ts';
import { PARTIAL_VERDICT, planChanges } from '../../../node/plan.ts';
import type { Project } from '../../../node/project/project.ts';
import { plural } from '../../../report/escape.ts';
import { listText } from '../../../report/list/text.ts';
import { planText } from '../../../report/plan/text.ts';
import { maxFileSize, terminalFor } from '../../arguments.ts';
import { projectFromOptions } from '../../project-options.ts';
import { COMMON, FILES, parseOptions, without, type OptionTable, type Parsed } from '../../options.ts';
import { print, writeStderr } from '../../output.ts';
import { API_OPTIONS, apiAccess, CREDENTIALS, refuseSecrets, type ApiAccess } from './pull.ts';
import { createInterface } from 'node:readline/promises';
import { flagOf, objectOf } from '../../../facts/json.ts';
import { addressOf } from '../../../node/admin-api/transport.ts';
import { answerTo, refusalOf, jsonOf } from '../../../node/admin-api/client.ts';
import { readFlag, versionsOf } from '../../../node/admin-api/resources.ts';
import type { ApiSession } from '../../../node/admin-api/session.ts';
import { refusalError } from '../../../node/admin-api/errors.ts';

export const options: OptionTable = {
  ...API_OPTIONS,
  yes: { help: 'Do not ask, for scripts.', group: 'Change' },
  force: { help: 'Continue although the plan is blocked or undecided.', group: 'Change' },
  'max-file-size': FILES['max-file-size']!,
  ...without(COMMON, 'format'),
};
export const notes = [
  'Shows the strings that would move to public addresses, refuses unless `connlint plan --change ' +
    'disable-peering-only` is ready, and asks first.',
  '',
  CREDENTIALS,
].join('\n');
export const exitCodes =
  'Exit codes: 0 the mode is off, 1 refused by the plan or by you, 2 wrong use or an API error, 3 internal error';

const CHANGE = { change: 'disable-peering-only' } as const;

/**
 * Turns peering-only mode off. Exit code 0: it is off, 1: refused by the plan or the user, 2: wrong use, or a failure
 * of the API.
 */
export async function run(args: readonly string[]): Promise<number> {
  refuseSecrets(args, ATLAS);
  const parsed = parseOptions(args, options, 'inventory set-private-ip-mode');
  const [mode, ...paths] = parsed.positionals;
  refuseOther(mode);
  const project = projectFromOptions(parsed, RULES);
  const access = apiAccess(parsed, project.settings.profile);
  const group = access.projects[0] ?? null;
  if (group === null) throw new UserError('set-private-ip-mode needs a project', 'Add --project <id>.');
  if (!parsed.flag('yes') && !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new UserError('cannot ask for confirmation without a terminal', 'Add --yes to continue without asking.');
  }
  if (!isPrepared(project, paths, group, parsed)) return 1;
  return hiding(access, () => switchOff(access, group, parsed));
}

function refuseOther(mode: string | undefined): void {
  if (mode === 'off') return;
  throw new UserError(
    mode === undefined ? 'set-private-ip-mode needs the mode: off' : 'peering-only mode can only be turned off',
    'Run connlint inventory set-private-ip-mode off --project <id>. The API can no longer turn the mode on.',
  );
}

/** Shows the effect of the change on the tree. False if it must not continue. */
function isPrepared(project: Project, paths: readonly string[], group: string, parsed: Parsed): boolean {
  const list = projectFiles(project, { paths });
  const terminal = terminalFor(parsed);
  const moving = listProject(project, list).records.filter((record) => isMoving(record, project));
  const count = plural(moving.length, 'string');
  print(
    moving.length === 0
      ? 'No string here would move to public addresses.\n'
      : `${count} would move to public addresses:\n`,
  );
  if (moving.length > 0) print(listText(moving, terminal));
  const { entries, notices } = planChanges(project, list, [CHANGE], { maxBytes: maxFileSize(parsed) });
  const parts = notices.filter(({ code }) => code === PARTIAL_VERDICT).map(({ message }) => message);
  const reasons = [...entries.flatMap(planReason), ...parts, ...otherProject(project, group)];
  if (reasons.length === 0) return true;
  if (!parsed.flag('force')) {
    print(`\n${planText(entries, { terminal })}`);
    writeStderr(`connlint: not turned off: ${reasons.join('; ')}. Continue with --force.\n`);
    return false;
  }
  writeStderr(`connlint: going on by --force although ${reasons.join('; ')}\n`);
  return true;
}

/** Legacy names depend on the mode only on Azure and GCP (vendor FAQ on connection changes, 2026-08). */
function isMoving({ kind, cluster, token, hosts }: StringRecord, { settings }: Project): boolean {
  if (kind !== 'legacy') return false;
  const known = settings.facts.clusters.find(
    ({ listed, name, tokens }) =>
      listed.some((entry) => entry.hosts.some(({ host }) => hosts.some((one) => one.host.toLowerCase() === host))) ||
      (name.toLowerCase() === cluster?.toLowerCase() && token !== null && tokens.includes(token)),
  );
  return known?.providers === undefined || known.providers.value.some((provider) => provider !== 'aws');
}

function planReason({ verdict }: PlanEntry): string[] {
  return verdict === 'ready' ? [] : [`the plan ${CHANGE.change} is ${verdict}`];
}

/** Facts of another project do not apply to this one. */
function otherProject({ settings }: Project, group: string): string[] {
  const known = new Set(settings.facts.clusters.flatMap(({ groupId }) => groupId?.toLowerCase() ?? []));
  return known.size > 0 && !known.has(group) ? ['the fact files are about another project'] : [];
}

async function switchOff({ session }: ApiAccess, group: string, parsed: Parsed): Promise<number> {
  if (!(await readPrivateIpMode(session, group))) {
    print('Peering-only mode is off already; nothing was changed.\n');
    return 0;
  }
  const question = `Turn peering-only mode of project ${group} off? It cannot be turned on again.`;
  if (!parsed.flag('yes') && !(await confirmed(question))) {
    writeStderr('connlint: nothing was changed\n');
    return 1;
  }
  await switchPrivateIpModeOff(session, group);
  print('Peering-only mode is off. Bring the facts up to date: connlint inventory pull\n');
  return 0;
}

async function hiding({ session }: ApiAccess, act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint = error.hint === null ? null : hideSecrets(error.hint, session.secrets);
    throw new UserError(hideSecrets(error.message, session.secrets), hint);
  }
}

/** Asks on a terminal. Only `yes` confirms. */
export async function confirmed(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    const ended = new Promise<string>((done) => lines.once('close', () => done('')));
    const answer = await Promise.race([lines.question(`${question} Type yes to go on: `), ended]);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    lines.close();
  }
}

const WORDS = 'peering-only mode';

const resourceOf = (group: string) => ({ words: WORDS, path: `/groups/${group}/privateIpMode` });

/** Whether peering-only mode is on. Throws a `UserError`. */
async function readPrivateIpMode(session: ApiSession, group: string): Promise<boolean> {
  const resource = resourceOf(group);
  const reading = await readFlag(session, resource);
  if (reading.ok) return reading.value;
  const url = addressOf(session.base, `${session.profile.api.path}v2${resource.path}`);
  throw refusalError(reading.refusal, { words: WORDS, method: 'GET', url });
}

/** Turns peering-only mode off, which is all that the operation does (API reference, 2026-08). Throws a `UserError`. */
async function switchPrivateIpModeOff(session: ApiSession, group: string): Promise<void> {
  const resource = resourceOf(group);
  const [newest] = versionsOf(resource, session.profile.api.mediaType);
  const url = addressOf(session.base, `${session.profile.api.path}v2${resource.path}`);
  const type = newest?.accept ?? 'application/json';
  const headers = { Accept: type, 'Content-Type': type };
  const call = { words: WORDS, method: 'PATCH', url, headers, body: '{"enabled":false}' } as const;
  const answer = await answerTo(call, session.auth, session.tools);
  if (answer.status !== 200) throw refusalError(refusalOf(answer), call);
  if (flagOf(objectOf(jsonOf(answer, WORDS))?.enabled) !== false) {
    throw new UserError(
      'the API did not confirm that peering-only mode is off',
      'Check the project settings: whether the mode is off is not known.',
    );
  }
}
