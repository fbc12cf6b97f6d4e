import callForms from './call-forms.json' with { type: 'json' };
import headerForms from './header-forms.json' with { type: 'json' };
import { matchesInParts, mediaTypesIn, type ApiRequest, type MediaType } from './requests.ts';
import { COMMAND, isBareRequest } from './call-range.ts';
import { QUOTED } from './named-values.ts';
import { operationOf } from './versions.ts';
import { versionDates } from '../classify/api-versions.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { namedForms, type Edit, type Fix, oncePerText, type Range } from '../text/source.ts';
import type { FoundString, FoundFile } from '../classify/found-string.ts';
import { editOf } from '../classify/string-edits.ts';

const FORMS = namedForms(headerForms);

/** Why a call names no version: a plain JSON header, or no header at all. */
type Unversioned = Readonly<{ plain: Range | null }>;

/** `null` for a call that names a version, or whose version may be set outside of the text. */
export function unversioned(request: ApiRequest, file: FoundFile, { api }: ServiceProfile): Unversioned | null {
  const { parts, mediaTypes, whole } = request;
  if (mediaTypes.length > 0 || parts.some((part) => part.text.toLowerCase().includes(api.mediaType))) return null;
  const [plain] = matchesInParts(parts, FORMS.plain);
  // Lines around an address may belong to another call, so the result is certain only in a file without any version.
  if (plain) return whole || mediaTypesIn(file).length === 0 ? { plain: plain.at } : null;
  if (parts.some((part) => /(?<![\w-])Accept\b/i.test(part.text)) || hasDefaults(file)) return null;
  const isSilent = /\bbaseUrl\b/.test(request.text) && FORMS.withoutVersion.test(file.source.text);
  return isSilent || isComplete(request, file) ? { plain: null } : null;
}

/** True if the text shows everything that is sent: a command, a request line, or a call of a library. */
function isComplete({ whole, text, range, at, address, parts }: ApiRequest, { source }: FoundFile): boolean {
  if (!whole) return isSentInGo(text);
  const before = text.slice(0, at.offset - range.offset).replace(/\$\{?\w{1,60}\}?$/, '');
  const after = text.slice(at.endOffset - range.offset);
  const command = COMMAND.exec(before);
  if (command) {
    const options = `${before.slice(command.index)} ${after}`.replace(FORMS.otherOptions, ' ');
    return !FORMS.printed.test(before.slice(0, command.index)) && !FORMS.elsewhere.test(options);
  }
  if (!isBareRequest(text, source)) return FORMS.requestLine.test(before);
  if (FORMS.chained.test(source.text.slice(range.endOffset, range.endOffset + 100))) return false;
  const withoutTexts = (code: string): string => code.replace(FORMS.otherHeaders, '').replace(QUOTED, '""');
  const rest = at.offset === address.range.offset ? after.replace(FORMS.rest, '') : after;
  const behind = withoutTexts(rest).replace(FORMS.otherSettings, '').replace(FORMS.built, '');
  const names = behind.slice(0, behind.lastIndexOf(')') + 1).match(FORMS.name) ?? [];
  const used = parts
    .slice(1)
    .map((part) => part.text.replace(/^(?:this\.|self\.|[@$])/, ''))
    .filter((value) => !FORMS.otherValue.test(value));
  return (
    names.every((name) => used.some((value) => value.startsWith(name))) &&
    used.every((value) => !FORMS.added.test(withoutTexts(value).replace(FORMS.built, '')))
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

/** Cached, because each call of a file needs it. */
const hasDefaults = oncePerText(({ source }: FoundFile) => FORMS.defaults.test(source.text));

/** Adds the newest version of the operation, if the text shows where to write it. */
export function namedVersion(request: ApiRequest, lacking: Unversioned, { api }: ServiceProfile): Fix[] {
  const date = operationOf(request)?.versions.at(-1)?.date ?? versionDates().at(-1)!;
  const edit = headerEdit(request, lacking, `${api.mediaType}.${date}+json`);
  return edit ? [{ title: `Ask for version ${date}; check the fields that differ`, edits: [edit] }] : [];
}

/** Writes a media type into the header, or the header into the call. `null` if the text shows no place for it. */
export function headerEdit({ text, range }: ApiRequest, { plain }: Unversioned, type: string): Edit | null {
  if (plain) return { ...plain, text: type };
  for (const { place, header } of PLACES) {
    const match = place.exec(text);
    const offset = range.offset + (match ? match.index + match[0].length : 0);
    if (match) return { offset, endOffset: offset, text: header.replace('TYPE', type) };
  }
  return null;
}

/** Where a header can be added, and how. */
const PLACES = Object.values(callForms.places).map(({ pattern, flags, header }) => {
  return { place: new RegExp(pattern, flags), header };
});

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
