import { matchesInParts, type ApiRequest, type MediaType } from './requests.ts';
import { COMMAND, isBareRequest } from './call-range.ts';
import { QUOTED } from './named-values.ts';
import { operationOf } from './versions.ts';
import { versionDates } from '../classify/api-versions.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { type Edit, type Fix, oncePerText, type Range } from '../text/source.ts';
import type { FoundString, FoundFile } from '../classify/found-string.ts';
import { editOf } from '../classify/string-edits.ts';

/** An `Accept` header of plain JSON in headers, dictionaries, setters and builders. */
const PLAIN =
  /\bAccept\\?["'`]?\]?[ \t]{0,8}(?:=>|[:,=])[ \t]{0,8}\\?["'`]?(application\/json|\*\/\*)(?![\w+.;/])|\bAccept\.Add\([^)\n]{0,80}?(application\/json)(?=["'])|"key":\s{0,8}"Accept",\s{0,40}"value":\s{0,8}"(application\/json|\*\/\*)(?=")/gi;
/** Before a command in a text that is only printed. */
const PRINTED =
  /(?:(?:^|[;&|(\s])(?:echo|printf)\s{1,9}(?:-\w{1,9}\s{1,9})?["']|\b(?:console\.\w{1,20}|\w{0,20}(?:print\w{0,9}|log|puts|say|Error|usage))\s{0,9}\(?\s{0,9}["'`])[^"'`\n]{0,300}$/;
/** A client that sends no version (source of 4.19.0; mongodb-atlas-api-client 58). */
const WITHOUT_VERSION = /(?:\bfrom|\brequire\()\s{0,9}["']mongodb-atlas-api-client["']/;
const DEFAULTS = /\baxios\.(?:defaults|interceptors)|\binstall_opener\b|\$PSDefaultParameterValues\b/;

/** Why a call names no version: a plain JSON header, or no header at all. */
type Unversioned = Readonly<{ plain: Range | null }>;

/** `null` for a call that names a version, or whose version may be set outside of the text. */
export function unversioned(request: ApiRequest, file: FoundFile, { api }: ServiceProfile): Unversioned | null {
  const { parts, mediaTypes, whole } = request;
  if (mediaTypes.length > 0 || parts.some((part) => part.text.toLowerCase().includes(api.mediaType))) return null;
  const [plain] = matchesInParts(parts, PLAIN);
  // Lines around an address may belong to another call, so the result is certain only in a file without any version.
  if (plain) return whole || !namesVersion(file) ? { plain: plain.at } : null;
  if (parts.some((part) => /(?<![\w-])Accept\b/i.test(part.text)) || hasDefaults(file)) return null;
  const isSilent = /\bbaseUrl\b/.test(request.text) && WITHOUT_VERSION.test(file.source.text);
  return isSilent || isComplete(request, file) ? { plain: null } : null;
}

/** What a command takes that is no header: credentials, a body, a file for the answer. */
const OTHER_OPTIONS =
  /\s(?:-u|--user|-d|--data(?:-\w{1,12})?|--json|-o|--output|-Body|-Uri|-OutFile|-Credential|-ContentType)[ =]{1,4}(?:"(?:[^"\\]|\\.){0,1000}"|'[^']{0,1000}'|[^\s"']){1,400}|\s-H[ \t]{0,4}["'](?:Authorization|Content-Type):[^"'\n]{0,300}["']/gi;
/** Headers from outside of the text. */
const ELSEWHERE = /[$%]|(?<!\w)@\w|-H@|\s(?:-K|--config|--session)\b|\s-(?:WebSession|Headers)[ \t]{1,4}[^@]/;
/** Headers that do not name a version, with their values. */
const OTHER_HEADERS =
  /["']?\b(?:Authorization|User-Agent|X-[\w-]{1,40})["']?[ \t]{0,4}[:=][ \t]{0,4}(?:[^,{}\n]|\{[^{}\n]{0,80}\}){1,200}/gi;
/** Settings of a call that contain no headers. */
const NO_HEADERS = 'auth|json|data|body|params|timeout|signal';
/** Such a setting with its value. */
const OTHER_SETTINGS = new RegExp(
  String.raw`\b(?:${NO_HEADERS})["']?[ \t]{0,4}[:=][ \t]{0,4}(?:[\w.]{0,60}\([^()]{0,300}(?:\([^()]{0,300}\)[^()]{0,100}){0,4}\)|\{[^{}]{0,600}\}|\[[^[\]]{0,600}\]|[\w.]{1,60})`,
  'g',
);
/** A value that such a setting names. */
const OTHER_VALUE = new RegExp(String.raw`^(?:${NO_HEADERS})\b`);
/** A name that is no key and no literal. */
const NAME =
  /(?<!\w\.?)(?!(?:null|None|nil|true|True|false|False|async|await|new|username|password)\b)[A-Za-z_$][\w$]{0,60}(?![\w$]|["']?\s{0,4}[:=])/g;
/** What may add headers to those that a value shows: a call, another value, something filled in. */
const ADDED = /\(|\.{3}|\*\*|[|$]/;
const BUILT = /\b(?:new Headers|dict)\(|^[^\n=(]{0,80}\.(?:set|append|add|update)\w{0,20}\(/g;

/** A method on the request that may add headers: `.use(plugin)`. */
const CHAINED = /^\s{0,40}\.(?!(?:then|catch|finally|json|text|raise_for_status)\b)\w{1,40}\(/;
/** The rest of an address that is written in the call, and what is filled in. */
const REST = /^[^"'`\n]{0,300}["'`](?:\s{0,9}%\s{0,9}(?:[\w.]{1,60}|\([^()\n]{0,200}\))|\.format\([^()\n]{0,200}\))?/;
/** The start of a request in a file of requests. */
const REQUEST_LINE = /(?:^|\n)[ \t]{0,8}[A-Z]{3,6}[ \t]{1,8}(?:\{\{\w{1,60}\}\})?$/;

/** True if the text shows everything that is sent: a command, a request line, or a call of a library. */
function isComplete({ whole, text, range, at, address, parts }: ApiRequest, { source }: FoundFile): boolean {
  if (!whole) return isSentInGo(text);
  const before = text.slice(0, at.offset - range.offset).replace(/\$\{?\w{1,60}\}?$/, '');
  const after = text.slice(at.endOffset - range.offset);
  const command = COMMAND.exec(before);
  if (command) {
    const options = `${before.slice(command.index)} ${after}`.replace(OTHER_OPTIONS, ' ');
    return !PRINTED.test(before.slice(0, command.index)) && !ELSEWHERE.test(options);
  }
  if (!isBareRequest(text, source)) return REQUEST_LINE.test(before);
  if (CHAINED.test(source.text.slice(range.endOffset, range.endOffset + 100))) return false;
  const behind = after
    .replace(at.offset === address.range.offset ? REST : '', '')
    .replace(OTHER_HEADERS, '')
    .replace(QUOTED, '""')
    .replace(OTHER_SETTINGS, '')
    .replace(BUILT, '');
  const names = behind.slice(0, behind.lastIndexOf(')') + 1).match(NAME) ?? [];
  const used = parts
    .slice(1)
    .map((part) => part.text.replace(/^(?:this\.|self\.|[@$])/, ''))
    .filter((value) => !OTHER_VALUE.test(value));
  return (
    names.every((name) => used.some((value) => value.startsWith(name))) &&
    used.every((value) => !ADDED.test(value.replace(OTHER_HEADERS, '').replace(QUOTED, '""').replace(BUILT, '')))
  );
}

/** A request of Go that is created and sent as it is, without headers from a variable or another function. */
function isSentInGo(text: string): boolean {
  const name = /\b(\w{1,40}),[ \t]{0,4}\w{1,40}[ \t]{0,4}:?=[ \t]{0,4}\w{1,40}\.NewRequest/.exec(text)?.[1];
  if (name === undefined || !text.includes('.Do(')) return false;
  return !new RegExp(
    `\\b${name}\\.Header(?!\\.(?:Set|Add)\\(["\`])|(?<!\\bDo)\\((?:[^()\\n]{0,80},)?[ \\t]{0,4}${name}[ \\t]{0,4}[,)]`,
  ).test(text);
}

const namesVersion = oncePerText(({ strings }: FoundFile) =>
  strings.some(({ kind, literal }) => kind === 'media-type' && literal.context !== 'comment'),
);

/** Cached, because each call of a file needs it. */
const hasDefaults = oncePerText(({ source }: FoundFile) => DEFAULTS.test(source.text));

/** Adds the newest version of the operation, if the text shows where to write it. */
export function namedVersion(request: ApiRequest, lacking: Unversioned, { api }: ServiceProfile): Fix[] {
  const date = operationOf(request)?.versions.at(-1)?.date ?? versionDates().at(-1)!;
  const edit = headerEdit(request, lacking, `${api.mediaType}.${date}+json`);
  return edit ? [{ title: `Ask for version ${date}; check the fields that differ`, edits: [edit] }] : [];
}

/** Writes a media type into the header, or the header into the call. `null` if the text shows no place for it. */
export function headerEdit({ text, range }: ApiRequest, { plain }: Unversioned, type: string): Edit | null {
  if (plain) return { ...plain, text: type };
  for (const [place, header] of PLACES) {
    const match = place.exec(text);
    const offset = range.offset + (match ? match.index + match[0].length : 0);
    if (match) return { offset, endOffset: offset, text: header.replace('TYPE', type) };
  }
  return null;
}

/** Where a header can be added, and how. */
const PLACES: readonly (readonly [place: RegExp, header: string])[] = [
  [/\bcurl(?=[ \t])/, " -H 'Accept: TYPE'"],
  [/\bwget(?=[ \t])/, " --header='Accept: TYPE'"],
  [/\bheaders: \{/, " Accept: 'TYPE',"],
  [/\bheaders=\{/, '"Accept": "TYPE", '],
];

/** The media type of a body whose date differs from that of the response, so that the API refuses the call. */
export function otherBodyVersion({ mediaTypes, text, range }: ApiRequest): MediaType | null {
  const isIn = (header: RegExp, { string }: MediaType): boolean =>
    header.test(string.literal.key ?? '') ||
    header.test(text.slice(0, Math.max(0, string.range.offset - range.offset)));
  const dated = mediaTypes.filter(({ date }) => date !== null);
  // The headers of other calls may be among those that a name stands for.
  const accepted = dated.filter((type) => isIn(/\baccept\W{0,12}$/i, type));
  const sent = dated.find((type) => isIn(/\bcontent-?type\W{0,12}$/i, type));
  return sent && accepted.length > 0 && accepted.every(({ date }) => date !== sent.date) ? sent : null;
}

/** Changes a date to `next` in all media types of the request that have it. */
export function moveDate({ mediaTypes }: ApiRequest, { date }: MediaType, next: string): Fix {
  const edits = mediaTypes.flatMap(
    ({ string, constant }) => dateEdit(string, date!, next) ?? (constant ? { ...constant, text: next } : []),
  );
  return { title: `Ask for version ${next}; check the fields that differ`, edits };
}

/** Changes the date of one media type. Empty if the source does not show it literally. */
export function dateEdit(string: FoundString, date: string, next: string): Edit | undefined {
  const at = string.literal.value.indexOf(date);
  return at < 0 ? undefined : editOf(string, { offset: at, endOffset: at + date.length }, next);
}
