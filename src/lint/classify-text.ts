import { decodePercent } from '../parse/part.ts';
import { isApiKind } from '../classify/host-shapes.ts';
import { ACCESS } from '../classify/classify-host.ts';
import type { FoundString } from '../classify/found-string.ts';
import { literalOf, sourceRange, type Literal } from '../text/literal.ts';
import { parseConnectionString } from '../parse/parse.ts';
import { stringRecord } from './string-record.ts';
import { shown, shownRange } from '../classify/shown.ts';
import { NO_FACTS, type Facts } from '../facts/facts.ts';
import { ownerOf } from '../facts/query.ts';
import { recorded } from './recorded.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { lineIndex, type Range } from '../text/source.ts';
import { describe } from '../read/uri.ts';
import { findStrings } from '../read/find-strings.ts';

export type TextResult = ReturnType<typeof textResult>;

/** The record of a single text and its problems by the facts, with offsets in it, without the prefix of JDBC. */
export function textResult(given: string, profile: ServiceProfile, facts: Facts = NO_FACTS) {
  // The prefix belongs to the tool that takes it.
  const text = given.replace(/^jdbc:(?=\w)/i, '');
  const [found, more] = findStrings({ path: 'text.txt', text }, profile);
  // A text that is one string and nothing else is read as in a file, with its placeholders.
  const isWhole = found?.uri && !more && found.range.endOffset - found.range.offset === text.length;
  const uri = isWhole ? found.uri : parseConnectionString(text, { schemes: profile.schemes });
  const written = found && (isWhole || uri.scheme === null) ? found : describe(wholeLiteral(text), null, profile);
  const string = recorded(written, '', { facts, external: {}, profile });
  const record = stringRecord('<text>', 'product', string, lineIndex(text));
  const part = (range: Range): string => {
    const { offset, endOffset } = shownRange(string, range);
    return record.text.slice(offset, endOffset);
  };
  const isApi = isApiKind(string.kind);
  const issues = isApi || (uri.scheme === null && string.form === 'host') ? [] : uri.issues;
  // Without a scheme nothing else can be read.
  const noScheme = issues.filter(({ code }) => code === 'no-scheme');
  const of = (severity: 'error' | 'warning') =>
    (noScheme.length > 0 ? noScheme : issues)
      .filter((issue) => issue.severity === severity)
      .map(({ code, message, offset, endOffset }) => ({
        code,
        message,
        ...sourceRange(isWhole ? found.literal : wholeLiteral(text), offset, endOffset),
      }));
  const errors = of('error');
  const options = uri.options.map(({ nameRange, valueRange }) => [part(nameRange), valueRange ? part(valueRange) : '']);
  return {
    ...record,
    valid: !isApi && errors.length === 0,
    errors,
    warnings: of('warning'),
    hasUser: uri.userRange !== null,
    hasPassword: uri.passwordRange !== null,
    database: isApi || !uri.databaseRange ? null : decodePercent(part(uri.databaseRange)),
    // Name as written → decoded value, with secrets as `***`.
    options: isApi ? {} : (Object.fromEntries(options) as Record<string, string>),
    access: ACCESS[string.kind]?.access ?? null,
    instead: ACCESS[string.kind]?.instead ?? null,
    siblings: siblingsOf(string, profile, facts),
  };
}

/** The strings of the same cluster in its record. */
function siblingsOf({ hosts }: FoundString, profile: ServiceProfile, facts: Facts) {
  const host = hosts.find(({ class: { domain } }) => domain !== null);
  return ((host && ownerOf(facts, host).cluster)?.listed ?? []).map(({ text, kind, form }) => ({
    text: shown(describe(wholeLiteral(text), null, profile)),
    kind,
    form,
    access: ACCESS[kind]?.access ?? null,
  }));
}

const wholeLiteral = (text: string): Literal => literalOf(text, { offset: 0, endOffset: text.length }, true);
