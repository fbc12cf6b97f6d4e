import { codeMatches, everyMatch, matchesWithin } from '../src/read/code-matches.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { Range, Source } from '../src/text/source.ts';
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

/** An interpolated piece, in the syntax of several languages. */
const PIECES = [
  String.raw`[$#]\{[^{}\n]{1,80}\}`,
  String.raw`\{\{[^{}\n]{1,80}\}\}`,
  String.raw`\$\([^()\n]{1,80}\)`,
  String.raw`\$\w{1,60}`,
  String.raw`\\\([^()\n]{1,80}\)`,
  String.raw`%\(\w{1,40}\)[sd]`,
  String.raw`%(?:\d\$)?0?\d?[sdvi]`,
].join('|');

const BRACES = String.raw`\{[^{}\n"']{0,80}\}`;

/** A number in braces after a bracket or letter is a repetition in a pattern. */
const FILLED = String.raw`${PIECES}|(?<![\])\w.+*?\\])${BRACES}`;

/** A value between two texts, joined by operators: `" + i + "`. */
const BETWEEN = String.raw`["'\x60][ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)[ \t]{0,4}[\w.()[\]$]{1,60}[ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)[ \t]{0,4}["'\x60]`;

/** An expression and the operator that joins it with the following text. */
const BEFORE = String.raw`[\w)\]}][ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)=?\s{0,40}[a-z]{0,2}["'\x60]`;

/** A function that inserts text, up to its second argument. */
const PUT_IN = String.raw`\b(?:\w{0,20}[Rr]eplace\w{0,20}|g?sub|concat|append|join|push)\([^\n]{0,120}?,[ \t]{0,4}[a-z]?["'\x60](?:\\?\$\{?\d\}?|\\\d)?|\b(?:concat|append|join)\([ \t]{0,4}["'\x60]|\bs(?<mark>[/|#])[^/|#\n]{1,80}\k<mark>(?:\\\d)?`;

const OPEN_INDEX = String.raw`\d?(?:${PIECES}|${BRACES}|${BETWEEN})`;

const INDEX = String.raw`(?:\d\d|${OPEN_INDEX})`;

const NODE = new RegExp(
  String.raw`(?:(${FILLED})["']?|${BEFORE}|${PUT_IN})-shard-${INDEX}-${INDEX}` +
    String.raw`|[\w}]-shard-(?:${OPEN_INDEX}-${INDEX}|\d\d-${OPEN_INDEX})`,
  'g',
);

const SHARD_MARK = '-shard-';

/** A node with a literal index: only the part before it can be interpolated. */
const WRITTEN_OUT = /-shard-\d\d-\d\d/y;

/** Characters of interpolations before the marker: `$cluster`, `%s`, `\\1`, `${1`, `%(name)s`. */
const FILLING = new Set('$%\\{)');

/** Maximum length of such a word, in code units. */
const MAX_WORD_LENGTH = 64;

/**
 * Ranges in which code builds the node names of a cluster from another name, one per list.
 * @param isOurs true if the text is about Atlas and not about other software that numbers shards
 */
function builtNodeHosts({ path, text }: Source, isOurs: () => boolean): Range[] {
  if (/\.(?:mdx?|markdown|rst|adoc|txt|html?)$/i.test(path)) return [];
  const data = /\.(?:ya?ml|json\w?)$/i.test(path);
  const places = nodeLines(text)
    .flatMap((lines) => matchesWithin(text, lines, NODE))
    .filter(({ match: [, filled = ''] }) => !(data && /^\{[^{]/.test(filled)))
    .filter(({ match: [whole] }) => /-shard-\d/.test(whole) || isOurs())
    .map(({ offset, endOffset, match: [whole] }) => ({ offset: offset + lead(whole), endOffset }));
  return joined(places, text);
}

/** A quick check that rules out most nodes, which are literal, before the slower pattern. */
function mayBeBuilt(text: string, at: number): boolean {
  WRITTEN_OUT.lastIndex = at;
  if (!WRITTEN_OUT.test(text)) return true;
  let start = at;
  while (start > 0 && at - start < MAX_WORD_LENGTH && isWord(text.charCodeAt(start - 1))) start--;
  return start === at || at - start === MAX_WORD_LENGTH || FILLING.has(text.charAt(start - 1));
}

/** How far after an operator the joined text may be on later lines, in code units. */
const MAX_LEAD_LENGTH = 60;

/**
 * The ranges in which to apply the pattern: lines with a marker that may be built, and the lines that lead up to them.
 */
function nodeLines(text: string): Range[] {
  const lines: Range[] = [];
  for (let at = text.indexOf(SHARD_MARK); at >= 0; at = text.indexOf(SHARD_MARK, at + 1)) {
    const last = lines.at(-1);
    if (at < (last?.endOffset ?? 0) || !mayBeBuilt(text, at)) continue;
    const end = text.indexOf('\n', at);
    const endOffset = end < 0 ? text.length : end;
    const offset = text.lastIndexOf('\n', Math.max(0, at - MAX_LEAD_LENGTH)) + 1;
    if (last && offset <= last.endOffset) lines[lines.length - 1] = { offset: last.offset, endOffset };
    else lines.push({ offset, endOffset });
  }
  return lines;
}

const isWord = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);

/** Maximum distance between pieces of one host list, in code units. */
const LIST_GAP = 160;

/** The operator or call before the name itself. */
function lead(whole: string): number {
  const at = whole.lastIndexOf('-shard-');
  const filled = new RegExp(`(?:${FILLED})["']?$`).exec(whole.slice(0, at));
  return filled?.index ?? at;
}

function joined(places: readonly Range[], text: string): Range[] {
  const lists: Range[] = [];
  for (const place of places) {
    const last = lists.at(-1);
    const between = last ? text.slice(last.endOffset, place.offset) : '';
    if (last && between.length <= LIST_GAP && between.split('\n').length <= 2 && !/[;={]\s*$/.test(between))
      lists[lists.length - 1] = { offset: last.offset, endOffset: place.endOffset };
    else lists.push(place);
  }
  return lists;
}
