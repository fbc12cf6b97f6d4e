import type { FactKind } from './config.ts';
import { handCluster, withHandProject } from './fact-hand.ts';
import type { ByHand } from './fact-hand.ts';
import { mergeClusters } from './fact-merge.ts';
import { joined } from './fact-piece.ts';
import type { Piece } from './fact-piece.ts';
import { endpointsOf, piecesOf, projectOf } from './fact-project.ts';
import { readFacts } from './fact-read.ts';
import type { ClusterFacts, FactNotice, FactProblem, Facts } from './facts.ts';
import { ATLAS } from './service.ts';
import type { ServiceProfile } from './service.ts';

/** A parsed fact file. */
export interface FactInput {
  /** As it is shown to people; its last part tells settings apart. */
  readonly file: string;
  /** What the config calls it, in an object-form `inventory`. */
  readonly as?: FactKind | null;
  readonly value: unknown;
}

/**
 * Puts fact files and the config's own words together. Files come first: the config fills what they lack. `problems`
 * make a configuration error; `facts` then holds what could be read all the same.
 */
export function buildFacts(
  inputs: readonly FactInput[],
  byHand: ByHand = {},
  profile: ServiceProfile = ATLAS,
): { readonly facts: Facts; readonly problems: readonly FactProblem[] } {
  const read = joined(inputs.map(({ file, as = null, value }) => readFacts(value, { file, as, profile })));
  const notices: FactNotice[] = [...read.notices, ...missingPages(read.pieces)];
  const records = distinctClusters(
    piecesOf(read.pieces, 'cluster').map(({ cluster }) => cluster),
    notices,
  );
  const hand = Object.entries(byHand.clusters ?? {}).map(([name, entry]) => handCluster(name, entry, profile));
  const endpoints = endpointsOf(read.pieces);
  const project = projectOf(read.pieces, endpoints, notices);
  const [pulled] = piecesOf(read.pieces, 'pulled');
  const facts = {
    clusters: withHandClusters(records, hand, notices),
    project: byHand.project ? withHandProject(project, byHand.project, notices) : project,
    endpoints,
    discovery: piecesOf(read.pieces, 'discovery').map(({ target }) => target),
    notices,
    hasRecords: records.length > 0,
    pulledAt: pulled && { value: pulled.at, source: pulled.source },
  };
  return { facts, problems: read.problems };
}

/** Lists are paged; without all pages, a cluster that exists looks as if it did not. Pages of one list share its total. */
function missingPages(all: readonly Piece[]): readonly FactNotice[] {
  const pages = piecesOf(all, 'page');
  const found = (total: number): number =>
    pages.reduce((sum, page) => (page.total === total ? sum + page.count : sum), 0);
  return pages
    .filter(({ total }) => found(total) < total)
    .map(({ total, count, source }) => ({
      code: 'fact-incomplete',
      file: source,
      message: `The list holds ${count} of ${total} entries; save the other pages as well.`,
    }));
}

/** One cluster for each name and project; a record that does not tell its project joins the first of its name. */
function distinctClusters(all: readonly ClusterFacts[], notices: FactNotice[]): readonly ClusterFacts[] {
  const byName = new Map<string, ClusterFacts[]>();
  for (const cluster of all) {
    const same = byName.get(cluster.name) ?? [];
    byName.set(cluster.name, same);
    const at = same.findIndex(({ groupId }) => !groupId || !cluster.groupId || groupId === cluster.groupId);
    const other = same[at];
    if (other) same[at] = mergeClusters(other, cluster, notices);
    else same.push(cluster);
  }
  return [...byName.values()].flat();
}

/** The config's words about a cluster go to every record of that name; what matches none stands for itself. */
function withHandClusters(
  records: readonly ClusterFacts[],
  hand: readonly ClusterFacts[],
  notices: FactNotice[],
): readonly ClusterFacts[] {
  const names = new Set(records.map(({ name }) => name.toLowerCase()));
  const byName = new Map(hand.map((entry) => [entry.name.toLowerCase(), entry]));
  const unmatched = hand.filter(({ name }) => !names.has(name.toLowerCase()));
  if (records.length > 0) {
    for (const { name, source } of unmatched) {
      const message = `The config describes cluster "${name}", but no fact file has a record of it.`;
      notices.push({ code: 'fact-unmatched-cluster', file: source, message });
    }
  }
  const merged = records.map((record) => {
    const words = byName.get(record.name.toLowerCase());
    return words ? mergeClusters(record, words, notices) : record;
  });
  return [...merged, ...unmatched];
}
