import { optionsSchema } from '../src/config/config.ts';
import { list, text } from '../src/config/forms.ts';
import { changeOfOption } from '../src/drivers/drivers.ts';
import { manifestOf, type DriverUse } from '../src/drivers/resolve.ts';
import type { UriIssue, UriOption } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { grammarReason, issueProblem, issuesFor, isWholeString } from '../src/lint/grammar.ts';
import { defineRule, offer, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { matchesIn, rewriting, textBefore, type Source } from '../src/text/source.ts';
import { nearestOption } from '../src/parse/check-options.ts';
import { isSpecified, knownOption, valueIssue } from '../src/parse/options.ts';
import { editOf, makeFix, partAt, withoutOption } from '../src/classify/string-edits.ts';
import { hasOwnDriver } from '../src/clients/consumers.ts';
import { callOptions, DRIVER_WORDS } from '../src/clients/given-options.ts';
import type { SettingBeside } from '../src/clients/settings-beside.ts';

export default defineRule({
  id: 'option',
  options: optionsSchema({ known: list(text(), 'Additional valid option names. Case does not matter.') }),
  trigger: { anchors: DRIVER_WORDS, besideService: true },
  messages: { issue: '{issue}' },
  reasons: {
    unknown: {
      messages: { argument: 'No official driver has this option. Did you mean `{nearest}`?' },
      checkString(string, { options }, { source }) {
        const nameOf = (issue: UriIssue): string => string.literal.value.slice(issue.offset, issue.endOffset);
        return issuesFor('option-unknown', string, source)
          .filter(() => !isJdbc(string, source))
          .filter((issue) => !knownNames(options).includes(nameOf(issue).toLowerCase()))
          .map((issue) => issueProblem(string, issue, renamed(string, issue)));
      },
      checkFile(file, { options }) {
        const known = knownNames(options);
        return callOptions(file).flatMap((one) => (known.includes(one.path.toLowerCase()) ? [] : misspelt(one)));
      },
    },
    driver: {
      supersedes: ['option/unknown', 'tls-weakened/verification'],
      messages: {
        refused: '{driver} {version} refuses the option {option}. The program does not start.',
        ignored: '{driver} {version} does not know the option {option}. It has no effect.',
      },
      checkString: (string, { drivers, path }, { source }) =>
        string.uri?.options.length && isCode(string, source) && !isJdbc(string, source) && !hasOwnDriver(string, source)
          ? string.uri.options.flatMap((option) => changedOption(string, option, drivers(path)))
          : [],
      checkFile: (file, { drivers, path }) =>
        callOptions(file).flatMap((argument) => changedArgument(argument, drivers(path))),
    },
    value: {
      ...grammarReason(['option-value', 'option-syntax', 'proxy-option-conflict'], (string, issue) => {
        const joined = separated(string, issue);
        const option = optionAt(string, issue);
        // An option that is ignored or refused has no effect, so it can also be removed.
        const removed = option && makeFix('Remove the option', withoutOption(string, option));
        return { suggestions: joined ? [joined] : [spelling(string, option), removed] };
      }),
      checkFile: (file) => callOptions(file).flatMap((argument) => wrongValue(argument, file.source)),
    },
    separator: {
      messages: {
        ampersand: 'The first option needs a `?`. Without it, all options are part of the database name.',
        quote: 'A quote without a partner is part of the last value.',
      },
      checkString: (string, _context, { source }) =>
        isCode(string, source) ? [...ampersand(string), ...strayQuote(string, source)] : [],
    },
    duplicate: grammarReason('option-duplicate', judged),
  },
});

const knownNames = ({ known }: RuleContext['options']): string[] =>
  Array.isArray(known) ? known.map((name) => String(name).toLowerCase()) : [];

const isCode = (string: FoundString, source: Source): boolean =>
  string.literal.context === 'code' && isWholeString(string, source);

/** JDBC drivers have their own options. */
const isJdbc = ({ range: { offset } }: FoundString, { text }: Source): boolean =>
  /jdbc:$/i.test(textBefore(text, offset, 5));

/** The nearest name, as a fix only if no other name is as close. */
function renamed(string: FoundString, issue: UriIssue): Partial<RuleProblem> {
  const { suggestion, unique } = issue;
  return suggestion ? offer(makeFix(`Write ${suggestion}`, editOf(string, issue, suggestion)), unique === true) : {};
}

/** `/books&retryWrites=true`, `/books%3FretryWrites=true`. */
function ampersand(string: FoundString): RuleProblem[] {
  const { uri, literal } = string;
  if (!uri?.databaseRange || uri.options.length > 0 || !uri.database?.includes('=')) return [];
  const { offset, endOffset } = uri.databaseRange;
  const [mark] = matchesIn(literal.value.slice(offset, endOffset), /(?:&|%3f)(?=(\w{1,40})=)/gi, offset);
  // What is filled in behind a name may begin with the question mark.
  const isAfterName = mark && mark.offset > offset + 1 && literal.value[mark.offset - 1] === PLACEHOLDER;
  if (!mark || isAfterName || !knownOption(mark.name)) return [];
  const suggestions = [makeFix('Write ? before the options', editOf(string, mark, '?'))];
  return [{ message: 'ampersand', at: partAt(string, mark), suggestions }];
}

/** Settings files without quotes around the value keep a quote at its end. */
function strayQuote({ range, literal, uri }: FoundString, { path, text }: Source): RuleProblem[] {
  const ahead = text.slice(range.endOffset, range.endOffset + 12);
  if (literal.quote !== null || !uri?.options.length || !/^["']\s{0,8}(?:[\r\n]|$)/.test(ahead)) return [];
  if (!/(?:^|\/)\.?env(?:\.|$)|\.env(?:\.\w{1,20})?$|\.properties$/.test(path)) return [];
  if (text.slice(text.lastIndexOf('\n', range.offset) + 1, range.endOffset).includes(ahead[0]!)) return [];
  const at = { offset: range.endOffset, endOffset: range.endOffset + 1 };
  return [{ message: 'quote', at, suggestions: [rewriting('Remove the quote', at, '')] }];
}

/** Clients have arguments of their own, such as `read_preference`: a name that is nearly an option's is a mistake. */
function misspelt({ path, at }: SettingBeside): RuleProblem[] {
  const nearest = knownOption(path) || path === 'read_preference' ? null : nearestOption(path.toLowerCase());
  if (!nearest || !isSpecified(nearest.name)) return [];
  const suggestions = [rewriting(`Write ${nearest.name}`, at, nearest.name)];
  return [{ message: 'argument', data: { nearest: nearest.name }, at, suggestions }];
}

/** A value in quotes or a number. A name may stand for anything. */
function wrongValue({ path, value, valueAt }: SettingBeside, { text }: Source): RuleProblem[] {
  const option = knownOption(path);
  const isQuoted = /["'`]/.test(text.charAt(valueAt.offset - 1));
  if (!option || option.kind === 'pairs' || (!isQuoted && option.kind !== 'integer')) return [];
  if (!(isQuoted ? /^[\w.+-]+$/ : /^-?\d+$/).test(value)) return [];
  const issue = valueIssue(option, value, valueAt, valueAt);
  return issue ? [{ message: 'issue', data: { issue: issue.message }, at: valueAt }] : [];
}

/** What the version of the module's driver does with an option that it lacks. Two that differ decide nothing. */
function changeFor(option: string, uses: readonly DriverUse[]) {
  const [use] = uses;
  const [change, ...others] = uses.map((one) => changeOfOption(one, option));
  if (!use || !change || others.some((one) => one?.effect !== change.effect)) return null;
  // Words that are no option may be anything.
  const data = { driver: use.name, version: use.version ?? '', option: knownOption(option) ? `\`${option}\`` : '…' };
  return { ...change, report: { data, related: [manifestOf(use)] } };
}

/** In a call, also a driver that would ignore the option in a string refuses it. */
function changedArgument({ path, at }: SettingBeside, uses: readonly DriverUse[]): RuleProblem[] {
  const change = knownOption(path) ? changeFor(path, uses) : null;
  return change ? [{ message: 'refused', severity: 'error', at, ...change.report }] : [];
}

function changedOption(string: FoundString, option: UriOption, uses: readonly DriverUse[]): RuleProblem[] {
  const change = changeFor(option.name, uses);
  if (!change) return [];
  const { replacedBy, sameValue, effect, report } = change;
  const remove = replacedBy === null ? makeFix('Remove the option', withoutOption(string, option)) : undefined;
  const offered =
    replacedBy && sameValue ? makeFix(`Write ${replacedBy}`, editOf(string, option.nameRange, replacedBy)) : remove;
  const severity = effect === 'refused' ? 'error' : 'warning';
  return [{ message: effect, severity, at: partAt(string, option.nameRange), suggestions: [offered], ...report }];
}

/** What drivers read as true, or as false. */
const BOOLEANS = { true: /^(?:true|1|yes|y|t|on)$/i, false: /^(?:false|0|-1|no|n|f|off)$/i };

const optionAt = ({ uri }: FoundString, { offset }: UriIssue): UriOption | undefined =>
  uri?.options.find((one) => [one.offset, one.valueRange?.offset].includes(offset));

function spelling(string: FoundString, option: UriOption | undefined) {
  const [value] = Object.entries(BOOLEANS).find(([, words]) => words.test(option?.value ?? '')) ?? [];
  if (!option?.valueRange || value === undefined || knownOption(option.name)?.kind !== 'boolean') return undefined;
  return makeFix(`Write ${value}`, editOf(string, option.valueRange, value));
}

const SEPARATOR = /[?;](?=([\w.]{1,64})=)/g;

/** `a=1;b=2` and `a=1?b=2`: removing the first option would remove the second one too. */
function separated(string: FoundString, issue: UriIssue) {
  const end = optionAt(string, issue)?.endOffset ?? 0;
  const part = string.literal.value.slice(issue.offset, Math.max(issue.endOffset, end));
  const marks = matchesIn(part, SEPARATOR, issue.offset).filter(({ name }) => knownOption(name));
  return makeFix('Separate the options with &', ...marks.map((mark) => editOf(string, mark, '&')));
}

/** Of equal values the later one can be removed. Different TLS values are an error that only the author can resolve. */
function judged(string: FoundString, issue: UriIssue): Partial<RuleProblem> {
  const later = optionAt(string, issue);
  const name = later?.name.toLowerCase();
  const first = string.uri?.options.find((option) => option.name.toLowerCase() === name);
  if (!later || !first || later === first || later.value === null) return {};
  if (later.value === first.value) return { fix: makeFix('Remove the repetition', withoutOption(string, later)) };
  return name === 'tls' || name === 'ssl' ? { severity: 'error' } : {};
}
