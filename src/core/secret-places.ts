import type { FoundString } from './found.ts';
import { display, sourceRange } from './literal.ts';
import { redacted } from './redact.ts';
import type { Range } from './source.ts';

/** Where the text shows user names, passwords and secret options, encoded ones too. Placeholders are none. */
export function secretPlaces(strings: readonly FoundString[]): Range[] {
  return strings.flatMap(({ literal, secrets }) =>
    secrets
      .filter(({ offset, endOffset }) => isShown(literal, { offset, endOffset }))
      .map(({ offset, endOffset }) => sourceRange(literal, offset, endOffset)),
  );
}

function isShown(literal: FoundString['literal'], secret: Range): boolean {
  const { offset, endOffset } = secret;
  return redacted(literal, [secret], offset, endOffset) !== display(literal, offset, endOffset);
}
