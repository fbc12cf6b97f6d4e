import type { NamedVersion } from './manifests.ts';
import type { Dialect } from './versions.ts';
import { objectOf, objectsOf, textOf, type JsonObject } from '../facts/json.ts';
import { parsedJson } from '../text/json.ts';

/** Manifests and lock files with one entry per line. */

/** Longer lines are not entries and would make the patterns slow. */
const MAX_LINE_LENGTH = 1000;

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.length <= MAX_LINE_LENGTH);
}

/** One requirement of PEP 508: `pymongo[srv]>=3.11,<4 ; python_version > "3.7"`. */
function requirement(text: string): NamedVersion | null {
  const match = /^\s*([A-Za-z0-9][\w.-]{0,80})\s*(?:\[[^\]]{0,80}\])?\s*(.*)$/s.exec(text);
  if (!match) return null;
  const [, name = '', rest = ''] = match;
  const spec = rest.split(/;|#|(?:^| )-[-\w]|\\$/, 1)[0]!;
  const version = spec.replace(/[()]/g, '').trim();
  return { name: name.toLowerCase().replace(/[_.]/g, '-'), text: version === '' ? null : version, dialect: 'pep440' };
}

export function requirements(text: string): NamedVersion[] {
  return linesOf(text)
    .filter((line) => /^\s*[A-Za-z0-9]/.test(line))
    .flatMap((line) => requirement(line) ?? []);
}

/** `require` lines and blocks. Excluded and replaced modules are not dependencies. */
export function goMod(text: string): NamedVersion[] {
  let block = '';
  return linesOf(text).flatMap((line): NamedVersion[] => {
    const opened = /^\s*(\w+)\s*\(/.exec(line);
    if (opened) block = opened[1]!;
    if (/^\s*\)/.test(line)) block = '';
    const [, keyword = block, name, version] =
      /^\s*(?:(require|exclude|replace)\s+)?([^\s/]+\/\S+)\s+v(\S+)/.exec(line) ?? [];
    return name !== undefined && keyword === 'require' ? [{ name, text: version!, dialect: 'exact' }] : [];
  });
}

const GEM = /^\s*(?:gem|\w{1,40}\.add(?:_runtime|_development)?_dependency)[\s(]{1,4}["']([\w-]{1,80})["'](.*)$/;

export function gemfile(text: string): NamedVersion[] {
  return linesOf(text).flatMap((line): NamedVersion[] => {
    const [, name, rest = ''] = GEM.exec(line) ?? [];
    if (name === undefined) return [];
    const versions = [...rest.matchAll(/["']([~<>=!\s]{0,6}\d[^"']{0,40})["']/g)].map(([, version]) => version);
    return [{ name, text: versions.length > 0 ? versions.join(', ') : null, dialect: 'gem' }];
  });
}

/** A lock file with one entry per line. */
function locked(text: string, pattern: RegExp): NamedVersion[] {
  return linesOf(text).flatMap((line): NamedVersion[] => {
    const [, name, version] = pattern.exec(line) ?? [];
    return name === undefined ? [] : [{ name, text: version!, dialect: 'exact' }];
  });
}

export const gemfileLock = (text: string) => locked(text, /^ {4}([\w-]{1,80}) \((\d[^)\s]{0,40})\)/);
export const gradleLock = (text: string) => locked(text, /^([\w.-]{1,80}:[\w.-]{1,80}):([^=\s]{1,60})=/);
/** `/mongodb/3.6.12:`, `/mongodb@3.6.12:` or `mongodb@6.9.0:`, depending on the age of the lock file. */
export const pnpmLock = (text: string) =>
  locked(text, /^ {2}['"]?\/?((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})[@/](\d[0-9A-Za-z.+-]{0,40})/);
export const bunLock = (text: string) => locked(text, /^\s*"([\w.@/-]{1,100})": \["[\w.@/-]{1,100}@(\d[^"]{0,40})"/);

/** Both generations of Yarn. The key of an entry lists the ranges that it satisfies. */
export function yarnLock(text: string): NamedVersion[] {
  const found: NamedVersion[] = [];
  let names: { name: string; wanted: string[] } | null = null;
  for (const line of linesOf(text)) {
    if (/^\S/.test(line)) names = line.startsWith('#') ? null : yarnKey(line);
    const [, version] = /^\s{2}version:? "?([^"\s]{1,60})/.exec(line) ?? [];
    if (version === undefined || !names) continue;
    found.push({ name: names.name, text: version, dialect: 'exact', wanted: names.wanted });
    names = null;
  }
  return found;
}

function yarnKey(line: string): { name: string; wanted: string[] } | null {
  const descriptors = line.replace(/:\s*$/, '').replace(/"/g, '').split(/,\s*/);
  const split = descriptors.map((descriptor) => {
    const at = descriptor.indexOf('@', 1);
    return { name: at < 0 ? '' : descriptor.slice(0, at), wanted: descriptor.slice(at + 1).replace(/^npm:/, '') };
  });
  const [first] = split;
  return first && first.name !== '' ? { name: first.name, wanted: split.map(({ wanted }) => wanted) } : null;
}

/** Manifests and lock files in JSON. A broken file has no packages. */
const jsonObject = (text: string): JsonObject => objectOf(parsedJson(text)) ?? {};

function fromMap(value: unknown, dialect: Dialect): NamedVersion[] {
  return Object.entries(objectOf(value) ?? {}).map(([name, spec]) => ({ name, text: textOf(spec) ?? null, dialect }));
}

/** Dependencies of the program come before those of its tests. */
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

/** `packages` since lock file version 2, `dependencies` before. Dependencies of other packages are left out. */
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

/** NuGet's `packages.lock.json`: one list per target framework. */
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

/**
 * Manifests and lock files in TOML, read by the few forms in which they name packages. A full parser would be a
 * dependency for one file in a thousand. An unknown form only leaves a version unknown.
 */

interface Entry {
  readonly section: string;
  readonly key: string;
  /** As written, without a comment after the string. */
  readonly value: string;
  readonly line: string;
}

function entries(text: string): Entry[] {
  let section = '';
  return linesOf(text).map((line) => {
    const header = /^\s*\[{1,2}([^\]]{1,200})\]/.exec(line);
    if (header && !/^\s*\[\s*["']/.test(line)) section = header[1]!.trim().replace(/["']/g, '');
    const [, key = '', value = ''] = /^\s*["']?([\w.-]{1,100})["']?\s*=\s*(.*)$/s.exec(line) ?? [];
    return { section, key: header ? '' : key, value, line };
  });
}

/** `"^3.11"` or `{ version = "^3.11", … }`. */
function versionIn(value: string): string | null {
  const [, whole] = /^["']([^"']{0,100})["']/.exec(value) ?? [];
  if (whole !== undefined) return whole;
  return /\bversion\s{0,4}=\s{0,4}["']([^"']{0,100})["']/.exec(value)?.[1] ?? null;
}

/** Tables of packages (`[dependencies]`, `[packages]`) and tables of one package (`[dependencies.mongodb]`). */
function tables(text: string, dialect: Dialect): NamedVersion[] {
  const all = entries(text);
  const single = all.flatMap(({ section, key, value }): NamedVersion[] => {
    const [, name] = /dependencies\.([\w-]{1,100})$/.exec(section) ?? [];
    return name !== undefined && key === 'version' ? [{ name, text: versionIn(value), dialect }] : [];
  });
  const listed = all.flatMap(({ section, key, value }): NamedVersion[] => {
    if (key === '' || !/(?:^|[.-])(?:dependencies|packages)$/.test(section)) return [];
    return [{ name: key.replace(/\.(?:version|workspace)$/, ''), text: versionIn(value), dialect }];
  });
  return [...single, ...listed];
}

export const cargoToml = (text: string): NamedVersion[] => tables(text, 'cargo');
export const pipfile = (text: string): NamedVersion[] => tables(text, 'pep440');

/** Poetry's tables, and the requirement strings of PEP 621 and PEP 735 anywhere below `[project]`. */
export function pyproject(text: string): NamedVersion[] {
  const strings = entries(text).flatMap(({ section, line }) =>
    /^(?:project|dependency-groups|tool\.(?:pdm|uv|hatch))/.test(section) ? quotedRequirements(line) : [],
  );
  const poetry = tables(text, 'poetry').filter(({ name }) => name !== 'dependencies');
  return [...strings, ...poetry.map((entry) => ({ ...entry, name: entry.name.toLowerCase() }))];
}

/** Requirements among the quoted strings of a line: `"pymongo>=3.11", 'motor'`. */
function quotedRequirements(line: string): NamedVersion[] {
  const strings = [...line.matchAll(/"([^"]{1,200})"|'([^']{1,200})'/g)].map(
    ([, double, single]) => (double ?? single)!,
  );
  return strings.flatMap((string) => requirement(string) ?? []);
}

/** `[[package]]` with `name` and `version`: Poetry, uv, PDM, Cargo. */
export function packageTables(text: string): NamedVersion[] {
  let name = '';
  return entries(text).flatMap(({ section, key, value }): NamedVersion[] => {
    if (section !== 'package') return [];
    if (key === 'name') name = versionIn(value) ?? '';
    if (key !== 'version' || name === '') return [];
    const found: NamedVersion = { name: name.toLowerCase(), text: versionIn(value), dialect: 'exact' };
    name = '';
    return [found];
  });
}

/** Manifests in XML: Maven and NuGet. Elements are found by their tags. Comments are skipped. */

/** Maximum length of an element, in characters. */
const MAX_LENGTH = 4000;

function withoutComments(text: string): string {
  let result = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    if (start < 0) return result + text.slice(at);
    result += text.slice(at, start);
    const end = text.indexOf('-->', start);
    if (end < 0) return result;
    at = end + 3;
  }
}

/** The contents of every `<tag>…</tag>`. */
function elements(text: string, tag: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(`<${tag}>`); at >= 0; at = text.indexOf(`<${tag}>`, at + 1)) {
    const start = at + tag.length + 2;
    const end = text.indexOf(`</${tag}>`, start);
    if (end < 0) return found;
    if (end - start <= MAX_LENGTH) found.push(text.slice(start, end).trim());
  }
  return found;
}

/** The packages of the driver's group in a `pom.xml`. Properties are resolved if the same file defines them. */
export function pomXml(source: string): NamedVersion[] {
  const text = withoutComments(source);
  return elements(text, 'dependency').flatMap((element): NamedVersion[] => {
    const [group] = elements(element, 'groupId');
    const [artifact] = elements(element, 'artifactId');
    if (group === undefined || artifact === undefined) return [];
    const [written = null] = elements(element, 'version');
    const [, property] = /^\$\{([\w.-]{1,100})\}$/.exec(written ?? '') ?? [];
    const version = property === undefined ? written : (elements(text, property)[0] ?? null);
    return [{ name: `${group}:${artifact}`, text: version, dialect: 'interval' }];
  });
}

const ATTRIBUTE = /\b(Include|Update|id|Version|VersionOverride|version)\s{0,4}=\s{0,4}["']([^"']{0,200})["']/g;

/** `*.csproj`, `Directory.Packages.props`, `packages.config`. A version may be an attribute or an element. */
export function nuget(source: string): NamedVersion[] {
  const text = withoutComments(source);
  return [...text.matchAll(/<(PackageReference|PackageVersion|package)\s/g)].flatMap((match): NamedVersion[] => {
    const end = text.indexOf('>', match.index);
    if (end < 0 || end - match.index > MAX_LENGTH) return [];
    const attributes = Object.fromEntries(
      [...text.slice(match.index, end).matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        value,
      ]),
    );
    const name = attributes.include ?? attributes.update ?? attributes.id;
    if (name === undefined) return [];
    const close = text[end - 1] === '/' ? -1 : text.indexOf(`</${match[1]}>`, end);
    const inside = close < 0 ? '' : text.slice(end + 1, close);
    const version = attributes.versionoverride ?? attributes.version ?? elements(inside, 'Version')[0] ?? null;
    return [{ name, text: version, dialect: 'interval' }];
  });
}

/** Manifests that are programs. Only plain strings in them are read. */

/** The value of a variable that the same file sets to a string, otherwise `null`. */
function variable(text: string, name: string): string | null {
  return (
    new RegExp(String.raw`\b${name}["'\]]{0,2}\s{0,4}(?:=|:)\s{0,4}["']([^"'$]{1,60})["']`).exec(text)?.[1] ?? null
  );
}

/** `4.2.3`, or the value of `$mongoVersion` or `${versions.mongo}`. */
function resolved(text: string, written: string): string | null {
  if (!written.includes('$')) return written;
  const [, name] = /^\$\{?(?:[\w.]{0,80}[.])?(\w{1,60})\}?$/.exec(written) ?? [];
  return name === undefined ? null : variable(text, name);
}

const COORDINATES = /["'](org\.mongodb[\w.]{0,20}):([\w.-]{1,60})(?::([^"':@]{1,60}))?/g;
const NAMED =
  /\bgroup\s{0,3}[:=]\s{0,3}["'](org\.mongodb[\w.]{0,20})["'],\s{0,40}name\s{0,3}[:=]\s{0,3}["']([\w.-]{1,60})["'](?:,\s{0,40}version\s{0,3}[:=]\s{0,3}["']?([^"',)\s]{1,60}))?/g;

/** Gradle in Groovy and Kotlin. */
export function gradle(text: string): NamedVersion[] {
  return [...text.matchAll(COORDINATES), ...text.matchAll(NAMED)].map(([, group = '', artifact = '', version]) => ({
    name: `${group}:${artifact}`,
    text: version === undefined ? null : resolved(text, /^[A-Za-z_]/.test(version) ? `$${version}` : version),
    dialect: 'interval',
  }));
}

const SBT =
  /"(org\.mongodb[\w.]{0,20})"\s{0,4}%{1,3}\s{0,4}"([\w.-]{1,60})"\s{0,4}%\s{0,4}(?:"([^"]{1,60})"|(\w{1,60}))/g;

export function sbt(text: string): NamedVersion[] {
  return [...text.matchAll(SBT)].map(([, group = '', artifact = '', version, name]) => ({
    name: `${group}:${artifact}`,
    text: version ?? (name === undefined ? null : variable(text, name)),
    dialect: 'interval',
  }));
}

export function setupPy(text: string): NamedVersion[] {
  return linesOf(text).flatMap(quotedRequirements);
}

const SWIFT_RANGES: readonly (readonly [form: RegExp, range: (first: string, second: string) => string])[] = [
  [/"(\d[\w.]{0,30})"\s{0,3}\.\.<\s{0,3}"(\d[\w.]{0,30})"/, (low, high) => `>=${low} <${high}`],
  [/upToNextMinor\(\s{0,3}from:\s{0,3}"(\d[\w.]{0,30})"/, (low) => `~${low}`],
  [/from:\s{0,3}"(\d[\w.]{0,30})"/, (low) => `^${low}`],
  [/exact[:(]\s{0,3}"(\d[\w.]{0,30})"/, (version) => version],
];

/** The part of `.package(url: …)` after the driver's address. */
export function swiftPackage(text: string): NamedVersion[] {
  const name = 'mongo-swift-driver';
  const at = text.indexOf(`/${name}`);
  if (at < 0) return [];
  const [rest = ''] = text.slice(at, at + 300).split('\n.package', 1);
  for (const [form, range] of SWIFT_RANGES) {
    const [, first, second = ''] = form.exec(rest) ?? [];
    if (first !== undefined) return [{ name, text: range(first, second), dialect: 'npm' }];
  }
  return [{ name, text: null, dialect: 'npm' }];
}
