import patterns from './patterns.json' with { type: 'json' };
import { TERRAFORM_FILE } from '../src/read/families.ts';
import { codeMatches, pageOf } from '../src/read/page.ts';
import { defineRule } from '../src/lint/rule.ts';
import { matchAt, namedForms, rewriting, textBefore, type Range } from '../src/text/source.ts';
import type { FoundFile } from '../src/classify/found-string.ts';
import type { ServiceProfile } from '../src/classify/service.ts';

const MARKS = ['-pri.', '-pri"', "-pri'", '-pri`', '-pri/', '-pri|', '-pri#', '-pl-'];

const WORD = '-shard-';

const FORMS = namedForms(patterns.derived);

export default defineRule({
  id: 'derived-host',
  basis: 'code',
  reasons: {
    nodes: {
      confidence: 'medium',
      trigger: { anchors: [WORD] },
      messages: {
        derived: 'Node hostnames are built from the cluster name. They differ between clusters and change over time.',
      },
      checkFile: (file, { profile }) => builtNodeHosts(file, profile).map((at) => ({ message: 'derived', at })),
    },
    private: {
      confidence: 'medium',
      trigger: { anchors: MARKS },
      messages: { derived: 'This private hostname is derived by replacing text ("{text}"). It may stop resolving.' },
      checkFile: (file) =>
        codeMatches(file.source, FORMS.replacement).flatMap(({ match, name: text, at, endOffset }) => {
          // The first of two arguments is the text to search, not the new text.
          const call = match[0].slice(0, -text.length);
          const isFirst = !/,[^,]*$/.test(call.slice(call.indexOf('(')));
          const rest = file.source.text.slice(endOffset, endOffset + 6);
          return /^["'`]?[ \t]{0,2},/.test(rest) && isFirst ? [] : [{ message: 'derived', data: { text }, at }];
        }),
    },
    trim: {
      trigger: { anchors: ['trim('], besideService: true, path: TERRAFORM_FILE },
      messages: { trim: '`trim` removes the letters of "{scheme}" from both ends, not the scheme. Use `trimprefix`.' },
      checkFile: ({ source }, { profile }) =>
        codeMatches(source, FORMS.trim)
          .filter(({ match }) => profile.schemes.some((name) => match[1] === `${name}://`))
          .map(({ match, offset, endOffset }) => {
            const fix = rewriting('Use trimprefix', { offset, endOffset: endOffset - 1 }, 'trimprefix');
            return { message: 'trim', data: { scheme: match[1]! }, at: { offset, endOffset }, fix };
          }),
    },
  },
});

const PIECES = [
  String.raw`[$#]\{[^{}\n]{1,80}\}`,
  String.raw`\{\{[^{}\n]{1,80}\}\}`,
  String.raw`[$\\]\([^()\n]{1,80}\)`,
  String.raw`\$\w{1,60}`,
  String.raw`%\(\w{1,40}\)[sd]`,
  String.raw`%(?:\d\$)?0?\d?[sdvi]`,
].join('|');
const BRACES = String.raw`\{[^{}\n"']{0,80}\}`;
/** A number in braces after a bracket or letter is a repetition in a pattern. */
const FILLED = String.raw`${PIECES}|(?<![\])\w.+*?\\])${BRACES}`;
const JOINT = String.raw`[ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)`;
/** A value between two texts, joined by operators: `" + i + "`. */
const BETWEEN = String.raw`["'\x60]${JOINT}[ \t]{0,4}[\w.()[\]$]{1,60}${JOINT}[ \t]{0,4}["'\x60]`;
/** An expression and the operator that joins it with the following text. */
const BEFORE = String.raw`[\w)\]}]${JOINT}=?\s{0,40}[a-z]{0,2}["'\x60]`;
/** A function that inserts text, up to its second argument. */
const PUT_IN = String.raw`\b(?:\w{0,20}[Rr]eplace\w{0,20}|g?sub|concat|append|join|push)\([^\n]{0,120}?,[ \t]{0,4}[a-z]?["'\x60](?:\\?\$\{?\d\}?|\\\d)?|\b(?:concat|append|join)\([ \t]{0,4}["'\x60]|\bs\k<mark>[^/|#\n]{1,80}(?<mark>[/|#])(?:\\\d)?`;
const FILLED_BEFORE = new RegExp(`(?:${FILLED})["']?$`);
const OPEN_INDEX = String.raw`\d?(?:${PIECES}|${BRACES}|${BETWEEN})`;
const INDEX = String.raw`(?:\d\d|${OPEN_INDEX})`;
/** At the word: what is before it is read backwards, so that a text is not searched for everything that may be. */
const NODE = new RegExp(
  String.raw`(?<=(${FILLED})["']?|${BEFORE}|${PUT_IN})-shard-${INDEX}-${INDEX}` +
    String.raw`|(?<=[\w}])-shard-(?:${OPEN_INDEX}-${INDEX}|\d\d-${OPEN_INDEX})`,
  'y',
);

/** Maximum distance between pieces of one host list, in code units. */
const LIST_GAP = 160;

/** Ranges in which code builds the node names of a cluster from another name, one per list. */
function builtNodeHosts({ source, anchors }: FoundFile, { domains, schemes }: ServiceProfile): Range[] {
  const { path, text } = source;
  if (/\.(?:mdx?|markdown|rst|adoc|txt|html?)$/i.test(path)) return [];
  const isData = /\.(?:ya?ml|json\w?)$/i.test(path);
  // Other software numbers shards, too.
  const isOurs = [...domains, schemes[0]].some((word) => text.includes(word));
  const lists: Range[] = [];
  for (const at of anchors.get(WORD) ?? []) {
    const [whole, filled = ''] = matchAt(NODE, text, at) ?? [];
    if (whole === undefined || pageOf(source).contextAt(at) === 'comment') continue;
    if ((isData && /^\{[^{]/.test(filled)) || (!isOurs && !/^-shard-\d/.test(whole))) continue;
    const before = textBefore(text, at);
    const offset = at - before.length + (FILLED_BEFORE.exec(before)?.index ?? before.length);
    const endOffset = at + whole.length;
    const last = lists.at(-1);
    if (last && offset - last.endOffset <= LIST_GAP) lists[lists.length - 1] = { offset: last.offset, endOffset };
    else lists.push({ offset, endOffset });
  }
  return lists;
}
