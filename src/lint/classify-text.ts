import { isApiKind } from '../classify/host-shapes.ts';
import { ACCESS } from '../classify/classify-host.ts';
import type { FoundString } from '../classify/found-string.ts';
import { sourceRange, type Literal } from '../text/literal.ts';
import { parseConnectionString } from '../parse/parse.ts';
import { recordsOf, type StringRecord } from './string-record.ts';
import { shownRange } from '../classify/shown.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { lineIndex, type Range } from '../text/source.ts';
import { describe } from '../read/uri.ts';
import { findStrings } from '../read/find-strings.ts';

/** The result of `classify`: a record of the string, and the problems of exactly this text. */
export interface TextResult extends StringRecord {
  readonly valid: boolean;
  readonly errors: readonly TextIssue[];
  readonly warnings: readonly TextIssue[];
  readonly hasUser: boolean;
  readonly hasPassword: boolean;
  readonly database: string | null;
  /** Name as written → decoded value, with secrets as `***`. */
  readonly options: Readonly<Record<string, string>>;
  readonly access: string | null;
  readonly instead: string | null;
}

export interface TextIssue {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
  readonly endOffset: number;
}

/** Checks a single text. Offsets are relative to it. */
export function textResult(text: string, profile: ServiceProfile): TextResult {
  const template = templateString(text, profile);
  const literal = template?.literal ?? wholeLiteral(text);
  const uri = template?.uri ?? parseConnectionString(text, { schemes: profile.schemes });
  const string = template ?? (uri.scheme === null ? bareString(text, profile) : describe(literal, null, profile));
  const record = recordsOf('<text>', 'product', [string], lineIndex(text))[0]!;
  const part = (range: Range): string => {
    const { offset, endOffset } = shownRange(string, range);
    return record.text.slice(offset, endOffset);
  };
  const isApi = isApiKind(string.kind);
  const issues = isApi || (uri.scheme === null && string.form === 'host') ? [] : uri.issues;
  const of = (severity: 'error' | 'warning'): TextIssue[] =>
    issues
      .filter((issue) => issue.severity === severity)
      .map(({ code, message, offset, endOffset }) => ({ code, message, ...sourceRange(literal, offset, endOffset) }));
  // Without a scheme nothing else can be read.
  const noScheme = of('error').filter(({ code }) => code === 'no-scheme');
  const errors = noScheme.length > 0 ? noScheme : of('error');
  return {
    ...record,
    valid: !isApi && errors.length === 0,
    errors,
    warnings: noScheme.length > 0 ? [] : of('warning'),
    hasUser: uri.userRange !== null,
    hasPassword: uri.passwordRange !== null,
    database: isApi || !uri.databaseRange ? null : part(uri.databaseRange),
    options: Object.fromEntries(
      isApi
        ? []
        : uri.options.map(({ nameRange, valueRange }) => [part(nameRange), valueRange ? part(valueRange) : '']),
    ),
    access: ACCESS[string.kind]?.access ?? null,
    instead: ACCESS[string.kind]?.instead ?? null,
  };
}

/** A connection string with placeholders, as `list` finds it in a file. `null` for any other text. */
function templateString(text: string, profile: ServiceProfile): FoundString | null {
  const [string, ...more] = findStrings({ path: 'text.txt', text }, profile);
  if (!string?.uri || more.length > 0 || string.literal.placeholders.length === 0) return null;
  const { offset, endOffset } = string.range;
  return offset === 0 && endOffset === text.length ? string : null;
}

/** A text without a scheme: a host, a host list or an address, otherwise `unknown`. */
function bareString(text: string, profile: ServiceProfile): FoundString {
  const found = findStrings({ path: 'text.txt', text }, profile)[0];
  return found ?? describe(wholeLiteral(text), null, profile);
}

function wholeLiteral(text: string): Literal {
  const segments = text === '' ? [] : [{ at: 0, length: text.length, offset: 0, endOffset: text.length, exact: true }];
  return { value: text, segments, placeholders: [], key: null, context: 'code', decoded: null, quote: null };
}
