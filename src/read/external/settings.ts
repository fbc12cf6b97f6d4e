import expressions from './expressions.json' with { type: 'json' };
import siblings from './siblings.json' with { type: 'json' };
import declared from './declarations.json' with { type: 'json' };
import { EXTERNAL_PATH } from '../../find/hits.ts';
import { namedForms, matchAt, anyForm, FAR, rowsForm, NEAR, once, textBefore, lineBefore } from '../../text/source.ts';
import { enclosingKeys, keyOf } from '../keys.ts';
import { closeOf } from '../brackets.ts';
import { isProgram, isScript } from '../families.ts';
import { type Page } from '../page.ts';
import type { ReadSource } from '../../classify/found-string.ts';
import { namesAround, valueStarts } from '../values.ts';
import { sourceOf, type OutsideRead } from './reads.ts';

const FORMS = namedForms(expressions.settings);

/** What other products have under the same name. */
export const OF_OTHERS =
  /postgres|(?<!no)sql|maria(?:db)?|redis|rabbit|amqp|kafka|cassandra|elastic|(?<![a-z])(?:pg|rds)(?![a-z])/i;

/** Whether a name has a word, and none for something else: behind the product's name, as in `REPORTS_MONGODB_URI`. */
function isNameWith(word: RegExp, name: string): boolean {
  if (name.length > 80 || !/(?<!hu)mongo(?!db-org-|lia)/i.test(name) || !word.test(name)) return false;
  const behind = name.slice(name.search(/^(?:max|min|timeout)|mongo/i));
  return !FORMS.otherWord.test((word.test(behind) ? behind : name).replace(/(?<=[a-z\d])(?=[A-Z])/g, '_'));
}

/** Whether a name may be that of a connection string, of any product: `uri`, `DATABASE_URL`. */
export const isAddressName = (name: string): boolean => FORMS.stringWord.test(name) && !FORMS.otherWord.test(name);

/** Words for any address: members of different objects are different strings. */
export const GENERAL = /^(?:ur[il]|dsn|host|connection_?string|mongo(?:_?db)?)$/i;

/** Whether a name is that of a connection string: `MONGODB_URI`, `mongoUrl`, `MONGO_CONNECTION_STRING`. */
export const isStringName = (name: string): boolean => isNameWith(FORMS.stringWord, name);

/** The same for a setting, which may be a variable that a client reads in another file. */
export const isStringSetting = (name: string, { variables }: Page): boolean =>
  isStringName(name) ||
  // In front of the name may be nothing, the keys above it, and the prefix of a program.
  [/^/, /^.*\./, /^[A-Z\d]+(?=_)/].some((prefix) => variables?.has(name.replace(prefix, '')));

/** The same for the value of a nested key that a client reads by its path: `config.get('store.url')`. */
function isNestedSetting(page: Page, offset: number): boolean {
  const path = (page.variables && keyOf(page, offset)?.split('.')) ?? [];
  // `connectionStrings: [{ name: 'Orders', connectionString: … }]` of Azure.
  const item =
    page.variables && FORMS.connections.test(textBefore(page.text, offset, NEAR)) && itemAt(page.text, offset);
  if (item && page.variables.has(`ConnectionStrings.${item.name}`)) return true;
  const around = path.length === 0 ? [] : [...path.slice(0, -1), ...namesAround(page, offset)];
  // A member of an object any of whose members is read.
  if (isProgram(page.language) && around.some((key) => page.variables?.has(`any ${key}`))) return true;
  return [...(page.variables?.keys() ?? [])].some((name) => {
    const [last, ...above] = name.split('.').reverse();
    return last === path.at(-1) && above.length > 0 && above.every((one) => around.includes(one));
  });
}

/** Whether it contains a host: `MONGODB_HOST`. Deployments take it from a secret next to the password. */
const isHostName = (name: string): boolean => isNameWith(/host|server|cluster|seeds/i, name);

/** Whether a secret, parameter or path of this name contains one: `prod/orders/mongodb`, `mongo-uri`. */
export const isSecretName = (name: string): boolean =>
  name.length <= 200 &&
  /mongo/i.test(name) &&
  !/MONGO(?:DB)?_(?:DB|DATABASE)$/.test(name) &&
  !/mongo.*user|pass|pwd|[-_]pw$|tls|cert|-ca\b|keyfile|key-file|admin-?key|(?:sg|group|subnet|vpc|instance)[_-]ids?$/i.test(
    name,
  );

/** Text beside a setting in a block for this database. */
const SIBLING = rowsForm('im', siblings);

function isInBlock(page: Page, at: number, isHost: boolean): boolean {
  const { path, text } = page;
  if (EXTERNAL_PATH.test(path) && !isHost) return true;
  if (enclosingKeys(page, at).some((key) => FORMS.product.test(key) || (!isHost && /mongo/i.test(key)))) return true;
  // Without whole objects, as far as the last empty line or heading.
  const before = withoutObjects(textBefore(text, at)).split(/\n\s*\n|\n(?=[ \t]*\[{1,2}[\w.-]+\]{1,2}\s)/);
  return SIBLING().test(before.at(-1)!) || SIBLING().test(blockBehind(text, at));
}

/** Two levels deep. */
const withoutObjects = (text: string): string => text.replace(FORMS.object, '').replace(FORMS.object, '');

/** The rest of its block: up to the bracket that closes it, an empty line, or one that is indented less. */
function blockBehind(text: string, at: number): string {
  const [indent = ''] = /^[ \t]*/.exec(lineBefore(text, at))!;
  const behind = withoutObjects(text.slice(at, at + NEAR)).replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  const [block = ''] = /^[^)\]}]*/.exec(behind)!;
  const lines = block.split(/\n[ \t]*(?=\n)|\n(?=\[)/, 1)[0]!.split('\n');
  const end = lines.findIndex((line, index) => index > 0 && (!line.startsWith(indent) || /^[ \t]*-[ \t]/.test(line)));
  return lines.slice(0, end < 0 ? undefined : end).join('\n');
}

/** True for the name of a setting that has the address, in a block for this database. */
export function isAddress(page: Page, at: number, name: string, isItem = false): boolean {
  // Items beside each other are of different services: `name: API_URL`.
  if (isItem && !/^[a-z][A-Za-z]*$/.test(name)) return false;
  // A service of Symfony has the name of its class.
  if (name === 'arguments')
    return enclosingKeys(page, at).some((key) => /^MongoDB\\(?:Client|Driver\\Manager)$/.test(key));
  return FORMS.address.test(name) && isInBlock(page, at, /^(?:host|server_?name)$/i.test(name));
}

/** Settings of programs, in a file that names the program and this database. */
const OF_PROGRAM: readonly (readonly [program: RegExp, setting: RegExp])[] = [
  [/celery/i, /^(?:celery_)?(?:broker(?:_url)?|(?:result_)?backend)$/i],
  [/mongosync/i, /^cluster[01]$/],
];

const keyAround = (page: Page, at: number): string =>
  enclosingKeys(page, at).find((key) => !FORMS.holder.test(key)) ?? '';

/** The read as that of a connection string, by the name of its setting, of its block, or its own. */
export function readOfSetting(page: Page, read: OutsideRead): OutsideRead | null {
  const { text } = page;
  const { offset, endOffset, name, source } = read;
  const marks = text.slice(offset, endOffset);
  const own =
    /^(?:existing\w*Secret|\w+FromEnv|env(?=:[ \t]))/.exec(marks)?.[0] ??
    matchAt(FORMS.own, text, offset)?.[1] ??
    FORMS.spaced.exec(lineBefore(text, offset))?.[1] ??
    '';
  const titled = (): string => (isStringSetting(own, page) ? own : (keyOf(page, offset) ?? own));
  const named = name === '' || /^\d$/.test(name) ? { ...read, name: titled() } : read;
  // Scripts put a host into their own commands.
  const isSettings = !isProgram(page.language) && !isScript(page.language);
  const isHostSetting = isHostName(own) && isSettings && !marks.startsWith('local.');
  if (isStringSetting(own, page) || isHostSetting || isNestedSetting(page, offset)) return named;
  if (/(?:Get|Add)ConnectionString|MongoDBClient|MongoHook/.test(marks) && /mongo/i.test(marks)) return named;
  if (FORMS.product.test(own) && !/_db$/i.test(own) && source !== 'env') return named;
  if (
    source === 'secret' &&
    isStringSetting(FORMS.receiver.exec(text.slice(endOffset, endOffset + NEAR))?.[1] ?? '', page)
  )
    return named;
  if (isOfCluster(text, marks) && FORMS.ofModule.test(name) && !FORMS.otherWord.test(name)) return named;
  const isItem = /^(?:value|value_?from|value-from|default|path|key)$/i.test(own) || marks.startsWith('objectName');
  // The template of a key in a reference, which is a read of its own.
  if (isItem && /key_?ref["']?[ \t]{0,9}[:={][^-]*$/i.test(textBefore(text, offset, 200))) return null;
  const item = isItem ? itemAt(text, offset) : null;
  if (item && (isStringSetting(item.name, page) || isHostName(item.name)))
    return name === '' ? { ...named, name: item.name } : named;
  const setting = item?.name ?? (FORMS.holder.test(own) ? keyAround(page, offset) : own);
  if (/(?:^|\.)connection$/i.test(setting) && isInBlock(page, offset, false)) return named;
  const isOwn = isStringName(name) || (source !== 'env' && isSecretName(name));
  const isNamed = isStringSetting(setting, page) || (FORMS.address.test(setting) && isOwn);
  if (OF_PROGRAM.some(([program, own]) => own.test(setting) && (program.test(page.path) || program.test(text))))
    return named;
  return isNamed || isAddress(page, offset, setting, item !== null) ? named : null;
}

/** `database_url = module.mongodb.connection_string`: by the name or source of the module, or that of an attribute. */
function isOfCluster(text: string, marks: string): boolean {
  if (/^(?:module|data|dependency)\.[\w.[\]"-]*(?:mongo|atlas)|(?:standard|private)_srv\b/i.test(marks)) return true;
  const module = /^module\.([\w-]{1,60})/.exec(marks)?.[1];
  const block = String.raw`^module[ \t]+"${module}"[ \t]*\{[^{}]{0,200}?\bsource[ \t]*=[ \t]*"[^"\n]*mongo`;
  return module !== undefined && new RegExp(block, 'm').test(text);
}

/** The name of the list item, or of the block, in which a value is given to it. */
function itemAt(text: string, at: number) {
  const from = Math.max(0, at - NEAR);
  const before = text.slice(from, at);
  const found = [...before.matchAll(FORMS.item)].at(-1);
  if (!found || /\n[ \t]{0,30}-[ \t]|\}[ \t]{0,30},?\s{0,60}\{/.test(before.slice(found.index))) return null;
  return namedBy(found, from);
}

/** Variables that manifests take from a secret or a map: `secretKeyRef: { name: orders-mongodb, key: uri }`, `envFrom`. */
export const references = (page: Page): OutsideRead[] =>
  [...page.text.matchAll(FORMS.reference)].flatMap((match) => referenceOf(page, match) ?? []);

function referenceOf(page: Page, { index, 0: whole, 1: word = '' }: RegExpExecArray): OutsideRead | null {
  const { text } = page;
  const at = index + whole.length;
  const part = text.slice(at, at + 160).replace(/^([\s{"]*)-/, '$1 ');
  const body = part.split(/\n[ \t]*-[ \t]/, 1)[0]!;
  const parts = [...body.matchAll(FORMS.part)];
  const [first] = parts;
  if (word.startsWith('write')) {
    const before = textBefore(text, index, FAR);
    const isOfCluster = first?.[1] === 'name' && FORMS.crossplane.test(before.slice(before.lastIndexOf('apiVersion:')));
    return isOfCluster ? { source: 'secret', ...namedBy(first, at) } : null;
  }
  const source = /config|sync|database/i.test(word) || /^\W*config/i.test(body) ? 'env' : 'secret';
  const item = itemAt(text, index);
  if (item && (isStringSetting(item.name, page) || isHostName(item.name) || isAddress(page, index, item.name, true)))
    return { ...item, source };
  const own = /\bparameter:[ \t]*["']?(\w{1,60})/.exec(body)?.[1] ?? keyAround(page, index);
  if (first && (isStringSetting(own, page) || isAddress(page, index, own))) return { source, ...namedBy(first, at) };
  // All variables of a program, which may be its settings as well. What maps of the tree have is found there.
  if (
    (page.variables?.has('*') || page.variables?.has('**')) &&
    first &&
    !page.variables.has(`configmap/${first[2]}`) &&
    enclosingKeys(page, index).includes('envFrom')
  )
    return { ...namedBy(first, at), source: 'secret' };
  const holder = parts.find(([, , name = '']) => /mongo/i.test(name));
  const key = parts.find((one) => one !== holder && one[1] !== 'name')?.[2] ?? '';
  const isWhole = /_?ref$/i.test(word) && !/key|remote/i.test(word);
  if (!holder || !isSecretName(holder[2]!) || /user|pass|pwd|tls|cert/i.test(key)) return null;
  // `MONGODB_DATABASE` from the key `mongo-db`.
  const isPart = /mongo\w{0,9}_/i.test(item?.name ?? '');
  const isKey = /ur[il]|conn|dsn|srv|host|server/i.test(key) || (/mongo/i.test(key) && !isPart);
  if (!isWhole && !isStringName(holder[2]!) && !isKey) return null;
  return { source, ...((isWhole ? null : item) ?? namedBy(holder, at)) };
}

/** The name at the end of a match, its last group, and its place; the match was searched from `at` on. */
function namedBy(match: RegExpExecArray, at: number) {
  const name = match.at(-1)!;
  const endOffset = at + match.index + match[0].length;
  return { name, offset: endOffset - name.length, endOffset };
}

/** What gets the output of a command: `MONGODB_URI=$(load prod)`, `--from-literal=MONGO_URL="$(load)"`. */
export const printedValues = (page: Page): OutsideRead[] =>
  [...page.text.matchAll(page.language.name === 'make' ? FORMS.printedByShell : FORMS.printed)].flatMap(
    ({ index, 0: whole }): OutsideRead[] => {
      const { text } = page;
      const name = /[\w.-]{1,80}(?=[ \t]?:?[?+]?$)/.exec(textBefore(text, index, 90))?.[0] ?? '';
      const offset = index + whole.length - 1 - (whole.endsWith('(') ? 1 : 0);
      const end = whole.endsWith('(') ? closeOf(text, offset + 1, NEAR) : text.indexOf('`', offset + 1) + 1;
      return isStringSetting(name, page) && end > offset ? [{ name, source: 'secret', offset, endOffset: end }] : [];
    },
  );

/** A key of YAML with what is nested in it. */
const nested = (key: string): string =>
  String.raw`^([ \t]{0,30})(?:[\w.-]{1,60}:[ \t]{0,9}[{[][^\n]{0,200}?)?(?:${key}):[^\n]{0,200}(?:\r?\n(?:\1(?:[ \t]|-)[^\n]{0,300}|[ \t]*(?=\n))){0,200}`;

/**
 * What names variables or secrets without their values in files of a path, from the documentation of the tools (2026-08).
 * The group `name` of `pattern`, otherwise the last, is the name. `in`, or a key of YAML in `under`: where in the file;
 * `words`, in lower case: each match contains one; `setting`: from which a framework takes the string by itself. Files
 * of variables count whatever they are called, some only for a client (`givesAll`) that has its string from another
 * variable, `*`, from a file of settings, `**`, or from the values of a chart, `set *`. The group `target` is the value
 * that is replaced, or the chart.
 */
const DECLARATIONS = once(() =>
  declared.map(({ path, pattern, ignoreCase, under, in: block, ...row }) => ({
    ...row,
    path: new RegExp(path, 'i'),
    item: new RegExp(pattern, ignoreCase ? 'gim' : 'gm'),
    block: under || block ? new RegExp(block ?? nested(under), 'gm') : null,
  })),
);

/** A text that gives a program settings, or also variables, without their names contains one of these words, in any case. */
export const unnamedWords = (ofAll: boolean) =>
  ['envfrom'].concat(declared.flatMap(({ needs, givesAll: of }) => (ofAll || of === '**' ? (needs ?? []) : [])));

/** A file of a platform that keeps the variables of the program in its folder. */
export const platformFile = once(() => {
  const paths = declared.flatMap(({ path, isPlatform }) => (isPlatform ? path : []));
  return anyForm('i', paths);
});

/** Those that a text may have. */
function declarationsIn({ path: file, text, variables }: Page) {
  const lower = text.toLowerCase();
  const mayHave = (words: readonly string[]): boolean => words.some((word) => lower.includes(word));
  return DECLARATIONS().filter(
    ({ path, givesAll, words }) =>
      (!givesAll || variables?.has(givesAll)) && path.test(file) && (!words || mayHave(words)),
  );
}

/** Variables, secrets and files of variables that a file declares without a value. */
export const declarations = (page: Page): OutsideRead[] =>
  declarationsIn(page).flatMap(({ item, block, isFile, source, setting, targets = 'set' }) =>
    (block ? [...page.text.matchAll(block)] : [{ index: 0, 0: page.text }]).flatMap(({ index, 0: whole }) =>
      [...whole.matchAll(item)].flatMap((match): OutsideRead[] => {
        const written = match.groups?.name ?? match.filter(Boolean).at(-1)!;
        const { target = written } = match.groups ?? {};
        const at = match[0].lastIndexOf(written);
        const prefix = /\benv_prefix["']?[ \t]*[=:][ \t]*["'](\w{1,60})/.exec(whole)?.[1] ?? '';
        const offset = index + match.index + at;
        const isTarget = target === written ? isFile : page.variables?.has(`${targets} ${target}`);
        const isSetting = isStringName(setting ?? prefix + match[0]) || isStringSetting(target, page);
        if (!isTarget && (isFile || (!isSetting && !isNestedSetting(page, offset)))) return [];
        const name = setting ?? prefix + written.replace(/\$\{\w+:?-([^}]*)\}/g, '$1');
        const words = (block ? whole.trimStart().slice(0, MAX_HEADING) : '') + match[0].replace(written, '');
        // What the file sets itself, or reads from a file beside it, is found where it is.
        const isOwn = target !== written && (valueStarts(page, name).length > 0 || FORMS.ownFile.test(page.text));
        const from = isOwn ? 'env' : ((source as ReadSource | undefined) ?? sourceOf(words));
        return [{ name, source: from, offset, endOffset: offset + written.length }];
      }),
    ),
  );

/** How much of a block says what it is, in code units: its key. */
const MAX_HEADING = 24;
