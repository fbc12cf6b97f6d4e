import forms from './manifest-forms.json' with { type: 'json' };
import packageForms from './package-forms.json' with { type: 'json' };
import { objectOf, textOf, parsedJson, type JsonObject } from '../text/json.ts';
import { distinct, escapePattern, FAR, namedForms } from '../text/source.ts';
import type { Ecosystem } from './drivers.ts';
import type { Dialect } from './versions.ts';

const FORMS = namedForms(packageForms);

export interface NamedVersion {
  readonly name: string;
  /** As written, or `null` if the file has no version. */
  readonly text: string | null;
  /** Optional parts that are installed with it: `pymongo[srv]`. */
  readonly extras?: readonly string[];
  /** Name in a Gradle version catalogue: `libs.mongodb.driver` in lower case, words joined by `.`. */
  readonly alias?: string;
}

/** Of packages in JSON, lines, TOML and XML. A broken file only leaves a version unknown. */
type Read = (text: string) => NamedVersion[];

const jsonObject = (text: string): JsonObject => objectOf(parsedJson(text)) ?? {};

/** An entry, or none without a name. */
const entry = (name: string | undefined, text: string | null | undefined): NamedVersion[] =>
  name === undefined ? [] : [{ name, text: text ?? null }];

/** Maps of names to a version, or to an object with one, or lists of such objects, under these keys of a JSON file. */
const jsonMaps =
  (keys: readonly string[]): Read =>
  (text) => {
    const file = jsonObject(text);
    const all = keys.flatMap((key) => packagesIn(file[key]));
    return distinct(all, ({ name }) => name);
  };

const packagesIn = (all: unknown): NamedVersion[] =>
  Object.entries(typeof all === 'object' ? (all ?? {}) : {}).flatMap(([key, spec]) => {
    const { name, version, resolved } = objectOf(spec) ?? {};
    return entry(Array.isArray(all) ? textOf(name) : key, textOf(spec) ?? textOf(version) ?? textOf(resolved));
  });

/** `packages` since lock file version 2, `dependencies` before. Dependencies of other packages are left out. */
const packageLock: Read = (text) => {
  const found = Object.entries(objectOf(jsonObject(text).packages) ?? {}).flatMap(([key, value]) => {
    const [, name] = /^(?:(?!node_modules\/)[^/]+\/)*node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(key) ?? [];
    return entry(name, textOf(objectOf(value)?.version));
  });
  return found.length > 0 ? found : jsonMaps(['dependencies'])(text);
};

/** NuGet's `packages.lock.json`: one map per target framework. */
const nugetLock: Read = (text) => Object.values(objectOf(jsonObject(text).dependencies) ?? {}).flatMap(packagesIn);

/** Longer lines are not entries. */
const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.length <= FAR);

/** Names and versions, the first two groups of the pattern. */
const matches =
  (pattern: string): Read =>
  (text) =>
    [...text.matchAll(new RegExp(pattern, 'gm'))].flatMap(([, name, version]) => entry(name?.toLowerCase(), version));

/** One requirement of PEP 508: `pymongo[srv]>=3.11,<4 ; python_version > "3.7"`. */
function requirement(text: string): NamedVersion[] {
  const match = /^\s*([A-Za-z0-9][\w.-]{0,80})\s*(?:\[([^\]]{0,80})\])?\s*(.*)$/s.exec(text);
  if (!match) return [];
  const [, written = '', extras = '', rest = ''] = match;
  const name = written.toLowerCase().replace(/[_.]/g, '-');
  const [spec = ''] = rest.split(/;|#|(?:^| )-[-\w]|\\$/, 1);
  return [{ name, text: spec.replace(/[()]/g, '').trim() || null, extras: extras.match(/[^\s,]+/g) ?? [] }];
}

const requirements: Read = (text) => linesOf(text).flatMap(requirement);

/** Requirements among the quoted strings of a line: `"pymongo>=3.11", 'motor'`. */
const quotedRequirements = (line: string): NamedVersion[] =>
  [...line.matchAll(/(["'])((?:(?!\1).){1,200})\1/g)].flatMap(([, , text = '']) => requirement(text));

const gemfile: Read = (text) =>
  linesOf(text).flatMap((line) => {
    const [, name, rest = ''] = FORMS.gem.exec(line) ?? [];
    const versions = [...rest.matchAll(/["']([~<>=!\s]{0,6}\d[^"']{0,40})["']/g)].map(([, version]) => version);
    return entry(name, versions.length > 0 ? versions.join(', ') : null);
  });

/** The lines of TOML. The value is as written, without a comment after the string. */
function tomlLines(text: string) {
  let section = '';
  return linesOf(text).map((line) => {
    const heading = /^\s*(?!\[\s*["'])\[{1,2}([^\]]{1,200})\]/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim().replace(/["']/g, '');
    const [, key = '', value = ''] = /^\s*["']?([\w.-]{1,100})["']?\s*=\s*(.*)$/s.exec(line) ?? [];
    return { section, key, value, line };
  });
}

/** `"^3.11"` or `{ version = "^3.11", … }`. */
function versionIn(value: string): string | null {
  const [, whole] = /^["']([^"']{0,100})["']/.exec(value) ?? [];
  return whole ?? /\bversion\s{0,4}=\s{0,4}["']([^"']{0,100})["']/.exec(value)?.[1] ?? null;
}

/** Tables of packages (`[dependencies]`, `[packages]`) and tables of one package (`[dependencies.mongodb]`). */
const tomlTables: Read = (text) =>
  tomlLines(text).flatMap(({ section, key, value }): NamedVersion[] => {
    const [, single] = /dependencies\.([\w-]{1,100})$/.exec(section) ?? [];
    if (key === 'version' && single !== undefined) return entry(single, versionIn(value));
    if (key === '' || !/(?:^|[.-])(?:dependencies|packages)$/.test(section)) return [];
    const extras = /\bextras\s{0,4}=\s{0,4}\[([^\]]{0,100})\]/.exec(value)?.[1]?.match(/[^\s,"']+/g) ?? [];
    return [{ name: key.replace(/\.(?:version|workspace)$/, ''), text: versionIn(value), extras }];
  });

/** Poetry's tables, and the requirement strings of PEP 621 and PEP 735 anywhere below `[project]`. */
function pyproject(text: string): NamedVersion[] {
  const strings = tomlLines(text).flatMap(({ section, line }) =>
    /^(?:project|dependency-groups|tool\.(?:pdm|uv|hatch))/.test(section) ? quotedRequirements(line) : [],
  );
  const poetry = tomlTables(text).filter(({ name }) => name !== 'dependencies');
  return [...strings, ...poetry.map((entry) => ({ ...entry, name: entry.name.toLowerCase() }))];
}

/** `gradle/libs.versions.toml`: `{ module = "g:a", version.ref = "mongo" }` or `{ group = …, name = …, version = … }`. */
function gradleCatalog(text: string): NamedVersion[] {
  const all = tomlLines(text);
  const versions = new Map(all.filter(({ section }) => section === 'versions').map(({ key, value }) => [key, value]));
  return all.flatMap(({ section, key, value }): NamedVersion[] => {
    if (section !== 'libraries' || key === '') return [];
    const field = (name: string): string | undefined =>
      new RegExp(String.raw`\b${name}\s{0,4}=\s{0,4}["']([^"']{1,100})["']`).exec(value)?.[1];
    const [, short, shortVersion] = /^["']([\w.-]{1,80}:[\w.-]{1,80}):([^"']{1,60})["']/.exec(value) ?? [];
    const name = short ?? field('module') ?? `${field('group')}:${field('name')}`;
    const reference = field(String.raw`version\.ref`) ?? field('ref');
    const version = shortVersion ?? (reference ? versionIn(versions.get(reference) ?? '') : field('version'));
    return [{ name, text: version ?? null, alias: `libs.${key.replace(/[-_]/g, '.')}`.toLowerCase() }];
  });
}

/** The contents of every `<tag>…</tag>`. */
const elements = (text: string, tag: string): string[] =>
  Array.from(text.matchAll(new RegExp(`<(${escapePattern(tag)})>([^]{0,${FAR}}?)</\\1>`, 'g')), (match) =>
    match[2]!.trim(),
  );

/** Properties are resolved if the same file defines them. A parent gives its version to dependencies of its group. */
function pomXml(source: string): NamedVersion[] {
  const text = source.replace(FORMS.comments, '');
  const named = (element: string): NamedVersion[] => {
    const [group] = elements(element, 'groupId');
    const [artifact] = elements(element, 'artifactId');
    if (group === undefined || artifact === undefined) return [];
    const [written = null] = elements(element, 'version');
    const [, property] = /^\$\{([\w.-]{1,100})\}$/.exec(written ?? '') ?? [];
    const version = property === undefined ? written : (elements(text, property)[0] ?? null);
    return [{ name: `${group}:${artifact}`, text: version }];
  };
  const [parent] = elements(text, 'parent').flatMap(named);
  const groupOf = ({ name }: NamedVersion): string => name.slice(0, name.indexOf(':'));
  return elements(text, 'dependency')
    .flatMap(named)
    .map((one) =>
      one.text === null && parent && groupOf(one) === groupOf(parent) ? { ...one, text: parent.text } : one,
    );
}

/** `*.csproj`, `Directory.Packages.props`, `packages.config`. A version may be an attribute or an element. */
function nuget(source: string): NamedVersion[] {
  const text = source.replace(FORMS.comments, '');
  return [...text.matchAll(/<(PackageReference|PackageVersion|package)\s/g)].flatMap((match): NamedVersion[] => {
    const end = text.indexOf('>', match.index);
    if (end < 0 || end - match.index > FAR) return [];
    const written = [...text.slice(match.index, end).matchAll(FORMS.attribute)];
    const attributes = Object.fromEntries(written.map(([, key = '', value = '']) => [key.toLowerCase(), value]));
    const name = attributes.include ?? attributes.update ?? attributes.id;
    if (name === undefined) return [];
    const close = text[end - 1] === '/' ? -1 : text.indexOf(`</${match[1]}>`, end);
    const inside = close < 0 ? '' : text.slice(end + 1, close);
    return [{ name, text: attributes.versionoverride ?? attributes.version ?? elements(inside, 'Version')[0] ?? null }];
  });
}

/** `4.2.3`, or the value of `$mongoVersion` or `${versions.mongo}` if the same file sets it to a string. */
function resolved(text: string, written: string): string | null {
  if (!/^[$A-Za-z_]/.test(written)) return written;
  const [, name] = /^\$?\{?(?:[\w.]{0,80}[.])?(\w{1,60})\}?$/.exec(written) ?? [];
  if (name === undefined) return null;
  const set = new RegExp(String.raw`\b${name}["'\]]{0,2}\s{0,4}(?:=|:)\s{0,4}["']([^"'$]{1,60})["']`);
  return set.exec(text)?.[1] ?? null;
}

/** Gradle in Groovy and Kotlin. The plugin of Spring Boot sets the version of its starters. */
function gradle(text: string): NamedVersion[] {
  const boot = FORMS.bootPlugin.exec(text)?.[1] ?? null;
  const written = [FORMS.coordinates, FORMS.listed]
    .flatMap((form) => [...text.matchAll(form)])
    .map(([, group = '', artifact = '', version]): NamedVersion => ({
      name: `${group}:${artifact}`,
      text: version === undefined ? (group.startsWith('org.spring') ? boot : null) : resolved(text, version),
    }));
  const aliases = [...text.matchAll(/\(\s{0,4}(libs\.[\w.]{1,80})/g)].map(([, name = '']): NamedVersion => {
    return { name, text: null, alias: name.toLowerCase() };
  });
  return [...written, ...aliases];
}

/** What reads the files that need more than a pattern, or the keys of a JSON file. */
const READS: Readonly<Record<string, Read>> = {
  gemfile,
  gradle,
  gradleCatalog,
  nuget,
  nugetLock,
  packageLock,
  pomXml,
  pyproject,
  quotedRequirements: (text) => linesOf(text).flatMap(quotedRequirements),
  requirements,
  tomlTables,
};

const all = forms.map(({ files, paths = {}, lock, dialect, pattern, keys, reads }) => {
  const read = pattern ? matches(pattern) : keys ? jsonMaps(keys) : READS[reads!]!;
  const of = ([name, ecosystem]: [string, string]) => {
    // `lock`: a file of installed versions. Beside a manifest, it does not make its folder a module.
    const form = { ecosystem: ecosystem as Ecosystem, lock, read, dialect: dialect as Dialect | undefined };
    return [name, form] as const;
  };
  return { names: Object.entries(files).map(of), paths: Object.entries(paths).map(of) };
});
const BY_NAME = new Map(all.flatMap(({ names }) => names));
const BY_PATH = all.flatMap(({ paths }) => paths.map(([path, form]) => ({ path: new RegExp(path), form })));

/** How to read a file, or `undefined` if it is not a manifest. */
export const manifestForm = (path: string) =>
  BY_NAME.get(path.slice(path.lastIndexOf('/') + 1)) ?? BY_PATH.find((one) => one.path.test(path))?.form;
