import { lineStartBefore, type Range } from '../../text/source.ts';
import { closeOf } from '../page.ts';

/** A call that passes a connection string to a client. */
export interface ClientCall {
  /** In lower case, at most `back` code units after the start of the pattern. */
  readonly word: string;
  /** Sticky, starting at the word. Ends after the bracket that opens the arguments, or after the name of a command. */
  readonly pattern: RegExp;
  /** A pattern that the file must also match, if other libraries have a call of this name. */
  readonly beside?: RegExp;
  readonly isCommand?: true;
  /** The string is never the first argument without a name. */
  readonly isNamed?: true;
}

const call = (word: string, pattern: string, beside?: RegExp): ClientCall => ({
  word,
  pattern: new RegExp(pattern, 'y'),
  ...(beside ? { beside } : {}),
});

const namedCall = (word: string, pattern: string, beside?: RegExp): ClientCall => ({
  ...call(word, pattern, beside),
  isNamed: true,
});

const MIKRO_ORM = /["']@mikro-orm\/mongodb["']/;
/** `import { connect } from 'mongoose'`, `const { connect } = require('mongoose')`. */
const OF_MONGOOSE =
  /\{[^{}]{0,300}\b(?:connect|createConnection)\b[^{}]{0,300}\}\s{0,9}(?:=\s{0,9}require\(|from\s{0,9})["']mongoose["']/;
const AGENDA = /["'](?:@hokify\/)?agenda["']/;

/** Constructors and functions of the drivers and of packages based on them (their documentation, 2026-08). */
export const CLIENT_CALLS: readonly ClientCall[] = [
  call('mongoclient', String.raw`MongoClients?(?:\.(?:connect|create))?\(`),
  call('motorclient', String.raw`MotorClient\(`),
  call('mongoclienturi', String.raw`MongoClientURI\(`),
  call('mongoose', String.raw`mongoose(?:\.default)?\.(?:connect|createConnection)\(`),
  ...['connect', 'createConnection'].map((name) =>
    call(`${name.toLowerCase()}(`, String.raw`(?<![\w.$])${name}\(`, OF_MONGOOSE),
  ),
  call('mongooseconnect', String.raw`mongooseConnect\(`),
  call('mongoosemodule', String.raw`MongooseModule\.forRoot(?:Async)?\(`),
  call('mongooseadapter', String.raw`[mM]ongooseAdapter\(`),
  call('mongostore', String.raw`MongoStore\.create\(`),
  call(
    'mongodb',
    String.raw`MongoDB(?:Atlas\w{1,40}|ChatMessageHistory|Saver|Store|Cache)(?:\.from_conn(?:ection)?_string)?\(`,
  ),
  call('parseserver', String.raw`ParseServer\(`),
  call('agenda', String.raw`Agenda\(`, AGENDA),
  call('mongoengine', String.raw`mongoengine\.(?:connect|register_connection)\(`),
  namedCall(
    'connect(',
    String.raw`(?<![\w.])connect\(`,
    /\bfrom[ \t]{1,9}mongoengine[ \t]{1,9}import[ \t]{1,9}(?:\*|\([^)]{0,400}?\bconnect\b|[^\n]{0,200}?\bconnect\b)/,
  ),
  namedCall('connect(', String.raw`(?<=\bme\.)connect\(`, /\bimport[ \t]{1,9}mongoengine[ \t]{1,9}as[ \t]{1,9}me\b/),
  namedCall('mongodb_backend_settings', String.raw`mongodb_backend_settings[ \t]{0,9}=[ \t]{0,9}(?:dict\(|\{)`),
  namedCall('mikroorm.init', String.raw`MikroORM\.init(?:Sync)?(?:<[^()\n]{1,80}>)?\(`, MIKRO_ORM),
  namedCall('defineconfig(', String.raw`defineConfig\(`, MIKRO_ORM),
  call(
    'spark.mongodb.',
    String.raw`spark\.mongodb\.(?:(?:read|write|input|output)\.)?(?:connection\.)?uri["'][ \t]{0,9},`,
  ),
  call(
    'connection.uri',
    String.raw`(?<=\.option\([ \t]{0,9}["'])connection\.uri["'][ \t]{0,9},`,
    /\bformat\([ \t]{0,9}["']mongo(?:db)?["']/,
  ),
  call('mongo::client', String.raw`Mongo::Client\.new\(`),
  call('mongo.start_link', String.raw`Mongo\.start_link\(`),
  call('mongodb\\client', String.raw`MongoDB\\Client\(`),
  call('mongodb\\driver', String.raw`MongoDB\\Driver\\Manager\(`),
  call('mongourl', String.raw`MongoUrl(?:\.Create)?\(`),
  call('mongocxx::uri', String.raw`mongocxx::uri(?:[ \t]{1,4}\w{1,40})?[({]`),
  call('mongoc_client_new', String.raw`mongoc_client_new\(`),
  call('mongoc_uri_new', String.raw`mongoc_uri_new(?:_with_error)?\(`),
  call('mongo.connect', String.raw`mongo\.Connect\((?:[\w.()]{1,60},)?`, /mongo-driver/),
  call('mgo.dial', String.raw`mgo\.Dial(?:WithTimeout)?\(`),
  call('applyuri', String.raw`ApplyURI\(`),
  call('with_uri_str', String.raw`with_uri_str\(`),
  call('clientoptions::parse', String.raw`ClientOptions::parse(?:_async)?\(`, /mongodb/),
  call('connectionstring(', String.raw`ConnectionString\(`, /com\.mongodb/),
  call('fromconnectionstring', String.raw`FromConnectionString\(`, /MongoDB\.Driver|mongoc/),
  call('mongoc.client', String.raw`Mongoc\.Client\(`),
  call('mongo.client(', String.raw`mongo\.Client\(`, /require[ (]*["']mongo/),
  call('mongodb->connect', String.raw`MongoDB->connect\(`),
  call('mongodb::mongoclient', String.raw`MongoDB::MongoClient->new\(`),
  call('initializemongodb', String.raw`initializeMongoDB\(`),
  call('connect(', String.raw`(?<=\bclient\.)connect\(`, /deno\.land\/x\/mongo/),
  call('mongo(', String.raw`mongo\(`, /\bmongolite\b/),
  call('connect-via-uri', String.raw`connect-via-uri[ \t]+\(`),
  call('db.create', String.raw`Db\.create\(`, /mongo_dart/),
  call('new client(', String.raw`new Client\(`, /use[ \t]+MongoDB\\Client\b/),
  ...['mongosh', 'mongodump', 'mongorestore', 'mongoexport', 'mongoimport', 'connect-mdbc'].map((word): ClientCall => ({
    word,
    pattern: new RegExp(String.raw`${word}\b`, 'iy'),
    isCommand: true,
  })),
];

/** The text before a definition, which is not a call. */
const DEFINITION =
  /\b(?:class|def|func|function|fun|fn|interface|extends|implements|record|object|public|private|protected|internal)[ \t]{1,9}$/;

/** The argument of a call whose word is at `at`, or `null` without a call or argument. */
export function argumentOf(text: string, at: number, called: ClientCall): Range | null {
  const { pattern, beside, isCommand, isNamed = false } = called;
  pattern.lastIndex = at;
  if (!pattern.test(text) || (beside && !holds(text, beside))) return null;
  const from = pattern.lastIndex;
  if (isCommand) return isShown(text, at) ? null : commandLine(text, from);
  const whole = /[\w.$\\:]{0,60}$/.exec(text.slice(Math.max(0, at - 60), at))![0];
  if (DEFINITION.test(text.slice(Math.max(0, at - whole.length - 20), at - whole.length))) return null;
  const open = text[from - 1] === '{' ? from - 1 : text.lastIndexOf('(', from - 1);
  const end = closeOf(text, open, MAX_ARGUMENTS);
  return addressIn(text, { offset: from, endOffset: end < 0 ? from : end - 1 }, isNamed);
}

const MAX_ARGUMENTS = 1_500;

/** A parameter with its type, so that the call is a declaration: `String uri`, `this IServices all`, `uri: string`. */
const DECLARED =
  /^\s*(?:@\w+\s+)?(?:(?!(?:await|new|not|typeof|yield|throw|return|async)\s)[A-Za-z_][\w.]*(?:<[\w<>,.? ]*>)?(?:\[\]|[?*&])*\s+[&*]?[A-Za-z_]\w*\s*(?:[,)\s]|$)|\w+\??:\s*&?(?:[sS]tring|str)\b)/;

/** Names of arguments that contain the string if it is not the first argument. */
const NAMED =
  /(?:^|[\s,{("'])(?:uri|url|host|address|mongo_?[uU]r[il]|databaseURI|connection_?[sS]tring|dsn|clientUrl)["']?[ \t]*(?::(?!:)|=(?!=)|=>)[ \t]*/;

/** The argument with the address: the one with such a name, otherwise the first. */
function addressIn(text: string, { offset, endOffset }: Range, isNamed: boolean): Range | null {
  const all = text.slice(offset, endOffset);
  const named = NAMED.exec(all);
  if (!named && isNamed) return null;
  const from = offset + (named ? named.index + named[0].length : (/^\s*/.exec(all)?.[0].length ?? 0));
  if (DECLARED.test(all)) return null;
  if (!named && /^\s*(?:$|[{[]|\*(?:\*|args\b|params\b)|\.\.\.|\w{1,40}[ \t]*=(?![=>]))/.test(all)) return null;
  const end = expressionEnd(text, from, endOffset);
  return end > from ? { offset: from, endOffset: end } : null;
}

const OPENING = '([{';
const CLOSING = ')]}';

const CONTINUES = /^\s*(?:\.|\|\||\?\?|\?|:|\+|or\b|&&)/;

/** End of the expression that begins at `from`: a comma, semicolon or closing bracket of its own level. */
export function expressionEnd(text: string, from: number, limit: number): number {
  let depth = 0;
  let quote: string | null = null;
  let at = from;
  for (; at < limit; at++) {
    const char = text[at]!;
    if (quote !== null) {
      if (char === '\\') at++;
      else if (char === quote) quote = null;
      else if (char === '\n' && quote !== '`') quote = null;
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (OPENING.includes(char)) depth++;
    else if (CLOSING.includes(char)) {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && (char === ',' || char === ';')) break;
    else if (depth === 0 && char === '\n' && !CONTINUES.test(text.slice(at, at + 40))) {
      const line = text.slice(from, at).trim();
      // Go ends the line of a chain with the dot.
      if (line !== '' && !line.endsWith('.')) break;
    }
  }
  return Math.min(at, limit);
}

/** True for a command that is text for people: `echo 'Example: mongosh "$X"'`, `<code>mongosh "$X"</code>`. */
const isShown = (text: string, at: number): boolean => SHOWN.test(text.slice(lineStartBefore(text, at, 200), at));

const SHOWN =
  /<(?:code|pre|kbd)>[^<]*$|\b(?:usage|example):[^\n]*$|\b(?:echo|printf|puts|Write-Host)\b[^\n;&|]*$|\b(?:print\w{0,4}|console\.\w+|log\w*\.\w+)!?\([^\n()]*$/i;

/** The rest of a command's line, including continued lines. */
function commandLine(text: string, from: number): Range | null {
  let end = text.indexOf('\n', from);
  while (
    end > 0 &&
    /[\\\x60^][ \t]{0,4}$/.test(text.slice(Math.max(from, end - 6), end)) &&
    end - from < MAX_ARGUMENTS
  ) {
    end = text.indexOf('\n', end + 1);
  }
  const limit = Math.min(end < 0 ? text.length : end, from + MAX_ARGUMENTS);
  const line = text.slice(from, limit);
  const found =
    /^[ \t]+["']?(?=\$|%\w)|--uri[= \t]+["']?(?=\$|%\w)|--config[= \t]+["']?(?=\$|%\w|~?\/\w)|[ \t]["']?(?=\$\{?\w{0,40}(?:MONGO|URI|URL)\w{0,40})/i.exec(
      line,
    );
  if (!found) return null;
  const start = from + found.index + found[0].length;
  const length =
    /^(?:\$\{\{[^}\n]{1,120}\}\}|\$\([^()\n]{1,200}\)|\$\{[^}\n]{1,120}\}|\$[\w:]{1,100}|%\w{1,100}%|~?\/[\w./-]{1,200})/.exec(
      text.slice(start, limit),
    )?.[0].length;
  return length === undefined ? null : { offset: start, endOffset: start + length };
}

let last: { readonly text: string; readonly pattern: RegExp; readonly result: boolean } | null = null;

/** Cached, because each call of a text needs it. */
function holds(text: string, pattern: RegExp): boolean {
  if (last?.text !== text || last.pattern !== pattern) last = { text, pattern, result: pattern.test(text) };
  return last.result;
}
