import { chooseBase } from '../../../node/admin-api/transport.ts';
import { CREDENTIAL_WORDS, credentialFrom, metricsCredentialFrom } from '../../../node/admin-api/auth.ts';
import type { Credential } from '../../../node/admin-api/auth.ts';
import { openSession } from '../../../node/admin-api/session.ts';
import type { ApiSession } from '../../../node/admin-api/session.ts';
import { UserError } from '../../../node/errors.ts';
import type { ServiceProfile } from '../../../classify/service.ts';
import type { OptionTable, Parsed } from '../../options.ts';
import { RULES } from '../../../../rules/index.ts';
import { hideSecrets } from '../../../facts/strip-secrets.ts';
import type { PartReport, PullReport } from '../../../facts/inventory.ts';
import { ATLAS } from '../../../classify/service.ts';
import { onlyProject } from '../../../node/admin-api/resources.ts';
import { pullFacts } from '../../../node/admin-api/pull.ts';
import { chooseFactFile, writeFacts } from '../../../node/project/fact-files.ts';
import type { FactFileChoice } from '../../../node/project/fact-files.ts';
import { openConfig, utcToday } from '../../../node/project/project.ts';
import type { OpenedConfig } from '../../../node/project/project.ts';
import { shownPath } from '../../../node/fs/paths.ts';
import { pullJson, pullText } from '../../../report/command/inventory.ts';
import { emit, sayNotices, colorsFor, tell } from '../../output.ts';
import { chooseFormats, configChoice, todayOf } from '../../arguments.ts';
import { COMMON, parseOptions } from '../../options.ts';

/** Options of the commands that call the administration API. */
export const API_OPTIONS: OptionTable = {
  project: { value: 'id', help: 'The project (24 hexadecimal digits).' },
  'base-url': { value: 'address', help: 'Where the API answers; https, or http on loopback.' },
  timeout: { value: 'seconds', help: 'How long one answer may take (default 30).' },
};

const DEFAULT_TIMEOUT = 30;
const MAX_TIMEOUT_SECONDS = 600;
/** A run may take so many times as long as one answer. */
const WHOLE = 20;
const ATTEMPTS = 5;

export interface ApiAccess {
  readonly session: ApiSession;
  /** `null` when neither an option nor the environment names one. */
  readonly project: string | null;
  /** Who asks, in words. */
  readonly as: string;
}

/** What the options and the environment say about the API. Throws a `UserError` that repeats no value. */
export function apiAccess(parsed: Parsed, profile: ServiceProfile): ApiAccess {
  const project = projectId(parsed, profile);
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
  return { session, project, as: CREDENTIAL_WORDS[credential.kind] };
}

/** A private key that was given as a project must go neither into an address nor into a message. */
function projectId(parsed: Parsed, { access }: ServiceProfile): string | null {
  const given = parsed.value('project');
  const text = given ?? process.env[access.variables.project]?.trim() ?? '';
  if (text === '' && given === undefined) return null;
  if (/^[0-9a-f]{24}$/i.test(text)) return text.toLowerCase();
  throw new UserError(
    `${given === undefined ? access.variables.project : '--project'} is no project id`,
    'An id has 24 hexadecimal digits; the address of the project in the browser shows it.',
  );
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TIMEOUT;
  const seconds = /^\d{1,4}(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS) return seconds;
  throw new UserError('--timeout is no number of seconds', `Write a number up to ${MAX_TIMEOUT_SECONDS}.`);
}

/** Names of options by which people hand over credentials elsewhere. */
const SECRET_OPTION =
  /^--?(?:api-?|public-?|private-?|client-?|access-?)*(?:key|secret|token|password|user|username|id)(?:=|$)/i;
/** What keys, tokens and secrets of the service look like (API reference, 2026-08), and what is as long as a token. */
const SECRET_TEXT = /mdb_sa_|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^eyJ[\w-]{10,}|^[\w+=-]{40,}$|:\/\/[^/]*@/i;

/** Credentials on a command line end in shell histories and process lists: they are refused, and not repeated. */
export function refuseSecrets(args: readonly string[], { access }: ServiceProfile): void {
  const found = args.some((word) => SECRET_OPTION.test(word) || SECRET_TEXT.test(word.replace(/^--[a-z-]+=/, '')));
  if (!found) return;
  const { clientId, clientSecret, publicKey, privateKey, accessToken } = access.variables;
  throw new UserError(
    'an argument looks like a credential (not shown)',
    `Credentials are taken from the environment only: ${clientId} and ${clientSecret}, ${publicKey} and ${privateKey}, ` +
      `or ${accessToken}. Consider what stood in the arguments as known to others.`,
  );
}

export const options: OptionTable = {
  ...API_OPTIONS,
  out: { value: 'file', help: 'The fact file to write; one that connlint did not write is never replaced.' },
  ...COMMON,
};

/** Reads the project's facts into a file. 0: all there, 1: written, but something could not be read, 2: nothing written. */
export async function run(args: readonly string[]): Promise<number> {
  refuseSecrets(args, ATLAS);
  const parsed = parseOptions(args, options, 'inventory');
  if (parsed.positionals.length > 0) throw new UserError('inventory pull takes no further argument');
  const formats = chooseFormats(parsed.values('format'), ['text', 'json'], 'text');
  const cwd = process.cwd();
  const opened = openConfig({ cwd, config: configChoice(parsed), rules: RULES });
  const choice = chooseFactFile(opened, cwd, parsed.value('out'));
  const access = apiAccess(parsed, opened.profile);
  const report = await pulled(access, opened, choice, todayOf(parsed) ?? utcToday());
  const colors = colorsFor(parsed, process.stdout);
  emit(formats, (format) => (format === 'json' ? pullJson(report) : pullText(report, colors)));
  sayNotices(access.session.notices, parsed);
  sayMissing(report.parts, choice, parsed);
  return report.parts.some(({ state }) => state === 'denied') ? 1 : 0;
}

async function pulled(
  { session, project, as }: ApiAccess,
  { profile }: OpenedConfig,
  { path }: FactFileChoice,
  day: string,
): Promise<PullReport> {
  try {
    const group = project ?? (await onlyProject(session));
    const { file, parts } = await pullFacts(session, group, day);
    writeFacts(path, file, profile);
    return { file: shownPath(path), project: group, as, parts };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint = [error.hint, 'Nothing was written.'].filter((line) => line !== null).join('\n');
    throw new UserError(hideSecrets(error.message, session.secrets), hideSecrets(hint, session.secrets));
  }
}

function sayMissing(parts: readonly PartReport[], { path, isNamed }: FactFileChoice, parsed: Parsed): void {
  if (parsed.flag('quiet')) return;
  for (const { words, state, detail, cost, hint } of parts) {
    if (state === 'denied') tell(`connlint: ${words} could not be read (${detail}): ${cost}\n${hint ?? ''}\n`);
  }
  if (isNamed) return;
  tell(`connlint: name the file in the config, so that it is used: "inventory": ${JSON.stringify(shownPath(path))}\n`);
}
