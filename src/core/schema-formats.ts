export interface Format {
  /** What is right, for people, after "expected". */
  readonly expected: string;
  /** Goes into the JSON Schema; linear, no backtracking. */
  readonly pattern: string;
  /** What the pattern cannot say. */
  readonly test?: (value: string) => boolean;
}

/** No letter of an address with credentials: those belong into no key and no name. */
const PLAIN = '^[^\\s@:/\\\\]+$';

const FORMATS = {
  name: { expected: 'a name', pattern: '^[^@:/\\s](?:[^@:/\\n]*[^@:/\\s])?$' },
  token: { expected: 'letters and digits', pattern: '^[A-Za-z0-9]+$' },
  region: { expected: 'a region like US_EAST_1 or us-east-1', pattern: '^[A-Za-z][A-Za-z0-9_ -]*$' },
  scheme: { expected: 'a scheme like "db", without "://"', pattern: '^[A-Za-z][A-Za-z0-9+.-]*$' },
  host: { expected: 'a host name or a pattern of one, without scheme, user or path', pattern: PLAIN },
  hostPort: { expected: 'a host name, without scheme, user or path', pattern: '^[^\\s@:/\\\\]+(?::\\d+)?$' },
  urlPath: { expected: 'a path that begins with "/"', pattern: '^/[^\\s@:]*$' },
  mediaType: { expected: 'a media type like "application/vnd.example"', pattern: '^[^\\s@:/]+/[^\\s@:/]+$' },
  path: { expected: 'a path of a file', pattern: '^(?!.*://)[^\\n]+$' },
  glob: { expected: 'a path pattern like "deploy/**"', pattern: '^(?!.*://)[^\\n]+$' },
  sentence: { expected: 'some text', pattern: '\\S' },
  uri: { expected: 'a connection string', pattern: '\\S' },
  label: { expected: 'a single label of a host name', pattern: '^[A-Za-z0-9-]+$' },
  date: { expected: 'a date like 2026-03-31', pattern: '^\\d{4}-\\d{2}-\\d{2}$', test: isDate },
  time: {
    expected: 'a date like 2026-03-31, with or without a time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
    test: (value) => isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)),
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

const COMPILED = new Map<FormatName, RegExp>();

export function formatOf(name: FormatName): Format {
  return FORMATS[name];
}

export function hasFormat(name: FormatName, value: string): boolean {
  const format = formatOf(name);
  let pattern = COMPILED.get(name);
  if (!pattern) COMPILED.set(name, (pattern = new RegExp(format.pattern, 'u')));
  return pattern.test(value) && (format.test?.(value) ?? true);
}

/** True for a day of the calendar written YYYY-MM-DD (2026-02-30 is none). */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
