import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestForm } from '../../src/drivers/manifests.ts';
import { versionRange } from '../../src/drivers/versions.ts';
import type { Dialect } from '../../src/drivers/versions.ts';

interface ManifestCase {
  readonly file: string;
  readonly text: string;
  /** Name, version as written or `-`, and dialect; then the workspace and the ranges of the entry. */
  readonly found: readonly string[];
}

interface VersionCase {
  readonly dialect: Dialect;
  readonly text: string;
  /** From the first version up to, but excluding, the second. `none` if unknown. */
  readonly range: string;
}

const fixture = (name: string): URL => new URL(`../../fixtures/${name}`, import.meta.url);
const cases = <T>(name: string): T[] =>
  readFileSync(fixture(name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

function read({ file, text }: ManifestCase): string[] {
  return manifestForm(file)!
    .read(text)
    .map(({ name, text: version, dialect, under, wanted }) => {
      const more = [
        ...(under === undefined ? [] : [`under ${under || '.'}`]),
        ...(wanted ? [`for ${wanted.join(' or ')}`] : []),
      ];
      return [name, version ?? '-', dialect, ...more].join(' | ');
    });
}

function rangeOf({ dialect, text }: VersionCase): string {
  const range = versionRange(text, dialect);
  return range ? `${range.low?.join('.') ?? '*'} to ${range.high?.join('.') ?? '*'}` : 'none';
}

const MANIFESTS = 'driver-manifests.jsonl';
const VERSIONS = 'driver-versions.jsonl';
if (process.env.UPDATE_FIXTURES) {
  const lines = (all: readonly unknown[]): string => `${all.map((one) => JSON.stringify(one)).join('\n')}\n`;
  writeFileSync(fixture(MANIFESTS), lines(cases<ManifestCase>(MANIFESTS).map((one) => ({ ...one, found: read(one) }))));
  writeFileSync(fixture(VERSIONS), lines(cases<VersionCase>(VERSIONS).map((one) => ({ ...one, range: rangeOf(one) }))));
}

/** One manifest or lock file per line. Run with UPDATE_FIXTURES=1 to rewrite the results, then review the diff. */
describe(`fixtures/${MANIFESTS}`, () => {
  it.each(cases<ManifestCase>(MANIFESTS))('$file: $text', (one) => {
    expect(read(one)).toEqual(one.found);
  });
});

describe(`fixtures/${VERSIONS}`, () => {
  it.each(cases<VersionCase>(VERSIONS))('$dialect $text: $range', (one) => {
    expect(rangeOf(one)).toBe(one.range);
  });
});

describe('the names of manifests', () => {
  const form = (name: string): string | null => {
    const found = manifestForm(name);
    return found ? `${found.ecosystem}${found.lock ? ' lock' : ''}` : null;
  };

  it.each<readonly [kind: string | null, names: string]>([
    ['npm', 'package.json'],
    ['npm lock', 'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock'],
    [
      'python',
      'pyproject.toml setup.py setup.cfg Pipfile requirements.txt requirements-dev.txt requirements.in constraints.txt',
    ],
    ['python lock', 'poetry.lock uv.lock pdm.lock Pipfile.lock'],
    ['go', 'go.mod'],
    ['jvm', 'pom.xml build.gradle build.gradle.kts build.sbt'],
    ['jvm lock', 'gradle.lockfile'],
    ['php', 'composer.json'],
    ['php lock', 'composer.lock'],
    ['ruby', 'Gemfile mongo.gemspec'],
    ['ruby lock', 'Gemfile.lock'],
    ['rust', 'Cargo.toml'],
    ['rust lock', 'Cargo.lock'],
    ['dotnet', 'a.csproj a.fsproj a.vbproj packages.config'],
    ['dotnet lock', 'Directory.Packages.props packages.lock.json'],
    ['swift', 'Package.swift'],
    ['swift lock', 'Package.resolved'],
    [
      null,
      'toString constructor Package.json my-requirements.txt requirements.txt.bak requirements.md a.csproj.user csproj a.xproj gemspec',
    ],
  ])('%s: %s', (kind, names) => {
    for (const name of names.split(' ')) expect([name, form(name)]).toEqual([name, kind]);
  });

  it('are no longer than the file system has them', () => {
    expect([form(`${'a'.repeat(248)}.csproj`), form(`${'a'.repeat(249)}.csproj`)]).toEqual(['dotnet', null]);
  });
});
