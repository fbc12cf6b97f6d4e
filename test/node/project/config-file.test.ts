import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/node/errors.ts';
import { loadConfig, type LoadedConfig } from '../../../src/node/project/config-file.ts';
import { findConfig } from '../../../src/node/project/find-config.ts';

const RULES = Object.fromEntries(['legacy-host', 'srv-port'].map((id) => [id, null]));
const SECRET = 'mongodb+srv://app:Hunter2-Canary@orders.k3v9q.shop.example';
let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-config-')));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(name: string, content: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function load(name: string, content: string): LoadedConfig {
  return loadConfig(write(name, content), RULES);
}

function failure(run: () => unknown): UserError {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

describe('finding the config', () => {
  it.each(['connlint.config.json', 'connlint.config.jsonc'])('%s', (name) => {
    const path = write(name, '{}');
    const file = write('src/deep/a.ts', '');
    expect(findConfig(dirname(file))).toBe(path);
    expect(findConfig(file)).toBe(path);
    expect(findConfig(join(root, 'src/not-there.ts'))).toBe(path);
  });

  it('takes the key of package.json, and only at its top', () => {
    mkdirSync(join(root, '.git'));
    write('package.json', '{"name": "connlint", "bin": {"connlint": "x.js"}, "devDependencies": {"connlint": "1"}}');
    expect(findConfig(root)).toBeNull();
    const path = write('package.json', '{"connlint": {}}');
    expect(findConfig(root)).toBe(path);
  });

  it('takes the nearest one, and none beyond the root of the repository', () => {
    write('connlint.config.json', '{}');
    const near = write('a/connlint.config.jsonc', '{}');
    expect(findConfig(join(root, 'a/b'))).toBe(near);
    mkdirSync(join(root, 'repository/src'), { recursive: true });
    write('repository/.git', 'gitdir: elsewhere\n');
    expect(findConfig(join(root, 'repository/src'))).toBeNull();
    const own = write('repository/connlint.config.json', '{}');
    expect(findConfig(join(root, 'repository/src'))).toBe(own);
  });

  it('does not choose between two', () => {
    write('connlint.config.json', '{}');
    write('package.json', '{"connlint": {}}');
    const error = failure(() => findConfig(root));
    expect(error.message).toMatch(/connlint\.config\.json.*package\.json/);
    expect(error.exitCode).toBe(2);
  });
});

describe('reading the config', () => {
  const positionsIn =
    ({ lines, range }: ReturnType<typeof load>) =>
    (keys: readonly (string | number)[]) =>
      lines.position(range(keys).offset);
  const json =
    '\uFEFF{\n  // why\n  "plan": [\n    {\n      "change": "shard", "cluster": "a" },\n    { "change": "custom-dns", },\n  ],\n  "rules": { "srv-port": "off" },\n}\n';

  it('takes comments and commas at the end in JSON, and knows where everything is', () => {
    const loaded = load('connlint.config.json', json);
    const { config, root: folder, range } = loaded;
    const position = positionsIn(loaded);
    expect(config).toMatchObject({
      plan: [{ change: 'shard' }, { change: 'custom-dns', enabled: true }],
      rules: { 'srv-port': ['off'] },
    });
    expect(folder).toBe(root);
    expect(position(['plan', 0])).toEqual({ line: 5, column: 7 });
    expect(position(['plan', 1])).toEqual({ line: 6, column: 7 });
    expect(position(['rules', 'srv-port'])).toEqual({ line: 8, column: 14 });
    const { offset, endOffset } = range(['plan', 1, 'change']);
    expect(json.slice(1).slice(offset, endOffset)).toBe('"change"');
  });

  it('places what is not written at what is around it', () => {
    const position = positionsIn(load('connlint.config.json', json));
    expect(position(['plan', 0, 'regions'])).toEqual(position(['plan', 0]));
    expect(position(['plan', 7])).toEqual({ line: 3, column: 3 });
    expect(position(['clusters', 'a'])).toEqual({ line: 3, column: 3 });
    expect(positionsIn(load('connlint.config.jsonc', '{}'))(['plan'])).toEqual({ line: 1, column: 1 });
  });

  it('reads package.json, with places in it', () => {
    const loaded = load(
      'package.json',
      '{\n  "name": "x",\n  "connlint": {\n    "plan": [{ "change": "custom-dns" }]\n  }\n}\n',
    );
    const position = positionsIn(loaded);
    expect(loaded.config.plan).toHaveLength(1);
    expect(position(['plan', 0])).toEqual({ line: 4, column: 16 });
  });
});

describe('a config that cannot be used', () => {
  it('is reported with its place, and with every further problem', () => {
    const content = '{\n  "overides": [],\n  "plan": [{ "change": "admin-api", "to": "2026-02-30" }]\n}';
    const error = failure(() => load('connlint.config.json', content));
    expect(error.message).toMatch(/connlint\.config\.json:2:3: unknown key "overides"\. Did you mean "overrides"\?$/);
    expect(error.exitCode).toBe(2);
    expect(error.hint).toMatch(/connlint\.config\.json:3:37: plan\[0\]\.to: expected the date of a version/);
  });

  it('has one line for its message, also for an odd path', () => {
    expect(failure(() => load('odd\nfolder/connlint.config.json', '{"x": 1}')).message.split('\n')).toHaveLength(1);
  });

  it.each([
    ['json', '{"rules": {}, "rules": {}}', /:1:15: a key is repeated$/],
    ['json', '{"overrides": [{"files": "a", "files": "b"}]}', /:1:31: a key is repeated$/],
    ['json', '{"rules" {}}', /:1:10: .*colon expected$/],
    ['json', '{"ignores": ["vendor\\lib"]}', /:1:14: .*invalid escape character$/],
    ['json', '', /:1:1: the file is empty$/],
    ['json', '[]', /:1:1: expected an object, found a list$/],
  ])('%s: %j', (end, content, message) => {
    expect(failure(() => load(`connlint.config.${end}`, content)).message).toMatch(message);
  });

  it('is not read when it goes too deep', () => {
    const error = failure(() => load('connlint.config.json', '['.repeat(200_000)));
    expect(error.message).toContain('nested too deeply');
  });

  it('says what is the matter with the file', () => {
    const missing = failure(() => loadConfig(join(root, 'nope.json'), RULES));
    expect(missing.message).toMatch(/nope\.json: the config cannot be read: no such file$/);
    expect(missing.hint).toContain('--config');
    expect(failure(() => loadConfig(root, RULES)).message).toContain('a folder, not a config');
    expect(failure(() => load('connlint.config.json', 'a\0b')).message).toContain('a binary file');
    expect(failure(() => load('connlint.config.ts', '')).message).toContain('unknown config format');
    expect(failure(() => load('package.json', '{"name": "x"}')).message).toContain('the key "connlint" is missing');
  });

  it.each([
    ['json', `{"baseline": "${SECRET}", "x": "${SECRET}"`],
    ['json', `{"${SECRET}": 1, "${SECRET}": 2}`],
    ['json', `{"ignores": ${SECRET}}`],
    ['json', `{"suppressions": [{"rule": "${SECRET}", "host": "${SECRET}", "until": "${SECRET}"}]}`],
  ])('never shows a credential: %s %#', (end, content) => {
    const error = failure(() => load(`connlint.config.${end}`, content));
    expect(`${error.message}${error.hint}`).not.toMatch(/Hunter2|Canary/);
  });
});
