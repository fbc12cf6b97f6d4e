import { FACT_FILE_VERSION, type FactFile } from '../../facts/fact-file.ts';
import type { Setting } from '../../facts/pieces.ts';
import { objectOf, textOf, objectsOf, textsOf } from '../../facts/json.ts';
import { projectParts, readEntries, readFlag, listIn } from './resources.ts';
import type { ListPart, Part, ApiAnswer } from './resources.ts';
import type { ApiSession } from './session.ts';
import { refusalError, refusalHint, refusalText } from './errors.ts';
import { cleanAnswer } from './clean.ts';
import { addressOf } from './transport.ts';
import { answerTo, refusalOf, jsonOf } from './client.ts';
import { UserError } from '../errors.ts';

/** The result of one part. `absent`: the API has no such resource. `denied`: this credential may not read it. */
export interface PartReport {
  readonly words: string;
  readonly state: 'read' | 'absent' | 'denied' | 'not-asked';
  /** `3`, `on`, or why there is no value. */
  readonly detail: string;
  /** The API version of the answer, or `null` without one. */
  readonly version: string | null;
  /** For a missing part: what cannot be checked without it. */
  readonly cost: string;
  /** For `denied`: what to do about it. */
  readonly hint: string | null;
}

interface Pulled {
  readonly file: FactFile;
  readonly parts: readonly PartReport[];
}

interface PulledData {
  readonly lists: Partial<Record<ListPart, readonly unknown[] | null>>;
  readonly flags: Partial<Record<Setting, boolean | null>>;
  readonly parts: PartReport[];
}

/**
 * Reads everything about a project. Throws a `UserError` if clusters cannot be read, or if a request fails other than
 * by a refusal: the file must be complete, or list what is missing.
 * @param day when the facts were read, ISO 8601
 */
export async function pullFacts(session: ApiSession, group: string, day: string, name?: string): Promise<Pulled> {
  session.received.units = 0;
  const found: PulledData = { lists: {}, flags: {}, parts: [] };
  for (const part of projectParts(group)) {
    if ('resources' in part) await takeList(session, part, found);
    else await takeFlag(session, part, found);
  }
  const discovery = await takeTargets(session, group, found);
  const clean = (list: readonly unknown[] | null | undefined): readonly unknown[] | null =>
    list ? (cleanAnswer(list, session.secrets) as readonly unknown[]) : null;
  const { lists, flags, parts } = found;
  const file: FactFile = {
    connlintFacts: FACT_FILE_VERSION,
    pulledAt: day,
    project: {
      groupId: group,
      ...(name !== undefined && { name }),
      peeringOnly: flags.peeringOnly ?? null,
      customDnsOnAws: flags.customDnsOnAws ?? null,
      regionalizedPrivateEndpoints: flags.regionalizedPrivateEndpoints ?? null,
    },
    clusters: sorted(clean(lists.clusters), ['name', 'id']),
    endpointServices: sorted(clean(lists.endpointServices), ['cloudProvider', 'regionName', 'id']),
    containers: sorted(clean(lists.containers), ['providerName', 'regionName', 'region', 'id']),
    peers: sorted(clean(lists.peers), ['providerName', 'id']),
    discovery: discovery && inOrder(clean(discovery) ?? [], targetKey),
  };
  return { file, parts };
}

async function takeList(
  session: ApiSession,
  part: Extract<Part, { resources: unknown }>,
  to: PulledData,
): Promise<void> {
  const reading = await readEntries(session, part.resources);
  const known = to.lists[part.of];
  if (reading.ok) {
    const added = known ? withoutKnown(reading.value, known) : reading.value;
    to.lists[part.of] = [...(known ?? []), ...added];
    to.parts.push(report(part, 'read', String(added.length), reading.version));
    return;
  }
  if (part.words === 'clusters') throw refused(session, reading);
  // Entries of other parts in the same list are kept. The report shows what is missing.
  to.lists[part.of] = known ?? null;
  to.parts.push(missing(part, reading));
}

async function takeFlag(
  session: ApiSession,
  part: Extract<Part, { resource: unknown }>,
  to: PulledData,
): Promise<void> {
  const reading = await readFlag(session, part.resource);
  to.flags[part.of] = reading.ok ? reading.value : null;
  to.parts.push(
    reading.ok ? report(part, 'read', reading.value ? 'on' : 'off', reading.version) : missing(part, reading),
  );
}

const TARGETS = { words: 'metrics targets', cost: 'nodes that no record lists get the benefit of the doubt' };

async function takeTargets(session: ApiSession, group: string, to: PulledData): Promise<readonly unknown[] | null> {
  if (session.metricsAuth === null) {
    const { metricsUser, metricsPassword } = session.profile.access.variables;
    to.parts.push(report(TARGETS, 'not-asked', `${metricsUser} and ${metricsPassword} are not set`, null));
    return null;
  }
  const reading = await readTargets(session, group, to.lists.endpointServices ?? []);
  to.parts.push(
    reading.ok ? report(TARGETS, 'read', String(reading.value.length), reading.version) : missing(TARGETS, reading),
  );
  return reading.ok ? reading.value : null;
}

function report(
  { words, cost }: Pick<Part, 'words' | 'cost'>,
  state: PartReport['state'],
  detail: string,
  version: string | null,
): PartReport {
  return { words, state, detail, version, cost, hint: null };
}

type Refused = Extract<ApiAnswer<unknown>, { ok: false }>;

/** A removed or missing resource is reported once and is not a failure, because a retry would not help. */
function missing(part: Pick<Part, 'words' | 'cost'>, { refusal }: Refused): PartReport {
  const absent = [404, 406, 410].includes(refusal.status);
  const hint = absent
    ? null
    : part === TARGETS && refusal.status === 401
      ? 'The user and password of the Prometheus integration are not those of the API.'
      : refusalHint(refusal, { words: part.words, method: 'GET' });
  return { ...report(part, absent ? 'absent' : 'denied', refusalText(refusal), null), hint };
}

function refused({ base, profile }: ApiSession, { refusal, resource }: Refused): UserError {
  const url = addressOf(base, `${profile.api.path}v2${resource.path}`);
  return refusalError(refusal, { words: resource.words, method: 'GET', url });
}

/** The list of clusters may also contain flex clusters (API reference, list clusters, 2026-08). */
function withoutKnown(list: readonly unknown[], known: readonly unknown[]): readonly unknown[] {
  const names = new Set(known.map(nameOf));
  return list.filter((entry) => nameOf(entry) === undefined || !names.has(nameOf(entry)));
}

function nameOf(entry: unknown): string | undefined {
  return textOf(objectOf(entry)?.name);
}

/** Sorted by these fields, so that equal facts give equal files whatever the order of the API. */
function sorted(list: readonly unknown[] | null, keys: readonly string[]): readonly unknown[] | null {
  return (
    list &&
    inOrder(list, (entry) => keys.map((key) => textOf(objectOf(entry)?.[key]) ?? '').join('\n') + JSON.stringify(entry))
  );
}

function inOrder(list: readonly unknown[], keyOf: (entry: unknown) => string): readonly unknown[] {
  const keyed = list.map((entry) => [keyOf(entry), entry] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
}

const WORDS = 'metrics targets';

/**
 * Scrape targets of all schemes, each group once: public ones, those for peering, and those behind each private
 * endpoint on AWS (`PRIVATE_ENDPOINT` needs its id; vendor documentation on the Prometheus integration, 2026-08). For a
 * project without peering or endpoints, the discovery answers with a refusal or an empty list.
 */
async function readTargets(
  session: ApiSession,
  group: string,
  endpointServices: readonly unknown[],
): Promise<ApiAnswer<readonly unknown[]>> {
  const open = await readScheme(session, group, { targetScheme: 'PUBLIC' });
  if (!open.ok) return open;
  const groups = new Map(open.value.map((entry) => [JSON.stringify(entry), entry]));
  const endpoints = awsEndpoints(endpointServices);
  const others = [
    { targetScheme: 'PRIVATE' },
    ...endpoints.map((endpointId) => ({ targetScheme: 'PRIVATE_ENDPOINT', endpointId })),
  ];
  for (const query of others) {
    const reading = await readScheme(session, group, query);
    if (!reading.ok && ![400, 404].includes(reading.refusal.status)) return reading;
    for (const entry of reading.ok ? reading.value : []) groups.set(JSON.stringify(entry), entry);
  }
  return { ...open, value: [...groups.values()] };
}

function awsEndpoints(services: readonly unknown[]): readonly string[] {
  const ids = objectsOf(services).flatMap((service) => textsOf(service.interfaceEndpoints));
  return [...new Set(ids)].filter((id) => /^vpce-[0-9a-z]{1,40}$/.test(id)).sort();
}

async function readScheme(
  session: ApiSession,
  group: string,
  query: Readonly<Record<string, string>>,
): Promise<ApiAnswer<readonly unknown[]>> {
  const path = `${session.profile.metrics.path}/groups/${group}/discovery`;
  const url = addressOf(session.base, path, query);
  const call = { words: WORDS, method: 'GET', url, headers: { Accept: 'application/json' } } as const;
  const answer = await answerTo(call, session.metricsAuth, session.tools);
  if (answer.status !== 200) return { ok: false, refusal: refusalOf(answer), resource: { words: WORDS, path } };
  const list = listIn(jsonOf(answer, WORDS));
  if (!list || list.some((entry) => !Array.isArray(objectOf(entry)?.targets))) {
    throw new UserError(`${WORDS}: the answer contains no targets`, 'Check --base-url.');
  }
  return { ok: true, value: list, version: 'v1.0' };
}

/** Sort key of a target group. */
function targetKey(entry: unknown): string {
  return textsOf(objectOf(entry)?.targets).join() + (textOf(objectOf(objectOf(entry)?.labels)?.cl_name) ?? '');
}
