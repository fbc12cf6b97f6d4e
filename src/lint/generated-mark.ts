/** Generators mark their files in a comment within this many characters of the start. */
const HEAD = 3_000;
/** Every mark contains one of these. */
const MAY_BE_GENERATED = /generated| Snapshot v/i;
const SNAPSHOT = /^\/\/ (?:Jest|Vitest|Bun) Snapshot v/;

/** In front of a statement about the file. */
const LABEL = /^(?:(?:note|warning|attention|important|caution)\b[\s:!-]{0,4})?/.source;
const UNIT = String.raw`(?:file|code|class|module|script|source(?: (?:file|code))?)`;
/** The file itself as the subject, also left out: other sentences are about what the program generates. */
const OF_ITSELF = String.raw`(?:this (?:${UNIT} (?:is|was|has been)|is) )?(?:an? )?`;
const AUTO = String.raw`(?:auto(?:matically)?[- ]?|machine[- ]?)`;
/** What may follow "generated" about a file. "Auto-generated names" are something else. */
const AS_FILE = String.raw`generated(?:[ \t]{0,2}[^\w\s]| (?:${UNIT}|automatically|by|from|using|via|with)\b)`;
const KEEP = 'do not (?:edit|modify|change)';
/** "Do not edit", about the file. */
const KEEP_IT = String.raw`${KEEP}(?: (?:by hand|directly|manually|it|this|(?:this|the) ${UNIT})){0,3}(?:[^\w\n]{0,3}[^\w\s]| (?:as|because|since)\b)`;
const TOOL = String.raw`(?:autorest|doxygen|javadoc|jsdoc|kiota|mockery|mockgen|openapi|protoc|smithy|sphinx|swagger|typedoc)`;

/** Tested against lines of comments, without the marks in front. */
const MARKS: readonly RegExp[] = [
  /^@generated\b/,
  /^this file is (?:automatically )?@generated\b/i,
  /^<auto-?generated/i,
  new RegExp(String.raw`^code generated\b[^\n]{0,120}\b${KEEP}`, 'i'),
  new RegExp(String.raw`${LABEL}${OF_ITSELF}${AUTO}(?:generated$|${AS_FILE})`, 'i'),
  new RegExp(String.raw`${LABEL}${OF_ITSELF}${AS_FILE}[^\n]{0,100}\b${KEEP}`, 'i'),
  new RegExp(String.raw`${LABEL}(?:please )?${KEEP_IT}[^\n]{0,100}\b(?:auto-?)?generated\b`, 'i'),
  new RegExp(String.raw`^(?:code )?${OF_ITSELF}generated (?:by|with|using)\b[^\n]{0,60}\b${TOOL}`, 'i'),
];

/** True for a file that says of itself, before its first line of code, that a program wrote it. */
export function isGeneratedText(text: string): boolean {
  const head = text.length > HEAD ? text.slice(0, HEAD) : text;
  if (!MAY_BE_GENERATED.test(head)) return false;
  return SNAPSHOT.test(head) || leadingComments(head).some((line) => MARKS.some((mark) => mark.test(line)));
}

/** Comments of several lines, and Python's docstrings. */
const BLOCKS: readonly (readonly [start: RegExp, end: string])[] = [
  [/^\/\*/, '*/'],
  [/^<!--/, '-->'],
  [/^r?"""/i, '"""'],
  [/^r?'''/i, "'''"],
  [/^--\[\[/, ']]'],
  [/^\{-/, '-}'],
  [/^\(\*/, '*)'],
  [/^<#/, '#>'],
  [/^=begin\b/, '=end'],
];
const LINE_COMMENT = /^(?:\/\/|#|--|;|%|'|rem\b|dnl\b)/i;
/** Lines without code that may be in front of the comments. */
const PREAMBLE = /^(?:$|<\?(?:php|xml)\b|<!doctype\b|["']use strict["']|@echo off\b)/i;
/** In a document, comments may follow tags. */
const DOCUMENT = /^\s{0,9}<(?:!doctype|html|\?xml)\b/i;

/** The lines of the comments before the code, without the marks in front. */
function leadingComments(head: string): string[] {
  const lines: string[] = [];
  const isDocument = DOCUMENT.test(head);
  let end: string | null = null;
  for (const raw of head.split('\n')) {
    const line = raw.trim();
    let rest = line;
    if (end === null) {
      const [start, closing] = BLOCKS.find(([begin]) => begin.test(line)) ?? [];
      if (start && closing !== undefined) {
        rest = line.replace(start, '');
        end = closing;
      } else if (!LINE_COMMENT.test(line)) {
        if (isDocument || PREAMBLE.test(line)) continue;
        break;
      }
    }
    lines.push(rest.replace(/^[^\w@<]+/, ''));
    if (end !== null && rest.includes(end)) end = null;
  }
  return lines;
}
