import type { ApiRequest, MediaType } from './api-request.ts';
import type { FoundString } from './found.ts';
import type { Edit, Repair } from './rule.ts';
import { editOf } from './subject.ts';

/** Changes a date to `next` wherever the request names the same one. */
export function moveDate({ mediaTypes }: ApiRequest, { date }: MediaType, next: string): Repair {
  const edits = mediaTypes.flatMap(({ string }) => dateEdit(string, date!, next) ?? []);
  return { title: `Ask for version ${next}; check the fields that differ`, edits };
}

/** Changes the date of one media type; nothing where the source does not show it as it is. */
export function dateEdit({ literal, inValue, ...string }: FoundString, date: string, next: string): Edit | undefined {
  const at = literal.value.slice(inValue.offset, inValue.endOffset).indexOf(date);
  const part = { offset: inValue.offset + at, endOffset: inValue.offset + at + date.length };
  return at < 0 ? undefined : editOf({ ...string, literal, inValue }, part, next);
}
