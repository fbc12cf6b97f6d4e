import { everyMatch } from '../src/rule-helpers/built-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';

/**
 * A replacement whose new text is a marker of private names: `replace(…)`, `gsub`, `sub`, `re.sub`, `preg_replace`,
 * `sed`, `${x/a/b}`.
 */
const REPLACEMENT =
  /(?:\$\{\w{1,40}\/\/?[^/}\n]{1,40}\/|\b(?:replace|replaceAll|replaceFirst|gsub|sub|preg_replace|ReplaceAll|Replace|regexreplace|replace_all)!?[ \t]{0,4}\([^\n]{0,200}?|-replace[ \t]{0,4}[^\n]{0,120}?,[ \t]{0,4}|\bs([/|#])[^/|#\n]{0,80}\1)(["'`]?)((?:[$\\](?:\d|\{\d\})|[\w.]{0,20})?-(?:pri|pl-\d)(?:\.|(?=["'`/|#])))/g;

export default defineRule({
  id: 'derived-private-string',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['-pri.', '-pri"', "-pri'", '-pri`', '-pri/', '-pri|', '-pri#', '-pl-'] },
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'Code that derives a private hostname from another one by replacing text.',
    why: 'The private strings of a cluster depend on peering, endpoints, the provider label and the index of the endpoint. A derived name may stop resolving with the next change.',
    todo: 'Read the string from the cluster record (`connectionStrings.privateSrv`, `connectionStrings.privateEndpoint[]`) or from the attribute of the infrastructure code.',
    sources: ['MongoDB Atlas Administration API, cluster record (2026-08)'],
  },
  messages: { derived: 'This private hostname is derived by replacing text ("{text}"). It may stop resolving.' },
  examples: {
    invalid: [
      {
        title: 'Terraform',
        files: { 'main.tf': 'locals {\n  host = replace(local.public_host, ".", "⟦-pri.⟧")\n}\n' },
      },
      {
        title: 'TypeScript',
        files: { 'host.ts': "export const priv = (h: string) => h.replace(/^([^.]+)\\./, '⟦$1-pri.⟧');\n" },
      },
      { title: 'an index after the name', files: { 'host.py': 'private = host.replace(".", "⟦-pri.⟧", 1)\n' } },
      { title: 'with a shell expansion', files: { 'a.sh': 'PRIVATE="${HOST/./⟦-pri.⟧}"\n' } },
      { title: 'sed', files: { 'host.sh': 'echo "$HOST" | sed "s/\\./⟦-pri.⟧/"\n' } },
    ],
    valid: [
      { title: 'a comparison', files: { 'host.test.ts': "expect(host.includes('-pri.')).toBe(true);\n" } },
      { title: 'a name with the same beginning', files: { 'price.ts': "const sku = name.replace('.', '-price.');\n" } },
      {
        title: 'a replacement in the other direction',
        files: { 'host.ts': "const standard = host.replace('-pri.', '.');\n" },
      },
    ],
  },
  check({ source }) {
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
