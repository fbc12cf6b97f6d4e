import type { FactKind } from '../config/config.ts';
import { PROVIDERS } from '../classify/service.ts';
import { camelObject, firstText, flagOf, isNestedTooDeep, objectOf, textOf, utcDate, type JsonObject } from './json.ts';
import { ofGroup, SETTINGS, settingFacts, UnusableFile } from './pieces.ts';
import type { AskedList, Fact, FactPiece, ReadContext, Setting } from './pieces.ts';
import { isTerraform, readTerraform, recordReader } from './records.ts';

/** Reads one fact file of any form. A file of an unknown form is one problem, however many values it contains. */
export function readFacts(value: unknown, context: ReadContext) {
  const { file } = context;
  try {
    if (isNestedTooDeep(value)) throw unknownForm('its lists or objects are nested too deep');
    const pieces = readValue(value, context).map((fact): FactPiece => ({ source: file, ...fact }));
    if (pieces.length > 0) return { pieces, problems: [], notices: [] };
    const message = 'The file contains nothing that connlint can use.';
    return { pieces: [], problems: [], notices: [{ code: 'fact-empty', file, message } as const] };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const { message, hint } = error;
    return { pieces: [], problems: [{ file, message, hint }], notices: [] };
  }
}

function readValue(value: unknown, context: ReadContext): readonly Fact[] {
  if (Array.isArray(value))
    return value.length === 0 ? readEmpty(context) : value.flatMap((item) => readValue(item, context));
  const object = objectOf(value);
  if (!object) throw unknownForm('neither a JSON object nor a list');
  if (isFactFile(object)) return readFactFile(object, context);
  if (isTerraform(object)) return readTerraform(object, context.profile);
  if (Array.isArray(object.results)) return readPage(object, object.results.length, context);
  refuseError(object);
  return readSetting(object, context) ?? readRecord(camelObject(object), context);
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
  readonly project?: { readonly groupId?: string } & Readonly<Partial<Record<Setting, boolean | null>>>;
}

export const FACT_FILE_VERSION = 1;

const PARTS: readonly FactKind[] = ['clusters', 'endpointServices', 'containers', 'peers', 'discovery'];

export const isFactFile = (value: JsonObject): boolean => Object.hasOwn(value, 'connlintFacts');

function readFactFile(value: JsonObject, context: ReadContext): readonly Fact[] {
  if (value.connlintFacts !== FACT_FILE_VERSION) throw unknownForm('another release of connlint wrote it');
  const project = objectOf(value.project) ?? {};
  const own: readonly Fact[] = [
    ...(Array.isArray(value.clusters) ? [{ kind: 'whole-list' } as const] : []),
    ...SETTINGS.flatMap(({ setting }) => settingFacts(setting, project[setting])),
    ...(Array.isArray(value.peers) ? PROVIDERS : []).map((provider): Fact => ({
      kind: 'asked',
      about: 'peers',
      provider,
    })),
  ];
  const parts = PARTS.filter((as) => value[as] !== undefined && value[as] !== null);
  const all = [...own, ...parts.flatMap((as) => readValue(value[as], { ...context, as }))];
  const day = utcDate(value.pulledAt);
  const readAt = day === undefined ? undefined : { value: day, source: context.file };
  return ofGroup(all, textOf(project.groupId)).map((fact) => ({ ...fact, readAt }));
}

/** One page of a list. The total shows whether a page is missing. */
function readPage({ results, totalCount }: JsonObject, count: number, context: ReadContext): readonly Fact[] {
  const read = readValue(results, context);
  if (typeof totalCount !== 'number') return read;
  const ofClusters = read.some(({ kind }) => kind === 'cluster');
  if (totalCount > count) return [...read, { kind: 'page', total: totalCount, count, ofClusters }];
  return ofClusters ? [...read, { kind: 'whole-list' }] : read;
}

function readRecord(record: JsonObject, context: ReadContext): readonly Fact[] {
  const read = recordReader(record);
  if (!read) throw unknownForm('connlint does not know this form');
  return ofGroup(read(record, context.profile), firstText(record, ['groupId', 'projectId']));
}

/** The last part of a path, in lower case, without separators: `project.private-ip-mode.json` → `projectprivateipmodejson`. */
const plainName = (file: string): string => file.toLowerCase().replace(/^.*[/\\]|[^a-z0-9]/gs, '');

/** `{"enabled": …}` is the answer of three settings. The config or the file's name decides which. */
function readSetting(object: JsonObject, { file, as }: ReadContext): readonly Fact[] | undefined {
  const enabled = flagOf(object.enabled);
  const isAlone = Object.keys(object).every((key) => key === 'enabled' || key === 'links');
  if (enabled === undefined || !isAlone) return undefined;
  const name = plainName(file);
  const found = SETTINGS.find((one) => (as ? one.as === as : name.includes(one.as.toLowerCase())));
  if (found) return settingFacts(found.setting, enabled);
  throw new UnusableFile(
    'The answer {"enabled": …} does not say which setting it is.',
    'Name the file after the setting (privateIpMode, awsCustomDNS or regionalMode), or name it in the config: ' +
      '"inventory": {"privateIpMode": "<file>"}.',
  );
}

const ASKED: readonly AskedList[] = ['peers', 'containers', 'endpointServices'];

/** An empty list proves that there are none. A list of peers is about one provider, AWS by default. */
function readEmpty({ file, as }: ReadContext): readonly Fact[] {
  const name = plainName(file);
  const about = ASKED.find((list) => (as ? list === as : name.includes(list.toLowerCase().slice(0, -1))));
  const provider = PROVIDERS.find((known) => name.includes(known)) ?? 'aws';
  return about ? [{ kind: 'asked', about, ...(about === 'peers' && { provider }) }] : [];
}

/** An error answer. Only its number and code are repeated, because the rest is free text. */
function refuseError(object: JsonObject): void {
  const code = textOf(object.errorCode);
  if (code === undefined) return;
  const shown = `${Number(object.error)} ${/^[A-Z0-9_]{1,80}$/.test(code) ? code : ''}`.trim();
  throw new UnusableFile(
    `an API error answer (${shown}), not facts.`,
    'Run `connlint pull`, which says what to do about it.',
  );
}

const unknownForm = (why: string): UnusableFile =>
  new UnusableFile(
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
