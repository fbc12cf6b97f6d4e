import type { FoundString } from '../classify/found-string.ts';
import type { Range, Source } from '../text/source.ts';

/** Batch files, systemd units, Python's INI files and RPM specs read a percent sign as the start of a reference. */
const FILES = /\.(?:bat|cmd|ini|cfg|spec|service|timer|socket|mount|path|slice|target|automount|swap)$/i;
/** A percent sign ends a command of cron. */
const CRON = /(?:^|\/)(?:[\w.-]*crontab[\w.-]*|cron(?:\.d)?\/[^/]+)$/i;
/** The sections of systemd and of supervisor, whose drop-ins have any name. */
const SECTIONS =
  /^\s{0,20}\[(?:Service|Unit|Install|supervisord|(?:program|group|eventlistener|fcgi-program):[^\]\n]{1,80})\]/m;

/** A call or command whose first text is a print format, or the help of a Python option. */
const BEFORE_FORMAT =
  /(?:\b\w{0,40}(?:print|error|fatal|panic|log|warn|warning|info|debug|trace|notice|wrap|skip|exit|fail|append|write|message)f\s{0,9}\(|\b(?:\w{0,40}printf|format|formatted|formatLocal|fmt|syslog|err|errx|warnx|help\s{0,9}=)(?:\s{0,9}\(|\s{1,9}|(?<==))(?:-v\s{1,9}\w{1,40}\s{1,9}|--\s{1,9})?)[^"'`()]{0,200}["'`]{0,2}$/i;
/** The operator of Python and Ruby. */
const FORMAT_OPERATOR = /^["'`)\s]{0,40}%\s{0,9}[\w({["'@$]/;
/** A conversion of a print format, by place or name: `%s`, `%-5.2f`, `%1$s`, `%(name)s`, `%<name>s`, `%{name}`. */
const CONVERSION =
  /%(?:\d{1,2}\$)?[-+#0]{0,3}\d{0,3}(?:\.\d{1,3})?(?:[bcdeEfFgGiosqtTuvVwxX](?!\w)|\(\w{1,60}\)|[<{]\w{1,60}[>}])/;

/** How far a literal is searched beyond the string, in UTF-16 code units. */
const MAX_LITERAL_UNITS = 2_000;

/**
 * True if a percent sign can be inserted literally: not in a print format, in a text that is percent-encoded as a whole,
 * or in a file format that expands it.
 */
export function takesPercent({ literal, range }: FoundString, { path, text }: Source): boolean {
  if (literal.decoded === 'percent' || FILES.test(path) || CRON.test(path) || SECTIONS.test(text)) return false;
  if (literal.placeholders.some((placeholder) => placeholder.text.startsWith('%'))) return false;
  const { before, inside, after } = aroundLiteral(text, range, literal.quote);
  return !BEFORE_FORMAT.test(before) && !CONVERSION.test(inside) && !FORMAT_OPERATOR.test(after);
}

/**
 * The text around a string, split at the quotes of its literal. Without a quote the lines around it count as the literal,
 * for example those of a here-document.
 */
function aroundLiteral(
  text: string,
  { offset, endOffset }: Range,
  quote: string | null,
): { readonly before: string; readonly inside: string; readonly after: string } {
  const start = Math.max(0, offset - MAX_LITERAL_UNITS);
  const end = endOffset + MAX_LITERAL_UNITS;
  const head = text.slice(start, offset);
  const tail = text.slice(endOffset, end);
  if (quote === null) return { before: '', inside: head + tail, after: '' };
  const open = head.lastIndexOf(quote);
  const close = tail.indexOf(quote);
  return {
    before: head.slice(0, Math.max(0, open)),
    inside: head.slice(open + 1) + tail.slice(0, close < 0 ? undefined : close),
    after: close < 0 ? '' : tail.slice(close),
  };
}
