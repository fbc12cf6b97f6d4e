/** Numbers of a version, most significant first. Missing ones count as 0. */
export type Version = readonly number[];

/** The versions that a manifest allows, from `low` (inclusive) to `high` (exclusive). `null` means no bound. */
export interface VersionRange {
  readonly low: Version | null;
  readonly high: Version | null;
}

/** Manifests in which an operator means something else: `~` in those of Composer, none in those of Cargo. */
export type Dialect = 'composer' | 'cargo';

export const version = (text: string): Version => text.split('.').map(Number);

const ANY: VersionRange = { low: null, high: null };

/** Negative if `a` is older. */
export function compareVersions(a: Version, b: Version): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The first version that no longer begins with the numbers up to `at`. */
export const after = (version: Version, at = version.length - 1): Version =>
  version.map((part, i) => (i === at ? part + 1 : part)).slice(0, at + 1);

/** From a version up to the next change of the number `at`: only this one, if that is the last. */
const within = (version: Version, at = version.length - 1): VersionRange => ({
  low: version,
  high: after(version, at),
});

/** `^`: the first number other than 0 stays. */
function caret(version: Version): VersionRange {
  const first = version.findIndex((part) => part > 0);
  return within(version, first < 0 ? undefined : first);
}

/** `~>` and similar: only the last written number may grow. */
const pessimistic = (version: Version): VersionRange => within(version, Math.max(0, version.length - 2));

const from = (version: Version): VersionRange => ({ low: version, high: null });

const OPERATORS: Readonly<Record<string, (version: Version, dialect?: Dialect) => VersionRange>> = {
  '^': caret,
  '~>': pessimistic,
  '~=': pessimistic,
  '~': (version, dialect) =>
    dialect === 'composer' ? pessimistic(version) : within(version, Math.min(1, version.length - 1)),
  '>=': from,
  '>': from,
  '<': (version) => ({ low: null, high: version }),
  '<=': (version) => ({ low: null, high: after(version) }),
  '!=': () => ANY,
  '=': (version) => within(version),
  '': (version, dialect) => (dialect === 'cargo' ? caret(version) : within(version)),
};

/** The older of two versions, or the newer one for a negative sign. */
const older = (a: Version, b: Version, sign = 1): Version => (compareVersions(a, b) * sign < 0 ? a : b);

const both = (a: VersionRange, b: VersionRange): VersionRange => ({
  low: a.low && b.low ? older(a.low, b.low, -1) : (a.low ?? b.low),
  high: a.high && b.high ? older(a.high, b.high) : (a.high ?? b.high),
});

/** The smallest range that contains all of these. */
export function hull(ranges: readonly VersionRange[]): VersionRange | null {
  if (ranges.length === 0) return null;
  return ranges.reduce((a, b) => ({
    low: a.low && b.low && older(a.low, b.low),
    high: a.high && b.high && older(a.high, b.high, -1),
  }));
}

const COMPARATOR =
  /^(\^|~>|~=|~|={1,3}|!=|>=?|<=?)?\s{0,4}v?(?:(\d{1,9}(?:\.\d{1,9}){0,5})(\.[xX*+])?|[xX*])(?:[-+.@]?[A-Za-z][\w.+@-]{0,60}|-\d[\w.]{0,40})?(?=[\s,]|$)/;

/** Comparators that must all match, or `null` for something other than a version (an address, a variable). */
function allOf(text: string, dialect?: Dialect): VersionRange | null {
  const hyphen = /^(\S{1,40}) +- +(\S{1,40})$/.exec(text);
  let rest = hyphen ? `>=${hyphen[1]} <=${hyphen[2]}` : text;
  let range: VersionRange = ANY;
  if (rest === '') return null;
  while (rest !== '') {
    const match = COMPARATOR.exec(rest);
    if (!match) return null;
    const [whole, operator = '', numbers, wild] = match;
    if (numbers !== undefined) {
      // `==3.11.*` and `3.11.x` allow all versions with this prefix, whatever the operator.
      const allowed = wild && /^=*$/.test(operator) ? OPERATORS['=']! : OPERATORS[operator.replace(/^=+/, '=')]!;
      range = both(range, allowed(version(numbers), dialect));
    }
    rest = rest.slice(whole.length).replace(/^[\s,]{1,20}/, '');
  }
  return range;
}

const INTERVAL = /([[(])([^,()[\]]{0,60})(?:(,)([^,()[\]]{0,60}))?[\])]/g;

/** `[4.0,5.0)`, `(,4.3]`, `[4.2.0]`: Maven and NuGet. */
function intervals(text: string): VersionRange | null {
  const numbers = (part: string): Version | null => {
    const [written] = /^\d{1,9}(?:\.\d{1,9}){0,5}/.exec(part.trim()) ?? [];
    return written === undefined ? null : version(written);
  };
  const ranges = [...text.matchAll(INTERVAL)].map(([whole, , from = '', comma, to = '']): VersionRange => {
    const low = numbers(from);
    if (comma === undefined) return low ? within(low) : ANY;
    const high = numbers(to);
    return { low, high: high && whole.endsWith(']') ? after(high) : high };
  });
  return hull(ranges);
}

/** The versions that a text in a manifest allows, or `null` if it does not say. Never throws. */
export function versionRange(text: string, dialect?: Dialect): VersionRange | null {
  const written = text.trim();
  if (written.length > 200) return null;
  if (/^[[(]/.test(written)) return intervals(written);
  const ranges = written.split(/\|{1,2}/).map((part) => allOf(part.trim(), dialect));
  return ranges.every((range) => range !== null) ? hull(ranges) : null;
}
