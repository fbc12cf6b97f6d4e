import { describe, expect, it } from 'vitest';
import { manifestForm } from '../../src/drivers/manifests.ts';
import { versionRange } from '../../src/drivers/versions.ts';

/** The packages in a manifest of this name, as `name version`, `-` without a known version. */
const read = (file: string, text: string): string[] =>
  manifestForm(file)!
    .read(text)
    .map(({ name, text: version }) => `${name} ${version ?? '-'}`);

const json = (value: unknown): string => JSON.stringify(value);

describe('a manifest that is odd', () => {
  it.each<[string, string, string[]]>([
    ['package.json', '{"dependencies": {', []],
    ['package.json', '[1]', []],
    ['package.json', '{"dependencies": []}', []],
    ['package.json', json({ dependencies: { mongodb: 6 }, devDependencies: { mongodb: '^4.0.0' } }), ['mongodb -']],
    ['package-lock.json', '{}', []],
    [
      'package-lock.json',
      json({
        packages: {
          '': { version: '1.0.0' },
          'node_modules/mongodb': {},
          'node_modules/a/node_modules/mongodb': { version: '3.6.0' },
        },
      }),
      ['mongodb -'],
    ],
    ['package-lock.json', json({ dependencies: { mongodb: 'x' } }), ['mongodb -']],
    ['composer.json', json({ 'require-dev': { 'mongodb/mongodb': '^1.8' } }), ['mongodb/mongodb ^1.8']],
    [
      'composer.lock',
      json({
        packages: [{ version: '1' }, { name: 'mongodb/mongodb' }],
        'packages-dev': [{ name: 'a', version: '2' }],
      }),
      ['mongodb/mongodb -', 'a 2'],
    ],
    ['Pipfile.lock', json({ develop: { pymongo: {} } }), ['pymongo -']],
    [
      'packages.lock.json',
      json({ dependencies: { net8: { 'MongoDB.Driver': { resolved: '2.10.4' }, X: 1 }, net9: 'x' } }),
      ['MongoDB.Driver 2.10.4', 'X -'],
    ],
    [
      'Package.resolved',
      json({ pins: [{ identity: 'mongo-swift-driver', state: { version: '1.1.0' } }, { state: {} }] }),
      ['mongo-swift-driver 1.1.0'],
    ],
    ['Package.resolved', json({ object: { pins: [{ package: 'mongo-swift-driver' }] } }), ['mongo-swift-driver -']],
    ['pom.xml', '<dependency><groupId>g</groupId></dependency><dependency>', []],
    [
      'pom.xml',
      '<!-- <dependency> --><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency><!-- open <dependency>',
      ['g:a -'],
    ],
    [
      'pom.xml',
      '<dependency><groupId>g</groupId><artifactId>a</artifactId><version>${gone}</version></dependency>',
      ['g:a -'],
    ],
    ['pom.xml', `<dependency>${' '.repeat(5000)}<groupId>g</groupId><artifactId>a</artifactId></dependency>`, []],
    [
      'a.csproj',
      '<PackageReference Include="A" Version="1.0" /><PackageReference Update="B" VersionOverride="2.0"/>',
      ['A 1.0', 'B 2.0'],
    ],
    [
      'a.csproj',
      '<PackageReference Version="1.0" /><PackageReference Include="A"><PackageReference Include="B"',
      ['A -'],
    ],
    ['packages.config', '<package id="A" version="1.0" />', ['A 1.0']],
    [
      'build.gradle',
      "implementation 'org.mongodb:a:1.0'; api \"org.mongodb:b:${versions.mongo}\"; ext.mongo = '2.0'",
      ['org.mongodb:a 1.0', 'org.mongodb:b 2.0'],
    ],
    [
      'build.gradle',
      'api \'org.mongodb:a\'; api "org.mongodb:b:${f(x)}"; api "org.mongodb:c:$gone"',
      ['org.mongodb:a -', 'org.mongodb:b -', 'org.mongodb:c -'],
    ],
    [
      'build.gradle',
      "compile group: 'org.mongodb', name: 'a', version: mongo\ndef mongo = '3.0'",
      ['org.mongodb:a 3.0'],
    ],
    ['build.gradle', "compile group: 'org.mongodb', name: 'a'", ['org.mongodb:a -']],
    [
      'build.sbt',
      'val v = "4.0"\n"org.mongodb" %% "a" % v\n"org.mongodb" % "b" % "1.0"',
      ['org.mongodb:a 4.0', 'org.mongodb:b 1.0'],
    ],
    ['Package.swift', '.package(url: "https://example.com/other", from: "1.0")', []],
    [
      'Package.swift',
      '.package(url: "x/mongo-swift-driver", "1.0.0" ..< "1.2.0")',
      ['mongo-swift-driver >=1.0.0 <1.2.0'],
    ],
    ['Package.swift', '.package(url: "x/mongo-swift-driver", exact: "1.0.0")', ['mongo-swift-driver 1.0.0']],
    ['Package.swift', '.package(url: "x/mongo-swift-driver", branch: "main")', ['mongo-swift-driver -']],
    [
      'Cargo.toml',
      '[dependencies]\nmongodb = { git = "x" }\nserde.workspace = true\n[dependencies.a]\nfeatures = []',
      ['mongodb -', 'serde -'],
    ],
    ['pyproject.toml', "[project]\ndependencies = ['pymongo']\n[tool.other]\nx = ['motor']", ['pymongo -']],
    ['poetry.lock', '[[package]]\nversion = "1"\nname = 5\nversion = "2"\n[other]\nname = "x"', []],
    [
      'requirements.txt',
      '-r base.txt\n# x\npymongo (>=3.11) \\\nmotor --hash=x\n"odd"\n',
      ['pymongo >=3.11', 'motor -'],
    ],
    [
      'go.mod',
      'require go.mongodb.org/mongo-driver v1.5.4\nreplace a/b v1 => c/d v2\nrequire (\n) \na/b v1\n',
      ['go.mongodb.org/mongo-driver 1.5.4'],
    ],
    [
      'a.gemspec',
      "spec.add_runtime_dependency 'mongo', '>= 2.1', '< 3'\nspec.add_dependency('bson')\nx = 1\n",
      ['mongo >= 2.1, < 3', 'bson -'],
    ],
    [
      'yarn.lock',
      '"mongodb@npm:^4.0.0, mongodb@npm:^4.1.0":\n  version: 4.1.0\n  version: 9\n@odd:\n  version "1"\n',
      ['mongodb 4.1.0'],
    ],
  ])('%s: %s', (file, text, expected) => {
    expect(read(file, text)).toEqual(expected);
  });
});

describe('versions', () => {
  const range = (text: string, dialect: Parameters<typeof versionRange>[1]): string => {
    const found = versionRange(text, dialect);
    return found ? `${found.low?.join('.') ?? ''}-${found.high?.join('.') ?? ''}` : 'none';
  };

  it.each([
    ['[1.0,2.0]', '1.0-2.1'],
    ['(,2.0)', '-2.0'],
    ['[1.0]', '1.0-1.1'],
    ['[x]', '-'],
    ['[1.0,1.5),[2.0,)', '1.0-'],
    ['(,1.0],[2.0,2.5)', '-2.5'],
    ['[2.0,2.5),[1.0,1.5)', '1.0-2.5'],
    ['1.0', '1.0-1.1'],
  ])('of Maven: %s', (text, expected) => {
    expect(range(text, 'interval')).toBe(expected);
  });

  it.each([
    ['^0.0.3', '0.0.3-0.0.4'],
    ['^0', '0-1'],
    ['~1', '1-2'],
    ['>1.2 <=1.4', '1.2-1.5'],
    ['>=1.0 >=1.2', '1.2-'],
    ['>=1.2 >=1.0', '1.2-'],
    ['<2 <1.5', '-1.5'],
    ['<1.5 <2', '-1.5'],
    ['*', '-'],
    ['>=1.x', '1-'],
    ['', 'none'],
    ['workspace:*', 'none'],
    ['1.0 || 3.0', '1.0-3.1'],
    ['v1.2.3-beta.1', '1.2.3-1.2.4'],
  ])('of npm: %s', (text, expected) => {
    expect(range(text, 'npm')).toBe(expected);
  });
});
