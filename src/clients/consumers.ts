import optionForms from './option-forms.json' with { type: 'json' };
import PARSERS from './url-parsers.json' with { type: 'json' };
import type { FoundFile, FoundString } from '../classify/found-string.ts';
import { expressionEnd } from '../read/brackets.ts';
import { followIn } from '../read/external/follow.ts';
import type { Severity } from '../config/severity.ts';
import type { ConnectionString } from '../parse/connection-string.ts';
import { escapePattern, matchesIn, namedForms, oncePerText, textBefore } from '../text/source.ts';
import type { Edit, Fix, Range, Source } from '../text/source.ts';
import { settingsBeside, type SettingBeside } from './settings-beside.ts';
import { isSrvOnly } from '../classify/classify-host.ts';
import { editOf, makeFix, optionNamed, partAt, withOption } from '../classify/string-edits.ts';

const FORMS = namedForms(optionForms.consumers);

/** A mistake in the dialect of a program that reads connection strings in its own way. */
export interface DialectProblem {
  /** Key of the messages of `consumer-dialect`. */
  readonly message: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly at: Range;
  readonly severity: Severity;
  readonly suggestions?: readonly (Fix | undefined)[];
}

type Use = Readonly<ReturnType<typeof useOf>>;

/** Airflow's connections look like strings of a driver but follow other rules, which `consumer-dialect` checks. */
export const hasOwnForm = (string: FoundString): boolean =>
  string.uri !== null &&
  (/(?:^|\.)AIRFLOW_CONN_\w+$|^--conn-uri$/.test(string.literal.key ?? '') ||
    (schemeOf(string) === 'mongo' && optionNamed(string, 'srv') !== undefined));

const settingNamed = ({ beside }: Use, path: RegExp): SettingBeside | undefined =>
  [...beside.settings, ...beside.outer].find((one) => path.test(one.path));

/** As written, without `://`. */
const schemeOf = ({ literal, uri }: FoundString): string =>
  uri ? literal.value.slice(uri.schemeRange.offset, uri.schemeRange.endOffset) : '';

/**
 * Airflow: "The URI and the mongo connection string are not the same" (mongo provider documentation 5.4.0). The type is
 * `mongo`, `srv=true` turns SRV on. Another type is ignored or refused (airflow 41371, 41717), and the port of several
 * hosts is no number (airflow 14659).
 */
function airflow({ string }: Use, uri: ConnectionString): DialectProblem | null {
  const { hosts } = string;
  const [host] = hosts;
  if (!host) return null;
  const at = string.range;
  if (hosts.length > 1) return { message: 'airflowHosts', at, severity: 'error' };
  const isMongo = schemeOf(string).toLowerCase() === 'mongo';
  const lacksSrv = host.class.domain !== null && isSrvOnly(host) && optionNamed(string, 'srv')?.value !== 'true';
  if (isMongo && !lacksSrv) return null;
  const edits = [
    ...(isMongo ? [] : [editOf(string, uri.schemeRange, 'mongo')]),
    ...(lacksSrv ? [withOption(string, 'srv', 'true')] : []),
  ];
  const suggestions = [makeFix('Write the connection as Airflow reads it', ...edits)];
  return { message: isMongo ? 'airflowSrv' : 'airflowScheme', at, severity: 'error', suggestions };
}

/** Names the database, with the slash before it where it is missing. */
function withDatabase(string: FoundString, uri: ConnectionString, name: string): Edit | undefined {
  if (uri.databaseRange) return editOf(string, uri.databaseRange, name);
  const hasSlash = string.literal.value[uri.hostsRange.endOffset] === '/';
  const end = uri.hostsRange.endOffset + (hasSlash ? 1 : 0);
  return editOf(string, { offset: end, endOffset: end }, hasSlash ? name : `/${name}`);
}

/** Prisma refuses a string without a database: P1013 (prisma/orm 13763, 13647). */
export function withoutDatabase(string: FoundString): DialectProblem | null {
  const { uri } = string;
  if (!uri || (uri.database ?? '') !== '' || uri.hosts.length === 0) return null;
  const edit = withDatabase(string, uri, 'app');
  const suggestions = [makeFix('Name the database after the hosts (replace the name)', edit)];
  return { message: 'prismaDatabase', at: string.range, severity: 'error', suggestions };
}

/** "$MONGO_OPLOG_URL must be set to the 'local' database" (Meteor, package `mongo`). */
function oplogDatabase({ string }: Use, uri: ConnectionString): DialectProblem | null {
  const named = uri.databaseRange;
  if (uri.hosts.length === 0 || uri.database === 'local') return null;
  if (named && string.literal.placeholders.some(({ at }) => named.offset <= at && at < named.endOffset)) return null;
  const suggestions = [makeFix('Name the database `local`', withDatabase(string, uri, 'local'))];
  return { message: 'oplog', at: string.range, severity: 'error', suggestions };
}

/** "must have a / before the query ?" (mingo 704). */
function slashBeforeOptions({ string }: Use, uri: ConnectionString): DialectProblem | null {
  const offset = uri.hostsRange.endOffset;
  if (string.literal.value[offset] !== '?') return null;
  const mark = { offset, endOffset: offset + 1 };
  const suggestions = [makeFix('Write / before the options', editOf(string, mark, '/?'))];
  return { message: 'slash', at: partAt(string, mark), severity: 'warning', suggestions };
}

/** What the tools refuse: "Cannot specify different database in connection URI and command-line option" (TOOLS-2459). */
function otherDatabase(use: Use, { database }: ConnectionString): DialectProblem | null {
  const flag = settingNamed(use, /^(?:--db|-d)$/);
  if (!flag || !database || !/^[\w-]+$/.test(flag.value) || !/^[\w-]+$/.test(database)) return null;
  return flag.value === database ? null : { message: 'otherDatabase', at: flag.valueAt, severity: 'error' };
}

/** `--mongodb.direct-connect` is on by default and refuses several hosts and SRV (mongodb_exporter 633, 971). */
function exporterDefault(use: Use): DialectProblem | null {
  const { string } = use;
  if (settingNamed(use, /direct-connect/) || (string.form !== 'srv' && string.hosts.length < 2)) return null;
  return { message: 'directByDefault', at: string.range, severity: 'warning' };
}

const isExporter = (use: Use): boolean =>
  settingNamed(use, /^--mongodb\.uri$/) !== undefined ||
  (use.key.endsWith('MONGODB_URI') && /mongodb[_-]exporter/.test(settingNamed(use, /^image$/)?.value ?? ''));

type Check = (use: Use, uri: ConnectionString) => DialectProblem | null;

const CONSUMERS: readonly (readonly [is: (use: Use) => boolean, problem: Check])[] = [
  [
    (use) => {
      const isConnection = /(?:^|[.\s])Connection$/.test(use.beside.names[0] ?? '');
      return hasOwnForm(use.string) || (isConnection && !!settingNamed(use, /^conn_id$/));
    },
    airflow,
  ],
  [
    // A string that is passed to the client replaces the one in the schema.
    (use) =>
      (use.source.path.endsWith('.prisma') && settingNamed(use, /^provider$/)?.value === 'mongodb') ||
      /\bPrismaClient\(\{[^;()]{0,200}$/.test(textBefore(use.source.text, use.string.range.offset)),
    ({ string }) => withoutDatabase(string),
  ],
  [({ key }) => /(?:^|\.)MONGO_OPLOG_URL$/.test(key), oplogDatabase],
  [
    ({ beside: { names } }) => names.some((name) => FORMS.databaseTool.test(name)),
    (use, uri) => slashBeforeOptions(use, uri) ?? otherDatabase(use, uri),
  ],
  [isExporter, exporterDefault],
  [
    // Debezium and Trino: `mongodb.hosts` lists hosts, also as `set/host:port`; a whole string belongs elsewhere.
    ({ key }) => /(?:^|\.)mongodb\.(?:hosts|seeds)$/.test(key),
    ({ key, string }, { schemeRange }) => {
      const setting = key.endsWith('hosts') ? 'mongodb.connection.string' : 'mongodb.connection-url';
      return { message: 'hostsOnly', data: { setting }, at: partAt(string, schemeRange), severity: 'error' };
    },
  ],
];

const namesConsumer = oncePerText(({ path, text }: Source) => path.endsWith('.prisma') || FORMS.word.test(text));

function useOf(string: FoundString, source: Source) {
  const beside = settingsBeside(source, string.range);
  return { string, source, beside, key: string.literal.key ?? beside.names[0] ?? '' };
}

/** The database's shell or a tool, in front of a string: on its line, a continued one, or in a list of arguments. */
export const TOOL =
  /(?:^|[^\w-])(?:mongo(?:sh|dump|restore|export|import|stat|top|files)(?![\w(])|mongo[ \t]+(?!\w))(?:[^\n|;&]|(?<=\\\r?)\n|\n[ \t]*-[ \t]){0,600}$/;

/** True if a tool or a connector of Kafka reads the string, which has a driver of its own. */
export const hasOwnDriver = ({ literal, range }: FoundString, { text }: Source): boolean =>
  /(?:^|\.)connection\.ur[il]$|^mongodb\.connection\.string$/.test(literal.key ?? '') ||
  TOOL.test(textBefore(text, range.offset));

/** What the program that reads a string would refuse or misread. */
export function dialectProblem(string: FoundString, source: Source): DialectProblem | null {
  const { literal, uri } = string;
  if (literal.context !== 'code' || !uri || !(hasOwnForm(string) || namesConsumer(source))) return null;
  const use = useOf(string, source);
  return CONSUMERS.find(([is]) => is(use))?.[1](use, uri) ?? null;
}

const isOfAgent = oncePerText(({ path, text }: Source) => /(?:^|\/)mongo\.d\//.test(path) || FORMS.agent.test(text));

export function watchesNode(string: FoundString, source: Source): boolean {
  const use = useOf(string, source);
  return isExporter(use) || isOfAgent(source) || /(?:^|\.)mongodb_exporter\.mongodb_uri$/.test(use.key);
}

/** Data sources of Prisma for this product that read their string from an environment variable. */
export function prismaSources({ path, text }: Source) {
  if (!path.endsWith('.prisma') || !/\bprovider\s{0,8}=\s{0,8}"mongodb"/.test(text)) return [];
  return matchesIn(text, /\burl\s{0,8}=\s{0,8}env\("(\w{1,60})"\)/g).map(({ name, offset, endOffset }) => {
    return { parser: null, name, at: { offset, endOffset } };
  });
}

// Parsers that refuse several hosts: kobotoolbox/kpi 3821, effect-mongodb 58, documents of the languages (2026-11).
/** Every text with a call of a parser contains one of these words. */
export const PARSER_WORDS = PARSERS.flatMap(({ calls }) => calls.map((call) => `${call}(`));

/** Calls of parsers for URLs in general with the value of an environment variable. */
export function parserCalls(file: FoundFile) {
  const { path, text } = file.source;
  const isCalled = (name: string): boolean => file.anchors.has(`${name}(`.toLowerCase());
  const own = PARSERS.filter(({ path: form, calls }) => calls.some(isCalled) && new RegExp(form).test(path));
  return own.flatMap(({ calls, reads }) => {
    const [parser = ''] = calls;
    const called = new RegExp(String.raw`\b(?:${calls.map(escapePattern).join('|')})(?=\()`, 'g');
    return matchesIn(text, called).flatMap(({ at, offset, endOffset }) => {
      const from = endOffset + 1;
      // Without an argument, these parsers read a variable of this name.
      if (reads && /^\s{0,9}(?:\)|default\b)/.test(text.slice(from, from + 20)))
        return [{ parser, name: 'DATABASE_URL', at }];
      const [read] = followIn(file)({ offset: reads ? offset : from, endOffset: expressionEnd(text, from) });
      return read?.source === 'env' ? [{ parser, name: read.name, at }] : [];
    });
  });
}
