import patterns from '../value-patterns.json' with { type: 'json' };
import { hostAt, type FoundString, type StorePlace } from '../../classify/found-string.ts';
import { isOwnMachine } from '../../read/secrets.ts';
import { MASK } from '../../text/shown-name.ts';
import type { Literal } from '../../text/literal.ts';
import { folderOf, joinedPath, namedForms, once, oncePer, type Source } from '../../text/source.ts';
import { enclosingKeys } from '../../read/keys.ts';
import { namesAround } from '../../read/values.ts';
import { isTerraformPath } from '../../read/families.ts';
import { GENERAL } from '../../read/external/settings.ts';
import { variableIn } from '../variables.ts';
import { hasMaps, isCode, readSource, sourceIn, treeOf, type ValueFile } from './value-file.ts';

const FORMS = namedForms(patterns.reads);

/** What is kept of a string, because a whole one keeps its text in memory. */
export type KeptString = Pick<
  FoundString,
  'kind' | 'family' | 'cluster' | 'via' | 'name' | 'store' | 'isConstant' | 'origin' | 'parameter' | 'range'
> & { readonly literal: Pick<Literal, 'key'> };

/** A read, or a text with a placeholder, and the name under which the tree may have its value; or such a value. */
export interface NamedRead {
  readonly name: string;
  readonly string: KeptString;
  readonly file: ValueFile;
  /** True for a value that another one replaces. */
  readonly isLocal?: boolean;
}

/** Whether a read is about a file of the tree, which has its values, unless a deployment writes it: `env_file: prod.env`. */
export const isOfFile = ({ name, file, string }: NamedRead, isListed: (path: string) => boolean): boolean =>
  string.via !== 'secret' && isListed(joinedPath(folderOf(file.file), name));

/** What a file gives names: the texts of strings, and other reads. */
export const valuesIn = (
  file: ValueFile,
  strings: readonly FoundString[],
  source = once(() => readSource(file)),
): readonly NamedRead[] =>
  (file.role === 'product' ? strings : []).flatMap((whole) => {
    const { kind, family, cluster, via, name: read, store, isConstant, origin, range } = whole;
    const literal = { key: whole.literal.key };
    const string = { kind, family, cluster, via, name: read, store, isConstant, origin, range, literal };
    return namesOf(whole, file, source).map((name) => ({ name, string, file, isLocal: isLocal(whole) }));
  });

/** The names under which a program may find what a string has. */
function namesOf(string: FoundString, file: ValueFile, source: () => Source): readonly string[] {
  const { kind, literal, name, via, store } = string;
  if (name !== null && via !== 'attribute') {
    // `@Value("${db.uri}")`, where the setting `db.uri` reads a variable or a secret: asked there, or answered there.
    const setting = settingOf(string);
    // A field may have the name of its variable without a prefix.
    const members = via === 'env' && !name.includes(MASK) ? new Set([name, literal.value]) : [];
    const own = [...members].flatMap((one) => (name.endsWith(one) ? `.${plainName(one)}` : []));
    const isMapped = own.length > 0 && kind !== 'external' && !FORMS.member.test(name) && !GENERAL.test(name);
    const held = [
      ...(store && !store.isRead ? [placeOf(store)] : []),
      ...pathsOf('', string, source, file).slice(0, 1),
    ];
    const isOther = setting !== name && setting !== '' && !setting.includes(MASK);
    const isSet =
      store?.isRead === true ||
      (isOther &&
        (via === 'env' || isTerraformPath(file.file) || (via === 'unknown' && variableIn(literal.key) !== undefined)));
    const returned = string.returnedBy === undefined ? [] : namesOfKey(string.returnedBy);
    const others = [...(isSet ? [setting] : []), ...(isMapped ? [name] : [])].map(plainName);
    return [...held, ...own, ...returned, ...others];
  }
  const examples = literal.placeholders.filter(({ isExample }) => isExample);
  if (kind === 'external' || string.isDefault === true || FORMS.form.test(file.file)) return [];
  if (isLocal(string) && !isCode(file)) return [];
  if (examples.some(({ at }) => hostAt(string, at))) return [];
  // Chef: `default['app']['uri']` is the attribute `node['app']['uri']`.
  const level = /(?:^|\/)attributes\/\w+\.rb$/.test(file.file) ? /^(?:default|normal|override)\./ : '';
  const own = literal.context === 'code' ? [string.returnedBy, literal.key] : [];
  const held = own.flatMap((key) => key?.replace(level, '') ?? []);
  const all = held.flatMap((key) => [...namesOfKey(key), ...pathsOf(key, string, source, file)]);
  // Only for a program that fills it in.
  const keys = examples.length > 0 ? all.map((one) => `<${one}`) : all;
  if (!store || keys.length === 0) return keys;
  const places = [store.name, ...(store.addresses ?? [])].map((own) => placeOf({ name: own, key: store.key }));
  return [...keys, ...places, placeOf({ name: plainName(store.name), key: '' })];
}

/** The variable or setting that gets what a string has. A reference to a secret has the name of its variable. */
export const settingOf = ({ name, store, literal: { key } }: KeptString): string =>
  variableIn(key) ?? (store && store.key !== '' ? name : null) ?? key ?? '';

/** Used on a developer's machine or in containers: programs elsewhere may have another, unless it is in their code. */
const isLocal = (string: FoundString): boolean =>
  string.kind === 'not-service' && (isOwnMachine(string) || string.hosts.every(({ host }) => /^[\w-]+$/.test(host)));

/** Of `store: { url: "…" }` in code: `store.url`, and `*store` for any member of it. */
function pathsOf(key: string, { range }: FoundString, source: () => Source, file: ValueFile): readonly string[] {
  if (!hasMaps(file) && !isCode(file)) return [];
  const [holder, ...above] = enclosingKeys(source(), range.offset);
  if (holder === undefined) return [];
  const paths = [`${holder}.${key}`, ...above.slice(0, 1).map((one) => `${one}.${holder}.${key}`)];
  return [`*${plainName(holder)}`, ...paths.map(plainName)];
}

/** The names by which a read may mean the value of a key. None if a part of it was hidden. */
export function namesOfKey(key: string): readonly string[] {
  if (key.includes(MASK)) return [];
  // .NET has `ConnectionStrings__Orders` for the name `Orders`.
  const last = /[^.:[\]"']{1,200}["'\]]{0,2}$/.exec(key.replace('ConnectionStrings__', ''))?.[0] ?? key;
  const name = plainName(last.replace(/^get(?=[A-Z])/, ''));
  // A name with dots may be a path of keys as a whole. Argo CD and Flux have the values of a chart below others.
  const path = plainName(key.replace(/^spec\.(?:.*\.)?values(?:Object)?\./, ''));
  return name === path ? [name] : [name, path];
}

/** `MONGODB_URI`, `mongodb-uri` and `mongodb.uri` are one name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** By name and key of the secret. */
export const placeOf = ({ name, key }: Pick<StorePlace, 'name' | 'key'>): string => `${name}\0${key}`;

/** A name in one program, and in all. */
export const programOf = (name: string, file: ValueFile): string => `${name} ${treeOf(file)} ${file.root}`;
export const sharedAs = (name: string): string => `${name} *`;

/** Kept, because each read of the name asks. */
export const keysAround = oncePer(({ string: { range, literal }, file }: NamedRead): readonly string[] =>
  [...namesAround(sourceIn(file), range.offset), ...(literal.key?.split('.') ?? [])].map((key) =>
    plainName(key.replace(/^(?:(?:module\.)?exports|this|self)\./, '')),
  ),
);
