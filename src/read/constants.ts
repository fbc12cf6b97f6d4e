import { PLACEHOLDER, type Placeholder, type Literal } from '../text/literal.ts';
import { FAR, matchAt, matchesIn, oncePerKey, oncePerText, type Range } from '../text/source.ts';
import { isProgram } from './families.ts';
import type { ReaderInput } from './hit-reader.ts';
import type { Page } from './page.ts';
import { valueStarts } from './values.ts';

/** A value that is written: in quotes, or up to the end of a line. */
const WRITTEN =
  /(?:\([ \t]{0,60}(?:\r?\n[ \t]{0,60})?)?(?:[fFrRbBuU@]{0,2}(["'`])([\w.,:/?=&%-]{3,400})\1|([\w.,:-]{3,300}(?=[ \t]{0,60}(?:$|[\r\n#;]))))/my;
/** `variable "name" { default = "…" }` of Terraform. */
const VARIABLE_DEFAULT =
  /\bvariable[ \t]{1,9}"(\w{1,60})"[ \t]{0,9}\{[^{}]{0,400}?\bdefault[ \t]{0,9}=[ \t]{0,9}(?=")/g;

/** The one value that a text writes for a name, `null` for several, `undefined` without any. */
export const constantsOf = oncePerText((page: Page) => {
  const { text } = page;
  const defaults = matchesIn(text, VARIABLE_DEFAULT);
  return oncePerKey((name: string): string | null | undefined => {
    const own = defaults.filter(({ match }) => match[1] === name);
    const starts = [...valueStarts(page, name), ...own.map(({ endOffset }) => endOffset)];
    const values = starts.flatMap((at) => {
      const found = page.contextAt(at) === 'comment' ? null : matchAt(WRITTEN, text, at);
      // `{ TOKEN } = process.env`: in a program, what is not in quotes is no value.
      return found ? [found[2] ?? (isProgram(page.language) ? null : found[3]!)] : [];
    });
    return values.every((one) => one === values[0]) ? values[0] : null;
  });
});

/** The value with constants and defaults in place of placeholders, and the ranges of the constants in it. */
export type Resolved = Readonly<NonNullable<ReturnType<typeof resolveHosts>>>;

/** The value with default hosts and constants in place of placeholders, `null` if there are none. */
export function resolveHosts(literal: Literal, reading: ReaderInput) {
  if (literal.placeholders.length === 0) return null;
  let value = '';
  let at = 0;
  const constants: Range[] = [];
  // The placeholders after the user name and password.
  const hostsFrom = literal.value.lastIndexOf('@') + 1;
  const ofHosts = literal.placeholders.filter((one) => one.at >= hostsFrom && !one.isExample);
  for (const placeholder of ofHosts) {
    // What a call passes for it, or its name has in the text.
    const { name, passed } = placeholder;
    const known = passed ?? (name === null ? null : constantsOf(reading.page)(name)) ?? null;
    // A constant that also contains a path and options is more than a host.
    const isMore = passed === undefined && placeholder.text.startsWith('%') && known?.includes('/') === true;
    const isHost = known !== null && !isMore && (isHostPart(known, reading) || isOwnHost(known, name, reading));
    const isKnown = isHost || (known !== null && isLabel(known, placeholder, literal, reading));
    const filling = isKnown ? known : fallback(placeholder, reading);
    if (filling === null) continue;
    value += literal.value.slice(at, placeholder.at);
    // Behind the beginning of a name that is written here, it is no host of its own.
    if (isHost && /(?:^|[@/,])$/.test(value))
      constants.push({ offset: value.length, endOffset: value.length + filling.length });
    value += filling;
    at = placeholder.at + PLACEHOLDER.length;
  }
  return at === 0 ? null : { value: value + literal.value.slice(at), constants };
}

/** True for the beginning of a host, such as the name of the cluster, with or without its token. */
function isLabel(known: string, { at }: Placeholder, { value }: Literal, { profile }: ReaderInput): boolean {
  if (!/^[\w-]{1,60}(?:\.[\w-]{1,60})?$/.test(known) || !/[@,/][\w.\uFFFC-]*$/.test(value.slice(0, at))) return false;
  const [behind = ''] = /^[\w\uFFFC-]*(?:\.[\w\uFFFC-]+)+/.exec(value.slice(at + PLACEHOLDER.length)) ?? [];
  return profile.domains.some((domain) => behind.toLowerCase().endsWith(`.${domain}`));
}

/** The only host of the service in a placeholder, or `null` if there are several. */
function fallback({ offset, endOffset }: Range, reading: ReaderInput): string | null {
  const written = reading.text.slice(offset, Math.min(endOffset, offset + FAR));
  const words = written.replace(/^\$\{\w+:?[-=?]?/, ' ').split(/[^\w.,:-]+/);
  const hosts = new Set(words.filter((word) => /^\w[\w-]*\.\w/.test(word) && isHostPart(word, reading)));
  return hosts.size === 1 ? [...hosts][0]! : null;
}

/** True for the machine itself, if nothing else may give the name a value. */
const isOwnHost = (known: string, name: string | null, { page }: ReaderInput): boolean =>
  /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(known) && (name === null || valueStarts(page, name).length === 1);

function isHostPart(value: string, { profile }: Pick<ReaderInput, 'profile'>): boolean {
  const lower = value.toLowerCase();
  return /^[\w.,:-]+(?:\/[\w?=&.,-]*)?$/.test(value) && profile.domains.some((domain) => lower.includes(domain));
}
