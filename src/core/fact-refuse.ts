import { hasAny, textOf } from './fact-json.ts';
import type { JsonObject } from './fact-json.ts';
import { problem } from './fact-piece.ts';
import type { ReadContext, ReadResult } from './fact-piece.ts';

/** What is no fact file, and what to do about it. */

export function unknownForm({ file }: ReadContext, message: string): ReadResult {
  return problem(
    file,
    message,
    'Accepted are cluster records of the administration API (one, a list, or {"results": […]}), `terraform show -json`, ' +
      'the answers privateIpMode, awsCustomDNS, regionalMode, peers, containers and endpointService, the ' +
      'metrics-discovery answer, and the one file that holds all of them (key connlintFacts).',
  );
}

const NEAR_FORMS: readonly { is: (record: JsonObject) => boolean; message: string; hint: string }[] = [
  {
    is: (record) => Array.isArray(record.clusters),
    message: 'The list of clusters of all projects is a summary without connection strings.',
    hint: 'Use `connlint inventory pull`, or save the cluster list of the project: `atlas clusters list -o json`.',
  },
  {
    is: (record) => hasAny(record, ['connectionStrings', 'standardSrv', 'replicationSpecs']),
    message: 'The cluster has no name, so its strings cannot be told from those of others.',
    hint: 'Save the whole record: `atlas clusters describe <name> -o json`.',
  },
];

const ASK_AGAIN = 'save the answer again.';
const AS_IN = 'as in "Accept: MEDIA_TYPE.2024-08-05+json"';
const ERROR_HINTS: ReadonlyMap<number, string> = new Map([
  [
    401,
    `The credentials were not accepted: sign in with an API key or service account of the project, then ${ASK_AGAIN}`,
  ],
  [
    403,
    `The credentials may not read this: give the key "Project Read Only" and an allowed address, then ${ASK_AGAIN}`,
  ],
  [404, `Check the project id and the cluster name, then ${ASK_AGAIN}`],
  [406, `Ask with a version, ${AS_IN}, and ${ASK_AGAIN}`],
  [410, `Ask for a newer version of the resource, ${AS_IN}, and ${ASK_AGAIN}`],
  [429, `Too many requests: wait a minute, then ${ASK_AGAIN}`],
]);

/** An error answer. Only its number and code are repeated: the rest is free text. */
export function readError(object: JsonObject, { file, profile }: ReadContext): ReadResult | undefined {
  const status = typeof object.error === 'number' ? object.error : undefined;
  const code = textOf(object.errorCode);
  if (status === undefined && code === undefined) return undefined;
  const shown = [status, code && /^[A-Z0-9_]{1,80}$/.test(code) ? code : undefined].filter(
    (part) => part !== undefined,
  );
  const hint = ERROR_HINTS.get(status ?? 0) ?? `Ask again later and ${ASK_AGAIN}`;
  return problem(
    file,
    `The file holds an error answer of the administration API (${shown.join(' ')}), no facts.`,
    hint.replace('MEDIA_TYPE', profile.api.mediaType),
  );
}

/** An answer that people save instead of the one that is needed. */
export function readNearForm(record: JsonObject, { file }: ReadContext): ReadResult | undefined {
  const near = NEAR_FORMS.find(({ is }) => is(record));
  return near && problem(file, near.message, near.hint);
}
