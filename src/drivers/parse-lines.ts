import type { NamedVersion } from './manifests.ts';

/** Manifests and lock files with one entry per line. */

/** Longer lines are not entries and would make the patterns slow. */
const MAX_LINE_LENGTH = 1000;

export function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.length <= MAX_LINE_LENGTH);
}

/** One requirement of PEP 508: `pymongo[srv]>=3.11,<4 ; python_version > "3.7"`. */
export function requirement(text: string): NamedVersion | null {
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

/** `Gemfile` and `*.gemspec`. */
export function gemfile(text: string): NamedVersion[] {
  return linesOf(text).flatMap((line): NamedVersion[] => {
    const [, name, rest = ''] = GEM.exec(line) ?? [];
    if (name === undefined) return [];
    const versions = [...rest.matchAll(/["']([~<>=!\s]{0,6}\d[^"']{0,40})["']/g)].map(([, version]) => version);
    return [{ name, text: versions.length > 0 ? versions.join(', ') : null, dialect: 'gem' }];
  });
}

/** A lock file with one entry per line. */
function locked(pattern: RegExp): (text: string) => NamedVersion[] {
  return (text) =>
    linesOf(text).flatMap((line): NamedVersion[] => {
      const [, name, version] = pattern.exec(line) ?? [];
      return name === undefined ? [] : [{ name, text: version!, dialect: 'exact' }];
    });
}

export const gemfileLock = locked(/^ {4}([\w-]{1,80}) \((\d[^)\s]{0,40})\)/);
export const gradleLock = locked(/^([\w.-]{1,80}:[\w.-]{1,80}):([^=\s]{1,60})=/);
/** `/mongodb/3.6.12:`, `/mongodb@3.6.12:` or `mongodb@6.9.0:`, depending on the age of the lock file. */
export const pnpmLock = locked(/^ {2}['"]?\/?((?:@[\w.-]{1,80}\/)?[\w.-]{1,80})[@/](\d[0-9A-Za-z.+-]{0,40})/);
export const bunLock = locked(/^\s*"([\w.@/-]{1,100})": \["[\w.@/-]{1,100}@(\d[^"]{0,40})"/);

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
