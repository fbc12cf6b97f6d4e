import type { ToolRelease } from '../classify/api-versions.ts';
import { codeMatches, lineMatches } from '../read/code-matches.ts';
import { manifestForm } from '../drivers/manifests.ts';
import { after, compareVersions, versionRange, type Dialect, type VersionRange } from '../drivers/versions.ts';
import { everyBlock, blocksOf, hclAttribute, hclText } from '../iac/hcl.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import type { Range, Source } from '../text/source.ts';
import type { FoundFile } from '../classify/found-string.ts';

/** A tool version that a text requires. */
interface AskedVersion {
  readonly name: string;
  readonly range: VersionRange;
  /** As written. */
  readonly text: string;
  readonly at: Range;
  /** In a lock file: what the configuration allows, if the file says it. */
  readonly allowed?: VersionRange | null;
}

/** The name of every tool contains one of these. */
export const TOOL_WORDS = ['mongodbatlas', 'atlas-cli', 'mongodb/atlas', 'atlascli', 'atlas-sdk'] as const;

/** Images, packages and downloads of command-line programs, with the version after the name. */
const PINNED =
  /(?<![\w./-])(?<!(?:[Uu]ser[-_]?[Aa]gent|\b[Uu][Aa]\b)[^\n]{0,60})([\w.-]{2,40}(?:\/[\w.-]{2,60})?)(?::|=|@|\/|%2F|_)v?(\d{1,4}(?:\.\d{1,4}){1,2})(?![\w.]*\d)/g;
const PROVIDER = /\b[\w-]{1,60}[ \t]{0,32}=[ \t]{0,8}\{([^{}]{1,600})\}/g;

/** Versions of these packages in manifests, lock files, Terraform files and command lines. */
export function askedVersions(file: FoundFile, packages: readonly string[]): AskedVersion[] {
  const { path, text } = file.source;
  const own = (name: string): boolean => packages.includes(name);
  const form = manifestForm(path.slice(path.lastIndexOf('/') + 1));
  if (form)
    return form
      .read(text)
      .flatMap((entry) =>
        own(entry.name) && entry.text !== null ? placed(text, entry.name, entry.text, entry.dialect) : [],
      );
  if (/\.(?:tf|tofu|hcl)$/i.test(path)) return terraform(file.source, own);
  // Prose and changelogs mention releases without requiring them.
  if (/\.(?:mdx?|rst|adoc|txt|log)$|(?:^|\/)(?:changelog|changes|history|news|readme)\b[^/]*$/i.test(path)) return [];
  return lineMatches(file, TOOL_WORDS, PINNED).flatMap(({ match, endOffset }) => {
    const [, name = '', version = ''] = match;
    return own(name) ? asked(name, version, 'exact', { offset: endOffset - version.length, endOffset }) : [];
  });
}

function asked(name: string, text: string, dialect: Dialect, at: Range): AskedVersion[] {
  const range = versionRange(text, dialect);
  return range ? [{ name, range, text, at }] : [];
}

/** The range in a manifest with the package name followed by the version. */
function placed(text: string, name: string, version: string, dialect: Dialect): AskedVersion[] {
  const spelled = new RegExp(escapePattern(name).replace(/-/g, '[-_.]'), 'gi');
  for (const { index } of text.matchAll(spelled)) {
    const from = index + name.length;
    const at = text.slice(from, from + 200).indexOf(version);
    if (at >= 0) return asked(name, version, dialect, { offset: from + at, endOffset: from + at + version.length });
  }
  return [];
}

/** `required_providers` and the lock file. */
function terraform(source: Source, own: (name: string) => boolean): AskedVersion[] {
  const { text } = source;
  return everyBlock(blocksOf(source)).flatMap((block) => {
    if (block.type === 'provider') {
      const name = block.labels[0]?.replace(/^[\w.-]{1,80}\.\w{2,20}\//, '') ?? '';
      const version = hclAttribute(block, 'version');
      const written = hclText(version);
      if (!version || written === null || !own(name)) return [];
      const allowed = versionRange(hclText(hclAttribute(block, 'constraints')) ?? '', 'gem');
      return asked(name, written, 'exact', inner(version.valueAt)).map((one) => ({ ...one, allowed }));
    }
    if (block.type !== 'required_providers') return [];
    const body = text.slice(block.body.offset, block.body.endOffset);
    return codeMatches(body, PROVIDER).flatMap(({ match, offset }) => {
      const provider = /\bsource[ \t]{0,32}=[ \t]{0,8}"(?:[\w.-]{1,80}\.\w{2,20}\/)?([\w/-]{1,80})"/.exec(
        match[1]!,
      )?.[1];
      const version = /\bversion[ \t]{0,32}=[ \t]{0,8}"([^"\n]{1,80})"/.exec(match[0]);
      if (provider === undefined || !version || !own(provider.toLowerCase())) return [];
      const from = block.body.offset + offset + version.index + version[0].lastIndexOf(version[1]!);
      return asked(provider, version[1]!, 'gem', { offset: from, endOffset: from + version[1]!.length });
    });
  });
}

const inner = ({ offset, endOffset }: Range): Range => ({ offset: offset + 1, endOffset: endOffset - 1 });

/** True if every version that the range allows belongs to the release. */
export function isWithinRelease({ low, high }: VersionRange, { from, to }: ToolRelease): boolean {
  const numbers = (version: string): number[] => version.split('.').map(Number);
  if (!high || compareVersions(high, after(numbers(to))) > 0) return false;
  return from === null || (low !== null && compareVersions(low, numbers(from)) >= 0);
}
