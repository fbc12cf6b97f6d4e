import type { Range } from '../../text/source.ts';

/** The characters between `<script …>` and `</script>`. */
export interface ScriptBlock extends Range {
  /** `lang` of the tag (`ts`, `tsx`, `jsx`), or derived from its `type`. `js` by default. */
  readonly lang: string;
}

const ATTRIBUTES = /\b(lang|type)\s{0,9}=\s{0,9}(?:"([^"]{0,80})"|'([^']{0,80})'|([^\s"'>]{1,80}))/gi;

/** Values of `type` for scripts. Others are data or templates. */
const SCRIPT_TYPES: ReadonlyMap<string, string> = new Map([
  ['', 'js'],
  ['module', 'js'],
  ['text/javascript', 'js'],
  ['application/javascript', 'js'],
  ['text/ecmascript', 'js'],
  ['text/babel', 'jsx'],
  ['text/jsx', 'jsx'],
  ['text/typescript', 'ts'],
]);

/** Offset of the `>` that ends a tag, after quoted attribute values. The end of the text if there is none. */
function tagEnd(text: string, at: number): number {
  let quote = '';
  for (let index = at; index < text.length; index++) {
    const char = text[index]!;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '>') return index;
    else if (char === '"' || char === "'") quote = char;
  }
  return text.length;
}

/** Language of a tag, `null` if it does not contain a script. */
function langOf(tag: string): string | null {
  const attributes = new Map<string, string>();
  for (const [, name = '', ...values] of tag.matchAll(ATTRIBUTES)) {
    attributes.set(name.toLowerCase(), (values.find(Boolean) ?? '').toLowerCase());
  }
  return attributes.get('lang') ?? SCRIPT_TYPES.get(attributes.get('type') ?? '') ?? null;
}

/** Offset of `</script`, in any case. The end of the text if there is none. */
function closingTag(text: string, from: number): number {
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    if (/^script[\s/>]/i.test(text.slice(at + 2, at + 9))) return at;
  }
  return text.length;
}

/** The script whose tag opens at `at`. An empty range for a self-closing tag. */
function blockAt(text: string, at: number): { range: Range; lang: string | null } {
  const opened = tagEnd(text, at);
  const offset = Math.min(opened + 1, text.length);
  const endOffset = text[opened - 1] === '/' ? offset : closingTag(text, offset);
  return { range: { offset, endOffset }, lang: langOf(text.slice(at, opened)) };
}

/** The scripts of a single-file component, in order, without those in HTML comments. One pass over the text. */
export function scriptBlocks(text: string): ScriptBlock[] {
  const blocks: ScriptBlock[] = [];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      if (end < 0) break;
      at = end + 3;
    } else if (/^<script[\s/>]/i.test(text.slice(at, at + 8))) {
      const { range, lang } = blockAt(text, at);
      if (lang !== null && range.endOffset > range.offset) blocks.push({ lang, ...range });
      at = range.endOffset + 1;
    } else at++;
  }
  return blocks;
}
