import type { FoundString, FoundHost, FoundFile } from '../src/classify/found-string.ts';
import {
  grammarReason,
  issueProblem,
  issuesFor,
  joinedProblem,
  isPortPlaceholder,
  isWholeString,
} from '../src/lint/grammar.ts';
import { givenOptions } from '../src/clients/given-options.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import type { Range, Source } from '../src/text/source.ts';
import { serviceHosts } from '../src/lint/string-hosts.ts';
import { PLACEHOLDER, sourceRange } from '../src/text/literal.ts';
import type { UriOption } from '../src/parse/connection-string.ts';
import type { Fix } from '../src/text/edits.ts';
import { editOf, makeFix, partAt, hostsAt, removal, optionNamed, withoutOption } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'uri-refused',
  readsText: true,
  reasons: {
    'scheme-spelling': {
      messages: { issue: '{issue}', slashes: 'The scheme must be followed by `://`.' },
      checkString(string, { profile }, { source }) {
        if (string.form === 'host') return slashless(string, profile, source);
        // A scheme after the start of the string is a second one.
        return issuesFor(['scheme-spelling', 'no-scheme'], string, source).map((issue) =>
          issueProblem(string, issue, issue.offset > 0 ? withoutSecond(string, issue) : fixesFor(string, profile)),
        );
      },
    },
    'srv-multiple-hosts': {
      ...grammarReason('srv-multiple-hosts'),
      supersedes: ['uri-refused/srv-port', 'uri-refused/direct-connection-many-hosts'],
    },
    'srv-port': {
      refused: true,
      supersedes: ['uri-refused/port-invalid'],
      messages: { port: 'An SRV string cannot contain a port.' },
      checkString(string, _context, { source }) {
        const ports = portsOf(string);
        const [first, last] = [ports[0], ports.at(-1)];
        if (!first || !last || !isWholeString(string, source)) return [];
        const edit = ports.length === 1 ? removal(string, first) : undefined;
        const remove = string.hosts.every(takesNoPort) ? makeFix('Remove the port', edit) : undefined;
        return [
          { message: 'port', at: partAt(string, { offset: first.offset, endOffset: last.endOffset }), fix: remove },
        ];
      },
    },
    'port-invalid': {
      refused: true,
      supersedes: ['wrong-port', 'direct-list/endpoint-ports', 'uri-refused/db-name-invalid'],
      messages: { issue: '{issue}' },
      checkString(string, _context, { source }) {
        return joinedProblem(string, issuesFor(['port-invalid', 'host-empty', 'host-invalid'], string, source));
      },
    },
    'db-name-invalid': {
      messages: {
        issue: '{issue}',
        space: 'A database name cannot contain a space.',
      },
      checkString(string, _context, { source }) {
        const problems = issuesFor('db-name-invalid', string, source).map((issue) => issueProblem(string, issue));
        const cut = problems.length === 0 ? cutDatabase(string, source) : null;
        return cut ? [{ message: 'space', at: cut }] : problems;
      },
    },
    'srv-option-conflict': {
      refused: true,
      supersedes: ['uri-refused/direct-connection-many-hosts'],
      messages: { issue: '{issue}', given: '`{option}` beside it is not valid with an SRV string.' },
      checkString(string, _context, file) {
        const { source } = file;
        const replicaSet = optionNamed(string, 'replicaSet');
        const given = string.form === 'srv' ? direct(string, file) : [];
        if (given.length > 0) return given;
        return issuesFor('srv-option-conflict', string, source).map((issue) => {
          const remove = makeFix('Remove the option', withoutOption(string, issue));
          // In an SRV string each option is valid alone, so it is unknown which one is meant.
          const eitherGoes = string.uri?.scheme === 'srv' && /^srvmaxhosts/i.test(nameAt(string, issue.offset));
          if (!eitherGoes) return issueProblem(string, issue, { fix: remove });
          const other = replicaSet && makeFix('Remove replicaSet', withoutOption(string, replicaSet));
          const suggestions = [other, remove].filter((one): one is Fix => one !== undefined);
          return issueProblem(string, issue, { suggestions });
        });
      },
    },
    'direct-connection-many-hosts': {
      refused: true,
      messages: { issue: '{issue}', given: '`{option}` beside it is not valid with several hosts.' },
      checkString(string, _context, file) {
        const { source } = file;
        const given = string.form === 'direct' && string.hosts.length > 1 ? direct(string, file) : [];
        if (given.length > 0) return given;
        return issuesFor('direct-connection-many-hosts', string, source).map((issue) => {
          const remove = makeFix('Remove the option', withoutOption(string, issue));
          return issueProblem(string, issue, { suggestions: remove ? [remove] : [] });
        });
      },
    },
    'load-balanced-conflict': {
      refused: true,
      supersedes: ['uri-refused/srv-option-conflict', 'uri-refused/direct-connection-many-hosts'],
      messages: {
        issue: '{issue}',
        option: 'An optimized string uses a load balancer, which does not allow {option}.',
        hosts: 'An optimized string uses a load balancer, which does not allow several hosts.',
      },
      checkString(string, _context, { source }) {
        const issues = issuesFor('load-balanced-conflict', string, source);
        if (issues.length > 0) {
          return issues.map((issue) =>
            issueProblem(string, issue, optionAt(string, issue) ? removed(string, issue) : {}),
          );
        }
        const balanced = string.form === 'srv' ? serviceHosts(string, 'optimized') : [];
        if (balanced.length === 0 || !isWholeString(string, source)) return [];
        const problems: RuleProblem[] = conflicts(string).map((option) => ({
          message: 'option',
          data: { option: `${option.name}${option.name.toLowerCase() === 'replicaset' ? '' : `=${option.value}`}` },
          at: partAt(string, option),
          ...removed(string, option),
        }));
        const several = string.hosts.length > 1 ? [{ message: 'hosts', at: hostsAt(string, string.hosts) }] : [];
        return [...several, ...problems];
      },
    },
    'tls-conflict': {
      ...grammarReason('tls-conflict', eitherRemoved),
      supersedes: ['option/duplicate', 'tls-weakened/off'],
    },
  },
});

/** A direct connection that a call, a settings block or a flag asks for beside the string. */
function direct(string: FoundString, file: FoundFile): RuleProblem[] {
  const given = givenOptions(string, file.source).find(
    ({ name, value }) => name === 'directConnection' && value === 'true',
  );
  if (!given || !isWholeString(string, file.source)) return [];
  const isFlag = given.written.startsWith('--');
  const at = { offset: given.at.offset, endOffset: Math.max(given.at.endOffset, given.valueAt.endOffset) };
  return [
    {
      message: 'given',
      data: { option: isFlag ? given.written : 'directConnection' },
      at,
      severity: isFlag ? 'warning' : 'error',
    },
  ];
}

/** How much text before a host is read, in UTF-16 code units. */
const MAX_LENGTH = 300;

/** Text between scheme and host instead of `://`: parts of it, with or without user info. */
const SLASHLESS = /^(:[\\/]?|\/\/)([^\s"'`<>@/]{1,200}@)?$/;

/** A host after a scheme without slashes is read as a bare host. The text before it shows the scheme. */
function slashless(string: FoundString, { schemes }: ServiceProfile, { text }: Source): RuleProblem[] {
  const { offset } = string.range;
  const before = text.slice(Math.max(0, offset - MAX_LENGTH), offset);
  for (const right of schemes) {
    const at = before.toLowerCase().lastIndexOf(right.toLowerCase());
    if (at < 0 || /[\w+]/.test(before.charAt(at - 1))) continue;
    const [, separator = '', user = ''] = SLASHLESS.exec(before.slice(at + right.length)) ?? [];
    // Without a slash or user info, a plain `name:` may be a key.
    if (separator === '' || (separator === ':' && user === '' && !right.includes('+'))) continue;
    const start = offset - before.length + at;
    const edits = [{ offset: start, endOffset: start + right.length + separator.length, text: `${right}://` }];
    const range = { offset: start, endOffset: string.range.endOffset };
    return [{ message: 'slashes', at: range, suggestions: [{ title: `Write ${right}://`, edits }] }];
  }
  return [];
}

/** The inner string may be complete. Only user info is taken from the outer one. */
function withoutSecond(string: FoundString, second: Range): { suggestions?: Fix[] } {
  const { uri, literal } = string;
  if (!uri) return {};
  const outerEnd = uri.schemeRange.endOffset;
  const isOuterBroken = !literal.value.startsWith('://', outerEnd);
  const isWhole = isOuterBroken || (uri.userRange !== null && uri.hostsRange.offset > second.endOffset);
  const inner = literal.value.slice(second.offset, second.endOffset);
  const outer = { offset: 0, endOffset: outerEnd + '://'.length };
  // The scheme of a web page is not one of a connection string.
  const isSame = literal.value.startsWith(inner) || /^https/i.test(inner);
  const edits = isWhole
    ? [editOf(string, { offset: 0, endOffset: second.offset }, '')]
    : [...(isSame ? [] : [editOf(string, outer, inner)]), editOf(string, second, '')];
  const title = isWhole ? 'Keep the inner string' : 'Write the scheme once';
  return edits.every((edit) => edit !== undefined) ? { suggestions: [{ title, edits }] } : {};
}

/** The case of a scheme is fixed. Which scheme a misspelt one means, and where slashes belong, is only suggested. */
function fixesFor(string: FoundString, { schemes }: ServiceProfile): { fix?: Fix; suggestions?: Fix[] } {
  const { uri, literal } = string;
  if (!uri?.scheme) return {};
  const right = schemes[uri.scheme === 'srv' ? 1 : 0];
  const { offset, endOffset } = uri.schemeRange;
  const written = literal.value.slice(offset, endOffset);
  const separator = /^:?[\\/]{0,4}/.exec(literal.value.slice(endOffset))![0];
  if (separator !== '://') {
    const made = makeFix(
      `Write ${right}://`,
      editOf(string, { offset, endOffset: endOffset + separator.length }, `${right}://`),
    );
    return made ? { suggestions: [made] } : {};
  }
  const made = makeFix(`Write ${right}`, editOf(string, uri.schemeRange, right));
  if (!made) return {};
  return written.toLowerCase() === right.toLowerCase() ? { fix: made } : { suggestions: [made] };
}

/** A node has a port, so the scheme is wrong there. A name without a dot may be a user name whose host is missing. */
function takesNoPort({ host, class: seen }: FoundHost): boolean {
  return !seen.node && host.includes('.');
}

/** The ports with their colons. A port is wrong even if host or number are unknown. */
function portsOf({ uri, literal: { value } }: FoundString): Range[] {
  if (uri?.scheme !== 'srv') return [];
  return uri.hosts.flatMap(({ host, portRange }) => {
    if (!portRange || value[portRange.offset - 1] !== ':') return [];
    const port = value.slice(portRange.offset, portRange.endOffset);
    // Two unknown pieces may also be user name and password.
    if (host.includes(PLACEHOLDER) && !/^\d+$/.test(port)) return [];
    if (port.includes(PLACEHOLDER) && !host.includes('.')) return [];
    if (isPortPlaceholder(port)) return [];
    return [{ offset: portRange.offset - 1, endOffset: portRange.endOffset }];
  });
}

function nameAt({ uri }: FoundString, offset: number): string {
  return uri?.options.find((option) => option.offset === offset)?.name ?? '';
}

function optionAt({ uri }: FoundString, { offset }: Range): UriOption | undefined {
  return uri?.options.find((option) => option.offset === offset);
}

function removed(string: FoundString, option: Range): Partial<RuleProblem> {
  return { fix: makeFix('Remove the option', withoutOption(string, option)) };
}

/** Options that the load balancer specification forbids, depending on their values. */
function conflicts(string: FoundString): UriOption[] {
  const forbidden: readonly [string, RegExp][] = [
    ['replicaSet', /./],
    ['directConnection', /^true$/],
    ['srvMaxHosts', /^0*[1-9]\d*$/],
  ];
  return forbidden.flatMap(([name, value]) => {
    const option = optionNamed(string, name);
    return option?.value && value.test(option.value) ? [option] : [];
  });
}

/** Of two options that exclude each other, either one can be removed. */
function eitherRemoved(string: FoundString, issue: Range): Partial<RuleProblem> {
  const later = optionAt(string, issue);
  const partners = PARTNERS.find((names) => later && names.includes(later.name.toLowerCase())) ?? [];
  const earlier = partners
    .map((name) => optionNamed(string, name))
    .find((option) => option && later && option.offset !== later.offset);
  const made = [later, earlier].map(
    (option) => option && makeFix(`Remove ${option.name}`, withoutOption(string, option)),
  );
  return { suggestions: made.filter((one): one is Fix => one !== undefined) };
}

/** Pairs of options of which one can be removed. */
const PARTNERS: readonly (readonly string[])[] = [
  ['tls', 'ssl'],
  [
    ...['tlsinsecure', 'tlsallowinvalidcertificates', 'tlsallowinvalidhostnames'],
    ...['tlsdisableocspendpointcheck', 'tlsdisablecertificaterevocationcheck'],
  ],
];

/** How far the rest of a database name is searched, in UTF-16 code units. */
const MAX_REST = 200;

/** Text after a space that may belong to the value: one word, with or without options after it. */
const REST = /^ [\w-]{1,40}(?:\?[\w.-]{1,40}=[^\s"'`]{0,150}|\/?)$/;

/** Options after a space in place of the name. */
const OPTIONS = /^ {1,3}(?=\?[\w.-]{1,40}=)/;

/**
 * The range of a database name that contains a space. Reading ends at a space, because most strings are part of
 * sentences and commands. If the whole value is visible, the rest of the name is found here.
 */
function cutDatabase({ literal, uri, range }: FoundString, source: Source): Range | null {
  const rest = uri && restOfValue(literal.quote, range, source);
  if (!rest) return null;
  const spaces = literal.value.endsWith('/') && OPTIONS.exec(rest)?.[0];
  if (spaces) return { offset: range.endOffset, endOffset: range.endOffset + spaces.length };
  const name = uri.databaseRange;
  if (name?.endOffset !== literal.value.length || literal.placeholders.length > 0 || !REST.test(rest)) return null;
  const { offset } = sourceRange(literal, name.offset, name.endOffset);
  const question = rest.indexOf('?');
  return { offset, endOffset: range.endOffset + (question < 0 ? rest.length : question) };
}

/** The text between the string and the end of its value, or `null` if the string is not the start of a value. */
function restOfValue(quote: string | null, { offset, endOffset }: Range, { path, text }: Source): string | null {
  const ahead = text.slice(endOffset, endOffset + MAX_REST);
  if (quote !== null) {
    const end = ahead.indexOf(quote);
    return text[offset - 1] === quote && end >= 0 ? ahead.slice(0, end) : null;
  }
  // Without quotes the value ends with its line, in formats whose lines contain nothing else.
  const before = text.slice(Math.max(0, offset - MAX_REST), offset);
  const isValue = /(?:^|\n)[ \t]*[\w.-]{1,60}[ \t]*(?:=|: )[ \t]*$/.test(before);
  if (!isValue || !/(?:^|\/)\.env|\.(?:env|properties|ini|ya?ml)$/i.test(path)) return null;
  return /^[^\r\n]*/.exec(ahead)![0].replace(/\s+#.*$/, '');
}
