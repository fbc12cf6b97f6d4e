import type { UriIssue } from './connection-string.ts';
import {
  isMissing,
  isTrue,
  optionsOf,
  optionWords,
  valueOf,
  type ParsedOption,
  type UriFacts,
} from './path-and-query.ts';
import { editDistance } from '../text/edit-distance.ts';
import { isSpecified, knownOption, OPTION_NAMES, valueIssue } from './options.ts';
import { error, incomplete, warning } from './input.ts';

/** After this many misspelt options no more suggestions are searched, because the search is the slowest step. */
const MAX_SUGGESTIONS = 100;

/** Checks names and values of the options one by one. */
export function optionIssues({ options }: UriFacts): UriIssue[] {
  const issues: UriIssue[] = [];
  for (const option of options) {
    const { key, nameRange, valueRange, decoded } = option;
    const known = knownOption(key);
    if (!known && !option.unknown && valueRange && key !== '') {
      issues.push(unknownName(option, issues.length < MAX_SUGGESTIONS));
    }
    if (!known) continue;
    if (known.replacedBy && !option.unknownName) issues.push(renamed(nameRange, known.replacedBy));
    if (option.unknown || decoded === null || !valueRange) continue;
    const issue = valueIssue(known, decoded, option, valueRange);
    if (issue) issues.push(issue);
  }
  return issues;
}

function unknownName(option: ParsedOption, withSuggestion: boolean): UriIssue {
  const { key, nameRange } = option;
  const nearest = withSuggestion && key.length < 64 ? nearestOption(key) : null;
  const issue = warning('option-unknown', nameRange, `No official driver has ${optionWords(option)}.`);
  if (!nearest) return issue;
  const message = `${issue.message} Did you mean \`${nearest.name}\`?`;
  return { ...issue, message, suggestion: nearest.name, unique: nearest.unique && isSpecified(nearest.name) };
}

const LOWER_NAMES: readonly string[] = OPTION_NAMES.map((name) => name.toLowerCase());

interface NearestOption {
  readonly name: string;
  readonly unique: boolean;
}

/** The answers for recent names. Each string of a text is parsed several times, and its names repeat. */
const nearestByName = new Map<string, NearestOption | null>();
const MAX_KNOWN_NAMES = 200;

function nearestOption(key: string): NearestOption | null {
  let nearest = nearestByName.get(key);
  if (nearest === undefined) {
    if (nearestByName.size >= MAX_KNOWN_NAMES) nearestByName.clear();
    nearest = searchedOption(key);
    nearestByName.set(key, nearest);
  }
  return nearest;
}

/** The known option closest to a misspelt name, at most two edits away, fewer for short names. Units are no mistake. */
function searchedOption(key: string): NearestOption | null {
  const limit = key.length <= 3 ? 0 : key.length <= 7 ? 1 : 2;
  const wanted = key.toLowerCase();
  const distances = LOWER_NAMES.map((name) => editDistance(wanted, name, limit));
  const best = Math.min(...distances);
  if (best > limit || (best === 2 && wanted.startsWith(LOWER_NAMES[distances.indexOf(best)]!))) return null;
  const isUnique = best === 1 && distances.filter((distance) => distance === 1).length === 1;
  return { name: OPTION_NAMES[distances.indexOf(best)]!, unique: isUnique };
}

function renamed(nameRange: ParsedOption['nameRange'], name: string): UriIssue {
  return { ...warning('option-unknown', nameRange, `Deprecated option name. Use ${name}.`), suggestion: name };
}

/** SOCKS5 specification: each proxy option at most once. */
const ONCE = new Set(['proxyhost', 'proxyport', 'proxyusername', 'proxypassword']);

/** A repeated option that is not a list: which value applies is undefined. */
export function duplicateIssues({ options }: UriFacts): UriIssue[] {
  const seen = new Set<string>();
  const issues: UriIssue[] = [];
  for (const option of options) {
    const { key, valueRange, unknownName } = option;
    if (!valueRange || key === '' || unknownName) continue;
    if (seen.has(key) && !knownOption(key)?.isList) {
      const report = ONCE.has(key) ? error : warning;
      issues.push(report('option-duplicate', option, `${knownOption(key)?.name ?? 'This option'} is repeated.`));
    }
    seen.add(key);
  }
  return issues;
}

/** SOCKS5 specification: no proxy option without the host, user name and password only together. */
const PROXY_NEEDS = [
  ['proxyPort', 'proxyHost'],
  ['proxyUsername', 'proxyHost'],
  ['proxyPassword', 'proxyHost'],
  ['proxyUsername', 'proxyPassword'],
  ['proxyPassword', 'proxyUsername'],
] as const;

export function proxyIssues(facts: UriFacts): UriIssue[] {
  const issues: UriIssue[] = [];
  for (const [name, needed] of PROXY_NEEDS) {
    const option = optionsOf(facts, name)[0];
    if (option && isMissing(facts, needed)) {
      issues.push(incomplete('proxy', 'proxy-option-conflict', option, `${name} needs ${needed}.`));
    }
  }
  return issues;
}

/** Read preference and write concern options that exclude each other. */
export function readWriteIssues(facts: UriFacts): UriIssue[] {
  return [...primaryIssues(facts), ...journalIssues(facts)];
}

/** Server selection specification: mode primary allows neither tags nor a maximum staleness. */
function primaryIssues(facts: UriFacts): UriIssue[] {
  if (valueOf(facts, 'readPreference')?.decoded !== 'primary') return [];
  const issues: UriIssue[] = [];
  for (const option of optionsOf(facts, 'readPreferenceTags')) {
    if (option.unknown || !option.decoded) continue;
    issues.push(warning('option-value', option, 'readPreferenceTags cannot be used with readPreference=primary.'));
  }
  const staleness = valueOf(facts, 'maxStalenessSeconds');
  if (staleness && staleness.decoded !== '-1') {
    issues.push(warning('option-value', staleness, 'maxStalenessSeconds cannot be used with readPreference=primary.'));
  }
  return issues;
}

/** Read and write concern specification, "Inconsistent WriteConcern". */
function journalIssues(facts: UriFacts): UriIssue[] {
  const journal = isTrue(facts, 'journal');
  if (!journal || valueOf(facts, 'w')?.decoded !== '0') return [];
  return [{ ...error('option-value', journal, 'journal=true cannot be used with w=0.'), tolerated: true }];
}

/** Options that contradict the scheme or the number of hosts. */
export function topologyIssues(facts: UriFacts): UriIssue[] {
  const { scheme, hosts } = facts;
  const issues: UriIssue[] = [];
  const direct = isTrue(facts, 'directConnection');
  if (direct && scheme === 'srv') {
    issues.push(error('srv-option-conflict', direct, 'directConnection=true cannot be used in an SRV string.'));
  } else if (direct && hosts && hosts.length > 1) {
    const message = 'directConnection=true cannot be used with several hosts.';
    issues.push(error('direct-connection-many-hosts', direct, message));
  }
  if (scheme === 'direct') {
    for (const name of ['srvMaxHosts', 'srvServiceName']) {
      for (const option of optionsOf(facts, name)) {
        if (option.unknown || !option.decoded) continue;
        issues.push(error('srv-option-conflict', option, `${name} can only be used in an SRV string.`));
      }
    }
  }
  const limited = positiveMaxHosts(facts);
  if (limited && valueOf(facts, 'replicaSet')) {
    issues.push(error('srv-option-conflict', limited, 'srvMaxHosts above 0 cannot be used with replicaSet.'));
  }
  return issues;
}

function positiveMaxHosts(facts: UriFacts): ParsedOption | null {
  const option = valueOf(facts, 'srvMaxHosts');
  return option && /^\d+$/.test(option.decoded) && Number(option.decoded) > 0 ? option : null;
}

/** Load balancer specification, URI validation. */
export function loadBalancedIssues(facts: UriFacts): UriIssue[] {
  if (!isTrue(facts, 'loadBalanced')) return [];
  const conflicts: [ParsedOption | null, string][] = [
    [valueOf(facts, 'replicaSet'), 'replicaSet'],
    [isTrue(facts, 'directConnection'), 'directConnection=true'],
    [positiveMaxHosts(facts), 'srvMaxHosts above 0'],
  ];
  const issues: UriIssue[] = [];
  for (const [option, name] of conflicts) {
    if (option) issues.push(error('load-balanced-conflict', option, `loadBalanced=true cannot be used with ${name}.`));
  }
  if (facts.hosts && facts.hosts.length > 1) {
    const message = 'loadBalanced=true cannot be used with several hosts.';
    issues.push(error('load-balanced-conflict', facts.hostsRange, message));
  }
  return issues;
}

/** URI options specification, conflicting TLS options 1 to 7, whatever their values. */
const EXCLUSIVE = [
  ['tlsInsecure', 'tlsAllowInvalidCertificates'],
  ['tlsInsecure', 'tlsAllowInvalidHostnames'],
  ['tlsInsecure', 'tlsDisableOCSPEndpointCheck'],
  ['tlsInsecure', 'tlsDisableCertificateRevocationCheck'],
  ['tlsAllowInvalidCertificates', 'tlsDisableOCSPEndpointCheck'],
  ['tlsAllowInvalidCertificates', 'tlsDisableCertificateRevocationCheck'],
  ['tlsDisableOCSPEndpointCheck', 'tlsDisableCertificateRevocationCheck'],
] as const;

const MEANING: Readonly<Record<string, boolean>> = {
  ...{ true: true, 1: true, yes: true, y: true, t: true },
  ...{ false: false, 0: false, '-1': false, no: false, n: false, f: false },
};

/** The eight rules of the specification. The later option is reported. */
export function tlsIssues(facts: UriFacts): UriIssue[] {
  if (!facts.options.some(({ key }) => key === 'ssl' || key.startsWith('tls'))) return [];
  const issues: UriIssue[] = [];
  for (const [one, other] of EXCLUSIVE) {
    const [first, second] = [optionsOf(facts, one)[0], optionsOf(facts, other)[0]];
    if (!first || !second) continue;
    const later = first.offset > second.offset ? first : second;
    issues.push(error('tls-conflict', later, `${one} and ${other} cannot be combined.`));
  }
  return [...issues, ...unequalIssues(facts)];
}

/** Rule 8: all occurrences of `tls` and `ssl` have the same value. Empty values are ignored. */
function unequalIssues(facts: UriFacts): UriIssue[] {
  const switches = facts.options.filter(({ key, unknown }) => !unknown && (key === 'tls' || key === 'ssl'));
  const [first, ...others] = switches.filter(({ decoded }) => decoded);
  const different = others.find((option) => meaning(option.decoded) !== meaning(first?.decoded ?? null));
  return different ? [error('tls-conflict', different, 'tls and ssl must have the same value everywhere.')] : [];
}

function meaning(value: string | null): boolean | string | null {
  return value === null ? null : (MEANING[value] ?? value);
}
