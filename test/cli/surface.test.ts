import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS, FORMATS } from '../../src/cli/commands.ts';
import { connlint, withFiles } from '../support/cli.ts';

const SCREEN = 50;
const BAD = 'URI=mongodb+srv://app:pla1n@gable.k4j5h.mongodb.net:27017/g\n';

describe('help', () => {
  it.each(['', ...Object.keys(COMMANDS)])('fits on a screen: %s', (name) => {
    const { code, stdout } = connlint(['help', ...(name === '' ? [] : [name])], { cwd: '.' });
    expect(code).toBe(0);
    expect(stdout.split('\n').length).toBeLessThan(SCREEN);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('names eight commands', () => {
    expect(Object.keys(COMMANDS)).toEqual('check list plan classify explain pull config init'.split(' '));
  });
});

it('explain prints the severity, and of a reason only its section', () => {
  const { stdout } = connlint(['explain', 'api-version/unknown-date'], { cwd: '.' });
  expect(stdout).toContain('## unknown-date\n\n**Severity:** warning; info for a preview.\n\n');
  expect(stdout).not.toContain('## sunset');
  expect(connlint(['explain', 'shard-conversion-options'], { cwd: '.' }).stdout).toContain(
    '**Planned change:** shard.',
  );
});

it('config names the role and the environment of a file', () => {
  const { stdout } = connlint(['config', '--no-config', 'deploy/prod/tests/a.py'], { cwd: '.' });
  expect(JSON.parse(stdout)).toMatchObject({ role: 'test', environment: 'production' });
});

it('config names each reason of a rule', () => {
  const { rules } = JSON.parse(connlint(['config', '--no-config', 'a.env'], { cwd: '.' }).stdout) as { rules: object };
  expect(rules).toMatchObject({
    'api-version/unknown-date': 'warning',
    'uri-refused/srv-port': 'error',
    'legacy-host': 'warning',
  });
  expect(rules).not.toHaveProperty('api-version');
});

describe('a wrong use ends with 2, what is wrong, and what to do', () => {
  it.each([
    [['--fromat', 'json'], 'unknown option --fromat. Did you mean --format?'],
    [['--constructor'], 'unknown option --constructor.'],
    [['--__proto__'], 'unknown option --__proto__.'],
    [['lint'], 'Did you mean connlint check?'],
    [['lsit'], 'Did you mean connlint list?'],
    [['fleet', 'uses'], 'unknown command fleet'],
    [['list', '--fix'], 'unknown option --fix'],
    [['--format', 'patch'], 'unknown format patch'],
    [['--format', 'json', '--format', 'sarif'], 'only one format can go to standard output'],
    [['--fix', '--fix-dry-run'], '--fix and --fix-dry-run cannot be combined'],
    [['--since', '--staged'], 'option --since needs a value'],
    [['--rule', 'uri-refsed'], 'Did you mean uri-refused?'],
    [['--fail-on', 'eror'], 'Did you mean error?'],
    [['--config', 'none.jsonc'], 'no such file'],
    [['plan'], 'no change is planned'],
    [['plan', '--project', 'x'], '--project needs --change <name>'],
    [['plan', '--change', 'shard', '--set', 'x'], '--set x is not key=value'],
    [['plan', '--change', 'shard', '--set', 'a=1', '--set', 'a=2'], '--set a is given twice'],
    [['plan', '--change', 'multi-region'], 'Add --cluster <name>.\nWrite --set regions=<value>.'],
    [
      ['plan', '--change', 'custom-dns', '--set', 'enabld=true'],
      'enabld: unknown key "enabld". Did you mean "enabled"?\n',
    ],
    [['config'], 'config needs one file'],
    [['explain', 'uri-refsed'], 'Did you mean uri-refused?'],
    [['explain', 'uri-refused/srv-prt'], 'Did you mean uri-refused/srv-port?'],
    [['pull'], 'pull needs --project <id>'],
    [['pull', '--quiet'], 'unknown option --quiet'],
    [['--today', '2026-02-30'], 'today: 2026-02-30 is not a date'],
    [['classify'], 'classify needs a connection string or host'],
  ])('%j', (args, message) => {
    withFiles({ 'a.env': 'A=1\n' }, (cwd) => {
      const { code, stderr } = connlint(args, { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    });
  });

  it.each<[Record<string, string>, string]>([
    [{ 'connlint.config.json/x': '' }, 'connlint.config.json: a folder, not a config'],
    [{ 'package.json': '{"connlint": {"warnDays": 1}' }, 'package.json:1:29: the config is not valid JSON'],
    [{ 'connlint.config.json': '{"baseline": "none"}' }, 'cannot read the baseline none: no such file'],
  ])('also for a config or a baseline that cannot be used: %j', (files, message) => {
    withFiles({ ...files, 'a.env': 'A=1\n' }, (cwd) => {
      const { code, stderr } = connlint([], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    });
  });

  it('and repeats no credential', () => {
    withFiles({ 'a.env': 'A=1\n' }, (cwd) => {
      for (const args of [
        ['--config', 'mongodb://app:pla1n@h/'],
        ['--baseline', 'mongodb://app:pla1n@h/'],
        ['--format', 'text=mongodb://app:pla1n@h/'],
        ['--stdin-filename', 'mongodb://app:pla1n@h/'],
        ['plan', '--terraform-plan', 'mongodb://app:pla1n@h/'],
        ['plan', '--change', 'shard', '--set', 'mongodb://app:pla1n@h/=x'],
        ['config', 'mongodb://app:pla1n@h/'],
        ['mongodb://app:pla1n@h/'],
        ['--format', 'json=x=mongodb://app:pla1n@h/', '--format', 'mongodb://app:pla1n@h/'],
        ['help', 'mongodb://app:pla1n@h/'],
        ['--mongodb://app:pla1n@h/'],
        ['pull', '--project', 'pla1n'],
      ]) {
        const { code, stdout, stderr } = connlint(args, { cwd });
        expect(code, args.join(' ')).toBe(2);
        expect(stdout + stderr, args.join(' ')).not.toContain('pla1n');
      }
    });
  });
});

describe('every format', () => {
  it('is written to a file, shows the finding, and shows no credential', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      const args = FORMATS.check.flatMap((format) => ['--format', `${format}=out/${format}`]);
      expect(connlint(args, { cwd }).code).toBe(1);
      for (const format of FORMATS.check) {
        const text = readFileSync(join(cwd, 'out', format), 'utf8');
        expect(text, format).toContain('uri-refused');
        expect(text, format).not.toMatch(/pla1n|npx|unpkg|npmjs/);
      }
      const report = JSON.parse(readFileSync(join(cwd, 'out/json'), 'utf8')) as { version: number; findings: object[] };
      expect(report.version).toBe(2);
      expect(Object.keys(report)).toEqual(
        'version tool repository revision findings notices unknown summary'.split(' '),
      );
      expect(readFileSync(join(cwd, 'out/html'), 'utf8')).not.toContain('<script');
      expect(readFileSync(join(cwd, 'out/sarif'), 'utf8')).not.toContain('helpUri');
    });
  });

  it('has colours on request, also where nothing is found', () => {
    for (const text of [BAD, 'A=1\n', '']) {
      withFiles({ 'a.env': text }, (cwd) => {
        const { stdout } = connlint(['--color'], { cwd });
        expect(stdout).toContain('\u001b[3');
        expect(stdout).not.toContain('u{1b}');
      });
    }
  });

  it('of list names the role of each string', () => {
    const text = `const A: &str = "${BAD.slice(4, -1)}";\n#[cfg(test)]\nmod tests {\n  ${BAD.slice(4)}}\n`;
    withFiles({ 'a.rs': text }, (cwd) => {
      const { stdout } = connlint(['list', '--format', 'json'], { cwd });
      expect(JSON.parse(stdout)).toMatchObject([{ role: 'product' }, { role: 'test' }]);
    });
  });

  it('of list has one record per string, with its repository', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      for (const format of FORMATS.list) {
        const { code, stdout } = connlint(['list', '--format', format], { cwd });
        expect([code, stdout]).toEqual([0, expect.stringContaining('gable')]);
        expect(stdout).not.toContain('pla1n');
      }
      const record = JSON.parse(connlint(['list', '--format', 'jsonl'], { cwd }).stdout) as object;
      const fields =
        'repository revision file role line column endLine endColumn offset endOffset text kind family via form ' +
        'provider region cluster token hosts key context environment owners';
      expect(Object.keys(record).sort()).toEqual(fields.split(' ').sort());
    });
  });

  it('breaks words that CI systems take for commands, and control characters', () => {
    const names = ['##vso[task.complete]', '##teamcity[x', '##[error]y', '::add-mask::z', 'a\u001b[31m'];
    const files = Object.fromEntries(names.map((name) => [`${name}.env`, BAD]));
    withFiles(files, (cwd) => {
      const formats = [...FORMATS.check.map((one) => ['check', one]), ...FORMATS.list.map((one) => ['list', one])];
      for (const [command = '', format = ''] of formats) {
        const { stdout, stderr } = connlint([command, '--format', format], { cwd });
        const said = `${stdout}\n${stderr}`;
        expect(said, format).not.toMatch(/##(?:vso|teamcity)?\[/);
        expect(said, format).not.toContain('\u001b');
        if (format !== 'github') expect(said, format).not.toMatch(/^\s*::/m);
      }
    });
  });
});

it.each([
  ['uri-refused', 'info'],
  ['uri-refused:error', 'error'],
])('--rule %s runs a rule that is off, as an %s in a document', (rule, severity) => {
  const files = {
    'connlint.config.json': '{ "rules": { "uri-refused": "off" } }',
    'docs/a.md': 'See mongodb+srv://shop.ab123.mongodb.net:27017/x\n',
  };
  const { stdout } = withFiles(files, (cwd) => connlint(['--rule', rule, '--format', 'concise'], { cwd }));
  expect(stdout).toContain(`docs/a.md:1:41: ${severity}: `);
});

describe('--update-baseline', () => {
  it('accepts the findings of now, and only those', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      expect(connlint([], { cwd }).code).toBe(1);
      expect(connlint(['--update-baseline'], { cwd })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('2 new, 0 gone; 2 findings') as string,
      });
      expect(readFileSync(join(cwd, '.connlint-baseline'), 'utf8')).not.toContain('pla1n');
      expect(connlint([], { cwd }).code).toBe(0);
      expect(connlint(['--no-baseline'], { cwd }).code).toBe(1);
      expect(connlint(['--update-baseline'], { cwd }).stdout).toMatch(/nothing new/);
    });
  });
});

describe('a planned change', () => {
  const LEGACY = 'URI=mongodb+srv://gable-k4j5h.azure.mongodb.net/g\n';
  const change = { change: 'disable-peering-only', accept: { 'connlint/v2:0000000000000000': 'misspelt' } };
  const files = { 'a.env': LEGACY, 'connlint.config.json': JSON.stringify({ plan: [change] }) };

  it('keeps its findings out of the baseline, which says so', () => {
    withFiles(files, (cwd) => {
      const { stdout } = connlint(['--update-baseline'], { cwd });
      expect(stdout).toContain('0 findings accepted, 1 of planned changes not');
    });
  });

  it('names the commands without a port for SRV strings', () => {
    withFiles({ ...files, 'b.env': LEGACY.replace('/g', ':27017/g') }, (cwd) => {
      const { stdout } = connlint(['plan', '--verbose'], { cwd });
      expect(stdout).not.toMatch(/mongosh mongodb\+srv:\/\/[^/ ]*:\d/);
    });
  });
});

describe('--fix-dry-run', () => {
  it('shows what --fix writes, without credentials, and changes nothing', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      const { stdout, stderr } = connlint(['--fix-dry-run'], { cwd });
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^--- a\.env\n\+\+\+ a\.env\n-1: .*:27017.*\n\+1: .*mongodb\.net\/g\n/);
      expect(stdout).not.toContain('pla1n');
      expect(readFileSync(join(cwd, 'a.env'), 'utf8')).toBe(BAD);
      expect(connlint(['--fix'], { cwd }).code).toBe(0);
      expect(readFileSync(join(cwd, 'a.env'), 'utf8')).toBe(BAD.replace(':27017', ''));
    });
  });
});

it('--fix-dry-run shows a string with several fixes once', () => {
  const [pass, other] = ['pla@in7', 'URI=mongodb+srv://app:pla@in7@gable.k4j5h.mongodb.net/g\n'];
  withFiles({ 'a.env': BAD.replace('/g', '/g?retryWites=true'), 'b.env': other }, (cwd) => {
    const { stdout } = connlint(['--fix-dry-run'], { cwd });
    expect(stdout.match(/^[-+~]\d.*$/gm)).toEqual([
      expect.stringMatching(/^-1: .*:27017/),
      expect.stringMatching(/^\+1: .*mongodb\.net\/g\?retryWrites=true$/),
      expect.stringMatching(/^~1: Percent-encode/),
    ]);
    expect(stdout).not.toContain(pass);
  });
});

describe('init', () => {
  it('names the cluster records that it finds, and only the strings of the code', () => {
    const record = { name: 'gable', connectionStrings: { standardSrv: 'mongodb+srv://gable.k4j5h.mongodb.net' } };
    withFiles({ 'atlas.json': JSON.stringify([record]), 'package.json': '{"name":"a"}', 'a.env': BAD }, (cwd) => {
      connlint(['init'], { cwd });
      const config = readFileSync(join(cwd, 'connlint.config.jsonc'), 'utf8');
      expect(config).toContain('"inventory":["atlas.json"]');
      expect(config).toContain('gable: 1 standard\n');
    });
  });

  it('writes a config with what it found that changes nothing, and refuses to write another', () => {
    withFiles({ 'a.env': BAD }, (cwd) => {
      const before = connlint(['--format', 'json'], { cwd });
      expect(connlint(['init'], { cwd })).toMatchObject({
        code: 0,
        stdout: '',
        stderr: expect.stringMatching(/^connlint: wrote connlint\.config\.jsonc: 1 cluster/) as string,
      });
      expect(connlint(['--format', 'json'], { cwd }).stdout).toBe(before.stdout);
      expect(connlint(['init'], { cwd }).code).toBe(2);
      const text = readFileSync(join(cwd, 'connlint.config.jsonc'), 'utf8');
      expect(text.split('\n').length).toBeLessThan(30);
    });
  });
});
