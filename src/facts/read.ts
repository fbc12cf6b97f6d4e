import type { FactKind } from '../config/config.ts';
import { PROVIDERS } from '../classify/service.ts';
import { knownFrom } from './facts.ts';
import { camelObject, firstText, flagOf, isNestedTooDeep, objectOf, recordName, textOf, utcDate } from './json.ts';
import type { JsonObject } from './json.ts';
import { notice, ofGroup, problem, SETTINGS } from './pieces.ts';
import type { FactPiece, PieceOf, Read, ReadContext, Setting } from './pieces.ts';
import { RECORD_FORMS } from './records.ts';
import { isTerraform, readTerraform } from './terraform-state.ts';

/** Reads one fact file of any form. A file of an unknown form is one problem, however many values it contains. */
export function readFacts(value: unknown, context: ReadContext) {
  const read = isNestedTooDeep(value)
    ? unknownForm(context, 'its lists or objects are nested too deep')
    : readValue(value, context);
  const all = read.length > 0 ? read : notice(context.file, 'The file contains nothing that connlint can use.');
  return {
    pieces: all.filter((one) => 'kind' in one),
    problems: all.filter((one) => 'hint' in one).slice(0, 1),
    notices: all.filter((one) => 'code' in one),
  };
}

/** The first reader that knows the form reads it. `content`: answers that were requested with `envelope=true`. */
function readValue(value: unknown, context: ReadContext): readonly Read[] {
  if (Array.isArray(value))
    return value.length === 0 ? readEmpty(context) : value.flatMap((item) => readValue(item, context));
  const object = objectOf(value);
  if (!object) return unknownForm(context, 'neither a JSON object nor a list');
  if (isFactFile(object)) return readFactFile(object, context);
  if (isTerraform(object)) return readTerraform(object, context);
  const content = typeof object.status === 'number' ? object.content : undefined;
  if (typeof content === 'object' && content !== null) return readValue(content, context);
  if (Array.isArray(object.results)) return readPage(object, object.results.length, context);
  return readError(object, context) ?? readSetting(object, context) ?? readRecord(camelObject(object), context);
}

/**
 * The facts of one project as written by `pull`: one such object, or a list of them for several projects. It contains
 * answers of the Admin API unchanged. A part that was not requested or could not be read is missing or `null`; a part
 * that was read and is empty is `[]`.
 */
export interface FactFile extends Readonly<Partial<Record<FactKind, readonly unknown[] | null>>> {
  readonly connlintFacts: 1;
  /** ISO 8601 in UTC. */
  readonly pulledAt: string;
  readonly project?: { readonly groupId?: string; readonly name?: string } & Readonly<
    Partial<Record<Setting, boolean | null>>
  >;
}

export const FACT_FILE_VERSION = 1;

const PARTS: readonly FactKind[] = ['clusters', 'endpointServices', 'containers', 'peers', 'discovery'];

export const isFactFile = (value: JsonObject): boolean => Object.hasOwn(value, 'connlintFacts');

function readFactFile(value: JsonObject, context: ReadContext): readonly Read[] {
  const { file: source } = context;
  if (value.connlintFacts !== FACT_FILE_VERSION) {
    return problem(
      source,
      `The file says connlintFacts: ${String(Number(value.connlintFacts))}; this release reads version ${FACT_FILE_VERSION}.`,
      'Update connlint, or write the file again with this release.',
    );
  }
  const project = objectOf(value.project) ?? {};
  const name = recordName(project.name);
  const own: FactPiece[] = name === undefined ? [] : [{ kind: 'project', name, source }];
  if (Array.isArray(value.clusters)) own.push({ kind: 'whole-list', source });
  for (const { setting } of SETTINGS) {
    const enabled = flagOf(project[setting]);
    if (enabled !== undefined) own.push({ kind: 'setting', setting, enabled, source });
  }
  if (Array.isArray(value.peers))
    own.push(...PROVIDERS.map((provider): FactPiece => ({ kind: 'asked', about: 'peers', provider, source })));
  const parts = PARTS.filter((as) => value[as] !== undefined && value[as] !== null);
  const read = parts.flatMap((as) => readValue(value[as], { ...context, as }));
  const readAt = knownFrom(source)(utcDate(value.pulledAt));
  const dated = read.map((one) =>
    'kind' in one && one.kind === 'cluster' ? { ...one, cluster: { ...one.cluster, readAt } } : one,
  );
  return ofGroup([...own, ...dated], textOf(project.groupId));
}

/** One page of a list. The total shows whether a page is missing. */
function readPage({ results, totalCount }: JsonObject, count: number, context: ReadContext): readonly Read[] {
  const read = readValue(results, context);
  const source = context.file;
  if (typeof totalCount !== 'number') return read;
  if (totalCount > count) return [...read, { kind: 'page', total: totalCount, count, source }];
  const hasClusters = read.some((one) => 'kind' in one && one.kind === 'cluster');
  return hasClusters ? [...read, { kind: 'whole-list', source }] : read;
}

function readRecord(record: JsonObject, context: ReadContext): readonly Read[] {
  const form = RECORD_FORMS.find(({ is }) => is(record));
  if (!form) return unknownForm(context, 'connlint does not know this form');
  return ofGroup(form.read(record, context), firstText(record, ['groupId', 'projectId']));
}

/** The last part of a path, in lower case, without separators: `project.private-ip-mode.json` → `projectprivateipmodejson`. */
const plainName = (file: string): string => file.toLowerCase().replace(/^.*[/\\]|[^a-z0-9]/gs, '');

/** `{"enabled": …}` is the answer of three settings. The config or the file's name decides which. */
function readSetting(object: JsonObject, { file, as }: ReadContext): readonly Read[] | undefined {
  const enabled = flagOf(object.enabled);
  const name = plainName(file);
  const found =
    SETTINGS.find((one) => one.as === as) ??
    SETTINGS.find(({ setting, word }) => name.includes(word) || name.includes(setting.toLowerCase()));
  const isAlone = Object.keys(object).every((key) => key === 'enabled' || key === 'links');
  if (enabled === undefined || !isAlone) return undefined;
  if (found) return [{ kind: 'setting', setting: found.setting, enabled, source: file }];
  return problem(
    file,
    'The answer {"enabled": …} does not say which setting it is.',
    'Name the file after the setting (privateIpMode, awsCustomDNS or regionalMode), or name it in the config: ' +
      '"inventory": {"privateIpMode": "<file>"}.',
  );
}

/** The kind of an empty list by words in its file's name, and what it then proves. */
const EMPTY_NAMES: readonly (readonly [FactKind, string, PieceOf<'asked'>['about']?])[] = [
  ['peers', 'peer', 'peers'],
  ['containers', 'container', 'containers'],
  ['endpointServices', 'endpointservice', 'endpoints'],
  ['clusters', 'cluster'],
  ['discovery', 'discovery'],
];

/** An empty list proves that there are none. A list of peers is about one provider, AWS by default. */
function readEmpty({ file, as }: ReadContext): readonly Read[] {
  const name = plainName(file);
  const [of = as, , about] = EMPTY_NAMES.find(([kind, part]) => (as ? kind === as : name.includes(part))) ?? [];
  const provider = PROVIDERS.find((known) => name.includes(known)) ?? 'aws';
  if (about) return [{ kind: 'asked', about, ...(about === 'peers' && { provider }), source: file }];
  return of === null || of === 'clusters' ? notice(file, 'The list is empty: the file contains no facts.') : [];
}

/** An error answer. Only its number and code are repeated, because the rest is free text. */
function readError(object: JsonObject, { file }: ReadContext): readonly Read[] | undefined {
  const status = typeof object.error === 'number' ? String(object.error) : '';
  const code = textOf(object.errorCode) ?? '';
  if (status === '' && code === '') return undefined;
  const shown = `${status} ${/^[A-Z0-9_]{1,80}$/.test(code) ? code : ''}`.trim();
  const message = `an API error answer (${shown}), not facts.`;
  return problem(file, message, 'Run `connlint pull`, which says what to do about it.');
}

/** The problem of a file that is not a fact file. */
const unknownForm = ({ file }: ReadContext, why: string): readonly Read[] =>
  problem(
    file,
    `not a fact file: ${why}.`,
    'Run `connlint pull`, or save the output of `atlas clusters list -o json` or `terraform show -json`. All forms: docs/facts.md',
  );

const VARIABLE = /^[A-Za-z_][\w.-]*$/;

/** Values of programs: `kubectl get secret,configmap -o json`, or a dump of an environment. Scanned like the tree. */
export function isValueFile(text: string, value: unknown): boolean {
  if (value === undefined) {
    const first = text.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#'));
    return first !== undefined && /^\s*(?:export\s+)?[A-Za-z_][\w.-]*=/.test(first);
  }
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const objects = list.flatMap((one) => (objectOf(one)?.kind === 'List' ? objectOf(one)?.items : one));
  if (objects.some((one) => ['Secret', 'ConfigMap'].includes(textOf(objectOf(one)?.kind) ?? ''))) return true;
  const variables = Object.entries(objectOf(value) ?? {});
  return variables.length > 0 && variables.every(([key, one]) => VARIABLE.test(key) && typeof one === 'string');
}
