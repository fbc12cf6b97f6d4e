import type { Edit, Fix } from '../text/edits.ts';
import type { ApiRequest, RequestPart, MediaType } from './requests.ts';
import { isBareRequest, isRequest } from './call-range.ts';
import { operationOf } from './versions.ts';
import { versionDates } from '../classify/api-versions.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { oncePer, type Range, type Source } from '../text/source.ts';
import type { FoundString, FoundFile } from '../classify/found-string.ts';
import { editOf } from '../classify/string-edits.ts';

/** An `Accept` header of plain JSON in headers, dictionaries, setters and builders. */
const PLAIN =
  /\bAccept\\?["'`]?\]?[ \t]{0,8}(?:=>|[:,=])[ \t]{0,8}\\?["'`]?(application\/json|\*\/\*)(?![\w+.;/])|\bAccept\.Add\([^)\n]{0,80}?(application\/json)(?=["'])|"key":\s{0,8}"Accept",\s{0,40}"value":\s{0,8}"(application\/json|\*\/\*)(?=")/i;
/** Headers from outside of the text may contain the version. */
const ELSEWHERE =
  /(?:^|\s)(?:-K|--config|--session(?:-read-only)?)\b|(?<!\s(?:-\w{0,8}d|--data(?:-\w{1,12})?|--json))\s@\w|-WebSession\b|-Headers[ \t]{1,4}\(|[)}][ \t]{0,4}\|[ \t]{0,4}[a-z_]\w{0,60}[,)]|-H[ \t]{0,4}["']?@|\bheaders["']?\s{0,8}[:=]\s{0,8}(?:await[ \t])?(?!new[ \t]{1,4}Headers|dict\(|\{|\[)[\w.]{1,60}\(|\.\w{0,20}Headers?\(/i;
const COMMAND = /(?<![\w${-])(?:curl|wget|https?|xhs?|irm|iwr|[Ii]nvoke-(?:[Rr]est[Mm]ethod|[Ww]eb[Rr]equest))[ \t\\]/;
/** The arguments of a script or function, which may be headers. */
const ARGUMENTS = /(?:^|\s)["']?\$(?:[@*\d]|\{[@*\d][^}\n]{0,20}\})["']?(?=\s|[;)}]|$)/;
/** Before a command in a text that is only printed. */
const PRINTED =
  /(?:(?:^|[;&|(\s])(?:echo|printf)\s{1,9}(?:-\w{1,9}\s{1,9})?["']|\b(?:console\.\w{1,20}|\w{0,20}(?:print\w{0,9}|log|puts|say|Error|usage))\s{0,9}\(?\s{0,9}["'`])[^"'`\n]{0,300}$/;
/** Functions whose results contain no headers. */
const WITHOUT_HEADERS =
  /^(?:(?:JSON\.)?stringify|(?:json\.)?dumps|Headers|URLSearchParams|URL|String|encodeURI(?:Component)?|quote|str|int|float|dict|tuple|Number|btoa|b64encode|Buffer\.from|toString|encode|decode|format|join|HTTP(?:Basic|Digest)Auth|BasicAuth|DigestAuth|(?:AbortSignal\.)?timeout|Duration\.\w{1,20}|timedelta|(?:os\.)?getenv|os\.environ\.get|env|if|for|while|function|async|await|return)$/;
const CALLED = /(?<![\w$.])([A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){0,5})[ \t]{0,4}\(/g;
const COMPREHENSION = /\bfor\b[^\n]{1,80}\bin\b/;
/** A method on the request that may add headers: `.use(plugin)`. */
const CHAINED_METHOD =
  /^\s{0,40}\.(?!(?:then|catch|finally|json|text|buffer|pipe|body|on|end|raise_for_status)\b)\w{1,40}\(/;
const DEFAULTS = /\baxios\.(?:defaults|interceptors)|\binstall_opener\b|\$PSDefaultParameterValues\b/;

/** Why a call names no version: a plain JSON header, or no header at all. */
interface Unversioned {
  readonly plain: Range | null;
}

/** Clients that cannot send a version. */
const UNVERSIONED_CLIENTS = /\bmongodb-atlas-api-client\b/;
const usesUnversionedClient = oncePer(({ text }: Source) => UNVERSIONED_CLIENTS.test(text));

/** `null` for a call that names a version, or whose version may be set outside of the text. */
export function unversioned(request: ApiRequest, file: FoundFile, { api }: ServiceProfile): Unversioned | null {
  const { parts, mediaTypes, whole, open, text } = request;
  if (mediaTypes.length > 0 || parts.some((part) => part.text.toLowerCase().includes(api.mediaType))) return null;
  const plain = parts.flatMap((part) => plainIn(part) ?? [])[0];
  if (plain) {
    // Lines around an address may belong to another call, so the result is certain only in a file without any version.
    return whole || !namesVersion(file) ? { plain } : null;
  }
  if (usesUnversionedClient(file.source) && /\bbaseUrl$/i.test(request.address.literal.key ?? ''))
    return { plain: null };
  if (open || !isComplete(request) || ELSEWHERE.test(text) || hasDefaults(file)) return null;
  if (isMadeElsewhere(request, file)) return null;
  return parts.some((part) => /\bAccept\b/i.test(part.text)) ? null : { plain: null };
}

/** True if a function or a caller may add headers, or if nothing is called. */
function isMadeElsewhere({ text, range, at, whole }: ApiRequest, { source }: FoundFile): boolean {
  const command = whole ? COMMAND.exec(text) : null;
  if (command) return ARGUMENTS.test(text) || PRINTED.test(text.slice(0, command.index));
  if (!whole) return isPassedOn(text);
  const behind = text.slice(at.endOffset - range.offset).replace(/^[^"'`\n]{0,300}["'`]/, '');
  const rest = behind.replace(/"[^"\n]{0,300}"|'[^'\n]{0,300}'/g, '""');
  return (
    COMPREHENSION.test(rest) ||
    [...rest.matchAll(CALLED)].some(([, name = '']) => !WITHOUT_HEADERS.test(name)) ||
    CHAINED_METHOD.test(source.text.slice(range.endOffset, range.endOffset + 100))
  );
}

/** True for a request of Go whose headers come from a variable, or that is passed to another function. */
function isPassedOn(text: string): boolean {
  const name = /\b(\w{1,40})(?:,[ \t]{0,4}\w{1,40})?[ \t]{0,4}:?=[ \t]{0,4}\w{1,40}\.NewRequest/.exec(text)?.[1];
  if (name === undefined) return false;
  const header = new RegExp(`\\b${name}\\.Header(?:[ \\t]{0,4}=|\\.(?:Set|Add)\\([^"\`)]|\\[[^"\`\\]])`);
  const passed = new RegExp(`(?<!\\bDo)\\((?:[^()\\n]{0,80},)?[ \\t]{0,4}${name}[ \\t]{0,4}[,)]`);
  return header.test(text) || passed.test(text);
}

const namesVersion = oncePer(({ strings }: FoundFile) =>
  strings.some(({ kind, literal }) => kind === 'media-type' && literal.context !== 'comment'),
);

/** Cached, because each call of a file needs it. */
const hasDefaults = oncePer(({ source }: FoundFile) => DEFAULTS.test(source.text));

function plainIn({ text, offset }: RequestPart): Range | null {
  const match = PLAIN.exec(text);
  if (!match) return null;
  const type = (match[1] ?? match[2] ?? match[3])!;
  const end = offset + match.index + match[0].length;
  return { offset: end - type.length, endOffset: end };
}

/** True if the text shows the whole call: a command, a library function, or a request that is created and sent. */
function isComplete({ whole, text }: ApiRequest): boolean {
  if (whole) return COMMAND.test(text) || isBareRequest(text) || isRequest(text);
  return /\bNewRequest(?:WithContext)?\(/.test(text) && text.includes('.Do(');
}

/** Adds the newest version of the operation, if the text shows where to write it. */
export function namedVersion(request: ApiRequest, lacking: Unversioned, { api }: ServiceProfile): Fix[] {
  const date = operationOf(request)?.versions.at(-1)?.date ?? versionDates().at(-1)!;
  const edit = headerEdit(request, lacking, `${api.mediaType}.${date}+json`);
  return edit ? [{ title: `Ask for version ${date}; check the fields that differ`, edits: [edit] }] : [];
}

/** Writes a media type into the header, or the header into the call. `null` if the text shows no place for it. */
export function headerEdit(request: ApiRequest, { plain }: Unversioned, type: string): Edit | null {
  return plain ? { ...plain, text: type } : insertion(request, type);
}

function insertion({ text, range }: ApiRequest, type: string): Edit | null {
  for (const [place, header] of PLACES) {
    const match = place.exec(text);
    if (!match) continue;
    const offset = range.offset + match.index + match[0].length;
    return { offset, endOffset: offset, text: header.replace('TYPE', type) };
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

/** The media type of a body with another date than the response: the API refuses the call. `null` for none. */
export function otherBodyVersion({ mediaTypes, parts }: ApiRequest): MediaType | null {
  const headerOf = ({ string: { range } }: MediaType): string => {
    const part = parts.find(({ offset, endOffset }) => offset <= range.offset && range.endOffset <= endOffset)!;
    return (
      /\b(Accept|Content-?Type)\W{1,12}(?:\w{1,3})?$/i.exec(part.text.slice(0, range.offset - part.offset))?.[1]?.[0] ??
      ''
    );
  };
  const dated = mediaTypes.filter(({ date }) => date !== null);
  const accepted = dated.find((type) => /a/i.test(headerOf(type)));
  const sent = dated.find((type) => /c/i.test(headerOf(type)));
  return accepted && sent && sent.date !== accepted.date ? sent : null;
}

/** Changes a date to `next` in all media types of the request that have it. */
export function moveDate({ mediaTypes }: ApiRequest, { date }: MediaType, next: string): Fix {
  const edits = mediaTypes.flatMap(
    ({ string, constant }) => dateEdit(string, date!, next) ?? (constant ? { ...constant, text: next } : []),
  );
  return { title: `Ask for version ${next}; check the fields that differ`, edits };
}

/** Changes the date of one media type. Empty if the source does not show it literally. */
export function dateEdit({ literal, inValue, ...string }: FoundString, date: string, next: string): Edit | undefined {
  const at = literal.value.slice(inValue.offset, inValue.endOffset).indexOf(date);
  const part = { offset: inValue.offset + at, endOffset: inValue.offset + at + date.length };
  return at < 0 ? undefined : editOf({ ...string, literal, inValue }, part, next);
}
