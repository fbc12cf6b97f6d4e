import type { FoundString } from '../classify/found-string.ts';
import type { Severity } from '../config/severity.ts';
import type { Edit } from '../text/edits.ts';
import { isExact, sourceRange } from '../text/literal.ts';
import type { Range, Source } from '../text/source.ts';
import { settingsBeside, type SettingBeside, type SettingsBeside } from './settings-beside.ts';
import { isSrvOnly } from '../classify/classify-host.ts';
import { optionNamed } from '../classify/string-edits.ts';

/** A mistake in the dialect of a program that reads connection strings in its own way. */
export interface DialectProblem {
  /** Key of the messages of `consumer-dialect`. */
  readonly message: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly at: Range;
  readonly severity: Severity;
  readonly title?: string;
  readonly edits?: readonly Edit[];
}

interface Use {
  readonly string: FoundString;
  readonly source: Source;
  readonly beside: SettingsBeside;
  readonly key: string;
}

/** A program with a dialect of its own. */
interface Consumer {
  readonly is: (use: Use) => boolean;
  readonly problems: (use: Use) => readonly DialectProblem[];
}

/** Airflow's connections look like strings of a driver but follow other rules, which `consumer-dialect` checks. */
export const hasOwnForm = ({ literal, uri }: FoundString): boolean =>
  uri !== null && /(?:^|\.)AIRFLOW_CONN_\w+$/.test(literal.key ?? '');

const DATABASE_TOOL = /^(?:.*\/)?mongo(?:dump|restore|export|import|stat|top|files)$|^bsondump$/;

const settingNamed = ({ beside }: Use, path: RegExp): SettingBeside | undefined =>
  [...beside.settings, ...beside.outer].find((one) => path.test(one.path));

const editAt = ({ literal }: FoundString, part: Range, text: string): Edit[] =>
  part.endOffset > part.offset && !isExact(literal, part.offset, part.endOffset)
    ? []
    : [{ ...sourceRange(literal, part.offset, part.endOffset), text }];

const schemeAt = ({ literal, uri, range }: FoundString): Range =>
  uri ? sourceRange(literal, uri.schemeRange.offset, uri.schemeRange.endOffset) : range;

/** As written, without `://`. */
const schemeOf = ({ literal, uri }: FoundString): string =>
  uri ? literal.value.slice(uri.schemeRange.offset, uri.schemeRange.endOffset).replace(/:\/*$/, '') : '';

/**
 * Airflow: "The URI and the mongo connection string are not the same" (mongo provider documentation 5.4.0). The type is
 * `mongo`, `srv=true` turns SRV on. Another type is ignored or refused (airflow 41371, 41717), and the port of several
 * hosts is no number (airflow 14659).
 */
function airflow({ string }: Use): DialectProblem[] {
  const { uri, hosts } = string;
  const [host] = hosts;
  if (!uri || !host) return [];
  if (hosts.length > 1) return [{ message: 'airflowHosts', at: string.range, severity: 'error' }];
  const isMongo = schemeOf(string).toLowerCase() === 'mongo';
  const srv = optionNamed(string, 'srv')?.value === 'true';
  const needsSrv = host.class.domain !== null && isSrvOnly(host);
  if (isMongo && (srv || !needsSrv)) return [];
  const query = uri.options.length > 0 ? '&srv=true' : '?srv=true';
  const scheme = editAt(string, uri.schemeRange, 'mongo');
  const option = srv || !needsSrv ? [] : [{ ...endOf(string), text: query }];
  const title = 'Write the connection as Airflow reads it';
  const message = isMongo ? 'airflowSrv' : 'airflowScheme';
  return [{ message, at: string.range, severity: 'error', title, edits: isMongo ? option : [...scheme, ...option] }];
}

function endOf({ literal, uri }: FoundString): Range {
  const end = uri!.endOffset;
  return sourceRange(literal, end, end);
}

/** Prisma refuses a string without a database: P1013 (prisma/orm 13763, 13647). */
export function withoutDatabase(string: FoundString): DialectProblem[] {
  const { uri, literal } = string;
  if (!uri || (uri.database ?? '') !== '' || uri.hosts.length === 0) return [];
  const hasSlash = literal.value[uri.hostsRange.endOffset] === '/';
  const place = uri.hostsRange.endOffset + (hasSlash ? 1 : 0);
  const title = 'Name the database after the hosts (replace the name)';
  const edits = [{ ...sourceRange(literal, place, place), text: hasSlash ? 'app' : '/app' }];
  return [{ message: 'prismaDatabase', at: string.range, severity: 'error', title, edits }];
}

/** "must have a / before the query ?" (mingo 704). */
function slashBeforeOptions({ string }: Use): DialectProblem[] {
  const { uri, literal } = string;
  if (!uri) return [];
  const at = uri.hostsRange.endOffset;
  if (literal.value[at] !== '?') return [];
  const place = sourceRange(literal, at, at + 1);
  const edits = editAt(string, { offset: at, endOffset: at + 1 }, '/?');
  return [{ message: 'slash', at: place, severity: 'warning', title: 'Write / before the options', edits }];
}

/**
 * `--mongodb.direct-connect` is on by default, and then several hosts and SRV strings are refused (mongodb_exporter 633,
 * 971). Written out, the flag is an option of the string, which `uri-refused` checks.
 */
function exporterDefault(use: Use): DialectProblem[] {
  const { string } = use;
  if (settingNamed(use, /direct-connect/) || string.uri === null) return [];
  if (string.form !== 'srv' && string.hosts.length < 2) return [];
  const [message, severity] = ['directByDefault', 'warning'] as const;
  return [{ message, at: string.range, severity }];
}

/** The settings of Debezium and Trino. */
const HOSTS_ONLY = /(?:^|\.)mongodb\.(?:hosts|seeds)$/;

const CONSUMERS: readonly Consumer[] = [
  {
    is: ({ string }) => hasOwnForm(string),
    problems: airflow,
  },
  {
    is: (use) => use.source.path.endsWith('.prisma') && settingNamed(use, /^provider$/)?.value === 'mongodb',
    problems: ({ string }) => withoutDatabase(string),
  },
  {
    is: ({ beside: { names } }) => names.some((name) => DATABASE_TOOL.test(name)),
    problems: slashBeforeOptions,
  },
  {
    is: (use) =>
      settingNamed(use, /^--mongodb\.uri$/) !== undefined ||
      (/mongodb[_-]exporter/.test(settingNamed(use, /^image$/)?.value ?? '') && use.key.endsWith('MONGODB_URI')),
    problems: exporterDefault,
  },
  {
    // `mongodb.hosts` lists hosts, also as `set/host:port`; a whole string belongs to another setting.
    is: ({ key, string: { uri } }) => uri !== null && HOSTS_ONLY.test(key),
    problems: ({ key, string }) => {
      const setting = key.endsWith('hosts') ? 'mongodb.connection.string' : 'mongodb.connection-url';
      return [{ message: 'hostsOnly', data: { setting }, at: schemeAt(string), severity: 'error' }];
    },
  },
];

/** What the program that reads a string would refuse or misread. */
export function dialectProblems(string: FoundString, source: Source): readonly DialectProblem[] {
  if (string.literal.context !== 'code') return [];
  const beside = settingsBeside(source, string.range);
  const use = { string, source, beside, key: string.literal.key ?? beside.names[0] ?? '' };
  return CONSUMERS.find(({ is }) => is(use))?.problems(use) ?? [];
}

/** A data source of Prisma for this product that reads its string from an environment variable. */
export function prismaSources({ path, text }: Source): { readonly name: string; readonly at: Range }[] {
  if (!path.endsWith('.prisma') || !/\bprovider\s{0,8}=\s{0,8}"mongodb"/.test(text)) return [];
  return [...text.matchAll(/\burl\s{0,8}=\s{0,8}env\("(\w{1,60})"\)/g)].map(({ index, 0: whole, 1: name = '' }) => ({
    name,
    at: { offset: index, endOffset: index + whole.length },
  }));
}
