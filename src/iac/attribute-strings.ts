import attributeForms from './attribute-forms.json' with { type: 'json' };
import { isTerraformPath } from '../read/families.ts';
import fields from './attribute-fields.json' with { type: 'json' };
import type { AttributeRead, FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { foundIn } from '../read/hit-reader.ts';
import { assigned } from '../read/values.ts';
import { keyOf } from '../read/keys.ts';
import { openBefore } from '../read/brackets.ts';
import { pageOf, type Page } from '../read/page.ts';
import { literalOf } from '../text/literal.ts';
import { escapePattern, lineBefore, matchAt, matchesIn, namedForms, NEAR, rangeAt } from '../text/source.ts';
import { countBefore, textBefore, type Range, type Source } from '../text/source.ts';
import { clusterResolver, type AttributeOwner, type TreeFile } from './attribute-clusters.ts';
import { blocksOf, type HclBlock } from './hcl.ts';

/** `NAMES`: the words of an attribute's name, in the spelling of every tool. */
const { parts } = attributeForms;
const FORMS = namedForms(attributeForms.strings, parts);

type Field = Pick<Match, 'field' | 'kind'>;

/** The field that an attribute's name stands for, in the spelling of any tool. */
export function fieldOf(name: string): Field {
  const plain = name.toLowerCase().replaceAll('_', '').replace('connectionstrings', '');
  const { field, kind } = (fields.find(({ names }) => names.includes(plain)) ?? {}) as Partial<Field>;
  // The object itself, or a member that this program does not know, may be any string of the cluster.
  return { field: field ?? null, kind: kind ?? 'external' };
}

const isDistinct = (text: string, { name, offset }: Match): boolean =>
  FORMS.distinct.test(name) || FORMS.ofRecord.test(textBefore(text, offset, 30));

const MAX_FOUND = 500;

interface Match extends Range {
  readonly name: string;
  readonly field: AttributeRead['field'];
  readonly kind: Kind;
  /** The cluster's name, if the attribute is read by it. */
  readonly cluster?: string | null;
  /** Of a key of the operator. */
  readonly number?: string;
}

/**
 * The connection strings that infrastructure code hands on: attributes of Terraform, Pulumi, CDK and CloudFormation,
 * output of the Atlas CLI, keys of the operator's secret. Their kind is that of the attribute's name. Pure; never throws.
 */
export function attributeStrings(source: Source, place?: TreeFile): readonly FoundString[] {
  const { path, text } = source;
  const page = pageOf(source);
  if (page.language.name === 'markdown' || page.language.name === 'css') return [];
  const all = [
    ...cliReads(text),
    ...operatorKeys(text),
    ...attributes(text, FORMS.manages.test(text) || isTerraformPath(path)),
  ];
  const ownerOf = clusterResolver(source, place);
  const blocks = blocksOf(source);
  const found: FoundString[] = [];
  for (const match of all.sort((a, b) => a.offset - b.offset || b.endOffset - a.endOffset).slice(0, MAX_FOUND)) {
    if (found.length > 0 && match.offset < found.at(-1)!.range.endOffset) continue;
    const owner = ownerOf(match);
    if (page.contextAt(match.offset) !== 'code' || isInSentence(page, match)) continue;
    if (!isOfCluster(source, match, owner)) continue;
    const key = blockKey(blocks, match) ?? keyOf(page, expressionStart(text, match.offset));
    if (match.field === null && isTakenApart(text, key, match)) continue;
    found.push(asString(match, lineBefore(text, match.offset), key, owner));
  }
  return found;
}

/** What a message or a description says about an attribute. Code between brackets in a quoted text reads it. */
function isInSentence(page: Page, { offset, endOffset }: Range): boolean {
  const { text } = page;
  const { quote, opened } = page.delimiterAt(offset);
  const [before = ''] = /[\w$.?!'"[\]]{0,99}$/.exec(lineBefore(text, offset)) ?? [];
  const words = text.slice(opened + 1, offset - before.length);
  if (quote === null || before.startsWith('.') || /\n|[({][^(){}]{0,99}$/.test(words)) return false;
  return (
    /(?:[\p{L}\d]|(?<!^),)(?<!\b(?:return|await)) $/u.test(words) ||
    /^ \p{Ll}{2}/u.test(text.slice(endOffset, endOffset + 3))
  );
}

/** A local or variable of which this file reads attributes only, also in loops: they are found where they are read. */
function isTakenApart(text: string, key: string | null, { offset }: Range): boolean {
  if (key === null) return false;
  // Without the definition itself, and without what is handed on.
  const uses = text.matchAll(
    new RegExp(String.raw`\b${escapePattern(key)}(?![\w-]|[ \t]*(?:=(?!=)|:(?!:)))(.{0,40})`, 'g'),
  );
  const names = /connection_?strings/i.test(key) ? `${parts.NAMES}|connection_?string` : parts.DISTINCT;
  const attribute = new RegExp(
    String.raw`^(?:\[\d{1,3}\]|\.\d)?[?!]?\.(?:get)?(?:${names}|private_?endpoints?)\b`,
    'i',
  );
  const behind = Array.from(uses, ({ index, 0: whole, 1: next = '' }) =>
    index <= offset && offset < index + whole.length ? [] : next,
  ).flat();
  return behind.length > 0 && behind.every((one) => attribute.test(one));
}

/** In code that does not name the service, only by names that nothing else has. */
function attributes(text: string, isNamed: boolean): Match[] {
  const isCommunity = FORMS.community.test(text);
  const named = [
    ...[FORMS.below, FORMS.alone, FORMS.ofCdk]
      .flatMap((pattern) => matchesOf(text, pattern))
      .filter((one) => isNamed || (!isCommunity && isDistinct(text, one))),
    ...unpackedFrom(text),
    ...matchesOf(text, FORMS.inTemplate),
  ].filter((one) => isHandedOn(text, one));
  if (!isNamed) return named;
  const offsets = named.map(({ offset }) => offset).sort((a, b) => a - b);
  const isPart = (at: number): boolean => {
    const next = offsets[countBefore(offsets, (offset) => offset < at)] ?? Infinity;
    return next - at < 60 && !text.slice(at, next).includes('\n');
  };
  const whole = matchesOf(text, FORMS.whole).filter((one) => !isPart(one.endOffset) && isHandedOn(text, one));
  return [...named, ...whole.map((one) => ({ ...one, field: null }))];
}

/** `const { connectionStrings: { privateSrv: uri } } = cluster`, `const { privateSrv } = cluster.connectionStrings`. */
const unpackedFrom = (text: string): Match[] =>
  matchesIn(text, FORMS.unpacked).flatMap(({ offset, match: [whole] }) =>
    // The arguments of a function may be of anything.
    matchesOf(whole, FORMS.unpackedName, offset).filter(
      ({ name }) => !whole.endsWith('=>') || FORMS.distinct.test(name),
    ),
  );

/** `if (cluster.connectionStrings)`, `length(x.connection_strings)`: a test whether there are any, which passes none on. */
const TESTED =
  /(?<=(?:\b(?:if|while|unless)[ \t]{0,9}\((?:[^(){};\n]{0,160}&&[ \t]{0,9})?|\b(?:length|Boolean)\(|(?<![\w)\]])!)[\w$.?![\]-]{1,120})/y;

/** Writing or testing an attribute hands nothing to a client, and the code of a provider reads its own state. */
function isHandedOn(text: string, { offset, endOffset }: Range): boolean {
  if (/^["'\])]{0,4}[ \t]{0,8}=(?![=>~])/.test(text.slice(endOffset, endOffset + 16))) return false;
  const before = textBefore(text, offset, 240);
  const receiver = FORMS.receiver.exec(before)?.[1] ?? '';
  return !FORMS.ofOther.test(before) && !FORMS.ownState.test(receiver) && !matchAt(TESTED, text, offset);
}

/** What the group of each match reads. */
const matchesOf = (text: string, pattern: RegExp, start = 0): Match[] =>
  matchesIn(text, pattern, start).map(({ name, at }) => ({ name, ...at, ...fieldOf(name) }));

/** Any variable, secret or module may have an output `mongo_uri` or `srv_address`: only a cluster has the attribute. */
function isOfCluster(source: Source, { name, offset }: Range & { name: string }, { address }: AttributeOwner) {
  const { path, text } = source;
  if (!/^(?:mongo_?uri|srv_address)/i.test(name)) return true;
  if (isTerraformPath(path)) return address !== null && !address.startsWith('module.');
  if (!/^mongo_?uri$/i.test(name)) return true;
  const receiver = FORMS.receiver.exec(textBefore(text, offset, 240))?.[1];
  if (receiver === undefined) return false;
  const values = assigned(source, receiver).map((value) => text.slice(value.offset, value.endOffset));
  return [receiver, ...values].some((one) => /cluster/i.test(one));
}

/** `--type privateEndpoint` prints the optimized string only; as JSON, what `jq` selects (source of the CLI, 2026-08). */
const cliReads = (text: string): Match[] =>
  matchesIn(text, FORMS.cli).map(({ match, offset }): Match => {
    const [whole, cluster = '', options = '', filter = ''] = match;
    const selected = matchesIn(options + filter, FORMS.selected).at(-1)?.name;
    const type = /--type(?:["', =]|\\\s){1,12}(standard|privateEndpoint|private)\b/i.exec(options)?.[1] ?? 'standard';
    const [command = ''] = whole.split('|', 1);
    return {
      offset,
      endOffset: offset + whole.trimEnd().length,
      name: command.trimEnd().replace(/(?:\\?\s)+/g, ' '),
      ...fieldOf(selected ?? (/^private_?e/i.test(type) ? 'srvShardOptimizedConnectionString' : `${type}Srv`)),
      // `$NAME`, `ci-${SHA}`: a program fills in the name, or goes on with it.
      cluster: /[${%]/.test(cluster + options.charAt(0)) ? null : cluster,
    };
  });

function operatorKeys(text: string): Match[] {
  if (FORMS.community.test(text)) return [];
  return matchesIn(text, FORMS.operatorKey).map(({ match, offset, endOffset }): Match => {
    const [, key = '', short = '', number = ''] = match;
    const secret = secretBeside(text, { offset, endOffset });
    const name = secret === null ? key : `${secret}/${key}`;
    return { name, offset: endOffset - key.length, endOffset, ...fieldOf(short), cluster: null, number };
  });
}

function secretBeside(text: string, { offset, endOffset }: Range): string | null {
  const before = textBefore(text, offset, 200);
  const after = text.slice(endOffset, endOffset + 120);
  return (
    /(?:secretKeyRef|secret_key_ref|secretRef|valueFrom)[^]*?\bname["']?[ \t]{0,8}[:=][ \t]{0,8}["']?([\w.-]{1,100})[^]*$/.exec(
      before,
    )?.[1] ??
    /^["']?\s*(?:,\s*)?["']?name["']?[ \t]{0,8}[:=][ \t]{0,8}["']?([\w.-]{1,100})/.exec(after)?.[1] ??
    /\bsecrets?[ \t/]{1,4}([\w.-]{1,100})[^\n]*$/.exec(before)?.[1] ??
    null
  );
}

/** The start of the expression on its line, without what is called with it. */
function expressionStart(text: string, at: number): number {
  const before = lineBefore(text, at, 400);
  return at - (/[\w.$\])[(*>:!?"' -]{0,300}$/.exec(before.replace(/^.*[=:{,(]\s?(?=\S*$)/, ''))?.[0].length ?? 0);
}

/** `output.uri`, `local.uri`: the name by which other code reads the value. */
function blockKey(blocks: readonly HclBlock[], { offset }: Range): string | null {
  const block = rangeAt(blocks, offset);
  if (block?.type === 'output') return `output.${block.labels[0] ?? ''}`;
  const local = block?.type === 'locals' ? rangeAt(block.attributes, offset) : undefined;
  return local ? `local.${local.name}` : null;
}

function asString(match: Match, before: string, key: string | null, owner: AttributeOwner): FoundString {
  const { field, kind, number } = match;
  const cluster = match.cluster === undefined ? owner.cluster : match.cluster;
  const name = match.cluster === undefined ? nameOf(before, match.name) : match.name;
  const position =
    (number === '' ? undefined : number) ?? /(?:private_?endpoints?)(?:\[|\.|\.get\()(\d{1,2})/i.exec(name)?.[1];
  const index = position === undefined ? null : Number(position);
  return {
    ...foundIn(literalOf(match.name, match, false, { key }), { kind }, { cluster }),
    via: 'attribute',
    name,
    attribute: { field, index, isOperator: number !== undefined, address: owner.address },
  };
}

/** The members, calls and indices before an attribute, and the attribute. */
function nameOf(before: string, attribute: string): string {
  const path = before.replace(/(?:\[|,\s*)["']$/, '.');
  let name = attribute;
  for (let at = path.length; at > 0;) {
    const end = at;
    const char = path[end - 1]!;
    if (char === ')' || char === ']') {
      at = openBefore(path, end - 1);
      if (at < 0) break;
      const inBrackets = path.slice(at, end);
      // Paths and numbers, and the key of an index. Other text between brackets may be a credential.
      const isPlain = /^\[["'][\w.-]{1,60}["']\]$|^[\w.,\s[\]()*-]+$/.test(inBrackets);
      name = (isPlain ? inBrackets : `${inBrackets[0]!}…${char}`) + name;
    } else {
      const [part = ''] = /(?:\.\*|->|[\w.$?!-])$/.exec(textBefore(path, end, 2)) ?? [];
      if (part === '') break;
      at -= part.length;
      name = part + name;
    }
  }
  return name.replace(/^[^\w$]+|\s+/g, '').slice(-NEAR);
}
