import type { NamedVersion } from './driver-manifest.ts';

/** Manifests in XML: Maven and NuGet. Pieces are looked for by their tags; comments do not count. */

/** Longest element that is looked into, in characters. */
const LONGEST = 4000;

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
    if (end - start <= LONGEST) found.push(text.slice(start, end).trim());
  }
  return found;
}

/** The group's packages of a `pom.xml`; a property stands for its value where the same file has it. */
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

/** `*.csproj`, `Directory.Packages.props`, `packages.config`: a version may be an attribute or an element. */
export function nuget(source: string): NamedVersion[] {
  const text = withoutComments(source);
  return [...text.matchAll(/<(PackageReference|PackageVersion|package)\s/g)].flatMap((match): NamedVersion[] => {
    const end = text.indexOf('>', match.index);
    if (end < 0 || end - match.index > LONGEST) return [];
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
