import { codeMatches } from '../read/page.ts';
import type { ToolRelease } from '../classify/api-versions.ts';
import { supportSince, version } from '../drivers/drivers.ts';
import { manifestForm } from '../drivers/manifests.ts';
import { after, versionRange, type Dialect, type VersionRange } from '../drivers/versions.ts';
import { providerVersions } from '../iac/terraform.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import type { Range } from '../text/source.ts';
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
  if (/\.(?:tf|tofu|hcl)$/i.test(path)) {
    return providerVersions(file.source).flatMap(({ name, text: written, at, constraints }) => {
      if (!own(name)) return [];
      if (constraints === null) return asked(name, written, 'gem', at);
      return asked(name, written, 'exact', at).map((one) => ({ ...one, allowed: versionRange(constraints, 'gem') }));
    });
  }
  // Prose and changelogs mention releases without requiring them.
  if (/\.(?:mdx?|rst|adoc|txt|log)$|(?:^|\/)(?:changelog|changes|history|news|readme)\b[^/]*$/i.test(path)) return [];
  return codeMatches(file.source, PINNED).flatMap(({ match, endOffset }) => {
    const [, name = '', pinned = ''] = match;
    return own(name) ? asked(name, pinned, 'exact', { offset: endOffset - pinned.length, endOffset }) : [];
  });
}

function asked(name: string, text: string, dialect: Dialect, at: Range): AskedVersion[] {
  const range = versionRange(text, dialect);
  return range ? [{ name, range, text, at }] : [];
}

/** The range in a manifest with the package name followed by the version. */
function placed(text: string, name: string, written: string, dialect: Dialect): AskedVersion[] {
  const spelled = new RegExp(escapePattern(name).replace(/-/g, '[-_.]'), 'gi');
  for (const { index } of text.matchAll(spelled)) {
    const from = index + name.length;
    const at = text.slice(from, from + 200).indexOf(written);
    if (at >= 0) return asked(name, written, dialect, { offset: from + at, endOffset: from + at + written.length });
  }
  return [];
}

/** True if every version that the range allows belongs to the release. */
export function isWithinRelease(range: VersionRange, { from, to }: ToolRelease): boolean {
  const isBefore = supportSince(after(version(to)), range) === 'old';
  return isBefore && (from === null || supportSince(version(from), range) === 'fine');
}
