import { tmpdir } from 'node:os';
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/node/version.ts';
import { connlint, withFiles } from '../support/cli.ts';
import { PROGRAM } from '../support/run-program.ts';

const FILES = {
  'src/a.env': 'URI=mongodb+srv://u:p@orders.ab123.mongodb.net:27017/o\n',
  'facts/error.json': '{"error":410,"errorCode":"VERSION_GONE"}',
  'facts/odd.json': '{"foo":1}',
  'odd-facts.json': '{"projects":[{"inventory":"facts/odd.json"}]}',
  'error-facts.json': '{"projects":[{"inventory":"facts/error.json"}]}',
  'no-facts.json': '{"projects":[{"inventory":"facts/none.json"}]}',
  'keys.json': '{"inventry":"x","rules":{"legcy-host":"off"}}',
  'rules.json': '{"plan":{}, "rules":{"x":"off"}}',
  'open.yaml': 'inventory: [a\n',
};

/** Each wrong use: what is wrong, and what to do. */
const WRONG: readonly (readonly [args: string, said: string])[] = [
  ['--fromat sarif', 'unknown option --fromat. Did you mean --format?\nOptions: connlint help check'],
  ['list --fail-on error', 'unknown option --fail-on.\nconnlint check has this option: connlint help check'],
  ['-', 'no such file or folder: -\nTo read standard input, name its file: --stdin-filename src/app.py'],
  [
    '-c rules.json',
    'rules.json:1:2: plan: expected a list, found an object\nPut it in brackets: [ … ].\nconnlint: rules.json:1:22: rules: unknown rule "x"\nRules: connlint explain\n',
  ],
  ['lint .', 'no such file, folder or command: lint\nDid you mean connlint check?'],
  ['lsit', 'no such file, folder or command: lsit\nDid you mean connlint list?'],
  ['--format json list', 'no such file or folder: list\nA command comes first: connlint list\n'],
  ['src nowhere', 'no such file or folder: nowhere\nPaths are relative'],
  ['nowhere/a.env', 'no such file or folder: nowhere/a.env\nPaths are relative to the working directory.'],
  ['help inventory pul', 'unknown action pul. Did you mean pull?'],
  ['inventory show --project x', 'unknown option --project.\nconnlint pull has this option'],
  ['inventory show --yes', 'unknown option --yes.\nconnlint inventory set-private-ip-mode has this option'],
  ['help chek', 'unknown command chek. Did you mean connlint help check?\nCommands: connlint help'],
  ['--format text=', '--format text= names no file\nWrite --format text=<file>.'],
  ['--since=', 'option --since needs a value: --since <ref>'],
  ['list --repository=', 'option --repository needs a value: --repository <name>'],
  ['--no-fix', 'unknown option --no-fix. Did you mean --fix?\nOptions: connlint help check'],
  ['list --no-fix', 'unknown option --no-fix.\nOptions: connlint help list'],
  ['list --no-baseline', 'unknown option --no-baseline.\nconnlint check has this option: connlint help check'],
  ['--fix-roles test', '--fix-roles needs --fix or --fix-dry-run\n'],
  ['--fix --fix-roles tets', 'unknown role tets. Did you mean test?\nRoles: '],
  ['--show-secrets', '--show-secrets needs --fix-dry-run\n'],
  ['--format json=a --format sarif=a', 'two formats name the same file: a\nWrite each format to its own file.'],
  ['--format sarif=src src', 'cannot write src: a folder\nNothing was written there.'],
  ['--fail-on high', 'unknown level high.\nLevels: error, warning, info, never.'],
  ['--max-warnings many', '--max-warnings many is not a number\nWrite a whole number, 0 or more.'],
  ['--limit x', '--limit x is not a number\nWrite a whole number; 0 prints all findings.'],
  ['--rule legcy-host', 'unknown rule legcy-host. Did you mean legacy-host?\nRules: connlint explain'],
  ['--rule legacy-host:eror', 'unknown severity eror. Did you mean error?\nSeverities: off, info, warning, error.'],
  ['--group-by rle', 'unknown group rle. Did you mean rule?\nGroups: file, rule, cluster.'],
  ['--since --staged', 'option --since needs a value: --since <ref>'],
  ['--today 2026-02-30', '--today 2026-02-30 is not a date\nWrite YYYY-MM-DD.'],
  ['-c nowhere', 'nowhere: the config cannot be read: no such file\nUse another file'],
  ['-c src/a.env', 'src/a.env: unknown config format\nUse connlint.config.json,'],
  ['-c src', 'src: a folder, not a config\nUse connlint.config.json,'],
  [
    '-c keys.json',
    'keys.json:1:2: unknown key "inventry". Did you mean "inventory"?\nconnlint: keys.json:1:26: rules: unknown rule "legcy-host". Did you mean "legacy-host"?',
  ],
  ['-c open.yaml', 'the config is not valid YAML: wrong indentation, or a bracket is missing\nIndent with spaces,'],
  ['-c no-facts.json', 'fact file not found: facts/none.json\nCorrect `inventory`'],
  [
    '-c odd-facts.json',
    'facts/odd.json: not a fact file: connlint does not know this form.\nRun `connlint pull`,',
  ],
  [
    '-c error-facts.json',
    'facts/error.json: an API error answer (410 VERSION_GONE), not facts.\nRun `connlint pull`, or ask for application/vnd.atlas.2024-08-05+json.',
  ],
  ['plan', 'no change is planned\nAdd it to `plan` in the config, or use --change <name>.'],
  ['plan --change shrad', '--change: unknown change "shrad". Did you mean "shard"?'],
  ['plan --terraform-plan none.json', 'cannot read none.json: no such file\nWrite one: terraform plan'],
  [
    'explain legcy-host',
    'unknown rule or kind legcy-host. Did you mean legacy-host?\nRules and kinds: connlint explain',
  ],
  ['baseline create --baseline src', 'src is a folder\nName a file with --baseline.'],
  ['inventory pul', 'unknown action pul. Did you mean pull?\nUsage: connlint pull | show'],
  ['config print src', 'src is a folder\nRun connlint config <file>.'],
  ['check check', 'no such file or folder: check\nPaths are relative to the working directory.'],
  ['list --versoin', 'unknown option --versoin. Did you mean --version?'],
  ['config', 'config needs an action\nUsage: connlint config <file> | schema'],
  ['init --hook husk', 'unknown hook husk. Did you mean husky?\nValid: pre-commit, lefthook, husky.'],
  ['merge src', 'src/a.env is not the result of a shard\nEach shard writes one: connlint --shard 1/4'],
  ['classify', 'classify needs a connection string or host\nPass them as arguments,'],
];

describe('a wrong use ends with 2, what is wrong, and what to do', () => {
  it.each(WRONG)('%s', (args, said) => {
    withFiles(FILES, (cwd) => {
      const { code, stdout, stderr } = connlint(args.split(' '), { cwd });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^connlint: /);
      expect(stderr).toContain(said);
    });
  });

  it('also where a variable is empty', () => {
    const { code, stderr } = withFiles(FILES, (cwd) => connlint(['classify', ''], { cwd }));
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'connlint: classify needs a connection string or host; the argument is empty',
    ]);
  });

  it('but every one of several arguments has its record', () => {
    const { stdout } = connlint(['classify', '--no-config', '--format', 'json', '--', 'mongodb://h/', ' ', 'x'], {
      cwd: tmpdir(),
    });
    expect((JSON.parse(stdout) as unknown[]).length).toBe(3);
  });

  it.each([['--version'], ['check', '-v'], ['list', 'src', '--version']])(
    'and %s %s %s prints the version',
    (...args) => {
      const run = connlint(args, { cwd: tmpdir() });
      expect([run.code, run.stdout, run.stderr]).toEqual([0, `${VERSION}\n`, '']);
    },
  );

  it('and help of an action has its own options only', () => {
    for (const args of [
      ['help', 'inventory', 'show'],
      ['inventory', 'show', '--help'],
    ]) {
      const run = connlint(args, { cwd: tmpdir() });
      expect([run.code, run.stderr]).toEqual([0, '']);
      expect(run.stdout).toContain('Usage: connlint inventory show [options]\n');
      expect(run.stdout).not.toMatch(/--organization|MONGODB_ATLAS/);
    }
  });

  it.each([[['help', 'inventory']], [['inventory', '-h']]])('and %j lists the actions', (args) => {
    const run = connlint(args, { cwd: tmpdir() });
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(/^ {2}pull {2,}Read projects from the Administration API into fact files$/m);
    expect(run.stdout).toContain('connlint help inventory <action>');
  });
});

describe('notices', () => {
  it.each(['', 'list', 'plan --change shard --cluster orders', 'baseline create'])(
    'come before the report of %j, which ends with its last line',
    (command) => {
      const files = { ...FILES, 'connlint.config.json': '{}', 'src/connlint.config.json': '{}' };
      withFiles(files, (cwd) => {
        const args = [...command.split(' ').filter((word) => word !== ''), '--no-color'];
        const both = execFileSync('sh', ['-c', '"$@" 2>&1 || :', 'sh', process.execPath, PROGRAM, ...args], { cwd });
        const lines = both.toString().trimEnd().split('\n');
        expect(lines[0]).toMatch(/^connlint: /);
        expect(lines.slice(1).filter((line) => line.startsWith('connlint: '))).toEqual([]);
        expect(lines.length).toBeGreaterThan(1);
      });
    },
  );
});

describe('a report in a file', () => {
  it('has neither colours nor links, whatever the terminal', () => {
    withFiles(FILES, (cwd) => {
      const run = connlint(['src', '--color', '--format', 'text=out.txt', '--format', 'concise'], { cwd });
      // eslint-disable-next-line no-control-regex
      expect(run.stdout).toMatch(/\u001b\[/);
      const list = connlint(['list', 'src', '--color', '--format', 'text=list.txt'], { cwd });
      expect(list.stdout).toBe('');
      // eslint-disable-next-line no-control-regex
      for (const name of ['out.txt', 'list.txt']) expect(readFileSync(join(cwd, name), 'utf8')).not.toMatch(/\u001b/);
    });
  });
});
