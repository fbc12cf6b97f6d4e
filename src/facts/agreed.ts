import type { FactNotice } from './facts.ts';
import { aboutOf, type About, type FactPiece } from './pieces.ts';
import { grouped } from '../text/source.ts';

/** The settings and the whole lists that are known, and the facts without those that they replace or another contradicts. */
export function agreedFacts(all: readonly FactPiece[]) {
  const notices: FactNotice[] = [];
  const known = new Set<About>();
  const dropped = new Set<FactPiece>();
  const answers = all.filter((piece) => piece.kind === 'asked' || piece.kind === 'setting');
  for (const [about, same] of grouped(answers, aboutOf)) {
    // Pages of one list share its total.
    const lists = [...grouped(same, ({ page, source }) => page?.total ?? source).values()];
    const whole = lists.filter(isWhole);
    notices.push(...lists.flatMap((list) => (whole.includes(list) ? [] : list.map(incomplete))));
    // Files come before the config.
    const files = whole.filter((list) => !list[0]!.isDeclared);
    const best = files.length > 0 ? files : whole;
    const own = all.filter((piece) => aboutOf(piece) === about && says(piece) !== undefined);
    const isFrom = (list: readonly FactPiece[]) => (piece: FactPiece) =>
      list.some(({ source }) => source === piece.source);
    const others = own.filter((piece) => !isFrom(best.flat())(piece));
    const [first, ...more] = best.map((list) => ({ source: list[0]!.source, says: saidBy(own.filter(isFrom(list))) }));
    if (!first) continue;
    // The config and Terraform's states say less of each entry, and may list a part.
    const mayDiffer = ({ kind }: FactPiece): boolean => kind !== 'setting' && first.says !== '';
    const other =
      more.find((one) => one.says !== first.says) ??
      others.find((piece) => saidBy([piece]) !== first.says && !mayDiffer(piece));
    for (const piece of other ? own : others) dropped.add(piece);
    if (!other) known.add(about!);
    else notices.push(conflict(about!, first.source, other.source));
  }
  return { known, pieces: all.filter((piece) => !dropped.has(piece)), notices };
}

/** The same page may be there twice. Without a missing page, a cluster would look as if it did not exist. */
const isWhole = (pages: readonly FactPiece[]): boolean =>
  new Set(pages.flatMap(({ page }) => page?.ids ?? [])).size >= (pages[0]!.page?.total ?? 0);

const incomplete = ({ page, source }: FactPiece): FactNotice => ({
  code: 'fact-incomplete',
  file: source,
  message: `The list contains ${page?.ids.length} of ${page?.total} entries. Save the other pages too.`,
});

/** In a form to compare. Records of clusters are merged one by one, and a container proves little. */
function says(piece: FactPiece): string | undefined {
  if (piece.kind === 'setting') return String(piece.enabled);
  if (piece.kind === 'endpoint') return JSON.stringify(piece.endpoint);
  if (piece.kind !== 'peer') return undefined;
  return piece.available ? `${piece.containerId} ` : '';
}

const saidBy = (pieces: readonly FactPiece[]): string => [...new Set(pieces.map(says))].sort().join('');

/** Named as in the config. */
function conflict(about: About, file: string, other: string): FactNotice {
  const [name, provider] = about.replace('peers', 'peering').replace('endpointServices', 'endpoints').split(' ');
  const subject = provider ? `${name} on ${provider.toUpperCase()}` : name;
  return { code: 'fact-conflict', file, message: `${subject} is not the same in ${file} and ${other}.` };
}
