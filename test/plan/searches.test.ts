import { expect, it } from 'vitest';
import { rowsOf } from '../support/rows.ts';
import { runExample } from '../support/run-example.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

/** Texts with an old name: whether it is mended, and the verdict on the end of such names. */
const rows = rowsOf<Record<'path' | 'text' | 'verdict', string> & { readonly isOffered: boolean }>('searches.jsonl');

it.each(rows)('what a program only looks for stays and breaks nothing: $path $text', (row) => {
  const { path, text, isOffered, verdict } = row;
  const { findings } = runExample({ files: { [path]: text }, facts: { 'lagoon.json': clusterRecord('lagoon') } });
  const own = findings.filter(({ rule }) => rule === 'legacy-host');
  expect(own.length).toBeGreaterThan(0);
  expect(own.some(({ fix, suggestions }) => fix !== null || suggestions.length > 0)).toBe(isOffered);
  const entry = entryOf({
    files: { '.env': 'MONGODB_URI=mongodb+srv://u:p@lagoon.h6j2m.mongodb.net/app\n', [path]: text },
    clusters: [clusterRecord('lagoon')],
    change: { change: 'leave-legacy-hostnames' },
  });
  expect(entry.verdict).toBe(verdict);
});
