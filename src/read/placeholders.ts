import type { Placeholder, Literal } from '../text/literal.ts';
import type { Delimiter } from './scanner.ts';
import type { SourceContext } from './context.ts';

/** How far the end of an unfinished `${…` is searched, in code units. */
const MAX_PLACEHOLDER_LENGTH = 600;

export interface PlaceholderRules {
  /** `\(name)` is an interpolation, and `\#(name)` in a string that begins with `#`. */
  readonly swift: boolean;
  /** `%@` is a placeholder for an object. */
  readonly objects: boolean;
  /** `$name[key]`, `$name{key}` and `$name->{key}` are variables. */
  readonly subscripts: boolean;
  /** `%NAME%` is a variable. */
  readonly batch: boolean;
}

type Found = Omit<Placeholder, 'at'>;

/**
 * Offset after the bracket that closes the one at `at`, or -1. Brackets inside quotes count too, because code is
 * usually balanced.
 */
export function balancedEnd(text: string, at: number, limit = MAX_PLACEHOLDER_LENGTH): number {
  const open = text[at];
  const close = open === '(' ? ')' : open === '[' ? ']' : '}';
  let depth = 0;
  const end = Math.min(text.length, at + limit);
  for (let i = at; i < end; i++) {
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return i + 1;
  }
  return -1;
}

const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * `",".join(hosts)`, `hosts.join(",")`, `String.join(",", hosts)`, `strings.Join(hosts, ",")`: the list that is joined
 * to a host list.
 */
const JOINED_LIST = [
  /^(["']),\1\s{0,9}\.\s{0,9}join\((?<list>[\w$.]{1,80})\)$/,
  /^(?<list>[\w$.]{1,80})\s{0,9}\.\s{0,9}join\((["'`]),\2\)$/,
  /^(?:[\w.]{0,20}[jJ]oin|implode)\((["']),\1,\s{0,9}[$@]?(?<list>[\w.]{1,80})\)$/,
  /^[\w.]{0,20}[jJ]oin\((?<list>[\w.]{1,80}),\s{0,9}(["']),\2\)$/,
];

function joinedList(expression: string): string | undefined {
  for (const form of JOINED_LIST) {
    const list = form.exec(expression)?.groups?.list;
    if (list !== undefined) return list;
  }
  return undefined;
}

/** The variable of an expression: the last part of a property chain, or `null` if the expression is more than that. */
export function variableName(expression: string): string | null {
  const inner = expression.trim().replace(/^(?:\?\.|@{1,2}(?=\w))/, '');
  const list = joinedList(inner);
  if (list !== undefined) return variableName(list);
  if (!/^[\w$.?:>\-\s]+$/.test(inner)) return quotedName(inner);
  const last =
    inner
      .split(/\.|->|::/)
      .at(-1)
      ?.trim() ?? '';
  return NAME.test(last) ? last : null;
}

/** `env["HOST"]`, `getenv('HOST')`: the quoted name, if there is only one. */
function quotedName(expression: string): string | null {
  const names = [...expression.matchAll(/["']([A-Za-z_]\w{0,80})["']/g)];
  return names.length === 1 ? (names[0]?.[1] ?? null) : null;
}

const ENV_LOOKUP =
  /(?:env|ENV|getenv|Getenv|GetEnvironmentVariable|fetch_env!|environ|fetch|env_var)['"]?\s*[[(.]\s*(?:[\w:]+,\s*)?$/;

/** `${NAME-…}`: default value in shells. `{name=…}` */
const PLAIN_DEFAULT = /^(\$\{\w+[-=?+]|\{\w+=(?!=)).*\}$/s;
/** Prefixes for the source of a value: `${env:NAME}`. */
const SOURCES = '(?:env|sys|opt|self|ssm|cf|s3|file|param|sm|vault|secrets?|var|aws|azure|gcp)';
/** `${NAME:-…}`, and `${name:…}` as in Spring and Quarkus, in any bracket. `Name::name` is not a default value. */
const DEFAULT = new RegExp(
  String.raw`^((?:[$#@]?\{|\$\()(?:${SOURCES}:[\w./~-]+|(?!${SOURCES}:)[\w./~-]+):(?!:)[-=?+]?).+([})])$`,
  's',
);

/** `$(or $(NAME),…)` of make, `$(echo …)` of shells. */
const FALLBACK_CALL = /^(\$\((?:or|if|echo|printf|shell[ \t]+echo)\b).+\)$/s;
/** A number as a default value. */
const NUMBER = /((?:\|\||\?\?|\?:|\bor\b|,)\s{0,9})\d{3,}\b/g;

/** The expression without numbers as default values. */
export const withoutNumbers = (expression: string): string => expression.replace(NUMBER, '$1…');

/** A placeholder for output: one short line without literals and default values, which may be passwords. */
export function placeholderSource(source: string): string {
  const named = source.replace(
    /(["'`])((?:[^"'`\\]|\\.){0,200})\1/g,
    (whole, quote: string, inner: string, at: number) =>
      /^[A-Za-z_]\w{0,60}$/.test(inner) && ENV_LOOKUP.test(source.slice(Math.max(0, at - 40), at))
        ? whole
        : `${quote}…${quote}`,
  );
  const line = named
    .replace(PLAIN_DEFAULT, '$1…}')
    .replace(DEFAULT, '$1…$2')
    .replace(FALLBACK_CALL, '$1 …)')
    .replace(/\s+/g, ' ');
  const shown = withoutNumbers(line);
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown;
}

function placeholderOf(text: string, offset: number, endOffset: number, name: string | null, isExample = false): Found {
  return { offset, endOffset, text: placeholderSource(text.slice(offset, endOffset)), name, isExample };
}

/** `${X}`, `${X:-default}`, `$(X)`, `#{x}`, `{{ x }}`, `{x}`. */
function bracketed(text: string, at: number): Found | null {
  const two = text.slice(at, at + 2);
  const skip = two === '${' || two === '#{' || two === '$(' || two === '@{' ? 1 : 0;
  if (skip === 0 && text[at] !== '{') return null;
  if (skip === 0 && !/^\{[\s\w{%}$.'"!(@:[+?*&~-]/.test(text.slice(at, at + 2))) return null;
  const closed = balancedEnd(text, at + skip);
  if (closed < 0) return null;
  const inner = text.slice(at + skip + 1, closed - 1);
  // `#{name}#` of Azure Pipelines.
  const end = two === '#{' && text[closed] === '#' ? closed + 1 : closed;
  // A brace in a password would match one far after the host.
  if (skip === 0 && !inner.startsWith('{') && /\n|[^(.\s]@/.test(inner)) return null;
  const expression = inner
    .replace(/^[{%]\s*|\s*[}%]$/g, '')
    .replace(/:?[-=?+].*$/s, (rest) => (/^:?[-=]/.test(rest) ? '' : rest));
  return placeholderOf(text, at, end, variableName(expression));
}

// Two hex digits after a percent sign are an encoded character, even if they could be a format.
const PRINTF =
  /%(?![0-9A-Fa-f]{2})(?:\([\w. ]{1,60}\)[sdvr]|(?:\d{1,2}\$)?(?:hh?|ll?|[jtz])?[dsvqiu]|\[\d\][svdq])|%(?=["']\s{0,4}PRI[a-zA-Z])/y;
/** `%{name}` of Ruby and Puppet. */
const PERCENT_BRACES = /%\{([A-Za-z_]\w{0,60})\}/y;
const OBJECT = /%(?:\d{1,2}\$)?@|%(?![0-9A-Fa-f]{2})(?:l{1,2}|[hz])?[diu]/y;
const DOLLAR = /\$(?:env:|script:|global:|this->)?[A-Za-z_]\w*(?:->\w+)*/iy;
const SUBSCRIPTED = /\$[A-Za-z_]\w*(?:(?:->)?(?:\[["']?\w{1,60}["']?\]|\{["']?\w{1,60}["']?\})|->\w+)+/y;
const ANGLE = /<(?!\/)([^<>"'`\n@]{1,80})>/y;
const TAG =
  /^(?:\/?(?:a|b|i|p|br|hr|em|li|td|th|tr|ul|ol|code|pre|div|span|strong|small|kbd|var|sub|sup)(?:\s[^>]*)?\/?)$/i;
const ERB = /<%[^%]{1,200}%>/y;
const SQUARE = /\[[A-Za-z][\w .-]{0,60}\]/y;
/** `<<name>>`. */
const ANGLES = /<<[^<>"'`\n@]{1,80}>>/y;
/** `**NAME**`. */
const STARS = /\*\*[A-Za-z][\w -]{0,60}\*\*/y;
/** `##NAME##`, `%%NAME%%`, `@@NAME@@`, `__NAME__`, `[[NAME]]`, `((name))`, which deployment tools fill in. */
const DOUBLED = /(##|%%|@@|__)[A-Z][A-Z\d_-]{0,60}?\1|\[\[[A-Za-z][\w .-]{0,60}\]\]|\(\([A-Za-z][\w ./:-]{0,60}\)\)/y;
/** `@NAME@` and `@some.name@`, which build tools fill in, as a whole part of a string. */
const FILTERED = /@(?:[A-Z][A-Z\d_]{1,60}|[a-z][\w-]{0,40}(?:\.[\w-]{1,40}){1,5})@(?=[:@/,.?&"'`<\s]|$)/y;
/** `%NAME%` as a whole part of a string: no text is encoded like this. */
const PERCENT = /%[A-Z][A-Z\d_]{1,60}%(?=[:@/,.?&"'`<\s-]|$)/y;
const MASKED = /\*{3,}|•{2,}|…|\.{3,}/y;
const BATCH = /%[A-Za-z_]\w*%/y;
const ENTITY_ANGLE = /&lt;([^&<>"'\n@]{1,80})&gt;/y;

const sticky = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/**
 * Text that a person should replace: `<password>`, `[user]`, `****`, `…`, or a tool: `__HOST__`, `@HOST@`. Only at the
 * start of a part of a string.
 */
function placeholder(text: string, at: number, partStart: boolean): Found | null {
  const angle =
    sticky(ERB, text, at) ?? sticky(ENTITY_ANGLE, text, at) ?? sticky(ANGLES, text, at) ?? sticky(ANGLE, text, at);
  if (angle && !TAG.test(angle[1] ?? ''))
    return placeholderOf(text, at, at + angle[0].length, null, !angle[0].startsWith('<%'));
  if (!partStart) return null;
  const doubled = sticky(DOUBLED, text, at)?.[0];
  const filled = doubled ?? (sticky(FILTERED, text, at) ?? sticky(PERCENT, text, at))?.[0];
  if (filled !== undefined) {
    const marks = doubled === undefined ? 1 : 2;
    return placeholderOf(text, at, at + filled.length, variableName(filled.slice(marks, -marks)));
  }
  const other = sticky(STARS, text, at) ?? sticky(MASKED, text, at) ?? sticky(SQUARE, text, at);
  return other ? placeholderOf(text, at, at + other[0].length, null, true) : null;
}

/** The last key of `$config->{db}`, or `null` for an index. */
function keyOf(variable: string): string | null {
  const last = variable.match(/\w+/g)!.at(-1)!;
  return /^\d/.test(last) ? null : last;
}

/**
 * The unknown piece that begins at `at`, or `null`.
 * @param partStart true where a part of a connection string can begin (after `/`, `:`, `@`, `.`, `,`, `=`, `-`)
 * @param dollar true if `$name` is a variable
 */
export function placeholderStart(
  text: string,
  at: number,
  partStart: boolean,
  dollar: boolean,
  rules: PlaceholderRules,
): Found | null {
  switch (text.charAt(at)) {
    case '$': {
      const found = bracketed(text, at);
      if (found || !dollar) return found;
      const part = rules.subscripts ? sticky(SUBSCRIPTED, text, at) : null;
      if (part) return placeholderOf(text, at, at + part[0].length, keyOf(part[0]));
      const match = sticky(DOLLAR, text, at);
      return match
        ? placeholderOf(text, at, at + match[0].length, variableName(match[0].replace(/^\$(?:\w+:)?/, '')))
        : null;
    }
    case '#':
    case '{':
      return bracketed(text, at) ?? placeholder(text, at, partStart);
    case '%': {
      const named = sticky(PERCENT_BRACES, text, at);
      if (named) return placeholderOf(text, at, at + named[0].length, named[1]!);
      const match =
        (rules.batch ? sticky(BATCH, text, at) : null) ??
        (rules.objects ? sticky(OBJECT, text, at) : null) ??
        sticky(PRINTF, text, at);
      if (!match && partStart) return placeholder(text, at, true);
      return match
        ? placeholderOf(text, at, at + match[0].length, rules.batch ? match[0].replaceAll('%', '') : null)
        : null;
    }
    case '\\': {
      const open = rules.swift ? at + (/^\\#{0,8}(?=\()/.exec(text.slice(at, at + 10))?.[0].length ?? 0) : at;
      const end = open > at ? balancedEnd(text, open) : -1;
      return end < 0 ? null : placeholderOf(text, at, end, variableName(text.slice(open + 1, end - 1)));
    }
    default:
      return placeholder(text, at, partStart);
  }
}

/** `%s`, `%1$s`, `{}`, `{0}`: positional placeholders for arguments of a call. */
const VERB = /^(?:%(?:(\d{1,2})\$)?[svdq]|\{(\d{0,2})\})$/;
const VERBS = /%(?:\d{1,2}\$)?[svdq]|\{\d{0,2}\}/g;
/** `{name}`, `%{name}`, `%(name)s`: placeholders for named arguments. */
const NAMED = /^(?:%?\{(\w{1,60})\}|%\((\w{1,60})\)[sdvr])$/;
/** `name=value`, `name: value`, `"name": value`, `:name => value`. */
const NAMED_ARGUMENT = /^[:"']?(\w{1,60})["']?\s{0,9}(?:=>|[=:])\s{0,9}(?=[^=:>\s])/;
/** The text between a format and its arguments: `fmt.Sprintf("…", a)`, `"…" % (a, b)`, `"…".format(a)`, `"…" -f $a`. */
const ARGUMENTS = /\s{0,9}(?:,\s{0,40}|%\s{0,9}[({]?\s{0,40}|\.\s{0,9}format(?:ted)?\(\s{0,40}|-f\s{1,9})/y;
/** The arguments of a command are words. */
const PRINTF_COMMAND = /\bprintf(?:[ \t]{1,9}-v[ \t]{1,9}\w{1,60})?[ \t]{1,9}$/;
const WORD = /"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s;|&)"']{1,200}/g;
/** How far the end of the format and its arguments are searched, in code units. */
const MAX_FORMAT_LENGTH = 300;
const MAX_ARGUMENTS_LENGTH = 600;

/**
 * Names placeholders after the variables that the call passes for them: `fmt.Sprintf("mongodb+srv://%s/x", host)`,
 * `"mongodb+srv://{h}/x".format(h=host)`. Other placeholders stay unchanged.
 */
export function withArgumentNames(
  placeholders: readonly Placeholder[],
  { placeholders: all, segments, quote }: Literal,
  text: string,
): readonly Placeholder[] {
  const start = segments[0]?.offset;
  const written = ({ offset, endOffset }: Placeholder): string => text.slice(offset, endOffset);
  const isPassed = (one: Placeholder): boolean =>
    (one.name === null && VERB.test(written(one))) || NAMED.test(written(one));
  if (quote === null || start === undefined || !placeholders.some(isPassed)) return placeholders;
  const delimiter = text.lastIndexOf(quote, start - 1);
  const end = Math.max(segments.at(-1)!.endOffset, ...all.map(({ endOffset }) => endOffset));
  const passed = argumentsBehind(text, delimiter, end, quote);
  if (passed.length === 0) return placeholders;
  const before = text.slice(Math.max(delimiter, start - MAX_FORMAT_LENGTH), start).match(VERBS)?.length ?? 0;
  const verbs = all.filter((one) => VERB.test(written(one)));
  return placeholders.map((placeholder): Placeholder => {
    const [, key, formatKey] = NAMED.exec(written(placeholder)) ?? [];
    const named = (key ?? formatKey) === undefined ? undefined : namedArgument(passed, key ?? formatKey!);
    if (named !== undefined) return { ...placeholder, name: passedName(named) };
    if (placeholder.name !== null || !verbs.includes(placeholder)) return placeholder;
    const [, percent, brace] = VERB.exec(written(placeholder)) ?? [];
    const at = percent ? Number(percent) - 1 : brace ? Number(brace) : before + verbs.indexOf(placeholder);
    return { ...placeholder, name: passedName(passed[at] ?? '') };
  });
}

/** The variable of an argument, or `null` for one that is not a single variable. */
const passedName = (argument: string): string | null => variableName(argument.trim().replace(/^[$&](?=\w)/, ''));

/** The value passed for a name. */
function namedArgument(passed: readonly string[], name: string): string | undefined {
  for (const argument of passed) {
    const [whole = '', key] = NAMED_ARGUMENT.exec(argument.trim()) ?? [];
    if (key === name) return argument.trim().slice(whole.length);
  }
  return undefined;
}

/** The arguments passed after the format that begins at `delimiter` and whose text continues at `end`, as written. */
function argumentsBehind(text: string, delimiter: number, end: number, quote: string): readonly string[] {
  const close = text.slice(end, end + MAX_FORMAT_LENGTH).indexOf(quote);
  if (close < 0) return [];
  const closed = end + close + (text.startsWith(quote.repeat(3), end + close) ? 3 : 1);
  if (PRINTF_COMMAND.test(text.slice(Math.max(0, delimiter - 100), delimiter))) {
    const [line = ''] = text.slice(closed, closed + MAX_ARGUMENTS_LENGTH).split(/(?<!\\)\r?\n/);
    return (line.match(WORD) ?? []).map((word) => /^["']?\$\{?(\w{1,60})\}?["']?$/.exec(word)?.[1] ?? '');
  }
  ARGUMENTS.lastIndex = closed;
  if (!ARGUMENTS.test(text)) return [];
  const rest = text.slice(ARGUMENTS.lastIndex, ARGUMENTS.lastIndex + MAX_ARGUMENTS_LENGTH);
  const parts = [''];
  let depth = 0;
  for (const char of rest) {
    if (depth === 0 && (char === ')' || char === ';' || char === '\n') && parts.at(-1)!.trim() !== '') break;
    if ('([{'.includes(char)) depth++;
    if (')]}'.includes(char) && --depth < 0) break;
    if (char === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  return parts;
}

/** Whether the program fills a placeholder in: depends on the language and on the delimiter or its prefix. */
export type IsFilledIn = (written: string, quote: string | null) => boolean;

const PREFIX: Readonly<Partial<Record<SourceContext['language'], RegExp>>> = {
  python: /(?:^|\W)[rR]?[fF][rR]?(?:"{2}|'{2})?$/,
  csharp: /\$@?(?:"{2})?$|@\$$/,
  scala: /(?:^|\W)[sf](?:"{2})?$/,
};

/** Languages whose marked strings interpolate the contents of braces. */
const WITH_DOLLAR = new Set(['kotlin', 'groovy', 'dart', 'php', 'perl', 'powershell', 'shell', 'julia']);

/** @param text of the file */
export function filledIn(text: string, { opened, raw }: Delimiter, { language, syntax }: SourceContext): IsFilledIn {
  const prefix = PREFIX[language];
  const isMarked = prefix?.test(text.slice(Math.max(0, opened - 6), opened)) ?? false;
  return (written, quote) => {
    if (prefix) return isMarked;
    if (raw) return false;
    if (written.startsWith('\\')) return language === 'swift';
    if (written.startsWith('#{')) return (language === 'ruby' || language === 'elixir') && quote !== "'";
    if (!written.startsWith('$')) return false;
    if (language === 'script') return quote === '`' && written.startsWith('${');
    return WITH_DOLLAR.has(language) && syntax.dollar.includes(quote ?? 'bare');
  };
}
