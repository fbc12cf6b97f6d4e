import { Buffer } from 'node:buffer';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCheck } from '../../src/cli/commands/check-run.ts';
import { options as checkOptions } from '../../src/cli/commands/check.ts';
import { parseOptions } from '../../src/cli/options.ts';
import { CHECK_FORMATS } from '../../src/report/formats.ts';
import { FORMS } from '../support/credential-forms.ts';
import { runCommand } from '../support/run-warm.ts';

const HOST = 'shop.k2m4q.mongodb.net';
const NODES = 'shop-shard-00-00.k2m4q.mongodb.net:27017,shop-shard-00-01.k2m4q.mongodb.net:27017';

type Writing = (user: string, password: string) => string;

/** Positions of user name and password in a string. */
const WHOLE: readonly Writing[] = [
  (u, p) => `mongodb+srv://${u}:${p}@${HOST}/shop?retryWrites=true`,
  (u, p) => `mongodb://${u}:${p}@${NODES}/shop`,
  (u, p) => `mongodb+srv://${u}:${p}@@${HOST}/shop`,
  (_, p) => `mongodb+srv://:${p}@${HOST}/shop`,
  (u, p) => `https://${u}:${p}@cloud.mongodb.com/api/atlas/v1.0/groups`,
];
/** Positions without a clear end, or in an option, where characters that end them cannot be told from the end. */
const LOOSE: readonly Writing[] = [
  (u, p) => `mongodb+srv://${u}:${p}${HOST}/shop`,
  (u, p) => `mongodb+srv://${u}:${p}`,
  (u, p) => `mongodb+srv://${u}:${p}@`,
  (u, p) => `mongodb+srv://${HOST}/?proxyHost=h&proxyUsername=${u}&proxyPassword=${p}`,
  (u, p) => `mongodb+srv://${u}:x@${HOST}/?tlsCertificateKeyFilePassword=${p}`,
  (_, p) => `mongodb+srv://${HOST}/?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:${p}`,
];

/** Letters that occur in no report otherwise. */
const word = fc.string({ unit: fc.constantFrom(...'QXZJKVW'), minLength: 5, maxLength: 8 });
const plainSign = ['%3A', '%25', '$', '$$', '!', '*', '-', '_', '~', '+', '=', '%C3%9F'];
const sign = [
  ...plainSign,
  '%40',
  '.',
  ...[
    '@',
    ':',
    '/',
    '?',
    '#',
    '&',
    '%',
    "'",
    '"',
    '\\',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    ',',
    ';',
    '|',
    '^',
    'ß',
    '日',
    '😀',
  ],
];
/** A name with a raw slash or question mark looks like a host and the text after it. */
const userSign = sign.filter((each) => !/[/?]/.test(each));
const secretWith = (signs: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(word, fc.array(fc.tuple(fc.constantFrom(...signs), word), { maxLength: 3 }), fc.boolean())
    .map(([first, rest, isEncoded]) => {
      const text = first + rest.flat().join('');
      return isEncoded ? Buffer.from(text).toString('base64') : text;
    });
type Credentials = [string: Writing, user: string, password: string];

const credentials: fc.Arbitrary<Credentials> = fc.oneof(
  fc.tuple(fc.constantFrom(...WHOLE), secretWith(userSign), secretWith(sign)),
  fc.tuple(fc.constantFrom(...LOOSE), secretWith(plainSign), secretWith(plainSign)),
);

/** Leaks that were fixed. */
const REPAIRED: readonly Credentials[] = [
  [WHOLE[0]!, 'QKKQVX|JZKKXQK', 'JQWJXZXWXV$ZVKZXQV~JWXQV'],
  [WHOLE[0]!, 'KQQVXJ"XWQQZZZZ', 'ZWQZX\\VKJWQ'],
  [WHOLE[0]!, "JZJZX'QZWJK[KKQVX", 'JQWJX{ZXWXV'],
  [WHOLE[0]!, 'XJVWJKZV{KQKXJ', 'JQWJX%ZXWXV%'],
  [WHOLE[0]!, 'QQKZXJVQ@QKZKKWQZ', 'QXJZKK+JWXZJWXZ|XXJJWWZJ'],
  [WHOLE[1]!, 'ZZZJZQW)JZZQV', 'VXXWKXW,QWKWW/ZKJVQ?XZJVZX'],
  [WHOLE[3]!, '', 'QKZZXJZ@JJXXZVX@ZJKWX\\KKWVK'],
  [WHOLE[4]!, 'VJWQZJ[KQZKZ^VXWZJ', 'KWKWKJ$$VXXQXWXJ'],
  [LOOSE[1]!, 'QZWXJZQKQK', 'VXXWKXW$ZZZQXZ'],
];

const windows = (text: string, size: number): string[] =>
  Array.from({ length: Math.max(0, text.length - size + 1) }, (_, i) => text.slice(i, i + size));

/**
 * Parts of a secret that must not be printed: four of the letters that occur in no report otherwise, eight of any
 * others.
 */
function partsOf(text: string): string[] {
  const own = text.match(/[QXZJKVW]{4,}/g) ?? [];
  const any = text.match(/[A-Za-z0-9]{8,}/g) ?? [];
  return [...own.flatMap((run) => windows(run, 4)), ...any.flatMap((run) => windows(run, 8))];
}

/** Parts of the base64 of a string that contain user name or password. */
function encodedParts(string: Writing, user: string, password: string): string[] {
  const before = Buffer.from(string('', '')).toString('base64');
  const whole = Buffer.from(string(user, password)).toString('base64');
  return windows(whole, 12)
    .filter((part) => !before.includes(part) && !part.includes('='))
    .slice(12, -24);
}

const usual = ['--no-config', '--no-notices'];
const LISTS = ['text', 'json', 'jsonl', 'markdown', 'csv', 'html'];

/** The output of all commands for the files in a folder and for a text, in all formats, by name. */
async function outputsOf(folder: string, out: string, text: string): Promise<Record<string, string>> {
  const outer = process.cwd();
  process.chdir(folder);
  try {
    const into = (name: string, formats: readonly string[]): string[] =>
      formats.flatMap((format) => ['--format', `${format}=${join(out, `${name}.${format}`)}`]);
    const check = (...args: readonly string[]): Promise<number> =>
      runCheck(parseOptions([...usual, '--fail-on', 'never', ...args, '.'], checkOptions, 'check'), null);
    const whole = CHECK_FORMATS.filter((format) => format !== 'blob');
    await check('--report-suppressed', '--repository', 'acme/shop', ...into('check', whole));
    await check('--shard', '1/1', ...into('check', ['blob']));
    const lists = runCommand(['list', ...usual, ...into('list', LISTS), '.'], { cwd: folder });
    rmSync(join(out, 'baseline'), { force: true });
    const accepted = runCommand(['baseline', 'create', ...usual, '--baseline', join(out, 'baseline')], { cwd: folder });
    const told = ['text', 'json'].map((format) =>
      runCommand(['classify', '--no-config', '--format', format, '--', text], { cwd: folder }),
    );
    writeFileSync(join(out, 'classify'), told.map(({ stdout, stderr }) => stdout + stderr).join(''));
    writeFileSync(join(out, 'said'), lists.stdout + lists.stderr + accepted.stdout + accepted.stderr);
    return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  } finally {
    process.chdir(outer);
  }
}

/** The forms of one string, each in its own file. */
function filesOf(string: Writing, user: string, password: string): [path: string, text: string][] {
  return FORMS.map(({ path, without, write }) => {
    const clean = (text: string): string => (without ? text.replace(without, '') : text);
    return [path, write(string(clean(user), clean(password)))];
  });
}

describe('a credential in the form of any reader', () => {
  it('is in the output of no command, whole or in part', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'connlint-forms-'));
    const out = mkdtempSync(join(tmpdir(), 'connlint-leaks-'));
    try {
      await fc.assert(
        fc.asyncProperty(credentials, async ([string, user, password]) => {
          for (const [path, text] of filesOf(string, user, password)) writeFileSync(join(folder, path), text);
          const parts = [...partsOf(user), ...partsOf(password), ...encodedParts(string, user, password)];
          const outputs = Object.entries(await outputsOf(folder, out, string(user, password)));
          expect(outputs.flatMap(([name, text]) => leaksIn(name, text, parts))).toEqual([]);
        }),
        { numRuns: 12, seed: 11, examples: REPAIRED.map((example): [Credentials] => [example]) },
      );
    } finally {
      rmSync(folder, { recursive: true });
      rmSync(out, { recursive: true });
    }
  }, 600_000);
});

/** Where a report contains a part of a secret, with the text around it. */
function leaksIn(name: string, text: string, parts: readonly string[]): string[] {
  const at = parts.map((part) => text.indexOf(part)).find((index) => index >= 0);
  return at === undefined ? [] : [`${name}: …${text.slice(Math.max(0, at - 200), at + 20)}…`];
}
