import { findHits } from '../core/find.ts';
import type { Hit, HitKind } from '../core/find.ts';
import type { FoundString } from '../core/found.ts';
import type { ServiceProfile } from '../core/service.ts';
import type { Source } from '../core/source.ts';
import { constantsOf } from './constants.ts';
import { readApi, readConsole, readMediaType, readMetrics } from './read-address.ts';
import { readBase64 } from './read-base64.ts';
import { fieldReader } from './read-field.ts';
import { readHost } from './read-host.ts';
import { readUri } from './read-uri.ts';
import type { HitReader, Reading } from './reading.ts';
import { survey } from './surroundings.ts';

/** Every string of the service in a text, in order and without overlaps. Pure; never throws. */
export function findStrings(source: Source, profile: ServiceProfile): FoundString[] {
  const hits = findHits(source.text, profile);
  if (hits.length === 0) return [];
  return readHits(source, hits, profile);
}

function readHits(source: Source, hits: readonly Hit[], profile: ServiceProfile): FoundString[] {
  const { path, text } = source;
  const readers: Readonly<Record<HitKind, HitReader>> = {
    scheme: readUri,
    host: readHost,
    console: readConsole,
    api: readApi,
    metrics: readMetrics,
    'media-type': readMediaType,
    field: fieldReader(),
    base64: readBase64,
  };
  const surveyor = survey(path, text);
  const constant = constantsOf(text);
  const found: FoundString[] = [];
  let floor = 0;
  for (const hit of hits) {
    if (hit.offset < floor) continue;
    const reading: Reading = { text, profile, surveyor, floor, constant };
    const string = readers[hit.kind](hit, reading);
    if (!string) continue;
    found.push(string);
    floor = Math.max(floor, string.range.endOffset);
  }
  return found;
}
