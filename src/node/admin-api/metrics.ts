import { objectOf, objectsOf, textOf, textsOf } from '../../facts/json.ts';
import { addressOf } from './transport.ts';
import { answerTo, refusalOf, jsonOf } from './client.ts';
import { listIn } from './resources.ts';
import type { ApiAnswer } from './resources.ts';
import type { ApiSession } from './session.ts';
import { UserError } from '../errors.ts';

const WORDS = 'metrics targets';

/**
 * Scrape targets of all schemes, each group once: public ones, those for peering, and those behind each private
 * endpoint on AWS (`PRIVATE_ENDPOINT` needs its id; vendor documentation on the Prometheus integration, 2026-08). For a
 * project without peering or endpoints, the discovery answers with a refusal or an empty list.
 */
export async function readTargets(
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
    throw new UserError(`${WORDS}: the answer holds no targets`, 'Check --base-url.');
  }
  return { ok: true, value: list, version: 'v1.0' };
}

/** Sort key of a target group. */
export function targetKey(entry: unknown): string {
  return textsOf(objectOf(entry)?.targets).join() + (textOf(objectOf(objectOf(entry)?.labels)?.cl_name) ?? '');
}
