import expressions from './expressions.json' with { type: 'json' };
import clients from './clients.json' with { type: 'json' };
import { namedForms, anyForm, escapePattern, FAR, isMinified } from '../../text/source.ts';
import { lineBefore, matchAt, matchesIn, NEAR } from '../../text/source.ts';
import { once, oncePerKey, rowsForm, textBefore, type Match, type Range } from '../../text/source.ts';
import { closeOf, expressionEnd } from '../brackets.ts';
import { commandLine, lineEndAfter, type Page } from '../page.ts';
import { importNamed, importedNames } from '../bindings.ts';
import { isAddress, isStringName, isStringSetting } from './settings.ts';

const FORMS = namedForms(expressions.clients, expressions.parts);

/**
 * What gets the string of a client, as patterns (documentation of the clients, 2026-08). `drivers`: constructors that
 * take options beside it; `own`: other functions for this database only; `general`: functions that other libraries have
 * too, which count in files with one of the `packages`. For speed, nearly none begins with a lookbehind. `names` and
 * `functions`: what is called under a name of the file, the group; `applied`: what has its argument behind it;
 * `handed`: functions that others call with the string; `subclasses`: classes that give a client its arguments.
 */
const { drivers, own, general, packages } = clients;
const NAMES = rowsForm('g', clients.names);
const FUNCTIONS = rowsForm('g', clients.functions);
const APPLIED = rowsForm('g', clients.applied);
const HANDED = rowsForm('g', clients.handed);
const SUBCLASS = rowsForm('g', clients.subclasses);

/** The text before the bracket of a driver's constructor. */
export const CLIENT_CALL = new RegExp(String.raw`(?<![\w$])(?:${drivers.join('|')})\s{0,4}$`);
const PACKAGE = anyForm('', packages);

const called = (names: string): RegExp => new RegExp(`(?:${names})(?:[ \\t]{0,2}\\(|\\{|(?<=["'][ \\t]{0,9}),)`, 'g');
const OWN_CALL = once(() => called([...drivers, ...own].join('|')));
const GENERAL_CALL = once(() => called(general.join('|')));

/** Drivers, of which few names are clients. In other packages for this database, what gets an outside value is one. */
const DRIVER = /^\.|^[@~]\/|^(?:mongodb|mongoose|pymongo|motor|bson|mongoengine)\b(?!-)|mongo-driver|mongodb[-_]?atlas/;
const importedClients = (page: Page): string[] =>
  [...importedNames(page)].flatMap(([own, { module }]) => (/mongo/i.test(module) && !DRIVER.test(module) ? [own] : []));

const PARENT = String.raw`super\(\)\.__init__|(?:Async)?MongoClient\.__init__|\b(?:super|base)`;

/** The arguments of client calls that have the address, and of commands. `isOutside`: if it leads outside of the tree. */
export function clientArguments(page: Page): (Range & { readonly isOutside?: true })[] {
  const { text } = page;
  const argumentsOf = (calls: RegExp, isNamed: boolean): (Range | null)[] =>
    [...text.matchAll(calls)].map(({ index, 0: whole }) => {
      if (FORMS.definition.test(textBefore(text, index, 90))) return null;
      const from = index + whole.length;
      const open = whole.endsWith(',') ? text.lastIndexOf('(', from - 1) : from - 1;
      const end = closeOf(text, open);
      // `connect(uri) {` is a method.
      if (/^[a-z]\w*\($/.test(whole) && /^\s{0,9}\{/.test(text.slice(end, end + 10))) return null;
      return end < 0 ? null : addressIn(text, { offset: from, endOffset: end - 1 }, isNamed);
    });
  const hasNames = !isMinified(text);
  const hasPackage = hasNames && PACKAGE.test(text);
  const namesAll = hasPackage && FORMS.namesAll.test(text);
  const callsOf = (names: string, isNamed = false): (Range | null)[] => argumentsOf(called(names), isNamed);
  const namesIn = (pattern: () => RegExp): Match[] => (hasNames ? matchesIn(text, pattern()).slice(0, MAX_NAMES) : []);
  const callsUnder = (name: string, isNamed = false): (Range | null)[] =>
    // `(0, mongoose_1.connect)(uri)`: compiled TypeScript.
    callsOf(
      String.raw`(?<![\w.$])${escapePattern(name)}(?:\.default)?(?:\.(?:connect|new|create(?:Connection)?))?(?:(?<=\(0, [\w.$]{1,80})\))?`,
      isNamed,
    );
  return [
    ...argumentsOf(OWN_CALL(), false),
    ...namesIn(NAMES).flatMap(({ name }) => callsUnder(name)),
    ...(hasPackage ? namesIn(FUNCTIONS) : []).flatMap(({ name }) => callsUnder(name, namesAll)),
    ...namesIn(SUBCLASS).flatMap(({ name, at: { offset, endOffset }, offset: index, match: [head] }) => {
      const next = text.indexOf('class ', index + head.length);
      const inside = callsOf(PARENT).filter((one) => one && index < one.offset && (next < 0 || one.offset < next));
      const given = [...callsOf(String.raw`(?<![\w.$])${name}`), ...inside].filter((one) => one !== null);
      return given.length > 0 ? given : [{ offset, endOffset }];
    }),
    ...matchesIn(text, APPLIED()).map(({ endOffset: offset }) =>
      addressIn(text, { offset, endOffset: lineEndAfter(text, offset) }, false),
    ),
    ...matchesIn(text, HANDED()).map(({ at }) => at),
    ...(hasPackage ? argumentsOf(GENERAL_CALL(), namesAll) : []),
    ...(hasNames ? importedClients(page) : []).flatMap((name) =>
      callsOf(`(?<![\\w.$])${escapePattern(name)}(?:\\.(?:[A-Z]\\w{0,40}|connect|create\\w{0,20}|setup))?`).map(
        (one) => one && { ...one, isOutside: true as const },
      ),
    ),
    ...matchesIn(text, FORMS.command).map(({ offset, endOffset, match: [word] }) => {
      const isNone = FORMS.shown.test(lineBefore(text, offset)) || (word.startsWith('--') && !FORMS.tools.test(text));
      return isNone ? null : (commandArgument(text, endOffset, word) ?? listedArgument(text, endOffset, word));
    }),
  ].filter((argument) => argument !== null);
}

/** Maximum number of own names of the client in a text, because each is searched for. */
const MAX_NAMES = 20;

/** The argument with the address: the one with such a name, otherwise the first. */
function addressIn(text: string, { offset, endOffset }: Range, isNamed: boolean): Range | null {
  const all = text.slice(offset, endOffset);
  const named = FORMS.named.exec(all);
  if (FORMS.declared.test(all)) return null;
  // Behind a plugin, or as the only argument.
  const short = named || !/^\s*(?:\w{1,40}\s*,\s*)?\{/.test(all) ? null : FORMS.shorthand.exec(all);
  if (short) return { offset: offset + short.index, endOffset: offset + short.index + short[0].length };
  if (!named && (isNamed || FORMS.noAddress.test(all))) {
    const [spread, name = ''] = FORMS.spread.exec(all) ?? [];
    if (spread === undefined) return null;
    const endOffset = offset + all.indexOf(spread) + spread.length;
    return { offset: endOffset - name.length, endOffset };
  }
  const from = offset + (named ? named.index + named[0].length : FORMS.context.exec(all)![0].length);
  const end = expressionEnd(text, from, endOffset);
  return end > from ? { offset: from, endOffset: end } : null;
}

/** `env: { MONGODB_URI: props.uri }`, `config["MONGO_URI"] = load()`, `{ type: "mongodb", url: dsn }`. */
export function valuesGiven(page: Page) {
  const { text } = page;
  const keys = [...(page.variables?.keys() ?? [])];
  const owners = keys.flatMap((name) => (name.startsWith('into ') ? name.slice(5) : []));
  const names = keys.map((name) => {
    if (/^[A-Z][A-Z\d_]+$|^[A-Za-z]\w{0,80}?__\w{1,80}$/.test(name)) return `${name}\\b|`;
    // `config.storeUrl = load()`: a member of a module gets another value.
    const isOwned = /^[A-Za-z]\w*$/.test(name) && owners.length > 0;
    if (isOwned) return String.raw`(?<=\b(?:${owners.join('|')})\.)${name}(?=[ \t]*=(?!=))|`;
    return /^[a-z]+[A-Z_]\w*$/.test(name) ? String.raw`(?<=[\w$]\.)${name}(?=[ \t]*=)|` : '';
  });
  return [...text.matchAll(givenTo(names.join('')))].flatMap(({ index, 0: whole, 1: mark = '', 2: item }) => {
    const before = textBefore(text, index, 80);
    const [own = ''] = /["'`][\w.-]{0,80}$|[\w-]{0,80}$/.exec(before) ?? [];
    const setting = own.replace(/^\W/, '') + /^[\w.-]+/.exec(whole)![0];
    const holder = before.slice(0, before.length - own.length);
    const isGiven = item === undefined ? HOLDERS[mark]?.test(holder) : /[:(=]\s{0,40}$/.test(holder);
    if (!isGiven || (mark === ',' && item === undefined && own === '')) return [];
    const offset = index + whole.length;
    const endOffset = expressionEnd(text, offset, offset + FAR);
    const [path = '', root] = /(\w{1,60})(?:\.\w{1,60}){0,3}\.$/.exec(holder) ?? [];
    const isMember = root !== undefined && mark === '=';
    const isReplaced =
      isMember &&
      (importNamed(page, root) !== undefined || owners.includes(root)) &&
      keys.some((name) => `.${path}${setting}`.endsWith(`.${name}`));
    const isNamed = isStringSetting(setting, page) && (!isMember || /^[A-Z]/.test(setting) || isStringName(setting));
    const isString = isReplaced || isNamed || isAddress(page, index, setting);
    const value = text.slice(offset, endOffset).trim();
    // `this.uri = uri`: of a setter or a constructor.
    const isPassedOn = value === setting && /\b(?:this|self)\.$/.test(holder);
    return isString && !isPassedOn && FORMS.value.test(value) ? [{ setting, offset, endOffset }] : [];
  });
}

const givenTo = oncePerKey((variables: string) => {
  const whole = FORMS.given.source.replace('VARIABLES', () => variables);
  return new RegExp(whole, 'g');
});
/** The text before the name, by the mark behind it. */
const HOLDERS: Readonly<Partial<Record<string, RegExp>>> = namedForms(expressions.holders);

/** The address on a command's line, including continued lines. */
function commandArgument(text: string, from: number, command: string): Range | null {
  const line = text.slice(from, commandLine(text, from)?.endOffset ?? from).replace(/[\r\n]/g, ' ');
  const found = FORMS.address.exec(line) ?? (command === 'mongosh' ? FORMS.behindOptions.exec(line) : null);
  if (!found) return null;
  const endOffset = from + found[0].length;
  return { offset: endOffset - found[1]!.length, endOffset };
}

function listedArgument(text: string, from: number, word: string): Range | null {
  const all = text.slice(from, from + NEAR);
  const before = (word === 'mongosh' ? FORMS.first.exec(all) : null) ?? FORMS.listed.exec(all);
  if (!before) return null;
  const offset = from + before[0].length;
  if (matchAt(FORMS.reference, text, offset)) return { offset, endOffset: FORMS.reference.lastIndex };
  // A word behind the option in one text is no expression.
  const isOutside = /["'`]\s{0,40}(?:[,+.]|\)\s{0,40}\.arg\()\s{0,40}\[?\s{0,40}$/.test(before[0]);
  const endOffset = expressionEnd(text, offset);
  return isOutside && endOffset > offset ? { offset, endOffset } : null;
}
