import type { FactKind } from '../config/config.ts';
import { flagOf, recordName, objectOf, textOf, utcDate, type JsonObject } from './json.ts';
import { knownFrom } from './facts.ts';
import { joined, ofGroup, pieces, problem, SETTINGS } from './pieces.ts';
import type { FactPiece, ReadContext, ReadResult, Setting } from './pieces.ts';
import { PROVIDERS } from '../classify/service.ts';

/**
 * The facts of one project as written by `pull`: one such object, or a list of them for several projects. It contains
 * answers of the Admin API unchanged. A part that was not requested or could not be read is missing or `null`; a part
 * that was read and is empty is `[]`.
 */
export interface FactFile extends Readonly<Partial<Record<FactKind, readonly unknown[] | null>>> {
  readonly connlintFacts: 1;
  /** ISO 8601 in UTC. */
  readonly pulledAt: string;
  readonly project?: { readonly groupId?: string; readonly name?: string } & Readonly<
    Partial<Record<Setting, boolean | null>>
  >;
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
  const name = recordName(project.name);
  if (name !== undefined) own.push({ kind: 'project', name, source: file });
  if (Array.isArray(value.clusters)) own.push({ kind: 'whole-list', source: file });
  for (const setting of SETTINGS) {
    const enabled = flagOf(project[setting]);
    if (enabled !== undefined) own.push({ kind: 'setting', setting, enabled, source: file });
  }
  if (Array.isArray(value.peers)) {
    own.push(...PROVIDERS.map((provider): FactPiece => ({ kind: 'asked', about: 'peers', provider, source: file })));
  }
  const parts = PARTS.filter((as) => value[as] !== undefined && value[as] !== null);
  const read = joined([pieces(...own), ...parts.map((as) => readPart(value[as], { ...context, as }))]);
  const readAt = knownFrom(file)(utcDate(at));
  const dated = read.pieces.map((piece) =>
    piece.kind === 'cluster' ? { ...piece, cluster: { ...piece.cluster, readAt } } : piece,
  );
  return { ...read, pieces: ofGroup(dated, textOf(project.groupId)) };
}
