import { directivesIn } from '../../src/lint/suppressions.ts';
import type { Directive } from '../../src/lint/suppressions.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { lineIndex } from '../../src/text/source.ts';

/** Findings at the words `<rule>!` of a text. `<rule>!…!` extends to the second mark. */
export function findingsIn(text: string): Finding[] {
  const lines = lineIndex(text);
  return [...text.matchAll(/(\w+)!(?:…[^!]*!)?/g)].map(
    ({ index, 0: whole, 1: rule }) =>
      ({
        rule,
        offset: index,
        endOffset: index + whole.length,
        line: lines.position(index).line,
        endLine: lines.position(index + whole.length).line,
        suppressed: null,
      }) as Finding,
  );
}
export const directives = (text: string): Directive[] => directivesIn({ path: 'a.txt', text }, lineIndex(text));
