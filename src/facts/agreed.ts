import type { FactNotice } from './facts.ts';
import { aboutOf, type About, type FactPiece } from './pieces.ts';
import { grouped } from '../text/source.ts';

/** Which settings and complete lists are known, and the facts without those that are replaced or contradicted. */
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
    // Entries in the config and in Terraform states have fewer fields, and may be a part of the list.
    const mayDiffer = ({ kind }: FactPiece): boolean => kind !== 'setting' && first.says !== '';
    const comparable = others.filter((piece) => !mayDiffer(piece));
    const other = [...more, ...comparable.map((piece) => ({ source: piece.source, says: saidBy([piece]) }))].find(
      (one) => one.says !== first.says,
    );
    for (const piece of other ? own : others) dropped.add(piece);
    // A list with another total contradicts it.
    if (!other && (files.length === 0 || whole.length === lists.length)) known.add(about!);
    else if (other) notices.push(conflict(about!, first, other));
  }
  return { known, pieces: all.filter((piece) => !dropped.has(piece)), notices };
}

/** The same page may be given twice. If a page were missing, its clusters would seem not to exist. */
const isWhole = (pages: readonly FactPiece[]): boolean =>
  new Set(pages.flatMap(({ page }) => page?.ids ?? [])).size >= (pages[0]!.page?.total ?? 0);

const incomplete = ({ page, source }: FactPiece): FactNotice => ({
  code: 'fact-incomplete',
  file: source,
  message: `The list contains ${page?.ids.length} of ${page?.total} entries. Save the other pages too.`,
});

/** A fact as a text to compare. Cluster records are compared one by one instead, and containers are weak evidence. */
function says(piece: FactPiece): string | undefined {
  if (piece.kind === 'setting') return String(piece.enabled);
  if (piece.kind === 'endpoint') return JSON.stringify(piece.endpoint);
  if (piece.kind !== 'peer') return undefined;
  return piece.available ? `${piece.containerId} ` : '';
}

const saidBy = (pieces: readonly FactPiece[]): string => [...new Set(pieces.map(says))].sort().join('');

type Statement = Readonly<Record<'source' | 'says', string>>;

/** Two different statements about a setting, or about a list of one provider. Both are named as in the config. */
function conflict(about: About, { source: file, says }: Statement, other: Statement): FactNotice {
  const [name, provider] = about.replace('peers', 'peering').replace('endpointServices', 'endpoints').split(' ');
  const message = provider
    ? `${name} on ${provider.toUpperCase()} is not the same in ${file} and ${other.source}.`
    : `${name} is ${says} in ${file} but ${other.says} in ${other.source}.`;
  return { code: 'fact-conflict', file, message };
}
