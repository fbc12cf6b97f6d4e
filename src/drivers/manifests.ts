import {
  gradle,
  sbt,
  setupPy,
  swiftPackage,
  composerJson,
  composerLock,
  nugetLock,
  packageJson,
  packageLock,
  pipfileLock,
  swiftLock,
  cargoToml,
  packageTables,
  pipfile,
  pyproject,
  nuget,
  pomXml,
  bunLock,
  gemfile,
  gemfileLock,
  goMod,
  gradleLock,
  pnpmLock,
  requirements,
  yarnLock,
} from './parse-manifests.ts';
import { once } from '../text/source.ts';
import type { Ecosystem } from './drivers.ts';
import type { Dialect } from './versions.ts';

/** A package in a manifest or lock file. */
export interface NamedVersion {
  readonly name: string;
  /** As written, or `null` if the file has no version. */
  readonly text: string | null;
  readonly dialect: Dialect;
  /** Folder of the workspace for which it is installed, relative to the lock file. Empty or missing for the root. */
  readonly under?: string;
  /** The ranges that a lock file's entry satisfies. */
  readonly wanted?: readonly string[];
}

export interface ManifestForm {
  readonly ecosystem: Ecosystem;
  /** True for a file of installed versions. Beside a manifest, it does not make its folder a module. */
  readonly lock: boolean;
  readonly read: (text: string) => readonly NamedVersion[];
}

function manifest(ecosystem: Ecosystem, read: ManifestForm['read']): ManifestForm {
  return { ecosystem, lock: false, read };
}

function lock(ecosystem: Ecosystem, read: ManifestForm['read']): ManifestForm {
  return { ecosystem, lock: true, read };
}

const formsByName = once((): Readonly<Record<string, ManifestForm>> => ({
  'Cargo.lock': lock('rust', packageTables),
  'Cargo.toml': manifest('rust', cargoToml),
  'Directory.Packages.props': lock('dotnet', nuget),
  Gemfile: manifest('ruby', gemfile),
  'Gemfile.lock': lock('ruby', gemfileLock),
  'Package.resolved': lock('swift', swiftLock),
  'Package.swift': manifest('swift', swiftPackage),
  Pipfile: manifest('python', pipfile),
  'Pipfile.lock': lock('python', pipfileLock),
  'build.gradle': manifest('jvm', gradle),
  'build.gradle.kts': manifest('jvm', gradle),
  'build.sbt': manifest('jvm', sbt),
  'bun.lock': lock('npm', bunLock),
  'composer.json': manifest('php', composerJson),
  'composer.lock': lock('php', composerLock),
  'go.mod': manifest('go', goMod),
  'gradle.lockfile': lock('jvm', gradleLock),
  'npm-shrinkwrap.json': lock('npm', packageLock),
  'package-lock.json': lock('npm', packageLock),
  'package.json': manifest('npm', packageJson),
  'packages.config': manifest('dotnet', nuget),
  'packages.lock.json': lock('dotnet', nugetLock),
  'pdm.lock': lock('python', packageTables),
  'pnpm-lock.yaml': lock('npm', pnpmLock),
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
