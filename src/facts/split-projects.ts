import { declaredName, declaredPieces, type Declarations } from './declared.ts';
import type { FactNotice, FactProblem } from './facts.ts';
import { piecesOf, type FactPiece } from './pieces.ts';
import type { ServiceProfile } from '../classify/service.ts';

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
  /** True if a name or an id shows the project. */
  readonly isNamed: boolean;
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
  declared: NonNullable<Declarations['projects']>,
  profile: ServiceProfile,
): SplitPieces {
  const units = new Map<string, Unit>();
  const unitOf = (key: string, name: string | null, groupId: string | undefined): Unit => {
    const unit = units.get(key) ?? { isNamed: !key.startsWith('open'), declared: name, groupId, pieces: [] };
    unit.groupId ??= groupId;
    units.set(key, unit);
    return unit;
  };
  // Named projects come first in the order of the config.
  for (const one of declared) {
    const name = declaredName(one);
    if (name !== null) unitOf(`name ${name}`, name, one.id?.toLowerCase());
  }
  files.forEach(({ project, pieces }, at) => {
    const ids = new Set(pieces.flatMap(({ group }) => group ?? []));
    for (const piece of pieces) {
      const groupId = piece.group ?? (ids.size === 1 ? [...ids][0] : undefined);
      const key = project !== null ? `name ${project}` : groupId === undefined ? `open ${at}` : `id ${groupId}`;
      unitOf(key, project, groupId).pieces.push(piece);
    }
  });
  const problems = files.flatMap((file) => foreign(file, units.get(`name ${file.project}`)));
  const flat: FactPiece[] = [];
  for (const one of declared) {
    const name = declaredName(one);
    const pieces = declaredPieces(one, profile);
    if (name === null) flat.push(...pieces);
    else units.get(`name ${name}`)!.pieces.push(...pieces);
  }
  const all = [...units.values()].filter(
    ({ declared: name, pieces }) => name !== null || pieces.some(({ kind }) => kind !== 'project'),
  );
  return { ...joinUnits(all, flat), problems };
}

/** A file that is assigned to one project but contains another. */
function foreign({ file, project, pieces }: FilePieces, unit: Unit | undefined): FactProblem[] {
  const other = pieces.find(({ group }) => group !== undefined && group !== unit?.groupId)?.group;
  if (project === null || other === undefined) return [];
  return [
    {
      file,
      message: `The file is about project ${other}, but the config names it for "${project}" (${String(unit?.groupId)}).`,
      hint: 'Move the file to the project that it is about, or correct `id`.',
    },
  ];
}

/** @param flat what the config says about its only project */
function joinUnits(units: readonly Unit[], flat: readonly FactPiece[]): Omit<SplitPieces, 'problems'> {
  const known: Unit[] = units.filter(({ isNamed }) => isNamed);
  const open = units.filter(({ isNamed }) => !isNamed);
  for (const unit of open) if (tokensOf(unit).size > 0) joinByToken(unit, known);
  const rest = open.filter((unit) => tokensOf(unit).size === 0);
  const [only] = known;
  if (known.length <= 1 && (only?.declared ?? null) === null) {
    // If sources differ, the first listed one wins.
    const own = [...(only?.pieces ?? []), ...rest.flatMap(({ pieces }) => pieces)];
    const order = [...new Set(units.flatMap(({ pieces }) => pieces.map(({ source }) => source)))];
    const pieces = own.sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
    return { projects: [{ declared: null, groupId: only?.groupId, pieces: [...pieces, ...flat] }], notices: [] };
  }
  // A cluster of an unknown project, for which facts of other projects must not decide.
  const isCluster = ({ kind }: FactPiece): boolean => kind === 'cluster';
  const alone = rest.filter(({ pieces }) => pieces.some(isCluster));
  const projects = [...known, ...alone];
  for (const piece of piecesOf(flat, 'cluster')) {
    const owner = ownerOf(piece.cluster, projects);
    if (owner) owner.pieces.push(piece);
    else projects.push({ isNamed: false, declared: null, groupId: undefined, pieces: [piece] });
  }
  const loose = rest.filter((unit) => !alone.includes(unit)).flatMap(({ pieces }) => pieces);
  return { projects, notices: [...looseNotices(loose), ...(flat.every(isCluster) ? [] : [UNUSED_SETTINGS])] };
}

const UNUSED_SETTINGS: FactNotice = {
  code: 'fact-without-project',
  file: 'config: projects',
  message: 'The facts are about several projects, so the settings of a project without name and id are not used.',
};

/** The only project with a cluster of this name or token. */
function ownerOf({ name, tokens }: { name: string; tokens: readonly string[] }, units: readonly Unit[]): Unit | null {
  const having = units.filter((unit) =>
    tokens.length > 0
      ? tokens.some((token) => tokensOf(unit).has(token))
      : piecesOf(unit.pieces, 'cluster').some(({ cluster }) => cluster.name.toLowerCase() === name.toLowerCase()),
  );
  return having.length === 1 ? having[0]! : null;
}

/** Joins the unit with all units that share a token, or adds it to the list. */
function joinByToken(unit: Unit, known: Unit[]): void {
  const tokens = tokensOf(unit);
  const same = known.filter((one) => [...tokensOf(one)].some((token) => tokens.has(token)));
  const named = same.filter(({ isNamed }) => isNamed);
  const [first] = named.length > 0 ? named : same;
  // A record that names neither project must not join two known projects.
  if (!first || named.length > 1) {
    known.push(unit);
    return;
  }
  const others = same.filter((one) => one !== first);
  first.pieces = [first, ...others, unit].flatMap(({ pieces }) => pieces);
  for (const other of others) known.splice(known.indexOf(other), 1);
}

const tokensOf = ({ pieces }: Unit): ReadonlySet<string> =>
  new Set(piecesOf(pieces, 'cluster').flatMap(({ cluster }) => cluster.tokens));

function looseNotices(loose: readonly FactPiece[]): FactNotice[] {
  const files = new Set(loose.filter(({ kind }) => kind !== 'page' && kind !== 'pulled').map(({ source }) => source));
  return [...files].map((file) => ({
    code: 'fact-without-project',
    file,
    message:
      'The facts are about several projects, and this file does not say which one it is about: it is not used. Name it under `inventory` of its project.',
  }));
}
