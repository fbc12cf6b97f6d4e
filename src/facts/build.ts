import type { FactKind } from '../config/config.ts';
import { declaredName, type Declarations } from './declared.ts';
import { piecesOf, type FactPiece, type PieceOf } from './pieces.ts';
import { endpointsOf, projectFacts } from './project-settings.ts';
import { readFacts } from './read.ts';
import { NO_FACTS } from './facts.ts';
import type { FactNotice, FactProblem, Facts } from './facts.ts';
import { splitProjects, type ProjectPieces } from './split-projects.ts';
import { mergedClusters } from './merge.ts';
import { ATLAS, type ServiceProfile } from '../classify/service.ts';

export interface FactInput {
  /** Its path, for messages. The file name identifies answers about settings. */
  readonly file: string;
  /** Its kind, if the config states it. */
  readonly as?: FactKind | null;
  /** Index of its project in the config. */
  readonly project?: number;
  /** Its parsed contents. */
  readonly value: unknown;
}

/**
 * Combines fact files and the config's declarations, separately for each project. Files come first, and the config adds
 * what they lack. `problems` are configuration errors; `facts` then contains what could be read.
 */
export function buildFacts(
  inputs: readonly FactInput[],
  { projects: declared = [] }: Declarations = {},
  profile: ServiceProfile = ATLAS,
): { readonly facts: Facts; readonly problems: readonly FactProblem[] } {
  if (inputs.length === 0 && declared.length === 0) return { facts: NO_FACTS, problems: [] };
  const read = inputs.map(({ file, as = null, project, value }) => ({
    file,
    project: declaredName(declared[project ?? -1] ?? {}),
    ...readFacts(value, { file, as, profile }),
  }));
  const split = splitProjects(read, declared, profile);
  const notices = [...read.flatMap((file) => file.notices), ...split.notices];
  const projects = split.projects.map(factsOfProject).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const problems = [...read.flatMap((file) => file.problems), ...split.problems];
  const [first] = projects;
  if (projects.length === 1 && first) return { facts: { ...first, notices: [...notices, ...first.notices] }, problems };
  return { facts: wholeOf(projects, notices), problems };
}

function factsOfProject({ declared, groupId, pieces }: ProjectPieces): Facts {
  const missing = missingPages(pieces);
  const whole = piecesOf(pieces, 'page').filter((page) => !missing.includes(page));
  const notices = missing.map(incomplete);
  const clusters = mergedClusters(
    piecesOf(pieces, 'cluster').map(({ cluster }) => cluster),
    notices,
  );
  const endpoints = endpointsOf(pieces);
  const name = declared ?? piecesOf(pieces, 'project')[0]?.name;
  const id = groupId ?? clusters.find((cluster) => cluster.groupId !== undefined)?.groupId;
  return {
    of: { key: declared ?? id ?? name ?? null, name, groupId: id },
    projects: [],
    clusters,
    project: projectFacts(pieces, endpoints, notices),
    endpoints,
    discovery: piecesOf(pieces, 'discovery').map(({ target }) => target),
    notices,
    hasRecords: clusters.some(({ isDeclared }) => !isDeclared),
    wholeLists: [...piecesOf(pieces, 'whole-list'), ...whole].map(({ source }) => source),
  };
}

/** Distinguishes projects, also those without name and id, in whatever order the files are listed. */
const keyOf = ({ of, clusters }: Facts): string =>
  of.key ?? clusters.map(({ tokens, name }) => tokens[0] ?? name).sort()[0] ?? 'unnamed';

/** All projects together: their clusters and scrape targets, but no settings. */
function wholeOf(unnamed: readonly Facts[], notices: readonly FactNotice[]): Facts {
  const projects = unnamed.map((facts) => ({ ...facts, of: { ...facts.of, key: keyOf(facts) } }));
  const all = [...notices, ...projects.flatMap((facts) => facts.notices)];
  return {
    ...NO_FACTS,
    projects,
    clusters: projects.flatMap(({ clusters }) => clusters),
    discovery: projects.flatMap(({ discovery }) => discovery),
    notices: all.sort((a, b) => (a.file + a.message < b.file + b.message ? -1 : 1)),
    hasRecords: projects.some(({ hasRecords }) => hasRecords),
    wholeLists: projects.flatMap(({ wholeLists }) => wholeLists),
  };
}

/**
 * Lists are paged. If a page is missing, an existing cluster would look as if it did not exist. Pages of one list share
 * its total.
 */
function missingPages(all: readonly FactPiece[]): readonly PieceOf<'page'>[] {
  const pages = piecesOf(all, 'page');
  const found = (total: number): number =>
    pages.reduce((sum, page) => (page.total === total ? sum + page.count : sum), 0);
  return pages.filter(({ total }) => found(total) < total);
}

const incomplete = ({ total, count, source }: PieceOf<'page'>): FactNotice => ({
  code: 'fact-incomplete',
  file: source,
  message: `The list contains ${count} of ${total} entries. Save the other pages too.`,
});
