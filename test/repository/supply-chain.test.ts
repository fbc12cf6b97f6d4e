import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ACTIONS } from '../../src/init/recipes.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
}

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };

/** The packages of a user's installation, by folder. */
const shipped = Object.entries(lock.packages).filter(
  ([folder, { dev, devOptional, peer }]) => folder !== '' && !dev && !devOptional && !peer,
);

/** Licences that require only attribution. */
const ALLOWED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0'];

describe('what is installed with the package', () => {
  it('is what the manifest asks for, with all that is behind it', () => {
    const folders = new Set(shipped.map(([folder]) => folder));
    for (const name of Object.keys(manifest.dependencies)) expect(folders).toContain(`node_modules/${name}`);
    expect(folders).not.toContain('node_modules/vitest');
    expect(shipped.length).toBeLessThan(45);
  });

  it.each(shipped)('%s has a licence that asks for no more than to be named', (folder, { license }) => {
    const { license: own } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
      license?: string;
    };
    expect(ALLOWED).toContain(license);
    expect(own).toBe(license);
  });

  it('runs nothing on install, and is held by a checksum', () => {
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
    expect(shipped.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(hooks.filter((name) => name in manifest.scripts)).toEqual([]);
  });

  it('has its reason in CONTRIBUTING.md, package by package', () => {
    const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    const [section = ''] = /^## Dependencies$[^]*?(?=^## |$(?![^]))/m.exec(page) ?? [];
    const rows = section.matchAll(/^\| ([@\w/, -]+?) +\| \S/gm);
    const named = [...rows]
      .flatMap(([, names = '']) => names.split(', '))
      .filter((name) => name !== 'package' && !name.startsWith('---'));
    // The packages in the bundle are also dependencies of the program, installed only for development.
    const { dependencies, devDependencies } = manifest;
    expect(named).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(named.filter((name) => !(name in dependencies) && !(name in devDependencies))).toEqual([]);
  });

  it('is asked for by ranges that npm may update, never by a tag or an address', () => {
    for (const range of Object.values(manifest.dependencies)) expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
  });
});

describe('the workflows', () => {
  const read = (name: string): string => readFileSync(join(ROOT, '.github/workflows', name), 'utf8');

  it('run other actions by the hash of a commit, with no more rights than they need', () => {
    for (const name of ['ci.yml', 'publish.yml']) {
      const text = read(name);
      for (const [, action = ''] of text.matchAll(/uses: (.*)/g)) expect(action).toMatch(/^[\w./-]+@[\da-f]{40} # v\d/);
      expect(text).not.toMatch(/secrets\.|pull_request_target|write-all|contents: write/);
      expect(text).toContain('persist-credentials: false');
      expect(text).toMatch(/^permissions: \{\}$/m);
      const jobs = text.slice(text.indexOf('\njobs:')).match(/^ {2}[\w-]+:$/gm);
      expect(text.match(/^ {4}permissions:$/gm)).toHaveLength(jobs!.length);
    }
  });

  it('take actions from the one table of pins, as the action and the recipes do', () => {
    const files = [
      '.github/workflows/ci.yml',
      '.github/workflows/publish.yml',
      'action.yml',
      'docs/ci.md',
      'README.md',
    ];
    const known = new Set<string>(Object.values(ACTIONS));
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const used = [...text.matchAll(/uses: ((?:actions|github)\/\S+@\S+.*)/g)].map(([, action = '']) => action.trim());
      expect(
        used.filter((action) => !known.has(action)),
        file,
      ).toEqual([]);
    }
  });

  it('install without running what packages bring', () => {
    for (const name of ['ci.yml', 'publish.yml']) {
      expect(read(name)).not.toMatch(/npm (?:ci|publish)(?! --ignore-scripts)/);
    }
  });

  it('try every major version of Node that the package says it runs on', () => {
    const versions = /node: \[(.*)\]/.exec(read('ci.yml'))?.[1]?.split(', ');
    expect(versions).toEqual(['20', '22', '24']);
    expect(manifest.engines.node.match(/(?<=[\^=])\d+/g)).toEqual(versions);
  });

  it('publish what the tests passed, with its origin attested and without a token', () => {
    const steps = [...read('publish.yml').matchAll(/^ +(?:- )?run: (.*)$/gm)].map(([, line = '']) => line);
    expect(steps.slice(-3)).toEqual([
      'npm publish --ignore-scripts --access public --provenance',
      'node tools/eslint-plugin-package.mjs eslint-plugin',
      'npm publish --ignore-scripts --access public --provenance ./eslint-plugin',
    ]);
    expect(steps.at(-4)).toMatch(
      /^npm pkg set .*"repository\.url=git\+\$GITHUB_SERVER_URL\/\$GITHUB_REPOSITORY\.git"$/,
    );
    expect(steps).toContain('npm test');
    expect(read('publish.yml')).toContain('id-token: write');
  });
});
