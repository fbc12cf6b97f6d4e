import { once } from '../text/source.ts';
import type { Ecosystem } from './drivers.ts';
import {
  composerLock,
  gemfile,
  goMod,
  gradle,
  gradleCatalog,
  jsonMaps,
  lines,
  nuget,
  nugetLock,
  packageLock,
  packageTables,
  pomXml,
  pyproject,
  requirements,
  setupPy,
  tomlTables,
  yarnLock,
} from './readers.ts';
import type { Dialect } from './versions.ts';

/** A package in a manifest or lock file. */
export interface NamedVersion {
  readonly name: string;
  /** As written, or `null` if the file has no version. */
  readonly text: string | null;
  readonly dialect: Dialect;
  /** Optional parts that are installed with it: `pymongo[srv]`. */
  readonly extras?: readonly string[];
  /** Name in a Gradle version catalogue: `libs.mongodb.driver` in lower case, words joined by `.`. */
  readonly alias?: string;
}

export interface ManifestForm {
  readonly ecosystem: Ecosystem;
  /** True for a file of installed versions. Beside a manifest, it does not make its folder a module. */
  readonly lock: boolean;
  readonly read: (text: string) => readonly NamedVersion[];
}

const manifest = (ecosystem: Ecosystem, read: ManifestForm['read']): ManifestForm => ({ ecosystem, lock: false, read });
const lock = (ecosystem: Ecosystem, read: ManifestForm['read']): ManifestForm => ({ ecosystem, lock: true, read });

/** Dependencies of the program come before those of its tests. */
const NPM_FIELDS = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'];
/** `mongodb@6.9.0:`, `/mongodb@3.6.12:`. */
const PNPM = /^ {2}['"]?\/?((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})@(\d[0-9A-Za-z.+-]{0,40})/;

const formsByName = once((): Readonly<Record<string, ManifestForm>> => ({
  'Cargo.lock': lock('rust', packageTables),
  'Cargo.toml': manifest('rust', tomlTables('cargo')),
  'Directory.Packages.props': lock('dotnet', nuget),
  Gemfile: manifest('ruby', gemfile),
  'Gemfile.lock': lock('ruby', lines(/^ {4}([\w-]{1,80}) \((\d[^)\s]{0,40})\)/, 'exact')),
  Pipfile: manifest('python', tomlTables('pep440')),
  'Pipfile.lock': lock('python', jsonMaps(['default', 'develop'], 'pep440')),
  'build.gradle': manifest('jvm', gradle),
  'build.gradle.kts': manifest('jvm', gradle),
  'build.sbt': manifest('jvm', gradle),
  'composer.json': manifest('php', jsonMaps(['require', 'require-dev'], 'composer')),
  'composer.lock': lock('php', composerLock),
  'go.mod': manifest('go', goMod),
  'libs.versions.toml': lock('jvm', gradleCatalog),
  'mix.exs': manifest('elixir', lines(/\{:(\w{1,60}),\s{0,8}"([^"]{1,60})"/, 'gem')),
  'mix.lock': lock(
    'elixir',
    lines(/^\s{0,8}"(\w{1,60})":\s{0,4}\{:hex,\s{0,4}:\w{1,60},\s{0,4}"([^"]{1,40})"/, 'exact'),
  ),
  'npm-shrinkwrap.json': lock('npm', packageLock),
  'package-lock.json': lock('npm', packageLock),
  'package.json': manifest('npm', jsonMaps(NPM_FIELDS, 'npm')),
  'packages.config': manifest('dotnet', nuget),
  'packages.lock.json': lock('dotnet', nugetLock),
  'pnpm-lock.yaml': lock('npm', lines(PNPM, 'exact')),
  'poetry.lock': lock('python', packageTables),
  'pom.xml': manifest('jvm', pomXml),
  'pyproject.toml': manifest('python', pyproject),
  'setup.cfg': manifest('python', requirements),
  'setup.py': manifest('python', setupPy),
  'uv.lock': lock('python', packageTables),
  'yarn.lock': lock('npm', yarnLock),
}));

const formsByPattern = once((): readonly (readonly [pattern: RegExp, form: ManifestForm])[] => [
  [/^(?:requirements|constraints)[\w.-]{0,60}\.(?:txt|in)$/, manifest('python', requirements)],
  [/\.(?:cs|fs|vb)proj$/, manifest('dotnet', nuget)],
  [/\.gemspec$/, manifest('ruby', gemfile)],
]);

/** How to read a file of this name, or `undefined` if it is not a manifest. */
export function manifestForm(name: string): ManifestForm | undefined {
  const forms = formsByName();
  if (Object.hasOwn(forms, name)) return forms[name];
  return name.length <= 255 ? formsByPattern().find(([pattern]) => pattern.test(name))?.[1] : undefined;
}
