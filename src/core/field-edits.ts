import { FIELDS_PATH } from './api-fields.ts';
import type { FieldName } from './api-fields.ts';
import type { ApiRequest, RequestPart } from './api-request.ts';
import type { Edit, Repair } from './rule.ts';
import type { Range } from './source.ts';

/** True for a call whose body or answer is a cluster record. */
export const isRecordCall = ({ path }: Pick<ApiRequest, 'path'>): boolean => FIELDS_PATH.test(path);

/** More shards than a body lists by hand are none of an example's. */
const MOST_SHARDS = 12;

/** One element of `replicationSpecs` for each shard, in the place of the one that counts them. */
export function shardPerElement({ parts }: ApiRequest, { at }: FieldName): Repair[] {
  const part = partOf(parts, at);
  const element = part && objectAround(part, at.offset);
  if (!element) return [];
  const member = memberAt(part, at);
  const count = Number(member?.value);
  if (!member || !Number.isInteger(count) || count < 1 || count > MOST_SHARDS) return [];
  const own = part.text.slice(element.offset - part.offset, element.endOffset - part.offset);
  const without = own.slice(0, member.offset - element.offset) + own.slice(member.endOffset - element.offset);
  const text = Array.from({ length: count }, () => without).join(', ');
  return [{ title: count === 1 ? 'Leave numShards out' : `Write ${count} elements`, edits: [{ ...element, text }] }];
}

/** Moves the size from the root into the hardware of every region. */
export function diskIntoHardware({ parts }: ApiRequest, { at }: FieldName): Repair[] {
  const part = partOf(parts, at);
  const member = part && memberAt(part, at);
  if (!member) return [];
  const specs = [
    ...part.text.matchAll(/["']?\b(?:electable|readOnly|analytics)Specs["']?[ \t]{0,8}(?:=>|:)[ \t]{0,8}\{/g),
  ];
  const name = part.text.slice(at.offset - part.offset, at.endOffset - part.offset);
  const inserted = specs.map((match): Edit => {
    const offset = part.offset + match.index + match[0].length;
    return { offset, endOffset: offset, text: `${name}: ${member.value}, ` };
  });
  if (inserted.length === 0) return [];
  return [
    {
      title: 'Move the size into the hardware',
      edits: [{ offset: member.offset, endOffset: member.endOffset, text: '' }, ...inserted].sort(
        (a, b) => a.offset - b.offset,
      ),
    },
  ];
}

function partOf(parts: readonly RequestPart[], at: Range): RequestPart | undefined {
  return parts.find((part) => part.offset <= at.offset && at.endOffset <= part.endOffset);
}

interface Member extends Range {
  readonly value: string;
}

/** `"name": 12, ` with the comma that belongs to it; only numbers. */
function memberAt({ text, offset }: RequestPart, at: Range): Member | null {
  const from = at.offset - offset;
  const rest = /^[ \t]{0,8}(?:=>|:)[ \t]{0,8}(\d{1,9}(?:\.\d{1,9})?)(\s{0,40},[ \t]{0,8})?/.exec(
    text.slice(at.endOffset - offset, at.endOffset - offset + 120),
  );
  if (!rest) return null;
  const before =
    rest[2] === undefined ? (/,\s{0,40}$/.exec(text.slice(Math.max(0, from - 50), from))?.[0].length ?? 0) : 0;
  return { offset: at.offset - before, endOffset: at.endOffset + rest[0].length, value: rest[1]! };
}

/** The braces around a place, without what only a program can know. */
function objectAround({ text, offset }: RequestPart, place: number): Range | null {
  let depth = 0;
  for (let at = place - offset - 1; at >= 0; at--) {
    if (text[at] === '}') depth++;
    else if (text[at] === '{' && depth-- === 0) {
      const end = closing(text, at);
      return end === null ? null : { offset: offset + at, endOffset: offset + end };
    }
  }
  return null;
}

function closing(text: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at + 1;
  }
  return null;
}
