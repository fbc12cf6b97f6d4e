import { editDistance } from '../text/edit-distance.ts';
import type { Range } from '../text/source.ts';
import type { UriIssue } from './connection-string.ts';
import { error, incomplete, warning } from './issue.ts';
import { isSpecified, knownOption, OPTION_NAMES, valueIssue } from './options.ts';
import { isMissing, isTrue, optionsOf, optionWords, valueOf, type ParsedOption, type UriFacts } from './query.ts';

/** Checks the options one by one and against each other, the scheme and the hosts. */
export function optionIssues(facts: UriFacts): UriIssue[] {
  return [
    ...facts.options.flatMap(nameAndValueIssues),
    ...duplicateIssues(facts),
    ...CONFLICTS.flatMap((conflict) => conflictIssues(conflict, facts)),
    ...exclusiveIssues(facts),
    ...unequalIssues(facts),
    ...proxyIssues(facts),
  ];
}

function nameAndValueIssues(option: ParsedOption, index: number): UriIssue[] {
  const { key, nameRange, valueRange, decoded, unknown } = option;
  const known = knownOption(key);
  if (!known) return unknown || !valueRange || key === '' ? [] : [unknownName(option, index)];
  const issues: UriIssue[] = [];
  if (known.replacedBy) {
    const message = `Deprecated option name. Use ${known.replacedBy}.`;
    issues.push({ ...warning('option-unknown', nameRange, message), suggestion: known.replacedBy });
  }
  const issue = unknown || decoded === null || !valueRange ? null : valueIssue(known, decoded, option, valueRange);
  return issue ? [...issues, issue] : issues;
}

/** The search for a similar name is the slowest step; behind so many options it is left out. */
const MAX_SUGGESTIONS = 100;

function unknownName(option: ParsedOption, index: number): UriIssue {
  const nearest = index < MAX_SUGGESTIONS && option.key.length < 64 ? nearestOption(option.key) : null;
  const issue = warning('option-unknown', option.nameRange, `No official driver has ${optionWords(option)}.`);
  if (!nearest) return issue;
  const message = `${issue.message} Did you mean \`${nearest.name}\`?`;
  return { ...issue, message, suggestion: nearest.name, unique: nearest.isUnique && isSpecified(nearest.name) };
}

/** The known option closest to a misspelt name, at most two edits away, fewer for short names. Units are no mistake. */
export function nearestOption(wanted: string): { name: string; isUnique: boolean } | null {
  const limit = wanted.length <= 3 ? 0 : wanted.length <= 7 ? 1 : 2;
  const distances = OPTION_NAMES.map((name) => editDistance(wanted, name.toLowerCase(), limit));
  const best = Math.min(...distances);
  const name = OPTION_NAMES[distances.indexOf(best)]!;
  if (best > limit || (best === 2 && wanted.startsWith(name.toLowerCase()))) return null;
  return { name, isUnique: best === 1 && distances.filter((distance) => distance === 1).length === 1 };
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

/** Options that contradict another option, the scheme or the number of hosts. */
interface Conflict {
  readonly code: string;
  readonly message: string;
  /** The places that are reported, empty without the conflict. */
  readonly at: (facts: UriFacts) => readonly (Range | null)[];
  readonly severity?: 'warning';
  /** True if some driver accepts it. */
  readonly tolerated?: true;
}

const when = (holds: boolean, ...at: (Range | null)[]): readonly (Range | null)[] => (holds ? at : []);
const given = (facts: UriFacts, name: string): readonly ParsedOption[] =>
  optionsOf(facts, name).filter(({ unknown, decoded }) => !unknown && decoded);
const isBalanced = (facts: UriFacts): boolean => isTrue(facts, 'loadBalanced') !== null;
const isPrimary = (facts: UriFacts): boolean => valueOf(facts, 'readPreference')?.decoded === 'primary';
const hasManyHosts = ({ hosts }: UriFacts): boolean => hosts !== null && hosts.length > 1;

function positiveMaxHosts(facts: UriFacts): ParsedOption | null {
  const option = valueOf(facts, 'srvMaxHosts');
  return option && /^\d+$/.test(option.decoded) && Number(option.decoded) > 0 ? option : null;
}

/**
 * Specifications: server selection (mode primary), read and write concern ("Inconsistent WriteConcern"), URI options
 * (direct connection, SRV), load balancer (URI validation).
 */
const CONFLICTS: readonly Conflict[] = [
  {
    code: 'srv-option-conflict',
    message: 'directConnection=true cannot be used in an SRV string.',
    at: (facts) => when(facts.scheme === 'srv', isTrue(facts, 'directConnection')),
  },
  {
    code: 'direct-connection-many-hosts',
    message: 'directConnection=true cannot be used with several hosts.',
    at: (facts) => when(facts.scheme !== 'srv' && hasManyHosts(facts), isTrue(facts, 'directConnection')),
  },
  ...['srvMaxHosts', 'srvServiceName'].map((name): Conflict => ({
    code: 'srv-option-conflict',
    message: `${name} can only be used in an SRV string.`,
    at: (facts) => when(facts.scheme === 'direct', ...given(facts, name)),
  })),
  {
    code: 'srv-option-conflict',
    message: 'srvMaxHosts above 0 cannot be used with replicaSet.',
    at: (facts) => when(valueOf(facts, 'replicaSet') !== null, positiveMaxHosts(facts)),
  },
  {
    code: 'load-balanced-conflict',
    message: 'loadBalanced=true cannot be used with replicaSet.',
    at: (facts) => when(isBalanced(facts), valueOf(facts, 'replicaSet')),
  },
  {
    code: 'load-balanced-conflict',
    message: 'loadBalanced=true cannot be used with directConnection=true.',
    at: (facts) => when(isBalanced(facts), isTrue(facts, 'directConnection')),
  },
  {
    code: 'load-balanced-conflict',
    message: 'loadBalanced=true cannot be used with srvMaxHosts above 0.',
    at: (facts) => when(isBalanced(facts), positiveMaxHosts(facts)),
  },
  {
    code: 'load-balanced-conflict',
    message: 'loadBalanced=true cannot be used with several hosts.',
    at: (facts) => when(isBalanced(facts) && hasManyHosts(facts), facts.hostsRange),
  },
  {
    code: 'option-value',
    severity: 'warning',
    message: 'readPreferenceTags cannot be used with readPreference=primary.',
    at: (facts) => when(isPrimary(facts), ...given(facts, 'readPreferenceTags')),
  },
  {
    code: 'option-value',
    severity: 'warning',
    message: 'maxStalenessSeconds cannot be used with readPreference=primary.',
    at: (facts) => {
      const staleness = valueOf(facts, 'maxStalenessSeconds');
      return when(isPrimary(facts) && staleness?.decoded !== '-1', staleness);
    },
  },
  {
    code: 'option-value',
    tolerated: true,
    message: 'journal=true cannot be used with w=0.',
    at: (facts) => when(valueOf(facts, 'w')?.decoded === '0', isTrue(facts, 'journal')),
  },
];

function conflictIssues({ code, message, at, severity, tolerated }: Conflict, facts: UriFacts): UriIssue[] {
  return at(facts).flatMap((place) => {
    if (!place) return [];
    const issue = (severity === 'warning' ? warning : error)(code, place, message);
    return [tolerated ? { ...issue, tolerated } : issue];
  });
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

/** The later option is reported. */
function exclusiveIssues(facts: UriFacts): UriIssue[] {
  return EXCLUSIVE.flatMap(([one, other]) => {
    const [first, second] = [optionsOf(facts, one)[0], optionsOf(facts, other)[0]];
    if (!first || !second) return [];
    const later = first.offset > second.offset ? first : second;
    return [error('tls-conflict', later, `${one} and ${other} cannot be combined.`)];
  });
}

const MEANING: Readonly<Record<string, boolean>> = {
  ...{ true: true, 1: true, yes: true, y: true, t: true },
  ...{ false: false, 0: false, '-1': false, no: false, n: false, f: false },
};

/** Rule 8 of the same list: all occurrences of `tls` and `ssl` have the same value. Empty values are ignored. */
function unequalIssues(facts: UriFacts): UriIssue[] {
  const values = facts.options.filter(({ key, unknown, decoded }) => !unknown && decoded && /^(?:tls|ssl)$/.test(key));
  const meaning = ({ decoded }: ParsedOption): boolean | string => MEANING[decoded!] ?? decoded!;
  const different = values.find((option) => meaning(option) !== meaning(values[0]!));
  return different ? [error('tls-conflict', different, 'tls and ssl must have the same value everywhere.')] : [];
}

/** SOCKS5 specification: no proxy option without the host, user name and password only together. */
const PROXY_NEEDS = [
  ['proxyPort', 'proxyHost'],
  ['proxyUsername', 'proxyHost'],
  ['proxyPassword', 'proxyHost'],
  ['proxyUsername', 'proxyPassword'],
  ['proxyPassword', 'proxyUsername'],
] as const;

function proxyIssues(facts: UriFacts): UriIssue[] {
  return PROXY_NEEDS.flatMap(([name, needed]) => {
    const option = optionsOf(facts, name)[0];
    if (!option || !isMissing(facts, needed)) return [];
    return [incomplete('proxy', 'proxy-option-conflict', option, `${name} needs ${needed}.`)];
  });
}
