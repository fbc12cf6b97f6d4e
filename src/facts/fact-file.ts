import type { FactKind } from '../config/config.ts';
import { flagOf, nameOf, objectOf, textOf, utcDate, type JsonObject } from './json.ts';
import { knownFrom } from './facts.ts';
import { joined, ofGroup, pieces, problem, SETTINGS } from './pieces.ts';
import type { FactPiece, ReadContext, ReadResult } from './pieces.ts';
import { PROVIDERS } from '../classify/service.ts';
import { spellingsOf } from '../text/spellings.ts';
import { decodePercent } from '../parse/percent.ts';
import { MASK } from '../classify/shown.ts';

/**
 * The facts of one project as written by `pull`: one such object, or a list of them for several projects. It
 * contains answers of the Admin API unchanged. A part that was not requested or could not be read is missing or `null`;
 * a part that was read and is empty is `[]`.
 */
export interface FactFile {
  readonly connlintFacts: 1;
  /** ISO 8601 in UTC. */
  readonly pulledAt: string;
  readonly project?: {
    readonly groupId?: string;
    readonly name?: string;
    /** `enabled` of `privateIpMode`. */
    readonly peeringOnly?: boolean | null;
    /** `enabled` of `awsCustomDNS`. */
    readonly customDnsOnAws?: boolean | null;
    /** `enabled` of `privateEndpoint/regionalMode`. */
    readonly regionalizedPrivateEndpoints?: boolean | null;
  };
  /** Clusters, flex clusters and serverless instances. */
  readonly clusters?: readonly unknown[] | null;
  /** Of all providers. */
  readonly endpointServices?: readonly unknown[] | null;
  readonly containers?: readonly unknown[] | null;
  /** Of all providers. */
  readonly peers?: readonly unknown[] | null;
  readonly discovery?: readonly unknown[] | null;
}

export const FACT_FILE_VERSION = 1;

const PARTS: readonly FactKind[] = ['clusters', 'endpointServices', 'containers', 'peers', 'discovery'];

export function isFactFile(value: JsonObject): boolean {
  return Object.hasOwn(value, 'connlintFacts');
}

type ReadPart = (value: unknown, context: ReadContext) => ReadResult;

export function readFactFile(value: JsonObject, context: ReadContext, readPart: ReadPart): ReadResult {
  const { file } = context;
  if (value.connlintFacts !== FACT_FILE_VERSION) {
    return problem(
      file,
      `The file says connlintFacts: ${String(Number(value.connlintFacts))}; this release reads version ${FACT_FILE_VERSION}.`,
      'Update connlint, or write the file again with this release.',
    );
  }
  const project = objectOf(value.project) ?? {};
  const at = textOf(value.pulledAt);
  const own: FactPiece[] = at ? [{ kind: 'pulled', at, source: file }] : [];
  const name = nameOf(project.name);
  if (name !== undefined) own.push({ kind: 'project', name, source: file });
  if (Array.isArray(value.clusters)) own.push({ kind: 'whole-list', source: file });
  for (const setting of SETTINGS) {
    const enabled = flagOf(project[setting]);
    if (enabled !== undefined) own.push({ kind: 'setting', setting, enabled, source: file });
  }
  if (Array.isArray(value.peers)) {
    own.push(...PROVIDERS.map((provider): FactPiece => ({ kind: 'peers-of', provider, source: file })));
  }
  const parts = PARTS.filter((as) => value[as] !== undefined && value[as] !== null);
  const read = joined([pieces(...own), ...parts.map((as) => readPart(value[as], { ...context, as }))]);
  const readAt = knownFrom(file)(utcDate(at));
  const dated = read.pieces.map((piece) =>
    piece.kind === 'cluster' ? { ...piece, cluster: { ...piece.cluster, readAt } } : piece,
  );
  return { ...read, pieces: ofGroup(dated, textOf(project.groupId)) };
}

/** Deeper than any answer of the API. The limit keeps a crafted answer from exhausting the stack. */
const MAX_DEPTH = 60;

/** Names of fields that may contain a credential. Fields that connlint reads have no such name. */
const SECRET_KEY = /passw|passphrase|secret|private_?key|api_?key|access_?token|credential/i;

const USER_INFO = /([a-z][a-z0-9+.-]{0,40}:\/\/)[^/?#\s"']*@/gi;
const SECRET_OPTION =
  /([?&;](?:authMechanismProperties|proxyUsername|proxyPassword|tlsCertificateKeyFilePassword)=)[^&\s"']*/gi;

/**
 * An answer in the form in which it may be written to a fact file: sorted keys, without links (they contain the
 * request) and without possible credentials. `undefined` if it is nested too deeply.
 * @param secrets texts that are hidden everywhere
 */
export function cleanAnswer(value: unknown, secrets: Iterable<string>): unknown {
  return cleaned(value, longestFirst(secrets), 0);
}

function cleaned(value: unknown, secrets: readonly string[], depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === 'string') return hideSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets, depth + 1) ?? null);
  const object = objectOf(value);
  if (!object) return value;
  const entries = Object.entries(object)
    .filter(([key]) => key !== 'links' && !SECRET_KEY.test(key))
    .map(([key, member]) => [hideSecrets(key, secrets), cleaned(member, secrets, depth + 1)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries);
}

/** The text without these secrets, without user info of addresses and without options with secret values. */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  let hidden = text;
  for (const secret of secrets) {
    if (secret.length < MIN_LENGTH) continue;
    for (const spelling of spellingsOf(secret))
      if (spelling.length >= MIN_LENGTH) hidden = hidden.replaceAll(spelling, MASK);
  }
  const decoded = decodePercent(hidden);
  if (decoded !== hidden && isAnyIn(decoded, secrets)) return MASK;
  return hidden.replace(USER_INFO, '$1').replace(SECRET_OPTION, `$1${MASK}`);
}

const isAnyIn = (text: string, secrets: Iterable<string>): boolean =>
  [...secrets].some((secret) => secret.length >= MIN_LENGTH && text.includes(secret));

/** Secrets of Atlas are longer, and hiding shorter texts would damage cluster names. */
const MIN_LENGTH = 8;

/** A secret that is part of another one must not leave the rest of it visible. */
function longestFirst(secrets: Iterable<string>): readonly string[] {
  return [...secrets].sort((a, b) => b.length - a.length);
}
