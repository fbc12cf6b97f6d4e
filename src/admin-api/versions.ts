import { codeMatches } from '../read/page.ts';
import { supportSince } from '../drivers/drivers.ts';
import { manifestForm, type NamedVersion } from '../drivers/manifests.ts';
import { after, compareVersions, version, versionRange, type VersionRange } from '../drivers/versions.ts';
import { providerVersions } from '../iac/terraform.ts';
import { escapePattern, grouped, matchesIn, once, type Range } from '../text/source.ts';
import type { FoundFile } from '../classify/found-string.ts';
import type { ApiRequest } from './requests.ts';
import { VERSION_DATA, type ToolRelease } from '../classify/api-versions.ts';
import { plannedChanges, type PlannedChange } from '../config/plan.ts';

/** An operation in the specification: one method on one path. */
export type Operation = Readonly<ReturnType<typeof operations>[number]>;
export type OperationVersion = Readonly<Operation['versions'][number]>;

export const operations = once(() =>
  VERSION_DATA.operations.map((operation) => ({
    ...operation,
    // In words: `list clusters`.
    name: VERSION_DATA.names[operation.id] ?? nameOf(operation.id),
    // Oldest first, each with the last day on which it is available. Empty if there is only a preview.
    versions: Object.entries(operation.versions).map(([date, sunset]) => ({ date, sunset })),
  })),
);

/** `listGroupClusterBackupExports` is "list cluster backup exports": nearly every operation belongs to a group. */
const nameOf = (id: string): string =>
  id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(' group ', ' ');

const lengthOf = (path: string): number => path.split('/').length;

/** By number of segments. Literal paths come before paths with a parameter. */
const routes = once(() => {
  const all = operations().map((operation) => {
    const pieces = operation.path.split('{}');
    return { operation, pieces, pattern: new RegExp(`^${pieces.map(escapePattern).join('[^/]+')}$`, 'i') };
  });
  all.sort((a, b) => a.pieces.length - b.pieces.length);
  return grouped(all, ({ operation }) => lengthOf(operation.path));
});

/** The operation of a request, or `undefined`. A request without a known method must match exactly one. */
export function operationOf({ path, method }: Pick<ApiRequest, 'path' | 'method'>): Operation | undefined {
  const fitting = (routes().get(lengthOf(path)) ?? []).filter(({ pattern }) => pattern.test(path));
  const called = (wanted: string): Operation | undefined =>
    fitting.find(({ operation }) => operation.method === wanted)?.operation;
  // Without a known method, reading is the most common call, and the other operations do not live longer.
  return method === null ? (called('GET') ?? fitting[0]?.operation) : called(method);
}

/** The version that is used for a date: the newest that is not after it, `undefined` before the first. */
export const versionFor = (operation: Operation, date: string): OperationVersion | undefined =>
  operation.versions.findLast((one) => one.date <= date);

/** The oldest version after this one that is not deprecated. */
export const nextVersion = (operation: Operation, { date }: OperationVersion): OperationVersion | undefined =>
  operation.deprecated ? undefined : operation.versions.find((one) => one.date > date && one.sunset === null);

/** The version date to which the plan moves clients of the Admin API, `null` without such a plan. */
export function plannedVersion(plan: readonly PlannedChange[]): string | null {
  const dates = plannedChanges(plan, 'admin-api').map(({ to }) => to);
  return dates.sort().at(-1) ?? null;
}

type AskedVersion = ReturnType<typeof asked>[number];

/** The name of every tool contains one of these. */
export const TOOL_WORDS = ['mongodbatlas', 'atlas-cli', 'mongodb/atlas', 'atlascli', 'atlas-sdk'] as const;

/** Images, packages and downloads of command-line programs, with the version after the name. */
const PINNED =
  /(?:(?<![\w./-])|(?<=:\/\/[\w./-]{1,80}\/)(?=[\w-]{2,40}_v?\d))(?<!(?:[Uu]ser[-_]?[Aa]gent|\b[Uu][Aa]\b)[^\n]{0,60})([\w.-]{2,40}(?:\/[\w.-]{2,60})?)(?::|=|@|\/|%2F|_)v?(\d{1,4}(?:\.\d{1,4}){1,2})(?![^\W_]|\.\d)/g;

/** Releases of tools. `isRetired`: calls retired versions, and a file allows nothing newer; `isOlder`: than the known ones. */
export function releasesOf(file: FoundFile) {
  const { releases } = VERSION_DATA;
  const packages = releases.flatMap((release) => release.packages);
  return askedVersions(file, packages).map(({ name, range, text, at, allowed }) => {
    const release = releases.find((one) => one.packages.includes(name))!;
    // A pin is reported where it is written.
    const isPinned = allowed !== null && isWithinRelease(allowed, release);
    const isRetired = isWithinRelease(range, { ...release, from: null }) && !isPinned;
    return { tool: release.tool, text, at, isRetired, isOlder: isRetired && !isWithinRelease(range, release) };
  });
}

/** Versions of these packages in manifests, lock files, Terraform files and command lines. */
export function askedVersions(file: FoundFile, packages: readonly string[]): AskedVersion[] {
  const { path, text } = file.source;
  const own = (name: string): boolean => packages.includes(name);
  const form = manifestForm(path);
  if (form) return form.read(text).flatMap((entry) => (own(entry.name) ? placed(text, entry) : []));
  if (/\.(?:tf|tofu|hcl)$/i.test(path))
    return providerVersions(file.source).flatMap(({ name, text: written, at, constraints }) =>
      own(name) ? asked(name, written, at, constraints === null ? null : versionRange(constraints)) : [],
    );
  // Prose and changelogs mention releases without requiring them.
  if (/\.(?:mdx?|rst|adoc|txt|log)$|(?:^|\/)(?:changelog|changes|history|news|readme)\b[^/]*$/i.test(path)) return [];
  const ofTools = (pattern: RegExp) =>
    codeMatches(file.source, pattern).flatMap(({ match: [, tool = ''], name, at }) =>
      own(tool) ? [{ tool, name, at }] : [],
    );
  // `mongodb-atlas-cli_${ATLAS_VERSION}`, of an argument of the build in the same file.
  const filled = ofTools(FILLED).flatMap(({ tool, name: variable }) => {
    const value = String.raw`\b${variable}["']?[ \t]{0,9}[:=][ \t]{0,9}["']?v?(\d[\d.]{2,14})(?![^\s"'])`;
    const [given] = codeMatches(file.source, new RegExp(value, 'g'));
    return given ? [{ tool, name: given.name, at: given.at }] : [];
  });
  return [...ofTools(PINNED), ...filled].flatMap(({ tool, name, at }) => asked(tool, name, at));
}

/** The same with a variable instead of the version. */
const FILLED =
  /(?:(?<![\w./-])|(?<=:\/\/[\w./-]{1,80}\/)(?=[\w-]{2,40}_v?\$))([\w.-]{2,40}(?:\/[\w.-]{2,60})?)[:=@/_]v?\$\{?(\w{1,60})/g;

/** @param allowed what the configuration allows, if a lock file says it */
function asked(name: string, text: string, at: Range, allowed: VersionRange | null = null) {
  const range = versionRange(text);
  return range ? [{ name, range, text, at, allowed }] : [];
}

/** The range in a manifest with the package name followed by the version. */
function placed(text: string, { name, text: written }: NamedVersion): AskedVersion[] {
  if (written === null) return [];
  const spelled = escapePattern(name).replace(/-/g, '[-_.]');
  const pair = new RegExp(`${spelled}[^]{0,200}?(${escapePattern(written)})`, 'gi');
  const [found] = matchesIn(text, pair);
  return found ? asked(name, written, found.at) : [];
}

/** True if every version that the range allows belongs to the release. */
export function isWithinRelease(range: VersionRange, { from, to }: ToolRelease): boolean {
  const isBefore = range.high !== null && compareVersions(range.high, after(version(to))) <= 0;
  return isBefore && (from === null || supportSince(from, range) === 'fine');
}
