import { describe, expect, it } from 'vitest';
import { manifestForm } from '../../src/drivers/manifests.ts';
import { versionRange } from '../../src/drivers/versions.ts';
import type { Dialect } from '../../src/drivers/versions.ts';
import { rowsOf, writeRows } from '../support/rows.ts';

interface ManifestCase {
  readonly file: string;
  readonly text: string;
  /** Name, and version as written or `-`. */
  readonly found: readonly string[];
}

interface VersionCase {
  readonly dialect?: Dialect;
  readonly text: string;
  /** From the first version up to, but excluding, the second. `none` if unknown. */
  readonly range: string;
}

function read({ file, text }: ManifestCase): string[] {
  return manifestForm(file)!
    .read(text)
    .map(({ name, text: version }) => `${name} | ${version ?? '-'}`);
}

function rangeOf({ dialect, text }: VersionCase): string {
  const range = versionRange(text, dialect);
  return range ? `${range.low?.join('.') ?? '*'} to ${range.high?.join('.') ?? '*'}` : 'none';
}

const MANIFESTS = 'driver-manifests.jsonl';
const VERSIONS = 'driver-versions.jsonl';
writeRows(
  MANIFESTS,
  rowsOf<ManifestCase>(MANIFESTS).map((one) => ({ ...one, found: read(one) })),
);
writeRows(
  VERSIONS,
  rowsOf<VersionCase>(VERSIONS).map((one) => ({ ...one, range: rangeOf(one) })),
);

/** One manifest or lock file per line. Run with UPDATE_FIXTURES=1 to rewrite the results, then review the diff. */
describe(`fixtures/${MANIFESTS}`, () => {
  it.each(rowsOf<ManifestCase>(MANIFESTS))('$file: $text', (one) => {
    expect(read(one)).toEqual(one.found);
  });
});

describe(`fixtures/${VERSIONS}`, () => {
  it.each(rowsOf<VersionCase>(VERSIONS))('$dialect $text: $range', (one) => {
    expect(rangeOf(one)).toBe(one.range);
  });
});
