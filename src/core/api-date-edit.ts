import type { ApiRequest, MediaType } from './api-request.ts';
import type { Repair } from './rule.ts';
import { editOf } from './subject.ts';

/** Changes a date to `next` wherever the request names the same one. */
export function moveDate({ mediaTypes }: ApiRequest, { date }: MediaType, next: string): Repair {
  const edits = mediaTypes
    .filter((one) => one.date === date)
    .flatMap(({ string }) => {
      const { literal, inValue } = string;
      const text = literal.value.slice(inValue.offset, inValue.endOffset);
      const at = text.indexOf(date!);
      const part = { offset: inValue.offset + at, endOffset: inValue.offset + at + next.length };
      return editOf(string, part, next) ?? [];
    });
  return { title: `Ask for version ${next}; check the fields that differ`, edits };
}
