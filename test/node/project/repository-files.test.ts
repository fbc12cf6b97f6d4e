import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { driverLookup, supports } from '../../../src/drivers/resolve.ts';
import { manifestTree } from '../../../src/node/project/project.ts';

let root = '';
const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The drivers of `path` in a repository with these files: `name version age path`. */
function drivers(files: Readonly<Record<string, string>>, path: string, cwd = ''): string[] {
  root = mkdtempSync(join(tmpdir(), 'connlint-drivers-'));
  made.push(root);
  mkdirSync(join(root, '.git'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const uses = driverLookup(manifestTree(join(root, cwd)))(path);
  return uses.map((use) => `${use.name} ${use.version} ${supports(use, 'optimized')} ${use.path}`);
}

const MANIFESTS: readonly (readonly [title: string, file: string, text: string, path: string, driver: string])[] = [
  ['npm', 'package.json', '{"dependencies":{"mongodb":"^3.6.0"}}', 'a.js', 'mongodb ^3.6.0 old'],
  ['pip', 'requirements.txt', '# db\nPyMongo[srv]==3.11.4 ; python_version > "3"\n', 'a.py', 'pymongo ==3.11.4 old'],
  ['pip in a folder', 'requirements/base.txt', 'motor==2.4.0\n', 'app/a.py', 'motor ==2.4.0 old'],
  ['PEP 621', 'pyproject.toml', '[project]\ndependencies = [\n  "pymongo>=3.12",\n]\n', 'a.py', 'pymongo >=3.12 fine'],
  [
    'Poetry',
    'pyproject.toml',
    '[tool.poetry.dependencies]\npymongo = { version = "~3.11", extras = ["srv"] }\n',
    'a.py',
    'pymongo ~3.11 old',
  ],
  [
    'Go',
    'go.mod',
    'module x\n\nrequire (\n\tgo.mongodb.org/mongo-driver v1.5.4\n)\nexclude go.mongodb.org/mongo-driver v1.7.0\n',
    'internal/a.go',
    'go.mongodb.org/mongo-driver 1.5.4 old',
  ],
  [
    'Maven with a property',
    'pom.xml',
    '<project><properties><mongo.version>4.2.3</mongo.version></properties><dependencies><dependency><groupId>org.mongodb</groupId><artifactId>mongodb-driver-sync</artifactId><version>${mongo.version}</version></dependency></dependencies></project>',
    'src/main/resources/application.properties',
    'org.mongodb:mongodb-driver-sync 4.2.3 old',
  ],
  [
    'Gradle with a variable',
    'build.gradle.kts',
    'val mongoVersion = "4.1.2"\ndependencies { implementation("org.mongodb:mongodb-driver-sync:$mongoVersion") }\n',
    'src/A.kt',
    'org.mongodb:mongodb-driver-sync 4.1.2 old',
  ],
  ['Composer', 'composer.json', '{"require":{"mongodb/mongodb":"~1.9.0"}}', 'a.php', 'mongodb/mongodb ~1.9.0 old'],
  ['Bundler', 'Gemfile', "gem 'mongo', '~> 2.15.0', require: true\n", 'a.rb', 'mongo ~> 2.15.0 old'],
  [
    'NuGet',
    'App.csproj',
    '<Project><ItemGroup><PackageReference Include="MongoDB.Driver"><Version>2.10.4</Version></PackageReference></ItemGroup></Project>',
    'A.cs',
    'MongoDB.Driver 2.10.4 old',
  ],
  ['Cargo', 'Cargo.toml', '[dependencies.mongodb]\nversion = "1.2"\n', 'src/main.rs', 'mongodb 1.2 old'],
];

describe('what a manifest says of drivers', () => {
  it.each(MANIFESTS)('%s', (_, file, text, path, driver) => {
    expect(drivers({ [file]: text }, path)).toEqual([`${driver} ${file}`]);
  });
});

const RANGE = '{"dependencies":{"mongodb":"^4.0.0"}}';

describe('lock files decide where a range does not', () => {
  it.each([
    ['package-lock.json', '{"packages":{"node_modules/mongodb":{"version":"4.0.1"}}}'],
    ['package-lock.json', '{"dependencies":{"mongodb":{"version":"4.0.1"}}}'],
    [
      'yarn.lock',
      '# yarn lockfile v1\n\n\nmongodb@^4.0.0:\n  version "4.0.1"\n  resolved "x"\n\nbson@^6.0.0:\n  version "6.9.0"\n',
    ],
    ['pnpm-lock.yaml', 'packages:\n\n  /mongodb@4.0.1:\n    resolution: {integrity: x}\n'],
  ])('%s', (name, text) => {
    expect(drivers({ 'package.json': RANGE, [name]: text }, 'a.js')).toEqual([`mongodb 4.0.1 old ${name}`]);
  });

  it('do not, where they have several versions', () => {
    const lock = {
      packages: { 'node_modules/mongodb': { version: '6.9.0' }, 'api/node_modules/mongodb': { version: '4.0.1' } },
    };
    const files = { 'package.json': '{}', 'package-lock.json': JSON.stringify(lock), 'api/package.json': RANGE };
    expect(drivers(files, 'api/src/db.js')).toEqual(['mongodb ^4.0.0 unknown api/package.json']);
  });

  it.each([
    ['poetry.lock', '[[package]]\nname = "pymongo"\nversion = "3.11.4"\ndescription = ""\n'],
    ['Pipfile.lock', '{"default":{"pymongo":{"version":"==3.11.4"}}}'],
  ])('%s', (name, text) => {
    const [found = ''] = drivers(
      { 'pyproject.toml': '[tool.poetry.dependencies]\npymongo = "^3.11"\n', [name]: text },
      'a.py',
    );
    expect(found).toMatch(/3\.11\.4 old/);
  });

  it('for a driver that only a wrapper brings', () => {
    const files = { Gemfile: "gem 'mongoid'\n", 'Gemfile.lock': 'GEM\n  specs:\n    mongo (2.15.1)\n      bson\n' };
    expect(drivers(files, 'config/mongoid.yml')).toEqual(['mongo 2.15.1 old Gemfile.lock']);
  });
});

describe('the module of a file', () => {
  const files = {
    'requirements.txt': 'pymongo==3.11.4\n',
    'web/package.json': '{"dependencies":{"mongodb":"6.9.0"}}',
    'tools/package.json': '{}',
  };

  it('is the nearest folder with a manifest', () => {
    expect(drivers(files, 'web/.env')).toEqual(['mongodb 6.9.0 fine web/package.json']);
    expect(drivers(files, 'deploy/prod/.env')).toEqual(['pymongo ==3.11.4 old requirements.txt']);
  });

  it('is one of the language of the code', () => {
    expect(drivers(files, 'web/load.py')).toEqual(['pymongo ==3.11.4 old requirements.txt']);
    expect(drivers(files, 'index.js')).toEqual([]);
  });

  it('has no driver when its own manifest names none', () => {
    expect(drivers(files, 'tools/a.js')).toEqual([]);
    expect(drivers(files, 'tools/.env')).toEqual([]);
  });

  it('may lie above the working directory, inside the repository', () => {
    expect(drivers(files, 'a.env', 'deploy')).toEqual(['pymongo ==3.11.4 old ../requirements.txt']);
  });

  it('takes the pinned version before the range, and the program before its tests', () => {
    const pinned = { 'requirements.in': 'pymongo>=3.11\n', 'requirements.txt': 'pymongo==3.11.4\n' };
    expect(drivers(pinned, 'a.py')).toEqual(['pymongo ==3.11.4 old requirements.txt']);
    const tests = { 'requirements-dev.txt': 'pymongo==3.10.0\n', 'requirements.txt': 'pymongo>=4\n' };
    expect(drivers(tests, 'a.py')).toEqual(['pymongo >=4 fine requirements.txt']);
  });

  it('takes the version that a parent POM manages', () => {
    const dependency = (version: string): string =>
      `<dependency><groupId>org.mongodb</groupId><artifactId>mongodb-driver-sync</artifactId>${version}</dependency>`;
    const poms = { 'pom.xml': dependency('<version>4.2.0</version>'), 'app/pom.xml': dependency('') };
    expect(drivers(poms, 'app/src/A.java')).toEqual(['org.mongodb:mongodb-driver-sync 4.2.0 old pom.xml']);
  });

  it('is not read from manifests that cannot be parsed', () => {
    expect(drivers({ 'package.json': '{ "dependencies": { "mongodb": ' }, 'a.js')).toEqual([]);
  });
});
