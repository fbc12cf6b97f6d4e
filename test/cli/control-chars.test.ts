import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_FORMATS, mergedFormats } from '../../src/report/formats.ts';
import { connlint, withFiles } from '../support/cli.ts';
import type { Run } from '../support/cli.ts';
import { all, parseXml } from '../support/xml.ts';

/** One of each kind that a terminal acts on, that reorders text or that nobody sees. */
const SIGNS = [
  ...'\u0001\u001b\u007f\u0085\u009b\u00ad\u061c\u200b\u200e\u2028\u202e\u2060\u2066\u3164\ufeff\u{e0041}',
  // Hides the text after it, as a colour would change it.
  '\u001b[8m',
];
const CONTROL = /[\p{Cc}\p{Cf}\u2028\u2029\u3164]/u;
const HOST = 'reader-k2j4h.mongodb.net';
const named = (sign: string): string => `n${sign}m.env`;

function tree(): Record<string, string> {
  const clusters = SIGNS.map((sign, at) => ({
    groupId: '5f0000000000000000000001',
    name: `r${sign}${at}`,
    connectionStrings: { standardSrv: `mongodb+srv://r${at}.k2j4h.mongodb.net` },
  }));
  const files = SIGNS.map((sign, at): [string, string][] => [
    [named(sign), `A${sign}B=mongodb+srv://u:p@r${at}.k2j4h.mongodb.net:27017/d${sign}b?appName=a${sign}b\n`],
    [
      `c${at}/a.env`,
      `# connlint-disable-next-line legacy-host, x${sign} -- re${sign}ason\nA=mongodb+srv://${HOST}/\${N${sign}}\n`,
    ],
    [`c${at}/b.js`, `new MongoClient(process.env["MO${sign}NGO"]);\nconst x = {"k${sign}": "mongodb://${HOST}/x"};\n`],
    [`c${at}/package.json`, JSON.stringify({ dependencies: { mongodb: `^3.${sign}1.0` } })],
  ]);
  const config = {
    inventory: ['facts.json'],
    overrides: SIGNS.map((sign, at) => ({ files: [`c${at}/**`], environment: `e${sign}v` })),
    external: Object.fromEntries(SIGNS.map((sign) => [`E${sign}`, `c${sign}l`])),
    plan: SIGNS.map((sign, at) => ({
      change: 'multi-region',
      cluster: `r${sign}${at}`,
      regions: ['US_EAST_1', 'EU_WEST_1'],
    })),
    suppressions: SIGNS.map((sign, at) => ({ rule: 'uri-refused', files: [`n${at}*`], reason: `be${sign}cause` })),
  };
  return {
    ...Object.fromEntries(files.flat()),
    'facts.json': JSON.stringify({ results: clusters }),
    'connlint.config.json': JSON.stringify(config),
    CODEOWNERS: SIGNS.map((sign, at) => `/c${at} @te${sign}am\n`).join(''),
  };
}

/** Places of control characters; CSV ends its lines with two. */
function controlsIn(output: string): string[] {
  const lines = output.replaceAll('\r\n', '\n').split('\n');
  return lines.filter((line) => CONTROL.test(line)).map((line) => JSON.stringify(line.slice(0, 200)));
}

const JSON_NAME = /(?:^|[-.])(?:json|sarif|gitlab|sonar|blob)$/;
const LINES_NAME = /(?:^|[-.])(?:jsonl|rdjsonl|ledger)$/;

/** All texts of a value, keys included. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsOf)];
}

/** The texts that a program reads from a report; `null` for one that people read. */
function parsed(name: string, text: string): string[] | null {
  if (JSON_NAME.test(name)) return textsOf(JSON.parse(text));
  if (LINES_NAME.test(name)) return text.split('\n').flatMap((line) => (line === '' ? [] : textsOf(JSON.parse(line))));
  if (!/junit$|checkstyle$/.test(name)) return null;
  return all(parseXml(text), name.endsWith('junit') ? 'testsuite' : 'file').map(({ attributes }) => attributes.name!);
}

const OUT = '../out';
const each = (command: string, formats: readonly string[]): string[] =>
  formats.flatMap((format) => ['--format', `${format}=${OUT}/${command}-${format}`]);
const TEXTS = ['text', 'json', 'markdown'];
const CHECKS = CHECK_FORMATS.filter((format) => format !== 'patch' && format !== 'blob');

describe('a control character', () => {
  it('of a name, a text, a config or a fact is printed by no command', () => {
    withFiles({}, (top) => {
      const cwd = join(top, 'tree');
      mkdirSync(cwd);
      mkdirSync(join(top, 'out'));
      const put = (files: Readonly<Record<string, string>>): void => {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(join(cwd, path, '..'), { recursive: true });
          writeFileSync(join(cwd, path), text);
        }
      };
      put(tree());
      put({ '../before.json': readFileSync(join(cwd, 'facts.json'), 'utf8') });
      put({ '../after.json': readFileSync(join(cwd, 'facts.json'), 'utf8').replaceAll('+srv://r', '+srv://s') });
      const git = (...args: string[]): Buffer =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a', ...args], { cwd });
      git('init', '--quiet');
      git('add', '--all');
      git('commit', '--quiet', '--message=x');
      put({ 'c4/a.env': `B\u009b=mongodb+srv://new.k2j4h.mongodb.net/d\u202eb\n` });
      const said: string[] = [];
      const run = (...args: string[]): Run => {
        const done = connlint(args, { cwd, env: { CI: '' } });
        said.push(done.stdout, done.stderr);
        expect(done.code, `${args.join(' ')}: ${done.stderr}`).toBeLessThan(2);
        return done;
      };
      const repository = ['--repository', 'acme/shop'];
      run('check', ...each('check', CHECKS), ...repository, '--report-suppressed', '--verbose', '--show-ids');
      run('check', '--format', 'full', '--verbose', '--group-by', 'cluster');
      run('check', '--stdin-filename', named('\u009b'), '--format', 'concise');
      for (const part of ['1', '2']) run('check', '--shard', `${part}/2`, '--format', `blob=${OUT}/parts/${part}-blob`);
      run('merge', `${OUT}/parts`, ...each('merge', ['text', 'full', 'concise', ...mergedFormats()]));
      run('list', ...each('list', [...TEXTS, 'jsonl', 'csv', 'html']));
      run('list', '--format', `ledger=${OUT}/ledgers/a.jsonl`, ...repository);
      run('list', '--against', 'HEAD', ...each('against', [...TEXTS, 'jsonl', 'csv', 'html']));
      run('plan', ...each('plan', [...TEXTS, 'sarif']));
      run('plan', '--summary');
      run('inventory', 'show', ...each('show', ['text', 'json']));
      run('inventory', 'check', ...each('hosts', ['text', 'json']));
      const states = ['--before', '../before.json', '--after', '../after.json'];
      run('breaking', ...states, ...each('breaking', [...TEXTS, 'sarif']));
      run('fleet', 'uses', `${OUT}/ledgers`, ...each('uses', [...TEXTS, 'csv', 'html']));
      run('fleet', 'plan', `${OUT}/ledgers`, ...each('fleet', [...TEXTS, 'html', 'sarif']));
      run('fleet', 'issues', `${OUT}/ledgers`, '--out', `${OUT}/issues`);
      run('config', 'print', 'c4/a.env', ...each('config', ['text', 'json']));
      const strings = SIGNS.map((sign) => `mongodb+srv://u${sign}:p@h${sign}.net/d${sign}?appName=${sign}x`);
      run('classify', ...strings, ...each('classify', ['text', 'json']));
      run('init', '--stdout');
      run('baseline', 'create', '--baseline', `${OUT}/baseline`);
      run('baseline', 'check', '--baseline', `${OUT}/baseline`, ...each('baseline', ['text', 'json']));

      const outputs = new Map([['said', said.join('\n')]]);
      for (const name of readdirSync(join(top, 'out'), { recursive: true, withFileTypes: true }))
        if (name.isFile()) outputs.set(name.name, readFileSync(join(name.parentPath, name.name), 'utf8'));
      expect(outputs.size).toBeGreaterThan(75);
      for (const [name, text] of outputs) {
        expect([name, controlsIn(text)]).toEqual([name, []]);
        const read = parsed(name, text);
        // SARIF has addresses instead of names, and XML cannot contain two of the characters in any spelling.
        if (!read || !/^(?:check|merge|list)-(?!sarif)/.test(name)) continue;
        const known = /junit$|checkstyle$/.test(name) ? SIGNS.filter((sign) => sign >= ' ') : SIGNS;
        expect([name, known.filter((sign) => !read.includes(named(sign)))]).toEqual([name, []]);
      }
    });
  });

  it.each(SIGNS.map((sign) => [sign.codePointAt(0)!.toString(16), sign] as const))(
    '%s of an argument or a config that is wrong is not printed',
    (_, sign) => {
      const wrong = [
        { [`un${sign}`]: 1 },
        { rules: { [`x${sign}`]: 'off' } },
        { rules: { 'uri-refused': `o${sign}` } },
        { plan: [{ change: `m${sign}` }] },
        { inventory: [`no${sign}.json`] },
        { roles: { [`a${sign}`]: `b${sign}` } },
        { clusters: { [`${sign}x`]: { unknown: true } } },
      ];
      for (const config of [...wrong.map((one) => JSON.stringify(one)), `{"a${sign}": `]) {
        withFiles({ 'connlint.config.json': config, 'a.env': `A=mongodb://${HOST}/x\n` }, (cwd) => {
          const { stdout, stderr } = connlint(['check'], { cwd });
          expect(controlsIn(stdout + stderr)).toEqual([]);
          expect(stderr).not.toBe('');
        });
      }
      withFiles({}, (cwd) => {
        const name = `x${sign}`;
        for (const args of [
          ['check', name],
          ['check', `--${name}`],
          ['check', '--format', name],
          ['check', '--rule', name],
          ['check', '--config', name],
          ['explain', name],
          ['plan', '--change', 'multi-region', '--cluster', name, '--regions', name],
          ['fleet', 'uses', name],
        ]) {
          const { code, stdout, stderr } = connlint(args, { cwd });
          expect([args, code, controlsIn(stdout + stderr)]).toEqual([args, 2, []]);
        }
      });
    },
  );
});

it('a colour in the name of a project or of a fact file is not printed', () => {
  const record = (srv: string): string =>
    JSON.stringify([{ groupId: '5f0000000000000000000001', name: 'a', connectionStrings: { standardSrv: srv } }]);
  const files = {
    'one\u001b[31m.json': record(`mongodb+srv://${HOST}`),
    'two\u001b[31m.json': record('mongodb+srv://other.k2j4h.mongodb.net'),
    'connlint.config.json': JSON.stringify({ inventory: ['one\u001b[31m.json', 'two\u001b[31m.json'] }),
    'a.env': `A=mongodb+srv://${HOST}/x\n`,
  };
  withFiles(files, (cwd) => {
    const plan = ['plan', '--change', 'shard', '--cluster', 'a', '--project', 'p\u001b[31m'];
    for (const args of [['check'], plan]) {
      const { stdout, stderr } = connlint(args, { cwd });
      expect(controlsIn(stdout + stderr)).toEqual([]);
      expect(stderr).toContain('\\u{1b}[31m');
    }
  });
});

describe('colours', () => {
  it.each([{ CI: 'true' }, { CI: '' }, { GITHUB_ACTIONS: 'true', CI: 'true' }])(
    'are for terminals only, with %j too',
    (env) => {
      withFiles({ 'a.env': `A=mongodb+srv://${HOST}:27017/x\n` }, (cwd) => {
        const { stdout, stderr } = connlint(['check'], { cwd, env });
        expect(stdout).toContain('error[uri-refused]');
        expect(controlsIn(stdout + stderr)).toEqual([]);
      });
    },
  );
});
