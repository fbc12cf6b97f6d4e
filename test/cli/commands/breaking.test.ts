import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../../support/cli.ts';
import type { Run } from '../../support/cli.ts';
import { sarifRun } from '../../support/reports.ts';

const facts = (...hosts: string[]): string =>
  JSON.stringify(
    hosts.map((host) => ({
      name: host.split(/[.-]/)[0],
      connectionStrings: { standardSrv: `mongodb+srv://${host}.mongodb.net` },
    })),
  );
const uri = (host: string): string => `URI=mongodb+srv://app:Canary5ecret@${host}.mongodb.net/x\n`;

const FILES = {
  'old/one.json': facts('till.b1n2m', 'attic.b1n2m', 'shelf.b1n2m'),
  'new.json': facts('till-pri.b1n2m', 'shelf.b1n2m'),
  'src/app.env': uri('till.b1n2m') + uri('shelf.b1n2m'),
  'src/app.py': 'import os\nuri = f"mongodb+srv://{os.environ[\'USER\']}@{host}.b1n2m.mongodb.net/x"\n',
  'docs/use.md': `Use \`mongodb+srv://attic.b1n2m.mongodb.net\`.\n`,
};

interface Json {
  readonly strings: readonly {
    text: string;
    state: string;
    successors: string[];
    uses: { file: string; line: number }[];
  }[];
  readonly undecided: readonly { file: string }[];
}

const breaking = (cwd: string, ...args: string[]): Run =>
  connlint(['breaking', '--before', 'old', '--after', 'new.json', ...args], { cwd, env: { GITHUB_REPOSITORY: '' } });

describe('breaking', () => {
  it('fails for a string of deployed code that vanishes, and names it with its places', () => {
    withFiles(FILES, (cwd) => {
      const { code, stdout, stderr } = breaking(cwd, '--format', 'json');
      const { strings, undecided } = JSON.parse(stdout) as Json;
      expect(code).toBe(1);
      expect(
        strings.map(({ text, state, uses }) => [text, state, uses.map(({ file, line }) => `${file}:${line}`)]),
      ).toEqual([
        ['mongodb+srv://till.b1n2m.mongodb.net', 'breaking', ['src/app.env:1']],
        ['mongodb+srv://attic.b1n2m.mongodb.net', 'unused', ['docs/use.md:1']],
      ]);
      expect(undecided.map(({ file }) => file)).toEqual(['src/app.py']);
      expect(stderr).toContain('src/app.py: line 2: no record decides a host with a placeholder');
      expect(stdout).not.toContain('Canary5ecret');
    });
  });

  it('passes where nothing that runs uses what vanishes', () => {
    withFiles({ ...FILES, 'src/app.env': uri('shelf.b1n2m') }, (cwd) => {
      const { code, stdout } = breaking(cwd, '--no-notices');
      expect(code).toBe(0);
      expect(stdout).toMatch(/^vanishes, no deployed use {2}attic standard/);
      expect(stdout).toMatch(/\nPassed: no string in use vanishes\. Without a deployed use: 2\. Changed: 0\.\n$/);
    });
  });

  it('writes the same as a comment and as results at the places', () => {
    withFiles(FILES, (cwd) => {
      breaking(cwd, '--format', 'markdown=out.md', '--format', 'sarif=out.sarif', '--sarif-category', 'records');
      const markdown = readFileSync(join(cwd, 'out.md'), 'utf8');
      expect(markdown).toContain('## Failed: 1 string in use vanishes.');
      expect(markdown).toContain('| `mongodb+srv://till.b1n2m.mongodb.net` | `src/app.env:1:5` |');
      const run = sarifRun(readFileSync(join(cwd, 'out.sarif'), 'utf8'));
      expect(run).toMatchObject({
        automationDetails: { id: 'records/' },
        results: [
          {
            ruleId: 'breaking-string',
            level: 'error',
            locations: [{ physicalLocation: { artifactLocation: { uri: 'src/app.env' }, region: { startLine: 1 } } }],
          },
        ],
      });
    });
  });

  it('reads the uses from ledgers, with repository and owner, and does not pass a ledger that is cut short', () => {
    withFiles(FILES, (cwd) => {
      withFiles({ 'a.env': uri('till.b1n2m') + uri('shelf.b1n2m'), CODEOWNERS: '* @acme/payments\n' }, (billing) => {
        const ledger = join(cwd, 'ledgers/billing.jsonl');
        const listed = connlint(['list', '--repository', 'acme/billing', '--format', `ledger=${ledger}`], {
          cwd: billing,
        });
        expect(listed).toMatchObject({ code: 0 });
        const run = breaking(
          cwd,
          'ledgers',
          '--format',
          'json',
          '--format',
          'sarif=out.sarif',
          '--format',
          'markdown=out.md',
        );
        expect(run.code).toBe(1);
        const { strings } = JSON.parse(run.stdout) as Json;
        expect(strings.map(({ state, uses }) => [state, uses])).toMatchObject([
          ['breaking', [{ repository: 'acme/billing', owners: ['@acme/payments'], file: 'a.env', line: 1 }]],
          ['unused', []],
        ]);
        expect(readFileSync(join(cwd, 'out.md'), 'utf8')).toContain('| `acme/billing a.env:1:5` | `@acme/payments` |');
        const [result] = sarifRun(readFileSync(join(cwd, 'out.sarif'), 'utf8')).results;
        expect(result!.locations[0]!.physicalLocation.artifactLocation.uri).toBe('new.json');
        expect(result!.message.text).toContain('1 place in acme/billing still uses it');
        expect(run.stdout).not.toContain('Canary5ecret');

        writeFileSync(ledger, readFileSync(ledger, 'utf8').split('\n').slice(0, 1).join('\n') + '\n');
        const cut = breaking(cwd, 'ledgers');
        expect(cut.code).toBe(1);
        expect(cut.stdout).toMatch(/The ledger of acme\/billing is cut short: .*\nUndecided: ledgers are not whole\./);
      });
      expect(breaking(cwd, 'new.json').code).toBe(2);
    });
  });

  it('refuses what is not a record', () => {
    withFiles({ ...FILES, 'empty.json': '[]', 'gone.json': '{"error":410,"errorCode":"VERSION_GONE"}' }, (cwd) => {
      const refusal = (...args: string[]): string => {
        const run = connlint(['breaking', ...args], { cwd });
        expect(run).toMatchObject({ code: 2, stdout: '' });
        return run.stderr;
      };
      expect(refusal('--before', 'old')).toContain('--after is missing');
      expect(refusal('--before', 'nowhere', '--after', 'new.json')).toContain('no such file or folder: nowhere');
      expect(refusal('--before', 'old', '--after', 'empty.json')).toContain('empty.json');
      expect(refusal('--before', 'gone.json', '--after', 'new.json')).toContain('gone.json');
      expect(refusal('--before', 'src/app.env', '--after', 'new.json')).toContain('is not valid JSON');
    });
  });
});
