import { builtNodeHosts, everyMatch, codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';
import { TERRAFORM_FILE } from '../src/iac/terraform.ts';

/**
 * A replacement whose new text is a marker of private names: `replace(…)`, `gsub`, `sub`, `re.sub`, `preg_replace`,
 * `sed`, `${x/a/b}`.
 */
const REPLACEMENT =
  /(?:\$\{\w{1,40}\/\/?[^/}\n]{1,40}\/|\b(?:replace|replaceAll|replaceFirst|gsub|sub|preg_replace|ReplaceAll|Replace|regexreplace|replace_all)!?[ \t]{0,4}\([^\n]{0,200}?|-replace[ \t]{0,4}[^\n]{0,120}?,[ \t]{0,4}|\bs([/|#])[^/|#\n]{0,80}\1)(["'`]?)((?:[$\\](?:\d|\{\d\})|[\w.]{0,20})?-(?:pri|pl-\d)(?:\.|(?=["'`/|#])))/g;

/** `trim(` up to an argument with a scheme, which it reads as a set of characters. */
const TRIM = /(?<![\w.])trim\((?=[^"\n]{1,300},[ \t]{0,8}"([a-z]{2,16}(?:\+srv)?:\/\/)"[ \t]{0,8}\))/g;

export default defineRule({
  id: 'derived-host',
  basis: 'code',
  reasons: {
    nodes: {
      confidence: 'medium',
      trigger: { anchors: ['-shard-'] },
      messages: {
        derived: 'Node hostnames are built from the cluster name. They differ between clusters and change over time.',
      },
      checkFile({ source }, { profile }) {
        const isOurs = (): boolean =>
          [...profile.domains, profile.schemes[0]].some((word) => source.text.includes(word));
        return builtNodeHosts(source, isOurs).map((at) => ({ message: 'derived', at }));
      },
    },
    private: {
      confidence: 'medium',
      trigger: { anchors: ['-pri.', '-pri"', "-pri'", '-pri`', '-pri/', '-pri|', '-pri#', '-pl-'] },
      messages: { derived: 'This private hostname is derived by replacing text ("{text}"). It may stop resolving.' },
      checkFile({ source }) {
        return markedLines(source.text).flatMap((line) => {
          const written = source.text.slice(line.offset, line.endOffset);
          return everyMatch(written, REPLACEMENT).flatMap((match) => {
            const text = match[3]!;
            const offset = line.offset + match.index;
            const endOffset = offset + match[0].length;
            // The first of two arguments is the text to search, not the new text.
            const rest = source.text.slice(endOffset, endOffset + 6);
            if (
              (/^["'`]?[ \t]{0,2},/.test(rest) && isFirst(source.text.slice(offset, endOffset - text.length))) ||
              /(?:^|\n)[ \t]*(?:\/\/|#|\*)[^\n]*$/.test(source.text.slice(Math.max(0, offset - 200), offset))
            )
              return [];
            return [{ message: 'derived', data: { text }, at: { offset: endOffset - text.length, endOffset } }];
          });
        });
      },
    },
    trim: {
      trigger: { anchors: ['trim('], besideService: true, path: TERRAFORM_FILE },
      messages: { trim: '`trim` removes the letters of "{scheme}" from both ends, not the scheme. Use `trimprefix`.' },
      checkFile({ source }, { profile }) {
        return codeMatches(source.text, TRIM).flatMap(({ match, offset, endOffset }) => {
          const scheme = match[1]!;
          if (!profile.schemes.some((name) => scheme === `${name}://`)) return [];
          const edits = [{ offset, endOffset: endOffset - 1, text: 'trimprefix' }];
          return [
            { message: 'trim', data: { scheme }, at: { offset, endOffset }, fix: { title: 'Use trimprefix', edits } },
          ];
        });
      },
    },
  },
});

const MARK = /-(?:pri|pl-\d)/g;

/** The lines with a marker of private names. Only these can match, and most texts have few. */
function markedLines(text: string): Range[] {
  const lines: Range[] = [];
  for (const { index } of everyMatch(text, MARK)) {
    if (index < (lines.at(-1)?.endOffset ?? 0)) continue;
    const end = text.indexOf('\n', index);
    lines.push({ offset: text.lastIndexOf('\n', index) + 1, endOffset: end < 0 ? text.length : end });
  }
  return lines;
}

/** True if the text is the first argument: `replace("-pri.", ".")`. */
function isFirst(call: string): boolean {
  return !/,[^,]*$/.test(call.slice(call.indexOf('(')));
}
