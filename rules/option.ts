import { changeOfOption, type DriverUse } from '../src/drivers/resolve.ts';
import type { UriIssue } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { grammarReason, issueProblem, issuesFor, isWholeString } from '../src/lint/grammar.ts';
import { defineRule, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import type { Source } from '../src/text/source.ts';
import { nearestOption } from '../src/parse/check-options.ts';
import { isSpecified, knownOption, valueIssue } from '../src/parse/options.ts';
import type { Fix } from '../src/text/edits.ts';
import { editOf, makeFix, partAt, withoutOption } from '../src/classify/string-edits.ts';
import { callOptions } from '../src/clients/given-options.ts';
import type { SettingBeside } from '../src/clients/settings-beside.ts';

const VALUE = grammarReason(['option-value', 'option-syntax', 'proxy-option-conflict'], (string, issue) => {
  const joined = separated(string, issue) ?? movedPath(string, issue);
  const suggestions = joined ? [joined] : [spelling(string, issue), removed(string, issue)];
  return { suggestions: suggestions.filter((one): one is Fix => !!one) };
});

export default defineRule({
  id: 'option',
  options: {
    known: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Additional valid option names. Case does not matter.',
    },
  },
  readsText: true,
  messages: { issue: '{issue}' },
  reasons: {
    unknown: {
      messages: { argument: 'No official driver has this option. Did you mean `{nearest}`?' },
      checkString(string, { options }, { source }) {
        if (isJdbc(string, source)) return [];
        const known = knownNames(options);
        return issuesFor('option-unknown', string, source)
          .filter((issue) => !known.includes(string.literal.value.slice(issue.offset, issue.endOffset).toLowerCase()))
          .map((issue) => issueProblem(string, issue, rename(string, issue)));
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
        string.uri && string.literal.context === 'code' && !isJdbc(string, source)
          ? changedOptions(string, drivers(path), source)
          : [],
      checkFile: (file, { drivers, path }) =>
        callOptions(file).flatMap((argument) => changedArgument(argument, drivers(path))),
    },
    value: {
      ...VALUE,
      checkFile: (file) => callOptions(file).flatMap((argument) => wrongValue(argument, file.source)),
    },
    separator: {
      messages: {
        ampersand: 'The first option needs a `?`. Without it, all options are part of the database name.',
        quote: 'A quote without a partner is part of the last value.',
      },
      checkString(string, _context, { source }) {
        return isWholeString(string, source) && string.literal.context === 'code'
          ? [...ampersand(string), ...strayQuote(string, source)]
          : [];
      },
    },
    duplicate: grammarReason('option-duplicate', judged),
  },
});

const knownNames = ({ known }: RuleContext['options']): string[] =>
  Array.isArray(known) ? known.map((name) => String(name).toLowerCase()) : [];

/** JDBC drivers have their own options. */
const isJdbc = ({ range: { offset } }: FoundString, { text }: Source): boolean =>
  /jdbc:$/i.test(text.slice(Math.max(0, offset - 5), offset));

/** Other words may be anything. */
const shownName = (name: string): string => (knownOption(name) ? `\`${name}\`` : '…');

/** `/books&retryWrites=true`. */
function ampersand(string: FoundString): RuleProblem[] {
  const { uri, literal } = string;
  if (!uri?.databaseRange || uri.options.length > 0) return [];
  const { offset, endOffset } = uri.databaseRange;
  const match = /&(\w{1,40})=/.exec(literal.value.slice(offset, endOffset));
  if (!match || !knownOption(match[1]!)) return [];
  const place = { offset: offset + match.index, endOffset: offset + match.index + 1 };
  const fix = makeFix('Write ? before the options', editOf(string, place, '?'));
  return [{ message: 'ampersand', at: partAt(string, place), suggestions: fix ? [fix] : [] }];
}

/** Settings files without quotes around the value keep a quote at its end. */
function strayQuote({ range, literal, uri }: FoundString, { path, text }: Source): RuleProblem[] {
  const quote = text[range.endOffset];
  if (literal.quote !== null || !uri || uri.options.length === 0 || (quote !== '"' && quote !== "'")) return [];
  if (!/(?:^|\/)\.?env(?:\.|$)|\.env(?:\.\w{1,20})?$|\.properties$/.test(path)) return [];
  const line = text.slice(text.lastIndexOf('\n', range.offset) + 1, range.endOffset);
  if (line.includes(quote) || !/^\s{0,8}[\r\n]|^$/.test(text.slice(range.endOffset + 1, range.endOffset + 12)))
    return [];
  const at = { offset: range.endOffset, endOffset: range.endOffset + 1 };
  return [{ message: 'quote', at, suggestions: [{ title: 'Remove the quote', edits: [{ ...at, text: '' }] }] }];
}

/** Frameworks have arguments of their own, so only a name that is nearly an option's is a mistake. */
function misspelt({ path, at }: SettingBeside): RuleProblem[] {
  const nearest = knownOption(path) ? null : nearestOption(path.toLowerCase());
  if (!nearest || !isSpecified(nearest.name)) return [];
  const suggestions = [{ title: `Write ${nearest.name}`, edits: [{ ...at, text: nearest.name }] }];
  return [{ message: 'argument', data: { nearest: nearest.name }, at, suggestions }];
}

/** A value in quotes or a number. A name may stand for anything. */
function wrongValue({ path, value, valueAt }: SettingBeside, { text }: Source): RuleProblem[] {
  const option = knownOption(path);
  const isQuoted = /["'`]/.test(text.charAt(valueAt.offset - 1));
  if (!option || option.kind === 'pairs' || !(isQuoted ? /^[\w.+-]+$/ : /^-?\d+$/).test(value)) return [];
  if (!isQuoted && option.kind !== 'integer') return [];
  const issue = valueIssue(option, value, valueAt, valueAt);
  return issue ? [{ message: 'issue', data: { issue: issue.message }, at: valueAt }] : [];
}

/** In a call, also a driver that would ignore the option in a string refuses it. */
function changedArgument({ path, at }: SettingBeside, uses: readonly DriverUse[]): RuleProblem[] {
  const [use] = uses;
  if (!use || !knownOption(path) || !uses.every((one) => changeOfOption(one, path))) return [];
  return [{ message: 'refused', severity: 'error', data: dataOf(use, path), at, related: [manifestOf(use)] }];
}

const dataOf = (use: DriverUse, option: string) => ({
  driver: use.name,
  version: use.version ?? '',
  option: shownName(option),
});

const manifestOf = ({ path, name, version }: DriverUse) => ({
  file: path,
  at: { offset: 0, endOffset: 0 },
  message: `${name} ${version ?? ''}`.trim(),
});

/** Options that the version of the module's driver refuses or ignores. Two drivers that differ decide nothing. */
function changedOptions(string: FoundString, uses: readonly DriverUse[], source: Source): RuleProblem[] {
  const [use] = uses;
  if (!use || !isWholeString(string, source)) return [];
  return string.uri!.options.flatMap((option): RuleProblem[] => {
    const changes = uses.map((one) => changeOfOption(one, option.name));
    const [change] = changes;
    if (!change || changes.some((one) => one?.effect !== change.effect)) return [];
    const { replacedBy, sameValue, effect } = change;
    const renamed =
      replacedBy && sameValue
        ? makeFix(`Write ${replacedBy}`, editOf(string, option.nameRange, replacedBy))
        : undefined;
    const remove = makeFix('Remove the option', withoutOption(string, option));
    return [
      {
        message: effect,
        severity: effect === 'refused' ? 'error' : 'warning',
        data: dataOf(use, option.name),
        at: partAt(string, option.nameRange),
        suggestions: [renamed, replacedBy === null ? remove : undefined].filter((one): one is Fix => one !== undefined),
        related: [manifestOf(use)],
      },
    ];
  });
}

/** The nearest name, as a fix only if no other name is as close. */
function rename(string: FoundString, issue: UriIssue): Partial<RuleProblem> {
  const made = issue.suggestion && makeFix(`Write ${issue.suggestion}`, editOf(string, issue, issue.suggestion));
  if (!made) return {};
  return issue.unique ? { fix: made } : { suggestions: [made] };
}

const BOOLEANS: Readonly<Record<string, string>> = {
  ...{ 1: 'true', yes: 'true', y: 'true', t: 'true', on: 'true' },
  ...{ 0: 'false', '-1': 'false', no: 'false', n: 'false', f: 'false', off: 'false' },
};

/** `true` or `false` for synonyms, and the listed spelling for a value in another case. */
function spelling(string: FoundString, issue: UriIssue): Fix | undefined {
  const option = string.uri?.options.find(({ valueRange }) => valueRange?.offset === issue.offset);
  const written = option?.value?.toLowerCase();
  if (!option?.valueRange || written === undefined || !/must be true or false|deprecated/.test(issue.message))
    return undefined;
  const value = written === 'true' || written === 'false' ? written : BOOLEANS[written];
  return value === undefined ? undefined : makeFix(`Write ${value}`, editOf(string, option.valueRange, value));
}

/** Before the name of an option. */
const SEPARATOR = /[?;](?=([\w.]{1,64})=)/g;

/** `a=1;b=2` and `a=1?b=2`: removing the first option would remove the second one too. */
function separated(string: FoundString, issue: UriIssue): Fix | undefined {
  const end = string.uri?.options.find(({ offset, valueRange }) =>
    [offset, valueRange?.offset].includes(issue.offset),
  )?.endOffset;
  const part = string.literal.value.slice(issue.offset, Math.max(issue.endOffset, end ?? 0));
  const edits = [...part.matchAll(SEPARATOR)]
    .filter(([, name = '']) => knownOption(name) !== undefined)
    .map(({ index }) => editOf(string, { offset: issue.offset + index, endOffset: issue.offset + index + 1 }, '&'))
    .filter((edit) => edit !== undefined);
  return edits.length > 0 ? { title: 'Separate the options with &', edits } : undefined;
}

/** `…/?w=majority/books`: the name belongs into the path, which has none. */
function movedPath(string: FoundString, { offset, endOffset }: UriIssue): Fix | undefined {
  const { literal, uri } = string;
  const value = literal.value.slice(offset, endOffset);
  const slash = value.indexOf('/');
  const query = literal.value.indexOf('?', uri?.hostsRange.endOffset);
  if (slash < 0 || query < 0) return undefined;
  const name = /^\/([\w-]{1,38})$/.exec(value.slice(slash))?.[1];
  const path = literal.value[query - 1] === '/' ? name : `/${name ?? ''}`;
  const isMoved = name !== undefined && !uri?.database;
  const edits = [
    ...(isMoved ? [editOf(string, { offset: query, endOffset: query }, path!)] : []),
    editOf(string, { offset: offset + slash, endOffset }, ''),
  ].filter((edit) => edit !== undefined);
  if (edits.length < (isMoved ? 2 : 1)) return undefined;
  return { title: isMoved ? 'Write the database before the options' : 'Remove the path behind the option', edits };
}

/** An option that is ignored or refused has no effect, so it can also be removed. */
function removed(string: FoundString, issue: UriIssue): Fix | undefined {
  const option = string.uri?.options.find(
    (one) => one.offset === issue.offset || one.valueRange?.offset === issue.offset,
  );
  return option && makeFix('Remove the option', withoutOption(string, option));
}

/** Of equal values the later one can be removed. Different TLS values are an error that only the author can resolve. */
function judged(string: FoundString, issue: UriIssue): Partial<RuleProblem> {
  const options = string.uri?.options ?? [];
  const later = options.find(({ offset }) => offset === issue.offset);
  const name = later?.name.toLowerCase();
  const first = options.find((option) => option.name.toLowerCase() === name);
  if (!later || !first || later === first || later.value === null) return {};
  if (later.value === first.value) return { fix: makeFix('Remove the repetition', withoutOption(string, later)) };
  return name === 'tls' || name === 'ssl' ? { severity: 'error' } : {};
}
