import { terminalFor, chooseFormats, configChoice } from '../../arguments.ts';
import { chooseBase } from '../../../node/admin-api/transport.ts';
import { CREDENTIAL_WORDS, credentialFrom, metricsCredentialFrom } from '../../../node/admin-api/auth.ts';
import type { Credential } from '../../../node/admin-api/auth.ts';
import { openSession, type ApiSession } from '../../../node/admin-api/session.ts';
import { UserError } from '../../../node/errors.ts';
import { ATLAS, type ServiceProfile } from '../../../classify/service.ts';
import { COMMON, hidesNotices, parseOptions, type OptionTable, type Parsed } from '../../options.ts';
import { RULES } from '../../../../rules/index.ts';
import { hideSecrets, type FactFile } from '../../../facts/fact-file.ts';
import type { PartReport, PulledProject, PullReport } from '../../../facts/inventory.ts';
import { listProjects, onlyProject, type ListedProject } from '../../../node/admin-api/resources.ts';
import { pullFacts } from '../../../node/admin-api/pull.ts';
import { chooseFactFile, factsText, type FactFileChoice } from '../../../node/project/fact-files.ts';
import { openConfig, utcToday, type OpenedConfig } from '../../../node/project/project.ts';
import { displayPath } from '../../../node/fs/paths.ts';
import { writeFileAtomically } from '../../../node/fs/write-file.ts';
import { pullJson, pullText } from '../../../report/command/inventory.ts';
import { emit, printNotices, writeStderr } from '../../output.ts';
import { todayOf } from '../../project-options.ts';

/** Options of commands that call the Admin API. */
export const API_OPTIONS: OptionTable = {
  project: { value: 'id', help: 'Use the project with this id: 24 hexadecimal digits.', group: 'API' },
  'base-url': { value: 'address', help: 'Use the API at this address: https, or http on loopback.', group: 'API' },
  timeout: { value: 'seconds', help: 'Wait at most this long for an answer (default 30).', group: 'API' },
};

const names = ATLAS.access.variables;

export const CREDENTIALS = [
  'Credentials come from the environment, never from arguments. The first that is set is used:',
  `  ${names.accessToken}`,
  `  ${names.clientId} and ${names.clientSecret} (service account)`,
  `  ${names.publicKey} and ${names.privateKey} (API key)`,
].join('\n');

const DEFAULT_TIMEOUT = 30;
const MAX_TIMEOUT_SECONDS = 600;
/** Time limit of a run, as a multiple of the limit for one answer. */
const WHOLE = 20;
const ATTEMPTS = 5;

export interface ApiAccess {
  readonly session: ApiSession;
  /** Ids. Empty if neither an option nor the environment names one. */
  readonly projects: readonly string[];
  /** The credential used, in words. */
  readonly as: string;
}

/** Access to the API by options and environment. Throws a `UserError` that repeats no value. */
export function apiAccess(parsed: Parsed, profile: ServiceProfile): ApiAccess {
  const projects = projectIds(parsed, profile);
  const base = chooseBase(parsed.value('base-url'), profile);
  const seconds = timeoutOf(parsed.value('timeout'));
  const names = profile.access.variables;
  const credential: Credential = credentialFrom(process.env, names);
  const tools = {
    now: Date.now,
    sleep: (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds)),
    requestTime: seconds * 1000,
    deadline: Date.now() + seconds * 1000 * WHOLE,
    attempts: ATTEMPTS,
  };
  const session = openSession({ base, profile, credential, metrics: metricsCredentialFrom(process.env, names), tools });
  return { session, projects, as: CREDENTIAL_WORDS[credential.kind] };
}

/** A private key that was passed as a project must not appear in an address or message. */
function projectIds(parsed: Parsed, { access }: ServiceProfile): readonly string[] {
  const given = parsed.values('project');
  const fromShell = process.env[access.variables.project]?.trim() ?? '';
  // An organization on the command line takes precedence over a project in the environment.
  const isUnnamed = fromShell === '' || parsed.value('organization') !== undefined;
  const texts = given.length > 0 ? given : isUnnamed ? [] : [fromShell];
  return [...new Set(texts.map((text) => idFrom(text, given.length > 0 ? '--project' : access.variables.project)))];
}

function idFrom(text: string, name: string): string {
  if (/^[0-9a-f]{24}$/i.test(text)) return text.toLowerCase();
  const what = name === '--organization' ? 'organization' : 'project';
  throw new UserError(
    `${name} is not a valid ${what} id`,
    `An id has 24 hexadecimal digits. It is part of the ${what}'s address in the browser.`,
  );
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT;
  const seconds = /^\d{1,4}(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS) return seconds;
  throw new UserError('--timeout needs a number of seconds', `Write a number up to ${MAX_TIMEOUT_SECONDS}.`);
}

/** Names of options that other tools use for credentials. */
const SECRET_OPTION =
  /^--?(?:api-?|public-?|private-?|client-?|access-?)*(?:key|secret|token|password|user|username|id)(?:=|$)/i;
/** The form of Atlas keys, tokens and secrets (API reference, 2026-08), and anything as long as a token. */
const SECRET_TEXT = /mdb_sa_|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^eyJ[\w-]{10,}|^[\w+=-]{40,}$|:\/\/[^/]*@/i;

/** Credentials on a command line appear in shell histories and process lists, so they are refused and not repeated. */
export function refuseSecrets(args: readonly string[], { access }: ServiceProfile): void {
  const found = args.some((word) => SECRET_OPTION.test(word) || SECRET_TEXT.test(word.replace(/^--[a-z-]+=/, '')));
  if (!found) return;
  const { clientId, clientSecret, publicKey, privateKey, accessToken } = access.variables;
  throw new UserError(
    'an argument looks like a credential (not shown)',
    `Pass credentials in the environment: ${clientId} and ${clientSecret}, ${publicKey} and ${privateKey}, ` +
      `or ${accessToken}. Rotate the credential, because arguments are visible to other users.`,
  );
}

export const options: OptionTable = {
  ...API_OPTIONS,
  project: { ...API_OPTIONS.project!, many: true, help: `${API_OPTIONS.project!.help} May be repeated.` },
  organization: { value: 'id', help: 'Read every project of this organization.', group: 'API' },
  out: { value: 'file', help: 'Write this fact file. A file that connlint did not write is never replaced.' },
  ...COMMON,
};
export const formats = ['text', 'json'] as const;
export const notes = [
  'Reads the clusters of each project with their strings, its settings, peering connections, endpoint services and, ' +
    'with a metrics credential, scrape targets. Nothing in Atlas is changed.',
  '',
  'Without --out, the file is the one under `inventory` in the config, or connlint.facts.json. Without --project or ' +
    '--organization, the credential must have access to exactly one project.',
  '',
  CREDENTIALS,
  'and for scrape targets:',
  `  ${names.metricsUser} and ${names.metricsPassword}`,
  'The role "Project Read Only" is enough. The fact file never contains a credential.',
].join('\n');
export const exitCodes = 'Exit codes: 0 done, 1 a part was not read, 2 wrong use or nothing written, 3 internal error';

/**
 * Writes the project's facts to a file. Exit code 0: complete, 1: written, but something could not be read, 2: nothing
 * written.
 */
export async function run(args: readonly string[]): Promise<number> {
  refuseSecrets(args, ATLAS);
  const parsed = parseOptions(args, options, 'inventory pull');
  if (parsed.positionals.length > 0) throw new UserError('inventory pull takes no arguments');
  const choices = chooseFormats(parsed.values('format'), formats, 'text');
  const cwd = process.cwd();
  const opened = openConfig({ cwd, config: configChoice(parsed), rules: RULES });
  const access = apiAccess(parsed, opened.profile);
  const choose = (id: string | null): FactFileChoice => chooseFactFile(opened, cwd, parsed.value('out'), id);
  // A file with other contents is refused before any request.
  for (const id of access.projects.length > 0 ? access.projects : [null]) choose(id);
  const organization = parsed.value('organization');
  if (organization !== undefined && access.projects.length > 0) {
    throw new UserError('--project and --organization cannot be used together');
  }
  const asked = organization === undefined ? null : idFrom(organization, '--organization');
  const { texts, report } = await pulled(access, opened, { asked, choose, day: todayOf(parsed) ?? utcToday() });
  for (const { path, text } of texts) writeFileAtomically(path, text);
  printNotices(access.session.notices, parsed);
  emit(choices, (format, file) =>
    format === 'json' ? pullJson(report) : pullText(report, terminalFor(parsed, file).paint),
  );
  const parts = report.projects.flatMap((project) => project.parts);
  const unnamed = report.projects.map(({ project }) => choose(project)).filter(({ isNamed }) => !isNamed);
  printMissing(parts, new Set(unnamed.map(({ path }) => path)), parsed);
  return parts.some(({ state }) => state === 'denied') ? 1 : 0;
}

interface PullInput {
  /** Id of the organization whose projects are requested. */
  readonly asked: string | null;
  readonly choose: (id: string) => FactFileChoice;
  readonly day: string;
}

interface Pulled {
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly report: PullReport;
}

/** Reads every project before anything is written, because half of an organization would look like deleted clusters. */
async function pulled(
  { session, projects, as }: ApiAccess,
  { profile }: OpenedConfig,
  { asked, choose, day }: PullInput,
): Promise<Pulled> {
  try {
    const named = projects.map((id): ListedProject => ({ id, name: undefined }));
    const listed = asked !== null ? await listProjects(session, asked) : named;
    const all = listed.length > 0 ? listed : asked === null ? [await onlyProject(session)] : [];
    if (all.length === 0) throw new UserError('the credential has no access to a project of the organization');
    const files = new Map<string, FactFile[]>();
    const report: PulledProject[] = [];
    for (const project of [...all].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const { path } = choose(project.id);
      const { file, parts } = await pullFacts(session, project.id, day, project.name);
      files.set(path, [...(files.get(path) ?? []), file]);
      report.push({ file: displayPath(path), project: project.id, parts });
    }
    const texts = [...files].map(([path, list]) => ({ path, text: factsText(path, list, profile) }));
    return { texts, report: { as, projects: report } };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint = [error.hint, 'Nothing was written.'].filter((line) => line !== null).join('\n');
    throw new UserError(hideSecrets(error.message, session.secrets), hideSecrets(hint, session.secrets));
  }
}

function printMissing(parts: readonly PartReport[], unnamed: ReadonlySet<string>, parsed: Parsed): void {
  if (hidesNotices(parsed)) return;
  for (const { words, state, detail, cost, hint } of parts) {
    if (state === 'denied') writeStderr(`connlint: ${words} could not be read (${detail}): ${cost}\n${hint ?? ''}\n`);
  }
  for (const path of unnamed) {
    writeStderr(
      `connlint: name the file in the config, so that it is used: "inventory": ${JSON.stringify(displayPath(path))}\n`,
    );
  }
}
