import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../../support/cli.ts';
import { PROGRAM, runProgram } from '../../support/run-program.ts';

const CONFIG = 'connlint.config.jsonc';
const FILES = {
  'src/app.py': 'URI = "mongodb+srv://till:Qu1etH4rbor@walnut.m4k7q.mongodb.net/shop"\n',
  'deploy/a.env':
    'A=mongodb+srv://walnut-pri.m4k7q.mongodb.net/shop\nB=mongodb+srv://alder-b7n4x.azure.mongodb.net/x\n',
  'deploy/b.env': 'C=mongodb://ac-k7m2xqd-shard-00-00.p3r8tzv.mongodb.net:27017/\n',
  'README.md': 'Like mongodb+srv://example.abcde.mongodb.net/ here.\n',
  'infra/clusters.json': JSON.stringify({
    results: [{ name: 'walnut', connectionStrings: { standardSrv: 'mongodb+srv://walnut.m4k7q.mongodb.net' } }],
  }),
  'infra/privateIpMode.json': '{"enabled": true}',
  'tsconfig.json': '{"compilerOptions": {"enabled": true}}',
  'feature.json': '{"enabled": true}',
  'targets.json': '[{"targets": ["app.internal:9090"], "labels": {}}]',
};

/** Everything that `init` commented out, uncommented: lines of data without the explanations. */
function uncommented(config: string): string {
  return config.replace(/^ {2}\/\/ ( *["{}[\]].*)$/gm, '  $1');
}

describe('connlint init', () => {
  it('writes a config that changes nothing', () => {
    withFiles(FILES, (cwd) => {
      const before = connlint(['check', '--format', 'json'], { cwd });
      const { code, stdout, stderr } = connlint(['init'], { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toBe(`wrote ${CONFIG}: 2 clusters, 2 fact files found\n`);
      const after = connlint(['check', '--format', 'json'], { cwd });
      expect(after).toEqual(before);
    });
  });

  it('says what it found, and shows no credential', () => {
    withFiles(FILES, (cwd) => {
      const { stdout } = connlint(['init', '--stdout'], { cwd });
      expect(stdout).toContain('// walnut: 1 private, 1 standard in deploy/a.env, src/app.py\n');
      expect(stdout).toContain('// alder: 1 legacy in deploy/a.env\n');
      expect(stdout).toContain('//   "alder": { "token": "b7n4x", "provider": "azure" },\n');
      expect(stdout).toContain('// Found: infra/clusters.json (1 cluster)\n');
      expect(stdout).toContain('// Found: infra/privateIpMode.json (settings: peeringOnly)\n');
      expect(stdout).toContain('"change": "leave-legacy-hostnames"');
      expect(stdout).not.toMatch(/ac-k7m2xqd|example\.abcde|tsconfig|feature\.json|targets\.json|Qu1etH4rbor/);
      expect(existsSync(join(cwd, CONFIG))).toBe(false);
    });
  });

  it('proposes only what the program takes', () => {
    withFiles({ ...FILES, 'tools/x': '', 'archive/y': '', 'deploy/production/z': '' }, (cwd) => {
      const config = uncommented(connlint(['init', '--stdout'], { cwd }).stdout);
      expect(config).toMatch(/^ {2}"inventory": \["infra\/clusters\.json", "infra\/privateIpMode\.json"\],$/m);
      expect(config).toMatch(/^ {2}"plan": \[/m);
      writeFileSync(join(cwd, CONFIG), config);
      const { code, stderr } = connlint(['list'], { cwd });
      // The only remaining notice: no fact file contains this cluster.
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^.*cluster "alder".*\n$/) as string,
      });
    });
  });

  it.each([
    ['.gcp', '"EASTERN_US", "WESTERN_EUROPE"'],
    ['.azure', '"US_EAST_2", "EUROPE_WEST"'],
    ['', '"US_EAST_1", "EU_WEST_1"'],
  ])('proposes regions of the provider, %j', (label, regions) => {
    withFiles({ 'a.env': `A=mongodb+srv://pine.m4k7q${label}.mongodb.net/x\n` }, (cwd) => {
      const { stdout } = connlint(['init', '--stdout'], { cwd });
      expect(stdout).toContain(`"cluster": "pine", "regions": [${regions}]`);
      const plan = ['plan', '--change', 'multi-region', '--cluster', 'pine', '--summary', '--regions'];
      expect(connlint([...plan, regions.replace(/["\s]/g, '')], { cwd }).stderr).not.toContain('expected a region');
    });
  });

  it('has something to say in an empty folder, too', () => {
    withFiles({}, (cwd) => {
      expect(connlint(['init'], { cwd })).toMatchObject({
        code: 0,
        stdout: `wrote ${CONFIG}: 0 clusters, 0 fact files found\n`,
      });
      expect(uncommented(readFileSync(join(cwd, CONFIG), 'utf8'))).toContain('"inventory": ["facts/clusters.json"]');
      expect(connlint(['list'], { cwd }).code).toBe(0);
    });
  });

  describe('names the schema', () => {
    const schemaIn = (text: string): string => /"\$schema": "(.*)"/.exec(text)![1]!;

    it.each(['', 'packages/shop'])('of the installed package, in "%s"', (folder) => {
      withFiles({ 'node_modules/connlint/schema.json': '{}', 'packages/shop/a.env': '' }, (root) => {
        execFileSync('git', ['init', '--quiet'], { cwd: root });
        const path = schemaIn(connlint(['init', '--stdout'], { cwd: join(root, folder) }).stdout);
        expect(path).toMatch(/^\.\.?\//);
        expect(join(root, folder, path)).toBe(join(root, 'node_modules/connlint/schema.json'));
      });
    });

    it('of the program, where a repository has a copy of it', () => {
      withFiles({ 'src/a.env': '' }, (root) => {
        cpSync(dirname(PROGRAM), join(root, 'tools/connlint'), { recursive: true });
        const copy = join(root, 'tools/connlint/connlint.cjs');
        const { stdout } = spawnSync(process.execPath, [copy, 'init', '--stdout'], { cwd: root, encoding: 'utf8' });
        expect(schemaIn(stdout)).toBe('./tools/connlint/schema.json');
        expect(existsSync(join(root, schemaIn(stdout)))).toBe(true);
      });
    });

    it('of the program, wherever it is', () => {
      withFiles({}, (root) => {
        const path = schemaIn(runProgram(['init', '--stdout'], { cwd: root }).stdout);
        expect(existsSync(join(root, path))).toBe(true);
      });
    });
  });

  it('never writes over a config, unless it is asked to', () => {
    withFiles({ ...FILES, [CONFIG]: '{ "warnDays": 7 } // mine\n' }, (cwd) => {
      const { code, stdout, stderr } = connlint(['init'], { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/connlint\.config\.jsonc already exists\nUse --force/);
      expect(readFileSync(join(cwd, CONFIG), 'utf8')).toBe('{ "warnDays": 7 } // mine\n');
      expect(connlint(['init', '--force'], { cwd }).code).toBe(0);
      expect(readFileSync(join(cwd, CONFIG), 'utf8')).toContain('// walnut: ');
    });
  });

  it.each([
    ['connlint.config.yaml', 'warnDays: 7\n', /the folder already has a config: connlint\.config\.yaml/],
    ['package.json', '{"connlint": {}}', /the folder already has a config: package\.json/],
    ['.connlintrc', '{}', /\.connlintrc/],
  ])('makes no second config beside %s, not even when forced', (name, text, message) => {
    withFiles({ [name]: text }, (cwd) => {
      const { code, stderr } = connlint(['init', '--force'], { cwd });
      expect(code).toBe(2);
      expect(stderr).toMatch(message);
      expect(existsSync(join(cwd, CONFIG))).toBe(false);
    });
  });

  it('reports that a config further up no longer applies', () => {
    withFiles({ 'connlint.config.json': '{}' }, (cwd) => {
      mkdirSync(join(cwd, 'inner'));
      const { code, stderr } = connlint(['init'], { cwd: join(cwd, 'inner') });
      expect(code).toBe(0);
      expect(stderr).toMatch(/connlint\.config\.json no longer applies here/);
    });
  });

  it('takes no path', () => {
    expect(withFiles({}, (cwd) => connlint(['init', 'src'], { cwd }))).toMatchObject({ code: 2 });
  });
});
