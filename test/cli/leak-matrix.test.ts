import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECK_FORMATS } from '../../src/report/formats.ts';
import { connlint, withFiles } from '../support/cli.ts';
import { FORMS } from '../support/credential-forms.ts';
import { BESIDE, POSITIONS } from '../support/credential-positions.ts';

/** A place of a credential in a file, in which no other place has the same one. */
interface Placed {
  readonly path: string;
  readonly string: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

/** Ways to write a string that hold any of its characters. */
const ANY = FORMS.filter(({ without }) => without === undefined);
const LETTERS = 'QXZJKVWqxzjkvw2379';
const KINDS: readonly fc.Arbitrary<string>[] = [
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 13, maxLength: 13 }).map((rest) => `Q${rest}7`),
  fc.string({ unit: fc.constantFrom(...'qxzjkvwbmn'), minLength: 12, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 }).map((hex) => `${hex}f0`),
  fc.uuid(),
];

function filled(template: string, [user, password]: readonly [string, string]): string {
  const half = password.length >> 1;
  const parts: Readonly<Record<string, string>> = {
    u: user,
    p: password,
    1: password.slice(0, half),
    2: password.slice(half),
  };
  return template.replace(/§([up12])/g, (_, part: string) => parts[part]!);
}

function placedAll(): Placed[] {
  const pair = fc.oneof(...KINDS.map((kind) => fc.tuple(kind, kind)));
  const drawn = fc.sample(pair, { numRuns: 3 * POSITIONS.length + 2 * BESIDE.length, seed: 3 });
  const next = (): [string, string] => drawn.pop()!;
  const strings = POSITIONS.flatMap((position, n) =>
    [0, 1, 2].map((turn) => {
      const { path, write } = ANY[(n * 3 + turn) % ANY.length]!;
      const secrets = next();
      const string = filled(position, secrets);
      return { path, string, text: write(string), secrets };
    }),
  );
  const beside = BESIDE.flatMap(([path, template]) =>
    [0, 1].map(() => {
      const secrets = next();
      return { path, string: '', text: filled(template, secrets), secrets };
    }),
  );
  return [...strings, ...beside].map((one, n) => ({ ...one, path: `f${n}/${one.path}` }));
}

/** Parts of a secret, as written and in base64, by their first letters. */
function partsOf(secret: string): string[] {
  const coded = [0, 1, 2].map((shift) =>
    Buffer.from(`${'x'.repeat(shift)}${secret}`)
      .toString('base64')
      .slice(4, -4),
  );
  const windows = (text: string, size: number): string[] =>
    Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size));
  return [...windows(secret, 7), ...coded.flatMap((text) => windows(text, 10))];
}

/** Looks for all parts at once. */
function leaksIn(outputs: ReadonlyMap<string, string>, placed: readonly Placed[]): string[] {
  const byStart = new Map<string, (readonly [part: string, place: Placed])[]>();
  for (const place of placed)
    for (const part of place.secrets.flatMap(partsOf)) {
      const start = part.slice(0, 7);
      byStart.set(start, [...(byStart.get(start) ?? []), [part, place]]);
    }
  const found = new Map<Placed, string>();
  for (const [name, output] of outputs)
    for (let at = 0; at < output.length; at++)
      for (const [part, place] of byStart.get(output.slice(at, at + 7)) ?? [])
        if (!found.has(place) && output.startsWith(part, at))
          found.set(place, `${name}: ${place.text}> …${output.slice(Math.max(0, at - 60), at + 20)}…`);
  return [...found.values()];
}

/** Hashes of lines and of shard results, and ids, share parts with credentials by chance. */
const withoutHashes = (text: string): string =>
  text.replace(/"(?:end|hash|primaryLocationLineHash)": ?"[\da-f]{16,64}(?::\d+)?"|(?:v1:|f-)[\da-f]{16}/g, '');

describe('a credential in any position', () => {
  const placed = placedAll();

  it('is in no report, patch, baseline or plan', () => {
    const files = Object.fromEntries(placed.map(({ path, text }) => [`tree/${path}`, text]));
    withFiles(files, (top) => {
      const cwd = join(top, 'tree');
      const out = (format: string): string[] => ['--format', `${format}=../out/${format}`];
      const usual = ['--no-config', '.'];
      const check = [
        'check',
        '--repository',
        'acme/shop',
        '--fail-on',
        'never',
        '--report-suppressed',
        '--limit',
        '0',
        '--verbose',
      ];
      const lists = ['text', 'json', 'markdown', 'csv', 'html'].flatMap((format) => [
        '--format',
        `${format}=../out/list-${format}`,
      ]);
      const runs = [
        [...check, ...CHECK_FORMATS.flatMap(out), ...usual],
        ['list', ...lists, ...usual],
        ['baseline', 'create', '--baseline', '../out/baseline', ...usual],
        ['plan', '--change', 'admin-api', '--to', '2025-03-12', '--format', 'json=../out/plan', ...usual],
      ].map((args) => connlint(args, { cwd, env: { CI: '1' } }));
      for (const { code, stderr } of runs) expect(code, stderr).toBeLessThan(2);
      const outputs = new Map(
        readdirSync(join(top, 'out')).map((name) => [
          name,
          withoutHashes(readFileSync(join(top, 'out', name), 'utf8')),
        ]),
      );
      outputs.set('said', runs.map(({ stdout, stderr }) => stdout + stderr).join('\n'));
      expect(outputs.size).toBeGreaterThan(20);
      expect(leaksIn(outputs, placed)).toEqual([]);
    });
  });

  it('is in no answer of classify', () => {
    const texts = placed.flatMap(({ string, text }) => [string, ...text.split('\n')]).filter((text) => text !== '');
    const outputs = new Map(
      ['text', 'json'].map((format) => {
        const run = connlint(['classify', '-', '--no-config', '--format', format], {
          cwd: process.cwd(),
          input: texts.join('\n'),
        });
        expect(run.stdout.length).toBeGreaterThan(10_000);
        return [format, run.stdout + run.stderr] as const;
      }),
    );
    expect(leaksIn(outputs, placed)).toEqual([]);
  });
});
