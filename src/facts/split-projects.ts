import { declaredName, type Declarations } from './declared.ts';
import type { FactNotice, FactProblem } from './facts.ts';
import type { FactPiece } from './pieces.ts';

interface FilePieces {
  readonly file: string;
  /** The project to which the config assigns the file. */
  readonly project: string | null;
  readonly pieces: readonly FactPiece[];
}

/** Everything known about one project. */
export interface ProjectPieces {
  readonly declared: string | null;
  readonly groupId: string | undefined;
  readonly pieces: readonly FactPiece[];
}

interface SplitPieces {
  readonly projects: readonly ProjectPieces[];
  readonly notices: readonly FactNotice[];
  readonly problems: readonly FactProblem[];
}

/** Pieces of one project that may join with others. */
interface Unit {
  readonly key: string;
  readonly declared: string | null;
  groupId: string | undefined;
  pieces: FactPiece[];
}

/**
 * Separates the projects: by the project to which the config assigns the file, the id in a record, the id in the rest
 * of the file, and the token that all hosts of a project share. Pieces without any of these belong to the project if
 * there is only one, otherwise to none.
 */
export function splitProjects(
  files: readonly FilePieces[],
  declared: NonNullable<Declarations['projects']> = [],
): SplitPieces {
  const units = new Map<string, Unit>();
  for (const one of declared) {
    const name = declaredName(one);
    if (name === null) continue;
    const { id } = one;
    const key = declaredKey(name);
    units.set(key, { key, declared: name, groupId: id?.toLowerCase(), pieces: [] });
  }
  files.forEach(({ project, pieces }, at) => {
    const ids = new Set(pieces.flatMap(({ group }) => group ?? []));
    const [only] = ids.size === 1 ? ids : [];
    for (const piece of pieces) {
      const groupId = piece.group ?? only;
      const key = project !== null ? declaredKey(project) : groupId === undefined ? `file:${at}` : `id:${groupId}`;
      const unit = units.get(key) ?? { key, declared: null, groupId, pieces: [] };
      unit.groupId ??= groupId;
      unit.pieces.push(piece);
      units.set(key, unit);
    }
  });
  const problems = files.flatMap((file) => foreign(file, units));
  const identified = [...units.values()].filter(
    ({ declared: name, pieces }) => name !== null || pieces.some(({ kind }) => kind !== 'project'),
  );
  const { projects, loose } = joinUnits(identified);
  return { projects, notices: looseNotices(loose), problems };
}

function declaredKey(name: string): string {
  return `name:${name}`;
}

/** A file that is assigned to one project but contains another. */
function foreign({ file, project, pieces }: FilePieces, units: ReadonlyMap<string, Unit>): FactProblem[] {
  const expected = project === null ? undefined : units.get(declaredKey(project))?.groupId;
  const other = pieces.find(({ group }) => group !== undefined && group !== expected)?.group;
  if (project === null || other === undefined) return [];
  return [
    {
      file,
      message: `The file is about project ${other}, but the config names it for "${project}" (${String(expected)}).`,
      hint: 'Move the file to the project that it is about, or correct `id`.',
    },
  ];
}

function joinUnits(units: readonly Unit[]): { projects: readonly ProjectPieces[]; loose: readonly FactPiece[] } {
  const known: Unit[] = units.filter(({ key }) => !key.startsWith('file:'));
  const open = units.filter(({ key }) => key.startsWith('file:'));
  const nameless = open.filter(({ pieces }) => tokensOf(pieces).size > 0);
  for (const unit of nameless) joinByToken(unit, known);
  const rest = open.filter((unit) => !nameless.includes(unit));
  const [only] = known;
  if (known.length <= 1 && (only?.declared ?? null) === null) {
    const pieces = [...(only?.pieces ?? []), ...rest.flatMap((unit) => unit.pieces)];
    return { projects: [{ declared: null, groupId: only?.groupId, pieces: inFileOrder(pieces, units) }], loose: [] };
  }
  // A record without id and strings is a cluster of an unknown project, for which facts of other projects must not
  // decide.
  const clusters = rest.filter(({ pieces }) => pieces.some(({ kind }) => kind === 'cluster'));
  return {
    projects: [...known, ...clusters],
    loose: rest.filter((unit) => !clusters.includes(unit)).flatMap(({ pieces }) => pieces),
  };
}

/** If sources differ, the first listed one wins, so their order is kept. */
function inFileOrder(pieces: readonly FactPiece[], units: readonly Unit[]): readonly FactPiece[] {
  const order = [...new Set(units.flatMap((unit) => unit.pieces.map(({ source }) => source)))];
  const places = new Map(order.map((source, at) => [source, at]));
  return [...pieces].sort((a, b) => places.get(a.source)! - places.get(b.source)!);
}

/** Joins the unit with all units that share a token, or adds it to the list. */
function joinByToken(unit: Unit, known: Unit[]): void {
  const tokens = tokensOf(unit.pieces);
  const same = known.filter(({ pieces }) => [...tokensOf(pieces)].some((token) => tokens.has(token)));
  const named = same.filter(({ key }) => !key.startsWith('file:'));
  const [first] = named.length > 0 ? named : same;
  // A record that names neither project must not join two known projects.
  if (!first || named.length > 1) {
    known.push(unit);
    return;
  }
  const others = same.filter((one) => one !== first);
  first.pieces = [...first.pieces, ...others.flatMap(({ pieces }) => pieces), ...unit.pieces];
  for (const other of others) known.splice(known.indexOf(other), 1);
}

function tokensOf(pieces: readonly FactPiece[]): ReadonlySet<string> {
  return new Set(pieces.flatMap((piece) => (piece.kind === 'cluster' ? piece.cluster.tokens : [])));
}

function looseNotices(loose: readonly FactPiece[]): FactNotice[] {
  const files = new Set(loose.filter(({ kind }) => kind !== 'page' && kind !== 'pulled').map(({ source }) => source));
  return [...files].map((file) => ({
    code: 'fact-without-project',
    file,
    message:
      'The facts are about several projects, and this file does not say which one it is about: it is not used. Name it under `inventory` of its project.',
  }));
}
