import type { NamedVersion } from './driver-manifest.ts';
import type { Dialect } from './driver-version.ts';
import { objectOf, objectsOf, textOf } from './fact-json.ts';
import type { JsonObject } from './fact-json.ts';

/** Manifests and lock files that are JSON. A file that is broken names nothing. */

function jsonObject(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

function fromMap(value: unknown, dialect: Dialect): NamedVersion[] {
  return Object.entries(objectOf(value) ?? {}).map(([name, spec]) => ({ name, text: textOf(spec) ?? null, dialect }));
}

/** What is installed for the program itself comes before what is there for its tests. */
const NPM_FIELDS = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'] as const;

export function packageJson(text: string): NamedVersion[] {
  const manifest = jsonObject(text);
  const seen = new Set<string>();
  return NPM_FIELDS.flatMap((field) => fromMap(manifest[field], 'npm')).flatMap((entry) => {
    // `"db": "npm:mongodb@^3.6"` installs mongodb under another name.
    const [, aliased, spec] = /^npm:(@?[^@]{1,100})@(.{1,100})$/.exec(entry.text ?? '') ?? [];
    const named = aliased === undefined ? entry : { ...entry, name: aliased, text: spec! };
    if (seen.has(named.name)) return [];
    seen.add(named.name);
    return [named];
  });
}

const MODULES = 'node_modules/';

/** `packages` since lock file version 2, `dependencies` before. What stands below another package is not ours. */
export function packageLock(text: string): NamedVersion[] {
  const lock = jsonObject(text);
  const found = Object.entries(objectOf(lock.packages) ?? {}).flatMap(([key, value]): NamedVersion[] => {
    const at = key.lastIndexOf(MODULES);
    if (at < 0 || key.slice(0, at).includes(MODULES)) return [];
    const version = textOf(objectOf(value)?.version) ?? null;
    return [
      {
        name: key.slice(at + MODULES.length),
        text: version,
        dialect: 'exact',
        under: key.slice(0, Math.max(0, at - 1)),
      },
    ];
  });
  if (found.length > 0) return found;
  return Object.entries(objectOf(lock.dependencies) ?? {}).map(([name, value]) => ({
    name,
    text: textOf(objectOf(value)?.version) ?? null,
    dialect: 'exact',
  }));
}

export function composerJson(text: string): NamedVersion[] {
  const manifest = jsonObject(text);
  return [...fromMap(manifest.require, 'composer'), ...fromMap(manifest['require-dev'], 'composer')];
}

function named(value: unknown): NamedVersion[] {
  return objectsOf(value).flatMap((entry): NamedVersion[] => {
    const name = textOf(entry.name);
    return name === undefined ? [] : [{ name, text: textOf(entry.version) ?? null, dialect: 'exact' }];
  });
}

export function composerLock(text: string): NamedVersion[] {
  const lock = jsonObject(text);
  return [...named(lock.packages), ...named(lock['packages-dev'])];
}

export function pipfileLock(text: string): NamedVersion[] {
  const lock = jsonObject(text);
  return [lock.default, lock.develop].flatMap((section) =>
    Object.entries(objectOf(section) ?? {}).map(([name, value]): NamedVersion => ({
      name,
      text: textOf(objectOf(value)?.version) ?? null,
      dialect: 'pep440',
    })),
  );
}

/** NuGet's `packages.lock.json`: one list for each target framework. */
export function nugetLock(text: string): NamedVersion[] {
  return Object.values(objectOf(jsonObject(text).dependencies) ?? {}).flatMap((framework) =>
    Object.entries(objectOf(framework) ?? {}).map(([name, value]): NamedVersion => ({
      name,
      text: textOf(objectOf(value)?.resolved) ?? null,
      dialect: 'exact',
    })),
  );
}

export function swiftLock(text: string): NamedVersion[] {
  const lock = jsonObject(text);
  const pins = [...objectsOf(lock.pins), ...objectsOf(objectOf(lock.object)?.pins)];
  return pins.flatMap((pin): NamedVersion[] => {
    const name = textOf(pin.identity) ?? textOf(pin.package);
    return name === undefined ? [] : [{ name, text: textOf(objectOf(pin.state)?.version) ?? null, dialect: 'exact' }];
  });
}
