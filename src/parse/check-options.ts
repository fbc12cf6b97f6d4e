import conflicts from './conflicts.json' with { type: 'json' };
import proxyNeeds from './proxy-needs.json' with { type: 'json' };
import { closestName } from '../text/edit-distance.ts';
import { oncePerKey, type Range } from '../text/source.ts';
import type { UriIssue } from './connection-string.ts';
import { isSpecified, knownOption, optionNames, valueIssue } from './options.ts';
import { error, incomplete, warning } from './part.ts';
import type { UriFacts } from './parse.ts';
import { hasValue, optionsOf, optionWords, type ParsedOption } from './query.ts';

/** Checks the options one by one and against each other, the scheme and the hosts. */
export const optionIssues = (facts: UriFacts): UriIssue[] => [
  ...facts.options.flatMap(nameAndValueIssues),
  ...duplicateIssues(facts),
  ...CONFLICTS.flatMap((conflict) => conflictIssues(conflict, facts)),
  ...unequalIssues(facts),
  ...proxyIssues(facts),
];

function nameAndValueIssues(option: ParsedOption, index: number): UriIssue[] {
  const { key, nameRange, valueRange, decoded, unknown } = option;
  const known = knownOption(key);
  if (!known) return unknown || !valueRange || key === '' ? [] : [unknownName(option, index)];
  const issues: UriIssue[] = [];
  if (known.replacedBy) {
    const message = `Deprecated option name. Use ${known.replacedBy}.`;
    issues.push({ suggestion: known.replacedBy, ...warning('option-unknown', nameRange, message) });
  }
  const issue = unknown || decoded === null || !valueRange ? null : valueIssue(known, decoded, option, valueRange);
  return issue ? [...issues, issue] : issues;
}

/** The search for a similar name is the slowest step; behind so many options it is left out. */
const MAX_SUGGESTIONS = 100;

function unknownName(option: ParsedOption, index: number): UriIssue {
  const nearest = index < MAX_SUGGESTIONS ? nearestOption(option.key) : null;
  const issue = warning('option-unknown', option.nameRange, `No official driver has ${optionWords(option)}.`);
  if (!nearest) return issue;
  const message = `${issue.message} Did you mean \`${nearest.name}\`?`;
  return { ...issue, message, suggestion: nearest.name, unique: nearest.isUnique && isSpecified(nearest.name) };
}

/** The known option closest to a misspelt name, at most two edits away, fewer for short names. Units are no mistake. */
export function nearestOption(wanted: string): { readonly name: string; readonly isUnique: boolean } | null {
  const near = closestName(wanted, optionNames(), wanted.length <= 3 ? 0 : wanted.length <= 7 ? 1 : 2);
  if (near?.distance === 2) return wanted.startsWith(near.name.toLowerCase()) ? null : { ...near, isUnique: false };
  return near;
}

/** SOCKS5 specification: each proxy option at most once. */
const ONCE = new Set(['proxyhost', 'proxyport', 'proxyusername', 'proxypassword']);

/** A repeated option that is not a list: which value applies is undefined. */
function duplicateIssues({ options }: UriFacts): UriIssue[] {
  const seen = new Set<string>();
  return options.flatMap((option) => {
    const known = knownOption(option.key);
    const isRepeated = seen.has(option.key) && option.valueRange !== null && !known?.isList;
    if (option.key !== '' && !option.key.includes('\uFFFC')) seen.add(option.key);
    if (!isRepeated) return [];
    const report = ONCE.has(option.key) ? error : warning;
    return [report('option-duplicate', option, `${known?.name ?? 'This option'} is repeated.`)];
  });
}

/** What cannot be used with what: the first is reported. `tolerated` if some driver accepts it. */
type Conflict = readonly [code: string, what: string, beside: string, severity?: 'warning' | 'tolerated'];

const [SRV, DIRECT, SEVERAL] = ['an SRV string', 'a direct string', 'several hosts'] as const;

/** Specifications: server selection, read and write concern, URI options, load balancer (URI validation). */
const CONFLICTS = conflicts as unknown as readonly Conflict[];

/** Finds what a conflict names: a scheme, several hosts, or an option with such a value. */
const placesOf = oncePerKey((what: string): ((facts: UriFacts) => readonly Range[]) => {
  if (what === SRV) return ({ scheme, hostsRange }) => (scheme === 'srv' ? [hostsRange] : []);
  if (what === DIRECT) return ({ scheme, hostsRange }) => (scheme === 'direct' ? [hostsRange] : []);
  if (what === SEVERAL) return ({ hosts, hostsRange }) => ((hosts?.length ?? 0) > 1 ? [hostsRange] : []);
  const [, name = '', sign, value] = /^(\w+)(?:(=| above )(\w+))?$/.exec(what)!;
  const fits = (decoded: string): boolean =>
    sign === undefined || (sign === '=' ? decoded === value : Number(decoded) > Number(value));
  const key = name.toLowerCase();
  return ({ options }) => options.filter((one) => one.key === key && hasValue(one) && fits(one.decoded));
});

function conflictIssues([code, what, beside, severity]: Conflict, facts: UriFacts): UriIssue[] {
  const places = placesOf(what)(facts);
  const [other] = places.length > 0 ? placesOf(beside)(facts) : [];
  if (!other) return [];
  const message = `${what} cannot be used with ${beside}.`;
  // Of two options either one can be removed, and the later one is reported.
  if (/^\w+$/.test(beside))
    return places.slice(0, 1).map((place) => {
      const [later, earlier] = place.offset > other.offset ? [place, other] : [other, place];
      return { ...error(code, later, message), other: earlier };
    });
  const report = severity === 'warning' ? warning : error;
  return places.map((place) => ({
    ...report(code, place, message),
    ...(severity === 'tolerated' && { tolerated: true as const }),
  }));
}

/** Other words for `true` and `false`. */
const meaningOf = (value: string): string =>
  value.replace(/^(?:1|yes|y|t)$/, 'true').replace(/^(?:0|-1|no|n|f)$/, 'false');

/** Rule 8 of the conflicting TLS options: all occurrences of `tls` and `ssl` have the same value. Empty values are ignored. */
function unequalIssues(facts: UriFacts): UriIssue[] {
  const [first, ...others] = facts.options.filter(hasValue).filter(({ key }) => key === 'tls' || key === 'ssl');
  const different = others.find(({ decoded }) => meaningOf(decoded) !== meaningOf(first!.decoded));
  if (!first || !different) return [];
  return [{ ...error('tls-conflict', different, 'tls and ssl must have the same value everywhere.'), other: first }];
}

/** SOCKS5 specification: no proxy option without the host, user name and password only together. */
const PROXY_NEEDS = proxyNeeds as unknown as readonly (readonly [name: string, needed: string])[];

const proxyIssues = (facts: UriFacts): UriIssue[] =>
  PROXY_NEEDS.flatMap(([name, needed]) => {
    const option = optionsOf(facts, name)[0];
    // A piece that a program fills in may contain the missing one.
    if (!option || facts.open || optionsOf(facts, needed).length > 0) return [];
    return [incomplete('proxy', 'proxy-option-conflict', option, `${name} needs ${needed}.`)];
  });
