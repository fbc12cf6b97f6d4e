/** Generators mark their files in a comment within this many characters of the start. */
const HEAD = 3_000;
/** A line that begins like a comment, with one of the marks that generators write. */
const MARK =
  /^[ \t]{0,20}(?:\/\/|\/?\*{1,3}|#|--|;|%|<!--|"""|\x27)(?:[^\n]{0,40}@generated\b|[^\n]{0,3}<auto-?generated|[^\n]{0,3}Code generated\b|[^\n]{0,120}\bDO NOT (?:EDIT|MODIFY)\b)/m;
/** The first line of code: a mark behind it is about the code. */
const CODE = /^(?![ \t]*(?:\/\/|\/?\*|#|--|;|%|<|"|'|@|$))[ \t]*\S/m;

/** True for a file that says of itself, before its first line of code, that a program wrote it. */
export function isGeneratedText(text: string): boolean {
  const head = text.slice(0, HEAD);
  const mark = MARK.exec(head);
  if (!mark) return false;
  const code = CODE.exec(head);
  return code === null || mark.index < code.index;
}
