import { Buffer } from 'node:buffer';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { check } from '../../src/node/check.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { fixFiles } from '../../src/node/fix-files.ts';
import { openProject } from '../../src/node/project/project.ts';
import { withFiles } from '../support/cli.ts';
import { FORMS } from '../support/credential-forms.ts';

/** Faults that the text alone proves, and what a fix makes of them. Each is found in one part of a string. */
const FAULTS = {
  scheme: ['MongoDB+SRV', 'mongodb+srv'],
  password: ['k1ln@9w', 'k1ln%409w'],
  port: [':27017', ''],
} as const;
type Fault = keyof typeof FAULTS;

function written(faults: readonly Fault[], isFixed: boolean): string {
  const part = (fault: Fault, sound: string): string =>
    faults.includes(fault) ? FAULTS[fault][isFixed ? 1 : 0] : sound;
  return `${part('scheme', 'mongodb+srv')}://app:${part('password', 'k1ln9w')}@orchard.f8g9h.mongodb.net${part('port', '')}/o`;
}

/** Forms that write a string as it is: how others cut it into pieces or encode it depends on its length. */
const WHOLE = FORMS.filter(
  ({ path }) => !/^(?:sum|list|beside|gap|split|base64|secret|unicode|percent|nested|key|named|cells|Sum)/.test(path),
);
/** Left to people: `$$` may be a variable, `%` has another meaning there, and `&#64;` is no plain character. */
const isLeft = (path: string, faults: readonly Fault[]): boolean =>
  /^(?:dollar\.sql|element\.xml)$/.test(path) || (/\.(?:bat|ini|xml)$/.test(path) && faults.includes('password'));

const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  utf8: (text) => Buffer.from(text),
  marked: (text) => Buffer.from(`\uFEFF${text}`),
  utf16le: (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
  utf16be: (text) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]),
  latin1: (text) =>
    Buffer.concat([Buffer.from([0xe9, 0xfc, 0x0a]), Buffer.from(text.replace(/[^\0-\xFF]/g, '?'), 'latin1')]),
};

/** Lines beside the strings, which no language minds where they stand. */
const noise = fc.constantFrom('', '   ', 'x', 'ß é', '日本 😀', '\t', 'a'.repeat(70_000), '"', "'", '/*', '#');

interface Drawn {
  readonly form: (typeof WHOLE)[number];
  readonly faults: readonly Fault[];
  readonly encoding: string;
  readonly ends: readonly string[];
  readonly before: readonly string[];
  readonly behind: readonly string[];
  readonly isCut: boolean;
  readonly state: 'plain' | 'linked' | 'read-only' | 'executable';
}

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    form: fc.constantFrom(...WHOLE),
    faults: fc.subarray(Object.keys(FAULTS) as Fault[], { minLength: 1 }),
    encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
    ends: fc.constantFrom(['\n'], ['\r\n'], ['\n', '\r\n'], ['\r\n', '\n', '\n']),
    before: fc.array(fc.constantFrom('', '   ', '\t'), { maxLength: 3 }),
    behind: fc.array(noise, { maxLength: 4 }),
    isCut: fc.boolean(),
    state: fc.constantFrom('plain', 'plain', 'linked', 'read-only', 'executable'),
  })
  .filter(({ form, faults }) => !isLeft(form.path, faults));

function bytesOf({ form, faults, encoding, ends, before, behind, isCut }: Drawn, isFixed: boolean): Buffer {
  const lines = [...before, ...form.write(written(faults, isFixed)).replace(/\n$/, '').split('\n'), ...behind];
  const text = lines.map((line, n) => line + (isCut && n === lines.length - 1 ? '' : ends[n % ends.length]!)).join('');
  return ENCODINGS[encoding]!(text);
}

function fix(cwd: string): number {
  const project = openProject({ cwd, rules: RULES, today: '2026-11-20' });
  return fixFiles(project, check(project, listFiles(project, { paths: [] }), { forFixes: true })).count;
}

/** Product code, so that every role counts alike. */
const CONFIG = { 'connlint.config.json': '{"overrides":[{"files":["**"],"role":"product"}]}' };

describe('--fix', () => {
  it('changes the faulty characters and no other byte, and has nothing to do a second time', () => {
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 5, maxLength: 8 }), (files) => {
        withFiles(CONFIG, (cwd) => {
          const placed = files.map((file, n) => ({ file, path: join(cwd, String(n), file.form.path) }));
          for (const { file, path } of placed) {
            mkdirSync(dirname(path));
            writeFileSync(path, bytesOf(file, false));
            if (file.state === 'linked') symlinkSync(path, `${dirname(path)}-link`);
            if (file.state === 'read-only') chmodSync(path, 0o444);
            if (file.state === 'executable') chmodSync(path, 0o755);
          }
          const modes = placed.map(({ path }) => statSync(path).mode);
          fix(cwd);
          for (const [n, { file, path }] of placed.entries()) {
            const told = `${file.form.path} ${file.encoding} ${file.faults.join()} ${file.state}`;
            const text = (bytes: Buffer): string => `${told}\n${bytes.toString('latin1')}`;
            expect(text(readFileSync(path))).toBe(text(bytesOf(file, file.state !== 'read-only')));
            expect(statSync(path).mode).toBe(modes[n]);
            expect(readdirSync(dirname(path))).toEqual([file.form.path]);
          }
          const times = placed.map(({ path }) => statSync(path).mtimeMs);
          expect(fix(cwd)).toBe(0);
          expect(placed.map(({ path }) => statSync(path).mtimeMs)).toEqual(times);
        });
      }),
      { numRuns: Number(process.env.FIX_RUNS ?? 25), seed: 5 },
    );
  });
});
