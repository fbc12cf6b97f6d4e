import type { FactKind } from '../config/config.ts';
import { PROVIDERS } from '../classify/service.ts';
import { isFactFile, readFactFile } from './fact-file.ts';
import { camelObject, firstText, flagOf, isNestedTooDeep, objectOf, textOf, type JsonObject } from './json.ts';
import { joined, notice, ofGroup, pieces, problem, SETTING_NAMES } from './pieces.ts';
import type { PieceOf, ReadContext, ReadResult } from './pieces.ts';
import { RECORD_FORMS } from './records.ts';
import { isTerraform, readTerraform } from './terraform-state.ts';

/** Reads one fact file of any form. A file of an unknown form is one problem, however many values it contains. */
export function readFacts(value: unknown, context: ReadContext): ReadResult {
  if (isNestedTooDeep(value)) return unknownForm(context, 'its lists or objects are nested too deep');
  const result = readValue(value, context);
  const [first] = result.problems;
  if (first) return { ...result, problems: [first] };
  return result.pieces.length === 0 && result.notices.length === 0
    ? notice(context.file, 'The file contains nothing that connlint can use.')
    : result;
}

/** The first reader that knows the form reads it. `content`: answers that were requested with `envelope=true`. */
function readValue(value: unknown, context: ReadContext): ReadResult {
  if (Array.isArray(value))
    return value.length === 0 ? readEmpty(context) : joined(value.map((item) => readValue(item, context)));
  const object = objectOf(value);
  if (!object) return unknownForm(context, 'neither a JSON object nor a list');
  if (isFactFile(object)) return readFactFile(object, context, readValue);
  if (isTerraform(object)) return readTerraform(object, context);
  const content = typeof object.status === 'number' ? object.content : undefined;
  if (typeof content === 'object' && content !== null) return readValue(content, context);
  if (Array.isArray(object.results)) return readPage(object, object.results.length, context);
  return readError(object, context) ?? readSetting(object, context) ?? readRecord(camelObject(object), context);
}

/** One page of a list. The total shows whether a page is missing. */
function readPage({ results, totalCount }: JsonObject, count: number, context: ReadContext): ReadResult {
  const read = readValue(results, context);
  const source = context.file;
  if (typeof totalCount !== 'number') return read;
  if (totalCount > count) return joined([read, pieces({ kind: 'page', total: totalCount, count, source })]);
  const hasClusters = read.pieces.some(({ kind }) => kind === 'cluster');
  return hasClusters ? joined([read, pieces({ kind: 'whole-list', source })]) : read;
}

function readRecord(record: JsonObject, context: ReadContext): ReadResult {
  const form = RECORD_FORMS.find(({ is }) => is(record));
  if (!form) return unknownForm(context, 'connlint does not know this form');
  return pieces(...ofGroup(form.read(record, context), firstText(record, ['groupId', 'projectId'])));
}

/** The last part of a path, in lower case, without separators: `project.private-ip-mode.json` → `projectprivateipmodejson`. */
const plainName = (file: string): string =>
  file
    .replace(/^.*[/\\]/s, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** `{"enabled": …}` is the answer of three settings. The config or the file's name decides which. */
function readSetting(object: JsonObject, { file, as }: ReadContext): ReadResult | undefined {
  const enabled = flagOf(object.enabled);
  const name = plainName(file);
  const found =
    SETTING_NAMES.find((one) => one.as === as) ??
    SETTING_NAMES.find(({ words }) => words.some((w) => name.includes(w)));
  const isAlone = Object.keys(object).every((key) => key === 'enabled' || key === 'links');
  if (enabled === undefined || !isAlone) return undefined;
  if (found) return pieces({ kind: 'setting', setting: found.setting, enabled, source: file });
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
function readEmpty({ file, as }: ReadContext): ReadResult {
  const name = plainName(file);
  const [of = as, , about] = EMPTY_NAMES.find(([kind, part]) => (as ? kind === as : name.includes(part))) ?? [];
  const provider = PROVIDERS.find((known) => name.includes(known)) ?? 'aws';
  if (about) return pieces({ kind: 'asked', about, ...(about === 'peers' && { provider }), source: file });
  return of === null || of === 'clusters' ? notice(file, 'The list is empty: the file contains no facts.') : pieces();
}

/** An error answer. Only its number and code are repeated, because the rest is free text. */
function readError(object: JsonObject, { file }: ReadContext): ReadResult | undefined {
  const status = typeof object.error === 'number' ? String(object.error) : '';
  const code = textOf(object.errorCode) ?? '';
  if (status === '' && code === '') return undefined;
  const shown = `${status} ${/^[A-Z0-9_]{1,80}$/.test(code) ? code : ''}`.trim();
  return problem(
    file,
    `an API error answer (${shown}), not facts.`,
    'Run `connlint pull`, which says what to do about it.',
  );
}

/** The problem of a file that is not a fact file. */
const unknownForm = ({ file }: ReadContext, why: string): ReadResult =>
  problem(
    file,
    `not a fact file: ${why}.`,
    'Run `connlint pull`, or save the output of `atlas clusters list -o json` or `terraform show -json`. All forms: docs/facts.md',
  );
