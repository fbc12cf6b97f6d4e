import patterns from './value-patterns.json' with { type: 'json' };
import overlays from '../read/overlays.json' with { type: 'json' };
import type { FoundString, StorePlace } from '../classify/found-string.ts';
import type { TreeFile } from '../iac/attribute-clusters.ts';
import { blocksOf, hclAttribute, hclText } from '../iac/hcl.ts';
import { functionsOf } from '../read/bindings.ts';
import { closeOf, nestAt } from '../read/brackets.ts';
import { stringsOfMap } from '../read/external/expressions.ts';
import { DEFAULT_WITHIN, isDefault } from '../read/external/reads.ts';
import { isProgram, isScript, isTerraformPath, languageOf } from '../read/families.ts';
import { pageOf } from '../read/page.ts';
import { around } from '../read/searches.ts';
import { isMergedIn, replacedIn } from '../read/values.ts';
import { childOf, nodesUpFrom, yamlNodeAt } from '../read/yaml.ts';
import { namedForms, countBefore, escapePattern, folderOf, joinedPath } from '../text/source.ts';
import { lineBefore, matchesIn, once, oncePerKey, oncePerText, overlaps, textBefore } from '../text/source.ts';
import type { Range, Source } from '../text/source.ts';

const FORMS = namedForms(patterns.placed);

/** The languages in which something else may come instead of a string. */
const OVERLAID: ReadonlySet<string> = new Set(['docker', 'hcl', 'make', 'program', 'shell']);
/** Whether a string is in surroundings of what may come instead of it. */
const replacing = oncePerKey((language: string) =>
  around(overlays.strings.filter(({ languages }) => languages.split(' ').includes(language))),
);

/** Strings with what only the text around them shows of the values that they are: a default in code, a key of a secret. */
export function placed(source: Source, all: readonly FoundString[], place?: TreeFile): readonly FoundString[] {
  const hasRead = defaults(source, all);
  const storeOf = stores(source, place);
  const language = languageOf(source.path, source.text);
  const isCode = isProgram(language);
  const choices = isCode ? choicesIn(source, all) : null;
  const chosen = isCode ? chosenIn(source, all) : null;
  const name = isCode ? 'program' : language.name;
  const isInstead = OVERLAID.has(name) ? replacing(name) : null;
  return all.map((found) => {
    const string = ofCommand(found, source);
    const { range, literal } = string;
    if (literal.context !== 'code') return string;
    const store = storeOf(string);
    const own = store ? { store, ...string } : string;
    const isReplaced =
      string.name === null &&
      isInstead &&
      replacedIn(pageOf(source))(range, literal.key ?? '', isCode ? undefined : '');
    const isOver = isInstead?.(source.text, range) === true || (isCode && isMergedIn(source, range));
    if (isReplaced || isOver || hasRead(string)) return { isDefault: true, ...own };
    if (!isCode) return own;
    const isKeyed = literal.key !== null;
    const returnedBy =
      (isKeyed ? chosen?.get(range) : choices?.get(range)) ?? returnedAt(source, range.offset, isKeyed);
    if (returnedBy !== undefined) return { returnedBy, ...own };
    const isConstant = FORMS.constant.test(lineBefore(source.text, range.offset));
    // A pipeline of Jenkins sets variables in a block, other code passes them: `environment: { MONGO_URI }`.
    const isVariable =
      isConstant &&
      (/\benvironment\s*\{[^{}]*$/.test(textBefore(source.text, range.offset)) ||
        (/^[A-Z][A-Z\d_]+$/.test(literal.key ?? '') && passing(literal.key!).test(source.text)));
    return isConstant && !isVariable ? { isConstant, ...own } : own;
  });
}

/** Code that passes a variable of its own to another program under its own name, and no others over it. */
const passing = oncePerKey((name: string) => new RegExp(FORMS.passing.source.replace('NAME', () => name)));

/** The string of a variable that a command sets for the program that it starts: `web: URI=… npm start`. */
function ofCommand(string: FoundString, { path, text }: Source): FoundString {
  const { literal, range } = string;
  const isStart = /(?:^|\/)Procfile$/.test(path) || /^scripts\.(?:start|serve)(?::prod\w*)?$/.test(literal.key ?? '');
  const variable = isStart
    ? /[\s"']([A-Z][A-Z\d_]{1,60})=\\?["']?$/.exec(lineBefore(text, range.offset))?.[1]
    : undefined;
  return variable === undefined ? string : { ...string, literal: { ...literal, key: variable } };
}

/** The function that returns what is at an offset, and nothing else than texts, or `default` for what a module exports. */
function returnedAt(source: Source, at: number, isKeyed: boolean): string | undefined {
  const { text } = source;
  const line = lineBefore(text, at);
  if (/\bexport[ \t]+default[ \t]+["']$/.test(line)) return 'default';
  if (!FORMS.result.test(line)) return undefined;
  // `environment switch { "live" => "…" }`
  const open = nestAt(source, at)?.offset ?? 0;
  if (FORMS.switch.test(textBefore(text, open, 90)) ? !hasOnlyTexts(source)(open) : isKeyed) return undefined;
  const own = functionsOf(source).findLast(({ body, endOffset }) => body <= at && at < endOffset);
  return own && own.name !== '' && returnsTexts(source)(own.name) ? own.name : undefined;
}

/** Whether the arms of the switch that begins at an offset are texts or errors. */
const hasOnlyTexts = oncePerText(({ text }: Source) =>
  oncePerKey((open: number): boolean => {
    const end = closeOf(text, open);
    return end > 0 && !FORMS.otherArm.test(text.slice(open, end));
  }),
);

/** Whether the functions of a name return texts. What returns only one is that, unless another function has the name. */
const returnsTexts = oncePerText((source: Source) =>
  oncePerKey((called: string): boolean => {
    const all = functionsOf(source).filter(({ name }) => name === called);
    return all.every(({ body, endOffset }) => {
      const results = source.text.slice(body, endOffset);
      const isOne = results.split(/\breturn\b/).length < 3;
      return isOne ? all.length < 2 || FORMS.anyResult.test(results) : !FORMS.otherResult.test(results);
    });
  }),
);

/** The name of what has one of two strings beside each other: `URI = live ? "…" : "…"`, `"…" if live else "…"`. */
const choicesIn = ({ text }: Source, all: readonly FoundString[]): ReadonlyMap<Range, string> =>
  new Map(
    all.slice(1).flatMap((second, at) => {
      const { range: first, literal } = all[at]!;
      const { offset, endOffset } = second.range;
      if (
        !FORMS.or.test(text.slice(first.endOffset, offset)) ||
        FORMS.changed.test(text.slice(endOffset, endOffset + 80))
      )
        return [];
      const name = literal.key ?? FORMS.chosen.exec(textBefore(text, first.offset))?.[1];
      return name === undefined ? [] : ([first, second.range] as const).map((one) => [one, name] as const);
    }),
  );

/** The name of what has any member of a map of strings, or of what returns it: `URI = URIS[stage]`. */
const chosenIn = (source: Source, all: readonly FoundString[]): ReadonlyMap<Range, string> =>
  new Map(
    matchesIn(source.text, FORMS.fromMap).flatMap(({ match: [, named, holder = ''], offset }) => {
      const name =
        named ?? functionsOf(source).findLast((one) => overlaps(one, { offset, endOffset: offset + 1 }))?.name;
      return name ? stringsOfMap(source, all, holder).map(({ range }) => [range, name] as const) : [];
    }),
  );

function defaults({ path, text }: Source, all: readonly FoundString[]): (string: FoundString) => boolean {
  // Of a variable that a script reads as well, the value is not certain: certain ones are followed.
  const reads = isScript(languageOf(path, text)) ? all.filter(({ via }) => via === 'env') : [];
  const variables = new Set(reads.map(({ name }) => name?.toLowerCase()));
  const named = all.filter(({ name, via }) => name !== null && via !== 'attribute');
  const ends = named.map(({ range }) => range.endOffset).sort((a, b) => a - b);
  return ({ name, range: { offset }, literal: { key } }) => {
    if (name !== null) return false;
    if (key !== null && variables.size > 0 && variables.has(key.replace(/^\W+/, '').toLowerCase())) return true;
    const near = ends.slice(
      countBefore(ends, (end) => end < offset - DEFAULT_WITHIN),
      countBefore(ends, (end) => end <= offset),
    );
    return near.some((end) => isDefault(text, end, offset));
  };
}

/** The secret that a manifest or a dump has the value in, or that a reference names. */
function stores(source: Source, place?: TreeFile): (string: FoundString) => StorePlace | null {
  const { path, text } = source;
  if (isTerraformPath(path)) return storesOfTerraform(source);
  if (!/\.(?:ya?ml|json)$/i.test(path)) {
    const holder = place && languageOf(path).name === 'env' ? generatorOf(place) : null;
    return ({ literal }) => placeIn(holder, lastKey(literal.key), null, false);
  }
  // Of the documents of a YAML file, or the items of a list in JSON.
  const mark = /\.json$/i.test(path) ? /"apiVersion"/g : /\n---/g;
  const starts = once(() => Array.from(text.matchAll(mark), ({ index }) => index));
  const hasGenerators = once(() => text.includes('Generator:'));
  const documentAt = oncePerKey((nth: number) => manifestDocument(text.slice(starts()[nth - 1] ?? 0, starts()[nth])));
  return ({ name, range, literal }) => {
    const { namespace, name: own } = documentAt(countBefore(starts(), (at) => at <= range.offset));
    const holder = own ?? (hasGenerators() ? generatorAt(source, range.offset) : null);
    if (name === null || holder !== null) return placeIn(holder, lastKey(literal.key), namespace, false);
    const behind = text.slice(range.offset, range.endOffset + 300).split(/\n[ \t]{0,80}- /)[0]!;
    const [, kind = '', reference = ''] = /(secret|configMap)KeyRef["']?[ \t]*:([^]*)$/.exec(behind) ?? [];
    return placeIn(ofKind(kind, valueOf(reference, 'name')), valueOf(reference, 'key'), namespace, true);
  };
}

/** The secret or map that Kustomize makes of a file of variables beside it. */
function generatorOf({ path, tree }: TreeFile): string | null {
  const folder = folderOf(path);
  const kustomization = joinedPath(folder, 'kustomization.yaml');
  const source = { path: kustomization, text: tree.textOf(kustomization) };
  const name = escapePattern(path.slice(folder.length));
  const at = source.text.search(new RegExp(`[\\s/"'[]${name}["'\\]]{0,2}[ \\t\\r]*$`, 'm'));
  return at < 0 ? null : generatorAt(source, at + 1);
}

/** The secret or map that Kustomize makes of the item of a list. */
function generatorAt(source: Source, at: number): string | null {
  for (const item of nodesUpFrom(yamlNodeAt(source, at)))
    if (/^(?:secret|configMap)Generator$/.test(item.parent.key ?? ''))
      return ofKind(item.parent.key!, childOf(item, 'name')?.value ?? null);
  return null;
}

/** Secrets and maps may have the same names. */
const ofKind = (kind: string, name: string | null) => (name && /config/i.test(kind) ? `configmap/${name}` : name);

const placeIn = (name: string | null, key: string | null, namespace: string | null, isRead: boolean) =>
  name === null || key === null ? null : { name, key, namespace, isRead };

const lastKey = (key: string | null): string | null => /([^.[\]"']{1,200})["'\]]{0,2}$/.exec(key ?? '')?.[1] ?? null;

function storesOfTerraform(source: Source): (string: FoundString) => StorePlace | null {
  const kept = blocksOf(source).filter(({ type, labels }) => type === 'resource' && FORMS.store.test(labels[0] ?? ''));
  return ({ name: read, range, literal }) => {
    const ahead = source.text.slice(range.offset, range.offset + 400);
    const address = read === null ? undefined : (FORMS.address.exec(ahead) ?? FORMS.referred.exec(ahead))?.[1];
    if (address !== undefined) return placeIn(address, '', null, true);
    const block = kept.find(({ body }) => overlaps(body, range));
    const metadata = block?.blocks.find(({ type }) => type === 'metadata');
    if (!block) return null;
    const secret = hclAttribute(block, 'secret') ?? hclAttribute(block, 'secret_id');
    const addresses = [block.labels.join('.'), ...(FORMS.address.exec(secret?.text ?? '')?.slice(1) ?? [])];
    const name = ofKind(block.labels[0]!, hclText(hclAttribute(metadata ?? block, 'name'))) ?? addresses[0]!;
    const key = metadata ? lastKey(literal.key) : '';
    const place = placeIn(name, key, metadata ? hclText(hclAttribute(metadata, 'namespace')) : null, false);
    return place && { ...place, addresses };
  };
}

/** With the name of a secret or config map. */
function manifestDocument(text: string): { readonly namespace: string | null; readonly name: string | null } {
  const namespace = /["']?\bnamespace["']?[ \t]*:[ \t]*["']?([\w.-]+)/.exec(text)?.[1] ?? null;
  const kind = /["']?\bkind["']?[ \t]*:[ \t]*["']?(Secret|ConfigMap)\b/.exec(text)?.[1];
  const metadata = /["']?\bmetadata["']?[ \t]*:([^]*)$/.exec(text)?.[1] ?? '';
  return { namespace, name: kind === undefined ? null : ofKind(kind, valueOf(metadata, 'name')) };
}

const valueOf = (text: string, key: string): string | null =>
  new RegExp(`(?:^|[\\s,{"'])${key}["']?[ \\t]*:[ \\t]*["']?((?:\\{\\{[^{}\\n]{1,100}\\}\\}|[\\w./-])+)`).exec(
    text,
  )?.[1] ?? null;
