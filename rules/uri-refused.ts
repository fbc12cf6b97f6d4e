import type { FoundString } from '../src/classify/found-string.ts';
import { grammarReason, joinedProblem, issuesFor, problemsFor, isWholeString } from '../src/lint/grammar.ts';
import { givenOptions, type GivenOption } from '../src/clients/given-options.ts';
import { misplacedOptions } from '../src/lint/variables.ts';
import { defineReason, defineRule, offer, type CheckCode, type RuleProblem } from '../src/lint/rule.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import { rangeOver, rewriting, type Range, type Source, textBefore } from '../src/text/source.ts';
import { serviceHosts } from '../src/lint/string-hosts.ts';
import type { UriIssue } from '../src/parse/connection-string.ts';
import { parseConnectionString } from '../src/parse/parse.ts';
import { editOf, makeFix, removal, optionNamed, optionSeparator, withoutOption } from '../src/classify/string-edits.ts';

const SRV_CODE = 'srv-option-conflict';

export default defineRule({
  id: 'uri-refused',
  messages: { issue: '{issue}' },
  reasons: {
    'scheme-spelling': {
      messages: { slashes: 'The scheme must be followed by `://`.' },
      checkString(string, { profile }, { source }) {
        if (string.form === 'host') return slashless(string, profile, source);
        // A scheme after the start of the string is a second one.
        return problemsFor(['scheme-spelling', 'no-scheme'], string, source, (issue) =>
          issue.offset > 0 ? { suggestions: [withoutSecond(string, issue)] } : spelled(string, issue, profile),
        );
      },
    },
    'srv-multiple-hosts': {
      ...grammarReason('srv-multiple-hosts'),
      supersedes: ['uri-refused/srv-port', 'uri-refused/direct-connection-many-hosts'],
    },
    'srv-port': { ...grammarReason('srv-port', withoutPort), supersedes: ['uri-refused/port-invalid'] },
    'port-invalid': {
      refused: true,
      supersedes: ['wrong-port', 'direct-list/endpoint-ports', 'uri-refused/db-name-invalid'],
      checkString: (string, _context, { source }) =>
        joinedProblem(string, issuesFor(['port-invalid', 'host-empty', 'host-invalid'], string, source)),
    },
    'db-name-invalid': {
      messages: { space: 'A database name cannot contain a space.' },
      checkString(string, _context, { source }) {
        const cut = cutDatabase(string, source);
        return cut ? [{ message: 'space', at: cut }] : problemsFor(['db-name-invalid'], string, source);
      },
    },
    'srv-option-conflict': defineReason({
      ...contradiction(SRV_CODE, ['uri-refused/direct-connection-many-hosts']),
      ...misplacedOptions(
        'given',
        (read, { source }, { profile }) => givenOptions(read, source).flatMap((given) => refusedInSrv(given, profile)),
        ({ form }) => (form === 'srv' ? {} : null),
      ),
    }),
    'direct-connection-many-hosts': contradiction('direct-connection-many-hosts', []),
    'load-balanced-conflict': contradiction('load-balanced-conflict', [
      'uri-refused/srv-option-conflict',
      'uri-refused/direct-connection-many-hosts',
    ]),
    'tls-conflict': { ...grammarReason('tls-conflict', without), supersedes: ['option/duplicate', 'tls-weakened/off'] },
  },
});

/** The reason for options that contradict the string or each other, in the string or beside it. */
function contradiction(code: string, supersedes: readonly string[]): CheckCode {
  return {
    refused: true,
    supersedes,
    messages: {
      optimized: 'An optimized string uses a load balancer: {issue}',
      given: '`{option}` beside {what}: {issue}',
    },
    checkString(string, { profile }, { source }) {
      const isOptimized = code === BALANCED_CODE && isBalanced(string);
      const used = (isOptimized ? withOptions(string, [BALANCED], profile) : null) ?? string;
      const message = used === string ? 'issue' : 'optimized';
      const own = problemsFor([code], used, source, (issue) => ({ message, ...without(string, issue) }));
      return [...givenProblems(code, string, source, profile), ...own];
    },
  };
}

/** What an option that a call, a settings block or a flag passes beside the string contradicts in it. */
function givenProblems(code: string, string: FoundString, source: Source, profile: ServiceProfile): RuleProblem[] {
  const all = string.form === 'host' ? [] : givenOptions(string, source);
  if (all.length === 0 || !isWholeString(string, source)) return [];
  const own = isBalanced(string) ? [BALANCED] : [];
  const issuesWith = (more: readonly Option[]): readonly UriIssue[] =>
    withOptions(string, [...own, ...more], profile)?.uri?.issues.filter((issue) => issue.code === code) ?? [];
  const before = issuesWith([]).length;
  const isLoadBalancing = code === BALANCED_CODE;
  const what = isLoadBalancing && own.length > 0 ? 'an optimized string, which uses a load balancer' : 'the string';
  return all.flatMap((given): RuleProblem[] => {
    const found = issuesWith([given]);
    const issue = found.length > before ? found.at(-1) : undefined;
    if (!issue) return [];
    return [{ message: 'given', ...describe(given, what, issue), severity: isFlag(given) ? 'warning' : 'error' }];
  });
}

const isFlag = ({ written }: GivenOption): boolean => written.startsWith('--');

function describe(given: GivenOption, what: string, { message: issue }: UriIssue) {
  const { name, written, at, valueAt } = given;
  return { data: { option: isFlag(given) ? written : name, what, issue }, at: rangeOver([at, valueAt]) };
}

function refusedInSrv(given: GivenOption, { schemes }: ServiceProfile) {
  const uri = `${schemes[1]}://a.b.c/?${given.name}=${encodeURIComponent(given.value)}`;
  const issue = parseConnectionString(uri, { schemes }).issues.find(({ code }) => code === SRV_CODE);
  return issue && !isFlag(given) ? [describe(given, 'an SRV string', issue)] : [];
}

/** Text between scheme and host instead of `://`: parts of it, with or without user info. */
const SLASHLESS = /^(:[\\/]?|\/\/)([^\s"'`<>@/]{1,200}@)?$/;

/** A host after a scheme without slashes is read as a bare host. The text before it shows the scheme. */
function slashless(string: FoundString, { schemes }: ServiceProfile, { text }: Source): RuleProblem[] {
  const { offset } = string.range;
  const before = textBefore(text, offset);
  return schemes.flatMap((right): RuleProblem[] => {
    const at = before.toLowerCase().lastIndexOf(right.toLowerCase());
    if (at < 0 || /[\w+]/.test(before.charAt(at - 1))) return [];
    const [, separator = '', user = ''] = SLASHLESS.exec(before.slice(at + right.length)) ?? [];
    // Without a slash or user info, a plain `name:` may be a key.
    if (separator === '' || (separator === ':' && user === '' && !right.includes('+'))) return [];
    const start = offset - before.length + at;
    const written = { offset: start, endOffset: start + right.length + separator.length };
    const suggestions = [rewriting(`Write ${right}://`, written, `${right}://`)];
    return [{ message: 'slashes', at: { ...string.range, offset: start }, suggestions }];
  });
}

/** The inner string may be complete. Only user info is taken from the outer one. */
function withoutSecond(string: FoundString, second: Range) {
  const { uri, literal } = string;
  if (!uri) return undefined;
  const inner = literal.value.slice(second.offset, second.endOffset);
  // The scheme of a web page is not one of a connection string.
  const isSame = literal.value.startsWith(inner) || /^http/i.test(inner);
  const outer = { offset: 0, endOffset: uri.schemeRange.endOffset + '://'.length };
  const scheme = isSame ? [] : [editOf(string, outer, inner)];
  return makeFix('Write the scheme once', ...scheme, editOf(string, second, ''));
}

/** The case of a scheme is fixed. Which scheme a misspelt one means is only suggested. */
function spelled(string: FoundString, issue: UriIssue, { schemes }: ServiceProfile): Partial<RuleProblem> {
  const { uri, literal } = string;
  if (!uri?.scheme) return {};
  const slashes = issue.endOffset > uri.schemeRange.endOffset ? '://' : '';
  const right = schemes[uri.scheme === 'srv' ? 1 : 0] + slashes;
  const written = literal.value.slice(issue.offset, issue.endOffset);
  return offer(makeFix(`Write ${right}`, editOf(string, issue, right)), written.toLowerCase() === right.toLowerCase());
}

/** A node has a port, so the scheme is wrong there. A name without a dot may be a user name whose host is missing. */
function withoutPort(string: FoundString, port: UriIssue): Partial<RuleProblem> {
  const takesNone = string.hosts.every(({ host, class: { node } }) => !node && host.includes('.'));
  // Another mark than a question mark may begin the options.
  const isAlone = string.hosts.length === 1 && !/[#&;]/.test(string.literal.value.slice(port.offset, port.endOffset));
  return takesNone && isAlone ? { fix: makeFix('Remove the port', removal(string, port)) } : {};
}

/** Of two options that exclude each other, either one can be removed. A direct connection may be meant for one host. */
function without(string: FoundString, { offset, other, code }: UriIssue): Pick<RuleProblem, 'fix' | 'suggestions'> {
  const [own, partner] = [offset, other?.offset].map((at) => {
    const option = string.uri?.options.find((one) => one.offset === at);
    return option && makeFix(`Remove ${option.name}`, withoutOption(string, option));
  });
  return other || code === 'direct-connection-many-hosts' ? { suggestions: [own, partner] } : { fix: own };
}

type Option = Pick<GivenOption, 'name' | 'value'>;

const BALANCED: Option = { name: 'loadBalanced', value: 'true' };
const BALANCED_CODE = 'load-balanced-conflict';

/** An optimized name leads to a load balancer, as the option says in other strings. */
const isBalanced = (string: FoundString): boolean =>
  string.form === 'srv' && serviceHosts(string, 'optimized').length > 0 && !optionNamed(string, 'loadBalanced');

/** The string as if it had these options too; `null` for a string within another text. */
function withOptions(string: FoundString, options: readonly Option[], { schemes }: ServiceProfile): FoundString | null {
  const { literal, uri } = string;
  if (!uri) return null;
  const value = literal.value.slice(0, uri.endOffset);
  const query = options.map((one) => `${one.name}=${encodeURIComponent(one.value)}`).join('&');
  return { ...string, uri: parseConnectionString(value + optionSeparator(value, uri) + query, { schemes }) };
}

/** How far the rest of a database name is searched, in UTF-16 code units. */
const MAX_REST = 200;

/** Text after a space that may belong to the value: one word, with or without options after it. */
const REST = /^ [\w-]{1,40}(?=\?[\w.-]{1,40}=[^\s"'`]{0,150}$|\/?$)/;

/** Options after a space in place of the name. */
const OPTIONS = /^ {1,3}(?=\?[\w.-]{1,40}=)/;

/** A database name with a space, at which reading ends: most strings are part of sentences and commands. */
function cutDatabase({ literal, uri, range }: FoundString, source: Source): Range | null {
  const { quote, value } = literal;
  const ahead = source.text.slice(range.endOffset, range.endOffset + MAX_REST);
  const isLine = quote === null && ahead.startsWith(' ') && /(?:^|\/)\.env|\.(?:env|properties)$/i.test(source.path);
  const end = quote === null ? (isLine ? ahead.search(/\r?\n|$/) : -1) : ahead.indexOf(quote);
  if (!uri || end < 0 || source.text[range.offset - 1] !== (quote ?? '=')) return null;
  const name = uri.databaseRange;
  const isInName = name?.endOffset === value.length && !literal.placeholders.some(({ at }) => at >= name.offset);
  const rest = (isInName ? REST : value.endsWith('/') ? OPTIONS : null)?.exec(ahead.slice(0, end))?.[0];
  // A sentence that is filled in may go on: `connected to mongodb://{host}/shop again`.
  if (rest === undefined || (literal.placeholders.length > 0 && ahead[rest.length] !== '?')) return null;
  const written = isInName ? value.length - name.offset : 0;
  return { offset: range.endOffset - written, endOffset: range.endOffset + rest.length };
}
