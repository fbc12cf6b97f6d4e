import driverUses from '../clients/driver-uses.json' with { type: 'json' };
import seals from './sealed.json' with { type: 'json' };
import { isReported, type FoundString } from '../classify/found-string.ts';
import { fileRole } from '../lint/file-role.ts';
import type { PlannedChange } from '../config/plan.ts';
import { isOtherProject, projectOf } from '../facts/query.ts';
import { lintSource, type FileResult } from '../lint/lint.ts';
import { nameOf, type Finding } from '../lint/finding.ts';
import { checksOf } from '../lint/checks.ts';
import type { Report } from '../lint/report.ts';
import { fileSettings, settingsForPlan, type FileSettings } from '../lint/settings.ts';
import { open, type OpenPoint, type PlanPlace } from '../plan/steps.ts';
import { judgeChange, type PlanEntry } from '../plan/plan.ts';
import { withManagers, MANAGED_WORDS, managedIn, type ManagedItem } from '../plan/managed.ts';
import { isOfApi, type PlanFile, type UnreadFile } from '../plan/subject.ts';
import { isTerraformPlan } from '../plan/terraform-changes.ts';
import { stringCount } from '../report/report-view.ts';
import { parsedJson, type JsonObject } from '../text/json.ts';
import { once, folderOf, grouped, namedForms, oncePerKey, overlaps, rowsForm, type Source } from '../text/source.ts';
import { check } from './check.ts';
import { withValues } from './list.ts';
import { UserError } from './errors.ts';
import type { FileList, FileEntry } from './fs/list-files.ts';
import { boundOf, displayPath, isWithin, relativePath } from './fs/paths.ts';
import { readText, readBytes, type FileBytes } from './fs/read-file.ts';
import { repositoriesOf, withRepository } from './project/repositories.ts';
import { wordsIn, type Project } from './project/project.ts';
import { isUnread, scanFiles, type ScanOptions, type ScanCounts } from './scan/scan-files.ts';
import { valueSearches } from './value-searches.ts';
import { Buffer } from 'node:buffer';
import { moduleOf } from '../iac/attribute-clusters.ts';
import { stringsIn } from '../lint/recorded.ts';
import { isProgram, languageOf } from '../read/families.ts';
import { pageOf } from '../read/page.ts';
import { clientArguments } from '../read/external/clients.ts';
import { isStringName } from '../read/external/settings.ts';
import { hostParts, type HostPart } from '../plan/host-parts.ts';

/** Checks the files once, and judges the changes in order. `seen`: files and strings, `null` without a change. */
export function planChanges(project: Project, list: FileList, changes: readonly PlannedChange[], options: ScanOptions) {
  if (changes.length === 0) return { entries: [], notices: [], seen: null };
  const beside = besideStrings(project, list, options);
  // Acceptance is for `check`: severities and rules that are off have no effect on a plan.
  const settings = settingsForPlan(project.settings, changes);
  const judged = { ...project, settings, settingsOf: fileSettings(settings) };
  const { report, results, counts } = checkWithSuppliers(judged, withValues(project, list), options);
  const paths = once(() => new Set(list.files.map(({ path }) => path)));
  const files = results.map((result) => planFile(result, project.settingsOf(result.path)));
  const input = {
    profile: project.settings.profile,
    facts: project.settings.facts,
    files,
    unread: [
      ...unreadFiles(project, list, counts, beside.sealed),
      ...filesWithParts(beside.parts, files),
      ...withoutClient(beside.uses, files),
    ],
    isListed: (path: string) => paths().has(path),
    outside: partly(project, list),
    age: { today: project.settings.today, maxFactAge: project.config.maxFactAge },
  };
  const entries = changes.map((change, at) => {
    const own = reportOf(judged, report, changes, at);
    return judgeChange({ ...input, ...own, change, contradicted: (place) => contradicted(project, at, place) });
  });
  return {
    entries: entries.map((entry) => withSurroundings(entry, project, beside.managed)),
    notices: report.notices,
    seen: { counts, strings: stringCount(report.summary) },
  };
}

/** The error for an entry with `strings.none` beside a string. */
function contradicted({ loaded, config: { plan } }: Project, at: number, { file, line, column }: PlanPlace): UserError {
  const message = `"strings.none" is contradicted by the string in ${displayPath(file)}:${line}:${column}`;
  const hint = 'Remove "strings" from the plan entry, or the string from the file.';
  if (!loaded || at >= plan.length) return new UserError(message, hint);
  return loaded.errorAt(['plan', at, 'strings', 'none'], message, hint);
}

/** The rules judge what else gives variables their values, too: the config may say what it is. */
function checkWithSuppliers(project: Project, list: FileList, options: ScanOptions) {
  const checked = check(project, list, options);
  const byPath = new Map(checked.results.map((result) => [result.path, result]));
  const sources = new Map<string, Source>();
  const searches = valueSearches({ project, list, options });
  const add = (source: Source, added: readonly FoundString[]): void => {
    const { path } = source;
    // What all searches look for in the file.
    const { variables = [], wrappers = [] } = sources.get(path) ?? {};
    const whole = {
      ...source,
      variables: new Map([...variables, ...(source.variables ?? [])]),
      wrappers: [...wrappers, ...(source.wrappers ?? [])],
    };
    sources.set(path, whole);
    const result = lintSource(whole, project.settingsOf(path));
    byPath.set(path, result);
    searches.note(path, added, result.role);
  };
  for (const { path, role, inText } of checked.results) searches.note(path, inText!.all, role);
  searches.search(add);
  const results = [...byPath.values()].map(({ inText, ...one }) => {
    const strings = inText!.strings.filter((string) => !searches.isGiven(string, one.path));
    return { ...one, inText: { ...inText!, strings } };
  });
  return { ...checked, ...checked.conclude(results), results };
}

function planFile({ path: file, role, inText }: FileResult, { context, strings }: FileSettings): PlanFile {
  // A role that the config gives to code does not settle a plan.
  const isOnlyCalled = context.role === 'docs' && fileRole(file, '') !== 'docs';
  const { environment } = context;
  return { file, role: isOnlyCalled ? 'product' : role, environment, place: strings.place, ...inText! };
}

/** What the rules of one change report. A finding in the config belongs to the entry in whose lines it is. */
function reportOf({ settings, loaded, cwd }: Project, report: Report, plan: readonly PlannedChange[], at: number) {
  const { change } = plan[at]!;
  const { rules, home } = settings;
  const own = new Set(checksOf(rules).flatMap(({ name, changes }) => (changes?.includes(change) ? [name] : [])));
  const config = loaded ? relativePath(cwd, loaded.path) : null;
  // A change of the command line has no lines.
  const range = plan.length > 1 ? home?.range(['plan', at]) : undefined;
  const isHere = ({ file, offset }: Finding): boolean =>
    file !== config || range === undefined || (range.offset <= offset && offset < range.endOffset);
  return {
    findings: [...report.findings, ...report.off.filter(({ role }) => role === 'test')].filter(
      (finding) => own.has(nameOf(finding)) && isHere(finding),
    ),
    unknown: report.unknown.filter(({ checks }) => checks.some((name) => own.has(name))),
  };
}

/** Whether only a part of the project was read: of the config's folder, or of the repository without a config. */
function partly({ cwd, loaded }: Project, { folders }: FileList): OpenPoint[] {
  const root = loaded?.root ?? boundOf(cwd);
  if (folders.some((folder) => isWithin(root, folder))) return [];
  return [open('Only a part of the project was read.', `Run \`connlint plan ${displayPath(root)}\`.`)];
}

/** Adds the code that manages what is changed, the repository of each place in a clone, and the owners of each place. */
function withSurroundings(entry: PlanEntry, project: Project, managed: readonly ManagedItem[]): PlanEntry {
  const ofEntry = projectOf(project.settings.facts, { project: entry.project ?? undefined });
  const near = managed.filter((item) => !isOtherProject(ofEntry, item.project));
  const own = withManagers(entry, near);
  const placed = (place: PlanPlace): PlanPlace => {
    const { owners } = repositoriesOf(project)(place.file);
    return { ...withRepository(place, project), ...(owners && { owners }) };
  };
  return {
    ...own,
    open: own.open.map((point) => ({ ...point, places: point.places.map(placed) })),
    steps: own.steps.map((one) => ({ ...one, places: one.places.map(placed) })),
    notCounted: own.notCounted.map((one) => withRepository(one, project)),
  };
}

/** Terraform plans contain the whole state, so they may be larger than sources. */
const MAX_PLAN_BYTES = 1 << 30;

/** The output of `terraform show -json` for a plan. Throws a `UserError` for anything else, without quoting it. */
export function readTerraformPlan(file: string): JsonObject {
  const read = readText(file, MAX_PLAN_BYTES);
  if ('skipped' in read) throw new UserError(`cannot read ${displayPath(file)}: ${read.reason}`, WRITE_PLAN);
  const value = parsedJson(read.text);
  if (isTerraformPlan(value)) return value;
  throw new UserError(`${displayPath(file)} is not a Terraform plan as JSON`, WRITE_PLAN);
}

const WRITE_PLAN = 'Write one: terraform plan -out plan.bin && terraform show -json plan.bin > plan.json';

/** The code that manages clusters and settings, and files whose contents are elsewhere or encrypted, in one scan. */
export function besideStrings(project: Project, list: FileList, { maxBytes }: ScanOptions) {
  const managed: ManagedItem[] = [];
  const reasons = new Map<string, string>();
  // Any file of a folder has its tree.
  const valuesIn = oncePerKey((folder: string) => {
    const place = project.settings.inTree?.(`${folder}main.tf`);
    return moduleOf(folderOf(place?.path ?? ''), place?.tree).values;
  });
  const parts = new Map<string, readonly HostPart[]>();
  const uses = new Map<string, boolean>();
  const hosts = hostParts(project.settings.facts, project.settings.profile);
  const words = [...MANAGED_WORDS, ...seals.words, ...(hosts?.words ?? []), 'mongo', 'odmantic', 'beanie', 'morphia'];
  const scanned = scanFiles(list, words, { maxBytes }, (source) => {
    const { path, text } = source;
    const isProduct = once(() => project.settingsOf(path).roleOf(text) === 'product');
    const own = hosts?.partsIn(source) ?? [];
    if (own.length > 0 && isProduct()) parts.set(path, own);
    for (const item of managedIn(source, valuesIn)) managed.push(item);
    // Declarations of types run nothing.
    const isUse = !path.endsWith('.d.ts') && USES().test(text) && isProduct();
    const page = pageOf(source);
    const isClient = clientArguments(page).some(({ isOutside }) => !isOutside);
    if (isProgram(page.language) && (isUse || isClient)) uses.set(path, isClient);
    const reason = page.language.name === 'text' ? null : sealedText(text);
    if (reason !== null) reasons.set(path, reason);
  });
  const binary = new Set(scanned.left.flatMap(({ entry, why }) => (why === 'binary' ? [entry.path] : [])));
  for (const { path, absolute } of list.files) {
    const isProbed = (binary.has(path) || IS.ending.test(path)) && !IS.compressed.test(path) && decides(project, path);
    const start = isProbed ? readBytes(absolute, Infinity, SEALED_START) : null;
    const reason =
      (IS.name.test(path) ? 'encrypted, as its name says' : null) ??
      (start && 'bytes' in start ? sealedStart(path, start.bytes.toString('latin1')) : null);
    if (reason !== null) reasons.set(path, reason);
  }
  const sealed = [...reasons].flatMap(([file, reason]): UnreadFile[] =>
    decides(project, file) ? [{ file, reason: `not read: ${reason}`, seen: null }] : [],
  );
  return { managed, sealed, parts, uses };
}

const USES = rowsForm('', driverUses);
/** Programs with a client of the database that nothing in the tree creates, neither code nor settings of a framework. */
function withoutClient(uses: ReadonlyMap<string, boolean>, files: readonly PlanFile[]): UnreadFile[] {
  const isSetUp = files.some(({ file, strings }) =>
    strings.some((one) =>
      isProgram(languageOf(file))
        ? isStringName(one.literal.key ?? '') || ((uses.has(file) || IS.settings.test(file)) && one.uri !== null)
        : !isOfApi(one),
    ),
  );
  if (isSetUp || [...uses.values()].includes(true)) return [];
  const reason = 'nothing in this tree creates the client in use';
  return [...uses.keys()].map((file) => ({ file, reason, seen: null }));
}

/** Files with parts of hostnames that are in no string. */
function filesWithParts(parts: ReadonlyMap<string, readonly HostPart[]>, files: readonly PlanFile[]): UnreadFile[] {
  const byPath = new Map(files.map(({ file, strings }) => [file, strings]));
  return [...parts].flatMap(([file, own]) => {
    const strings = byPath.get(file) ?? [];
    const alone = own.filter(
      (part) =>
        !strings.some(
          ({ range, literal: { segments } }) =>
            overlaps(range, part) || (segments.length > 1 && segments.some((one) => overlaps(one, part))),
        ),
    );
    return [...grouped(alone, ({ text }) => text)].map(([text, [first]]): UnreadFile => {
      const { strings: own, line, column } = first!;
      const reason = `${text} in it is a part of a host's name`;
      return { file, reason, seen: { role: 'product', strings: own }, part: { line, column } };
    });
  });
}

/** Whether the strings of a file that was not read would decide a plan. */
const decides = (project: Project, path: string): boolean => project.settingsOf(path).roleOf('') === 'product';

/** Files that no rule judged, with the strings in them: large, vendored, and those that the config leaves out. */
function unreadFiles(project: Project, list: FileList, { left }: ScanCounts, sealed: readonly UnreadFile[]) {
  const lost = list.notices.filter(
    ({ code, file }) =>
      code === 'unreadable' || code === 'not-checked-out' || (code === 'leads-out' && decides(project, file)),
  );
  const others = [
    ...left.filter(({ why, entry }) => why !== 'unreadable' && !(why === 'binary' && IS.compressed.test(entry.path))),
    ...list.ignored.map((entry) => ({ entry, reason: 'left out by "ignores" of the config' })),
  ];
  const reasons = new Map(others.map(({ entry, reason }) => [entry.path, reason]));
  const found: UnreadFile[] = [];
  const files = { ...list, files: others.map(({ entry }) => entry), isVendored: () => false };
  const asText = new Set(left.flatMap(({ why, entry }) => (why === 'binary' || why === 'generated' ? entry.path : [])));
  const read = ({ path, absolute }: FileEntry) => (asText.has(path) ? printable(readBytes(absolute)) : null);
  const again = scanFiles(files, wordsIn(project, list), { maxBytes: Infinity, read }, (source) => {
    const { path: file, text } = source;
    const settings = project.settingsOf(file);
    const strings = stringsIn(source, settings.strings).filter(isReported);
    if (strings.length > 0)
      found.push({ file, reason: reasons.get(file)!, seen: { role: settings.roleOf(text), strings } });
  });
  return [
    ...lost.map(({ file, message }) => ({ file, reason: message, seen: null })),
    ...[...left.filter(({ why }) => why === 'unreadable'), ...again.left.filter(isUnread)].map(
      ({ entry: { path }, reason }) => ({ file: path, reason: reasons.get(path) ?? reason, seen: null }),
    ),
    ...sealed,
    ...found,
  ].sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
}

const LINE_END = 10;

/** The texts in a binary file, in ASCII or in UTF-16, with line ends between them. */
function printable(file: FileBytes): FileBytes {
  if ('skipped' in file || !file.bytes.includes(0)) return file;
  const text = file.bytes.toString('latin1').replace(/(?:[ -~]\0){8,}/g, (wide) => wide.replaceAll('\0', ''));
  const bytes = Buffer.from(text, 'latin1');
  // In place: a text of millions of zeros takes a hundred times its size to replace.
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) bytes[at] = LINE_END;
  return { bytes };
}

const IS = namedForms(seals.names);
const SEALS = seals.starts.map(({ start, reason }) => [new RegExp(start), reason] as const);

const SEALED_START = 48;

const sealOf = (text: string): string | null => SEALS.find(([start]) => start.test(text))?.[1] ?? null;

/** Why the first bytes of a file, as Latin-1, say that it is encrypted, or `null`. */
function sealedStart(path: string, start: string): string | null {
  // The documentation of git-crypt, 2026-08.
  if (start.startsWith('\0GITCRYPT\0')) return 'encrypted with git-crypt';
  if (IS.programOrKey.test(path)) return null;
  return sealOf(start) ?? (IS.ending.test(path) && IS.packet.test(start) ? 'encrypted with OpenPGP' : null);
}

/** Why the contents of a file, or a value of it that may be a connection string, are not in its text, or `null`. */
function sealedText(text: string): string | null {
  const keys = Array.from(text.matchAll(IS.value), ([, key = '']) => key);
  const isSealed = keys.some((key) => IS.address.test(key) && !IS.elsewhere.test(key));
  return sealOf(text) ?? (isSealed ? 'a value in it is encrypted' : null);
}
