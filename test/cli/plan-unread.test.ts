import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { rmSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { withRepository } from '../support/repository.ts';
import { depot, GONE, OFF } from '../support/ready-plan.ts';
import { entriesOf, entryOf } from '../support/run-plan.ts';
import type { PlannedProject } from '../support/run-plan.ts';

const LEFT = 'URI=mongodb+srv://depot-k8d3f.azure.mongodb.net/stock\n';
/** A project that is ready, except for these files. */
const project = (files: NonNullable<PlannedProject['files']>): PlannedProject => ({
  files: { 'prod.env': GONE, ...files },
  clusters: [depot],
  config: { plan: [OFF] },
});
const onDisk = (files: Readonly<Record<string, string | Uint8Array>>) => ({
  'prod.env': GONE,
  ...files,
  'facts.json': JSON.stringify({ results: [depot], totalCount: 1 }),
  'connlint.config.json': JSON.stringify({ plan: [OFF], projects: [{ inventory: { clusters: 'facts.json' } }] }),
});
/** UTF-32, which is not decoded. */
const UTF32 = Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]);
/** UTF-16 that ends within a character. */
const CUT = Buffer.from([0xff, 0xfe, 0x61, 0, 0x62]);

interface PlanJson {
  readonly changes: readonly { readonly verdict: string; readonly missing: readonly string[] }[];
}
const json = (stdout: string): PlanJson['changes'] => (JSON.parse(stdout) as PlanJson).changes;

describe('files that cannot be decoded', () => {
  it('keep every change undecided', () => {
    const entries = entriesOf({
      ...project({ 'old/a.env': UTF32, 'old/b.env': CUT }),
      config: { plan: [OFF, { change: 'leave-legacy-hostnames' }], projects: [{ peeringOnly: true }] },
    });
    for (const { verdict, unread } of entries) {
      expect(verdict).toBe('undecided');
      expect(unread).toEqual([
        { file: 'old/a.env', reason: 'not read: UTF-32 text' },
        { file: 'old/b.env', reason: 'not read: UTF-16 text that ends within a character' },
      ]);
    }
    expect(entries).toHaveLength(2);
  });

  it('do not hide what blocks', () => {
    const entry = entryOf(project({ 'prod.env': LEFT, 'a.env': UTF32 }));
    expect([entry.verdict, entry.unread.length]).toEqual(['blocked', 1]);
  });

  it('are named in every format, and fail the run unless that is allowed', () => {
    withFiles(onDisk({ 'old/a.env': UTF32 }), (cwd) => {
      const plan = (...args: string[]) => connlint(['plan', ...args], { cwd });
      const { code, stdout } = plan('--format', 'json');
      expect(json(stdout)).toMatchObject([{ verdict: 'undecided', missing: ['old/a.env: not read: UTF-32 text'] }]);
      expect([code, plan('--allow-undecided').code]).toEqual([1, 0]);
      expect(plan().stdout).toMatch(
        /^UNDECIDED {2}disable-peering-only, project \w+\n\nUndecided\n {2}old\/a\.env: not read/,
      );
      expect(plan().stdout.replace(/\s+/g, ' ')).toContain('old/a.env: not read: UTF-32 text');
      expect(plan('--format', 'markdown').stdout).toMatch(/^\*\*undecided\*\*: 1 file not read$/m);
      expect(plan('--format', 'markdown').stdout).toContain('old/a.env: not read: UTF-32 text');
      const page = connlint(['check', '--format', 'html', '--fail-on', 'never'], { cwd }).stdout;
      const [, card = ''] = page.split('<section class="card">');
      expect(card).toContain('class="badge undecided"');
      expect(card.replaceAll('<wbr>', '')).toContain('old/a.env: not read: UTF-32 text');
    });
  });

  it('count beside missing facts', () => {
    withFiles({ 'a.env': 'A=mongodb+srv://depot-k8d3f.mongodb.net/s\n', 'b.env': UTF32, 'c.env': UTF32 }, (cwd) => {
      const plan = (...args: string[]) => connlint(['plan', '--change', OFF.change, ...args], { cwd }).stdout;
      expect(plan()).toMatch(
        /not known: cluster record[^]*not known: provider of the cluster[^]*b\.env: not read[^]*c\.env: not read/,
      );
      expect(json(plan('--format', 'json'))[0]!.missing).toEqual([
        'cluster record',
        'provider of the cluster',
        'b.env: not read: UTF-32 text',
        'c.env: not read: UTF-32 text',
      ]);
    });
  });

  it('do not count where the config leaves them out', () => {
    const { config, ...rest } = project({ 'old/a.env': UTF32 });
    expect(entryOf({ ...rest, config: { ...config, ignores: ['old/**'] } })).toMatchObject({
      verdict: 'ready',
      unread: [],
    });
  });
});

describe('files that cannot be opened', () => {
  // Permissions do not apply to root.
  it('keep the change undecided', () => {
    withRepository(onDisk({ 'a.env': LEFT }), ({ root, git }) => {
      git('add', '.');
      rmSync(join(root, 'a.env'));
      execFileSync('mkfifo', [join(root, 'a.env')]);
      const { code, stdout } = connlint(['plan', '--format', 'json'], { cwd: root });
      expect(code).toBe(1);
      expect(json(stdout)).toMatchObject([{ verdict: 'undecided', missing: ['a.env: not read: a pipe'] }]);
    });
  });

  it('count when their names are not valid UTF-8', () => {
    withFiles(onDisk({}), (cwd) => {
      execFileSync('sh', ['-c', `printf 'x' > "$(printf 'a\\377.env')"`], { cwd });
      const [change] = json(connlint(['plan', '--format', 'json'], { cwd }).stdout);
      expect(change).toMatchObject({ verdict: 'undecided', missing: [expect.stringMatching(/^a\ufffd\.env: /)] });
    });
  });

  it('do not count when they are gone, binary or generated', () => {
    withRepository(onDisk({ 'a.env': LEFT, 'b.bin': Buffer.from([1, 0]), 'yarn.lock': LEFT }), ({ root, git }) => {
      git('add', '.');
      rmSync(join(root, 'a.env'));
      // A moment ago, and not during the run.
      utimesSync(root, 0, Date.now() / 1000 - 60);
      const { code, stdout } = connlint(['plan', '--format', 'json'], { cwd: root });
      expect([code, json(stdout)]).toMatchObject([0, [{ verdict: 'ready', missing: [] }]]);
    });
  });
});

describe('files over the limit', () => {
  const LIMIT = 500;
  const large = (content: string | Uint8Array, name = 'dump.log') =>
    entryOf({ ...project({ [name]: content }), maxBytes: LIMIT });
  const filler = (length: number): string => 'lorem ipsum\n'.repeat(Math.ceil(length / 12)).slice(0, length);

  it.each([
    ['a host of the service', LEFT],
    ['a host in any case', 'DEPOT-K8D3F.AZURE.MONGODB.NET\n'],
    ['a scheme before a variable', 'uri: mongodb+srv://app:${PASS}@${HOST}/stock\n'],
    ['a scheme before a template', 'uri: "mongodb://{{ .Values.user }}:x@{{ .Values.host }}/stock"\n'],
    ['a call of the API', 'curl https://cloud.mongodb.com/api/atlas/v1.0/groups\n'],
    ['a string in base64', `uri: ${Buffer.from(LEFT.slice(4).trim()).toString('base64')}\n`],
  ])('keep the change undecided with %s', (_, text) => {
    const { verdict, unread } = large(filler(LIMIT) + text);
    expect(verdict).toBe('undecided');
    expect(unread).toEqual([
      { file: 'dump.log', reason: expect.stringMatching(/^not read: \d+ bytes, the limit is 500 bytes$/) },
    ]);
  });

  it.each([
    ['nothing of the service', 'GET /index.html 200\n'],
    ['the name of a driver', 'npm install mongodb@6.0.0\n'],
    ['a string to another server', 'mongodb://app:secret@localhost:27017/stock\n'],
  ])('do not count with %s', (_, text) => {
    expect(large(filler(LIMIT) + text)).toMatchObject({ verdict: 'ready', unread: [] });
  });

  it('do not count for a string that ends behind the piece that is read at once', () => {
    const line = (i: number): string => `${i} connected to mongodb://app:secret@localhost:27017/stock in 3 ms\n`;
    expect(large(Array.from({ length: 60_000 }, (_, i) => line(i)).join(''))).toMatchObject({ verdict: 'ready' });
  });

  it('count wherever in the file a string is', () => {
    for (const before of [0, (1 << 20) - 30, (1 << 20) + 5, (2 << 20) - 20]) {
      expect(large(filler(before) + '\n' + LEFT + filler(LIMIT)).verdict, String(before)).toBe('undecided');
    }
  });

  it('are read in the encoding they name', () => {
    const wide = (text: string): Buffer => Buffer.from(`\ufeff${filler(LIMIT)}${text}`, 'utf16le');
    expect(large(wide(LEFT)).verdict).toBe('undecided');
    expect(large(wide(LEFT).swap16()).verdict).toBe('undecided');
    expect(large(wide('nothing\n')).verdict).toBe('ready');
  });

  it('do not count when they are binary', () => {
    expect(large(Buffer.concat([Buffer.from([1, 0]), Buffer.from(LEFT.repeat(10))]), 'a.bin').verdict).toBe('ready');
  });
});

describe('shards', () => {
  it('report to the merge what they did not read', () => {
    withRepository(
      onDisk({ 'a.env': UTF32, 'dump.log': LEFT.repeat(200), 'quiet.log': 'x\n'.repeat(9_000) }),
      ({ root }) => {
        // Sparse, so that it is large and quick to write.
        for (const name of ['dump.log', 'quiet.log']) truncateSync(join(root, name), 100_000_001);
        const page = connlint(['check', '--format', 'html', '--fail-on', 'never'], { cwd: root }).stdout;
        for (const i of [1, 2]) {
          const args = [`--shard=${i}/2`, '--format', `blob=.git/${i}.json`, '--fail-on', 'never'];
          expect(connlint(args, { cwd: root }).code).toBe(0);
        }
        for (const name of ['a.env', 'dump.log', 'quiet.log']) rmSync(join(root, name));
        const args = ['merge', '.git/1.json', '.git/2.json', '--format', 'html', '--fail-on', 'never'];
        const merged = connlint(args, { cwd: root }).stdout;
        const card = (html: string): string => html.split('<section class="card">')[1]!.split('</section>')[0]!;
        expect(card(merged)).toBe(card(page));
        expect(card(merged)).toContain('2 files not read');
        expect(card(merged).replaceAll('<wbr>', '')).toMatch(/<li>.*a\.env.*<li>.*dump\.log.*100 MB/s);
        expect(card(merged)).not.toContain('quiet.log');
      },
    );
  });
});
