import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { eachProject, type Facts } from '../facts/facts.ts';
import { findStrings } from '../read/find-strings.ts';
import { pageOf } from '../read/page.ts';
import { isLookedFor } from '../read/searches.ts';
import { escapePattern, lineIndex, locationOf, matchesIn, oncePerKey, type Source } from '../text/source.ts';

/** A part of a hostname that a program puts into another: `host.replace('orders.', 'orders-pl-0-lb.')`. */
export type HostPart = ReturnType<NonNullable<ReturnType<typeof hostParts>>['partsIn']>[number];

/** What ends a mark, so that `-private` is none. */
const ENDS = [...'"\'`\\/.: \t\r\n,;)}]|&<'];
const MARK = String.raw`-(?:(?:pl|psc)-\d{1,2}(?:-[a-z]{2,}-[a-z]+-?\d)?(?:-lb)?|pri)`;

/** Names of clusters with the mark of a kind, and marks at the start of a text. Each such text has one of `words`. */
export function hostParts(facts: Facts, profile: ServiceProfile) {
  const clusters = eachProject(facts).flatMap((one) => one.clusters.filter(({ tokens }) => tokens.length > 0));
  if (clusters.length === 0) return null;
  const labels = clusters.map(({ label }) => escapePattern(label)).join('|');
  const legacy = clusters.flatMap(({ label, tokens }) => tokens.map((token) => `${label}-${token.toLowerCase()}`));
  const names = String.raw`(?<![\w.-])(?:(?:${labels})${MARK}|${legacy.map(escapePattern).join('|')})`;
  const part = new RegExp(
    String.raw`(?:${names}|(?<=["'\x60/|}&]|\\[1-9]|\$\w{1,40})${MARK})(?=["'\x60\\/.:\s,;)}\]|&<]|$)`,
    'gi',
  );
  const stringAt = oncePerKey((host: string) =>
    findStrings({ path: '.env', text: `X=mongodb+srv://${host}\n` }, profile),
  );
  const stringsOf = (text: string): readonly FoundString[] =>
    clusters.flatMap(({ label, tokens: [token = ''] }) => {
      const name = text.startsWith('-') ? label + text : text;
      if (!name.startsWith(`${label}-`)) return [];
      const whole = legacy.includes(name) ? name : `${name}.${token}`;
      return stringAt(`${whole}.${profile.domains[0]!}`);
    });
  return {
    words: ['-pl-', '-psc-', ...ENDS.map((end) => `-pri${end}`), ...legacy],
    partsIn(source: Source) {
      const lines = lineIndex(source.text);
      return matchesIn(source.text, part)
        .filter((one) => pageOf(source).contextAt(one.offset) === 'code' && !isLookedFor(source.text, one))
        .map(({ offset, endOffset, match: [whole] }) => {
          const text = whole.toLowerCase();
          // Those that it may lead to.
          const { line, column } = locationOf({ offset, endOffset }, lines);
          return { offset, endOffset, line, column, text, strings: stringsOf(text) };
        });
    },
  };
}
