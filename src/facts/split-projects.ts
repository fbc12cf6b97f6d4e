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
  groupId: string | undefined;
  pieces: FactPiece[];
}

/** Prefix of the key of pieces whose project is unknown. */
const OPEN = 'open';
const byName = (name: string | null): string => `name ${name}`;

/**
 * Separates the projects: by the project to which the config assigns the file, the id in a record or in the rest of the
 * file, and the token that all hosts of a project share. Pieces without any of these belong to the project if there is
 * only one, otherwise to none.
 */
export function splitProjects(
  files: readonly FilePieces[],
  declared: NonNullable<Declarations['projects']>,
  profile: ServiceProfile,
) {
  const units = new Map<string, ProjectPieces>();
  const unitOf = (key: string, name: string | null, groupId: string | undefined): ProjectPieces => {
    const unit = units.get(key) ?? { declared: name, groupId, pieces: [] };
    unit.groupId ??= groupId;
    units.set(key, unit);
    return unit;
  };
  const named = declared.filter((one) => declaredName(one) !== null);
  // In the order of the config.
  for (const one of named) unitOf(byName(declaredName(one)), declaredName(one), one.id?.toLowerCase());
  const pieces = files.flatMap((file, at) => {
    const [onlyId, otherId] = new Set(file.pieces.flatMap(({ group }) => group ?? []));
    return file.pieces.map((piece) => ({ piece, file, at, id: piece.group ?? (otherId ? undefined : onlyId) }));
  });
  const isPlaced = ({ file, id }: (typeof pieces)[number]): boolean => file.project !== null || id !== undefined;
  for (const { piece, file, id } of pieces.filter(isPlaced))
    unitOf(file.project === null ? `id ${id}` : byName(file.project), file.project, id).pieces.push(piece);
  // Files without an id belong to the only project whose records have their token.
  for (const { piece, file, at } of pieces.filter((one) => !isPlaced(one))) {
    const [token, other] = new Set(tokensOf(file.pieces));
    const isOne = token !== undefined && other === undefined;
    const owner = isOne ? ownerOf({ name: '', tokens: [token] }, [...units.values()]) : null;
    (owner ?? unitOf(isOne ? `token ${token}` : `${OPEN} ${at}`, null, undefined)).pieces.push(piece);
  }
  const problems = files.flatMap((file) => foreign(file, units.get(byName(file.project))));
  for (const one of named) units.get(byName(declaredName(one)))!.pieces.push(...declaredPieces(one, profile));
  const flat = declared.filter((one) => !named.includes(one)).flatMap((one) => declaredPieces(one, profile));
  const all = [...units].filter(([, { declared: name, pieces }]) => name !== null || pieces.some(isOfProject));
  const known = all.flatMap(([key, unit]) => (key.startsWith(OPEN) ? [] : [unit]));
  const [only] = known;
  if (known.length <= 1 && (only?.declared ?? null) === null) {
    const pieces = [...files.flatMap((file) => file.pieces), ...flat];
    return { projects: [{ declared: null, groupId: only?.groupId, pieces }], notices: [], problems };
  }
  const open = all.flatMap(([key, unit]) => (key.startsWith(OPEN) ? [unit] : []));
  return { ...apart(known, open, flat), problems };
}

/** The name of a project alone is no fact. */
const isOfProject = ({ kind }: FactPiece): boolean => kind !== 'project';
const isCluster = ({ kind }: FactPiece): boolean => kind === 'cluster';

const tokensOf = (pieces: readonly FactPiece[]): string[] =>
  piecesOf(pieces, 'cluster').flatMap(({ cluster }) => cluster.tokens);

/** A file that is assigned to one project but contains another. */
function foreign({ file, project, pieces }: FilePieces, unit: ProjectPieces | undefined): FactProblem[] {
  const other = pieces.find(({ group }) => group !== undefined && group !== unit?.groupId)?.group;
  if (project === null || other === undefined) return [];
  const message = `The file is about project ${other}, but the config names it for "${project}" (${String(unit?.groupId)}).`;
  return [{ file, message, hint: 'Move the file to the project that it is about, or correct `id`.' }];
}

/**
 * Several projects. A cluster whose project is unknown is a project of its own: facts of others must not decide for it.
 * @param flat what the config says about a project without name and id
 */
function apart(known: readonly ProjectPieces[], open: readonly ProjectPieces[], flat: readonly FactPiece[]) {
  const projects = [...known, ...open.filter(({ pieces }) => pieces.some(isCluster))];
  for (const piece of piecesOf(flat, 'cluster')) {
    const owner = ownerOf(piece.cluster, projects);
    if (owner) owner.pieces.push(piece);
    else projects.push({ declared: null, groupId: undefined, pieces: [piece] });
  }
  const unused = open.filter((unit) => !projects.includes(unit)).flatMap(({ pieces }) => pieces);
  const sources = new Set(unused.map(({ source }) => source));
  const notices = [...sources].map((file) => withoutProject(file, 'this file'));
  if (!flat.every(isCluster)) notices.push(withoutProject('config: projects', 'the config'));
  return { projects, notices };
}

const withoutProject = (file: string, subject: string): FactNotice => ({
  code: 'fact-without-project',
  file,
  message: `The facts are about several projects, and ${subject} does not say which one it is about: it is not used. Add the name of the project.`,
});

/** The only project with a cluster of this name or token. */
function ownerOf({ name, tokens }: { name: string; tokens: readonly string[] }, units: readonly ProjectPieces[]) {
  const having = units.filter(({ pieces }) =>
    tokens.length > 0
      ? tokensOf(pieces).some((token) => tokens.includes(token))
      : piecesOf(pieces, 'cluster').some(({ cluster }) => cluster.name.toLowerCase() === name.toLowerCase()),
  );
  return having.length === 1 ? having[0]! : null;
}
