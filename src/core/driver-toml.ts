import { linesOf, requirement } from './driver-lines.ts';
import type { NamedVersion } from './driver-manifest.ts';
import type { Dialect } from './driver-version.ts';

/**
 * Manifests and lock files in TOML, by the few forms in which they name packages. A full parser would be a dependency for
 * one file in a thousand, and a form that is not known here only leaves a version unknown.
 */

interface Entry {
  readonly section: string;
  readonly key: string;
  /** As written, without the comment behind a string. */
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

/** Poetry's tables, and the requirement strings of PEP 621 and PEP 735 wherever they stand below `[project]`. */
export function pyproject(text: string): NamedVersion[] {
  const strings = entries(text).flatMap(({ section, line }) =>
    /^(?:project|dependency-groups|tool\.(?:pdm|uv|hatch))/.test(section) ? quotedRequirements(line) : [],
  );
  const poetry = tables(text, 'poetry').filter(({ name }) => name !== 'dependencies');
  return [...strings, ...poetry.map((entry) => ({ ...entry, name: entry.name.toLowerCase() }))];
}

/** Requirements among the quoted strings of a line: `"pymongo>=3.11", 'motor'`. */
export function quotedRequirements(line: string): NamedVersion[] {
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
