import type { FactKind } from '../config/config.ts';
import { isFactFile, readFactFile } from './fact-file.ts';
import { camelObject, firstText, flagOf, objectOf, hasAny, isNestedTooDeep, textOf, type JsonObject } from './json.ts';
import { joined, notice, ofGroup, pieces, problem } from './pieces.ts';
import type { FactPiece, PieceOf, ReadContext, ReadResult, Setting } from './pieces.ts';
import { RECORD_FORMS } from './records.ts';
import { PROVIDERS } from '../classify/service.ts';
import { isTerraform, readTerraform } from './terraform-state.ts';

/** Reads one fact file of any form. A file of an unknown form is one problem, however many values it contains. */
export function readFacts(value: unknown, context: ReadContext): ReadResult {
  if (isNestedTooDeep(value)) return tooDeep(context);
  const result = readValue(value, context);
  const [first] = result.problems;
  if (first) return { ...result, problems: [first] };
  if (isOther(result.pieces, context.as)) return otherForm(context);
  return result.pieces.length === 0 && result.notices.length === 0
    ? notice(context.file, 'The file contains nothing that connlint can use.')
    : result;
}

function otherForm({ file, as }: ReadContext): ReadResult {
  return problem(file, `The config lists the file as "${as}", but it contains something else.`, 'Correct "inventory".');
}

/**
 * The pieces that each kind of file may contain in addition (Terraform's and connlint's own files contain several
 * kinds).
 */
const PIECES: Readonly<Record<FactKind, readonly string[]>> = {
  clusters: ['cluster'],
  privateIpMode: ['peeringOnly'],
  awsCustomDNS: ['customDnsOnAws'],
  regionalMode: ['regionalizedPrivateEndpoints'],
  peers: ['peer', 'peers'],
  containers: ['container', 'containers'],
  endpointServices: ['endpoint', 'endpoints'],
  discovery: ['discovery'],
};

function isOther(found: readonly FactPiece[], as: FactKind | null): boolean {
  if (as === null || found.length === 0) return false;
  return !found.some((piece) =>
    PIECES[as].includes(piece.kind === 'setting' ? piece.setting : piece.kind === 'asked' ? piece.about : piece.kind),
  );
}

/** Lists, pages and envelopes inside each other. No answer has more. */
const MAX_DEPTH = 20;

const tooDeep = (context: ReadContext): ReadResult =>
  unknownForm(context, 'not a fact file: its lists or objects are nested too deep.');

/** The first reader that knows the form reads it. `content`: answers that were requested with `envelope=true`. */
function readValue(value: unknown, context: ReadContext, depth = 0): ReadResult {
  if (depth > MAX_DEPTH) return tooDeep(context);
  const inner = (part: unknown, of: ReadContext): ReadResult => readValue(part, of, depth + 1);
  if (Array.isArray(value)) {
    return value.length === 0 ? readEmpty(context) : joined(value.map((item) => inner(item, context)));
  }
  const object = objectOf(value);
  if (!object) return unknownForm(context, 'not a fact file: neither a JSON object nor a list.');
  if (isFactFile(object)) return readFactFile(object, context, inner);
  if (isTerraform(object)) return readTerraform(object, context);
  const content = typeof object.status === 'number' ? object.content : undefined;
  if (typeof content === 'object' && content !== null) return inner(content, context);
  if (Array.isArray(object.results)) return readPage(object, inner(object.results, context), context);
  return readError(object, context) ?? readSetting(object, context) ?? readRecord(camelObject(object), context);
}

/** One page of a list. The total shows whether a page is missing. */
function readPage(object: JsonObject, read: ReadResult, context: ReadContext): ReadResult {
  const { totalCount, results } = object;
  if (typeof totalCount !== 'number' || !Array.isArray(results)) return read;
  if (totalCount <= results.length) {
    const hasClusters = read.pieces.some(({ kind }) => kind === 'cluster');
    return hasClusters ? joined([read, pieces({ kind: 'whole-list', source: context.file })]) : read;
  }
  return joined([read, pieces({ kind: 'page', total: totalCount, count: results.length, source: context.file })]);
}

function readRecord(record: JsonObject, context: ReadContext): ReadResult {
  const form = RECORD_FORMS.find(({ is }) => is(record));
  if (form) return pieces(...ofGroup(form.read(record, context), firstText(record, ['groupId', 'projectId'])));
  return readNearForm(record, context) ?? unknownForm(context, 'not a fact file: connlint does not know this form.');
}

interface SettingName {
  readonly as: FactKind;
  readonly setting: Setting;
  /** Words in the file's name, without separators and case. */
  readonly names: readonly string[];
}

const SETTING_NAMES: readonly SettingName[] = [
  { as: 'privateIpMode', setting: 'peeringOnly', names: ['privateipmode', 'peeringonly'] },
  { as: 'awsCustomDNS', setting: 'customDnsOnAws', names: ['awscustomdns', 'customdns'] },
  {
    as: 'regionalMode',
    setting: 'regionalizedPrivateEndpoints',
    names: ['regionalmode', 'regionalizedprivateendpoints'],
  },
];

/**
 * The last part of a path, in lower case, without separators: `project.private-ip-mode.json` →
 * `projectprivateipmodejson`.
 */
function plainName(file: string): string {
  return file
    .slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** `{"enabled": …}` is the answer of three settings. The config or the file's name decides which. */
function readSetting(object: JsonObject, context: ReadContext): ReadResult | undefined {
  const { file, as } = context;
  const enabled = flagOf(object.enabled);
  const alone = Object.keys(object).every((key) => key === 'enabled' || key === 'links');
  const setting = SETTING_NAMES.find((entry) => entry.as === as);
  if (enabled === undefined || !(alone || setting)) return undefined;
  if (as && !setting) return otherForm(context);
  const name = plainName(file);
  const found = setting ?? SETTING_NAMES.find(({ names }) => names.some((part) => name.includes(part)));
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

/** The problem of a file that is not a fact file, with a hint. */
function unknownForm({ file }: ReadContext, message: string): ReadResult {
  return problem(
    file,
    message,
    'Run `connlint pull`, or save the output of `atlas clusters list -o json` or `terraform show -json`. All forms: docs/facts.md',
  );
}

const NEAR_FORMS: readonly { is: (record: JsonObject) => boolean; message: string; hint: string }[] = [
  {
    is: (record) => hasAny(record, ['terraformVersion', 'plannedValues']),
    message: 'The file is not a Terraform state as JSON.',
    hint: 'Save the output of `terraform show -json`. A plan is for `connlint plan --terraform-plan`.',
  },
  {
    is: (record) => Array.isArray(record.clusters),
    message: 'The list of clusters of all projects is a summary without connection strings.',
    hint: 'Use `connlint pull`, or save the cluster list of the project: `atlas clusters list -o json`.',
  },
  {
    is: (record) => hasAny(record, ['connectionStrings', 'standardSrv', 'replicationSpecs']),
    message: 'The cluster has no name, so its strings cannot be distinguished from those of others.',
    hint: 'Save the whole record: `atlas clusters describe <name> -o json`.',
  },
];

const ASK_AGAIN = 'save the answer again.';
const AS_IN = 'as in "Accept: MEDIA_TYPE.2024-08-05+json"';
const ERROR_HINTS: ReadonlyMap<number, string> = new Map([
  [
    401,
    `The credentials were not accepted: sign in with an API key or service account of the project, then ${ASK_AGAIN}`,
  ],
  [
    403,
    `The credentials may not read this: give the key "Project Read Only" and an allowed address, then ${ASK_AGAIN}`,
  ],
  [404, `Check the project id and the cluster name, then ${ASK_AGAIN}`],
  [406, `Ask with a version, ${AS_IN}, and ${ASK_AGAIN}`],
  [410, 'Run `connlint pull`, or ask for MEDIA_TYPE.2024-08-05+json.'],
  [429, `Too many requests: wait a minute, then ${ASK_AGAIN}`],
]);

/** An error answer. Only its number and code are repeated, because the rest is free text. */
export function readError(object: JsonObject, { file, profile }: ReadContext): ReadResult | undefined {
  const status = typeof object.error === 'number' ? object.error : undefined;
  const code = textOf(object.errorCode);
  if (status === undefined && code === undefined) return undefined;
  const shown = [status, code && /^[A-Z0-9_]{1,80}$/.test(code) ? code : undefined].filter(
    (part) => part !== undefined,
  );
  const hint = ERROR_HINTS.get(status ?? 0) ?? `Ask again later and ${ASK_AGAIN}`;
  return problem(
    file,
    `an API error answer (${shown.join(' ')}), not facts.`,
    hint.replace('MEDIA_TYPE', profile.api.mediaType),
  );
}

/** An answer that people save by mistake instead of the required one. */
export function readNearForm(record: JsonObject, { file }: ReadContext): ReadResult | undefined {
  const near = NEAR_FORMS.find(({ is }) => is(record));
  return near && problem(file, near.message, near.hint);
}
