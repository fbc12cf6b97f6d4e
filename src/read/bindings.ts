import forms from './forms.json' with { type: 'json' };
import { anyForm, namedForms, escapePattern, FAR, lineStartBefore, matchAt, matchesIn } from '../text/source.ts';
import { oncePerKey, oncePerText, rowsForm, textBefore } from '../text/source.ts';
import type { Match, Parameter, Range, Source } from '../text/source.ts';
import { closeOf, itemsFrom } from './brackets.ts';

const FORMS = namedForms(forms.bindings);

/** What gives a variable its values without an assignment, over the text in which the name means that variable. */
export interface Binding extends Range {
  /** The end of what binds it. */
  readonly body: number;
  /** The function of which it is a parameter; `null` for the variable of a loop, a block or a pattern. */
  readonly of:
    | (Parameter & {
        readonly hasDefault: boolean;
        /** One of several names that an object gives. */
        readonly isUnpacked: boolean;
        readonly isExported: boolean;
      })
    | null;
}

/** The name of a function in front of its parameters. A word for a condition is no name of a method. */
const FUNCTION = rowsForm('gm', forms.functions);

/** Far more than programs have in a file. Each is read up to its end. */
const MAX_FUNCTIONS = 2_000;

/** All functions of a text, with the range of each. */
export const functionsOf = oncePerText(({ text }: Source) =>
  [...text.matchAll(FUNCTION())].slice(0, MAX_FUNCTIONS).flatMap((match, nth, all) => {
    const { index: offset, 0: head } = match;
    const open = offset + head.length;
    // An arrow function with a name is found once more without it.
    if (head === '' && nth > 0 && all[nth - 1]!.index + all[nth - 1]![0].length === open) return [];
    const body = closeOf(text, open);
    if (body < 0) return [];
    const items = itemsFrom(text, open + 1).map((item) => text.slice(item.offset, item.endOffset).trim());
    return {
      name: match.slice(1).find(Boolean) ?? '',
      parameters: items.filter((item) => !FORMS.receiver.test(item)),
      isExported: /\bexports?\b/.test(text.slice(lineStartBefore(text, offset), open)),
      offset,
      open,
      body,
      endOffset: scopeEnd(text, offset, body),
    };
  }),
);

/** The calls of what a pattern finds, up to their arguments, and no definitions. */
export const callsIn = (source: Source, called: string): Match[] =>
  matchesIn(source.text, new RegExp(String.raw`${called}(?:\.new)?\(`, 'g')).filter(
    ({ offset, endOffset }) =>
      !functionsOf(source).some(({ open }) => open === endOffset - 1) &&
      !/\bclass\s+$/.test(textBefore(source.text, offset, 20)),
  );

/** `def connect(uri="…")`, `constructor(private uri = "…") {`, `({ uri = URI }) =>`. */
export const isDefaultOfParameter = (source: Source, { offset, endOffset }: Range): boolean =>
  /^\s*(?:["'`]|\w+\s*$)/.test(source.text.slice(offset, endOffset)) &&
  functionsOf(source).some(({ open, body }) => open < offset && offset < body);

/** The end of the block in braces behind a head, otherwise of the lines that are indented more, or as much. */
function scopeEnd(text: string, from: number, end: number): number {
  const [braces] = matchAt(FORMS.body, text, end) ?? [];
  const close = braces === undefined ? -1 : closeOf(text, end + braces.length - 1);
  if (close > 0) return close;
  const indent = /^[ \t]*/.exec(text.slice(lineStartBefore(text, from + 1), end))![0].length;
  const least = text[end - 1] === '=' ? indent : indent + 1;
  const length = text.slice(end, end + FAR).search(new RegExp(String.raw`\n(?![ \t]{${least}}|[ \t]*\n)`));
  return length < 0 ? Math.min(text.length, end + FAR) : end + length;
}

/** A loop, the parameter of a lambda or a block, a pattern with several names. */
const bindersOf = oncePerKey((name: string) => {
  const own = escapePattern(name);
  return anyForm(
    'gm',
    forms.binders.map(({ pattern }) => pattern.replaceAll('NAME', () => own)),
  );
});

/** The innermost binding of a name around a place. */
export function bindingAt(source: Source, name: string, place: number): Binding | undefined {
  const { text } = source;
  const isAround = ({ offset, endOffset }: Range): boolean => offset < place && place < endOffset;
  const word = new RegExp(String.raw`(?<![\w.'"])${escapePattern(name)}(?!\w)`);
  // A default is none.
  const isNamed = (parameter: string): boolean => word.test(parameter.split('=', 1)[0]!);
  const named = functionsOf(source).filter(({ name: own }) => own !== '');
  const owner = named.findLast((one) => isAround(one) && one.parameters.some(isNamed));
  const from = Math.max(0, place - FAR, owner?.body ?? 0);
  const heads = Array.from(text.slice(from, place + 1).matchAll(bindersOf(name)), ({ index, 0: head }) => {
    const [offset, body] = [from + index, from + index + head.length];
    return { offset, body, endOffset: scopeEnd(text, offset, body), of: null };
  });
  const [after = ''] = text.slice(place, place + 200).split(/[\n\]]/, 1);
  // `[MongoClient(uri) for uri in load()]`
  const isBehind = new RegExp(String.raw`\bfor[ \t]+(?:\w+,[ \t]*)?${escapePattern(name)}\b`).test(after);
  const inner = isBehind ? { offset: place, body: place, endOffset: place, of: null } : heads.findLast(isAround);
  if (inner || !owner) return inner;
  const { offset, body, endOffset, parameters, isExported } = owner;
  const position = parameters.findIndex(isNamed);
  const parameter = parameters[position]!;
  const isUnpacked = parameter.startsWith('{');
  // `{ uri, name = 'app' }`: of this name, or of all of them.
  const own = String.raw`(?<!\w)${escapePattern(name)}(?!\w)`;
  const hasDefault = isUnpacked
    ? new RegExp(String.raw`${own}\s*=|\}[^{}]*=(?!>)`).test(parameter)
    : parameter.includes('=');
  // `{ replica: uri }`
  const key = new RegExp(String.raw`(\w+)\s*:\s*${own}`).exec(parameter)?.[1] ?? name;
  const token = FORMS.token.exec(parameter)?.[1];
  const more = { ...(isUnpacked && { member: key }), ...(token && { token }) };
  // Others call a constructor by the name of its class.
  const called = FORMS.isConstructor.test(owner.name) ? (classAround(source, offset) ?? owner.name) : owner.name;
  const of = { called, name, position, hasDefault, isUnpacked, isExported, ...more };
  return { offset, body, endOffset, of };
}

/** The parameter by which a constructor gives a field of its object a value: `this.uri = uri`, `private uri: string`. */
export function bindingOfField(source: Source, field: string, place: number) {
  const { text } = source;
  const own = functionsOf(source).findLast(
    ({ name, offset }) =>
      offset < place && (FORMS.isConstructor.test(name) || (name !== '' && text.includes(`class ${name} `))),
  );
  if (!own || /\bclass[ \t]+\w/.test(text.slice(own.endOffset, place))) return undefined;
  const one = escapePattern(field);
  const given = String.raw`\b(?:this|self)\.#?${one}[ \t]*=[ \t]*(\w+)[ \t]*[;}\n]|\b(?:private|public|protected|readonly)[ \t]+(${one})\b`;
  const name = new RegExp(given).exec(text.slice(own.offset, own.endOffset))?.slice(1).find(Boolean);
  const binding = name === undefined ? undefined : bindingAt(source, name, own.body + 1);
  return binding?.of ? { name: name!, binding } : undefined;
}

/** The name of the class that begins last before a place. */
export const classAround = ({ text }: Pick<Source, 'text'>, at: number): string | undefined =>
  Array.from(textBefore(text, at, FAR).matchAll(/\bclass[ \t]+(\w+)/g)).at(-1)?.[1];

/** The classes, enums and namespaces of a text, with the range of each. */
export const classesIn = oncePerText(({ text }: Source) =>
  matchesIn(text, FORMS.class).map((head) => ({ ...head, endOffset: scopeEnd(text, head.offset, head.endOffset) })),
);

/** False for a field, and for what gets a value by `store.url = load()`: `set url(u) {`, `@url.setter`. */
export const isCalled = ({ text }: Source, { called, field }: Parameter): boolean =>
  field === undefined &&
  !new RegExp(String.raw`(?:\bset[ \t]+|\.setter\s+def[ \t]+)${escapePattern(called)}\b`).test(text);

/** The classes that a text derives from one of this name. */
export function subclassesOf({ text }: Source, name: string) {
  const own = escapePattern(name);
  const derived = String.raw`\bclass[ \t]+(\w+)[^\n{]{0,60}?(?:[(:<]|\bextends\b)[^\n{]{0,60}?\b${own}\b(?!\.)`;
  const heads = matchesIn(text, new RegExp(derived, 'g'));
  return heads.map((head) => ({ ...head, endOffset: scopeEnd(text, head.offset, head.endOffset) }));
}

/** `import a, { b } from "m"`, `const { b } = require("m")`, `import("m")`; `from m import b`; `import m`. */
const IMPORT = rowsForm('g', forms.imports);

/** What a text imports: the path of the module, the name of the whole, and other names, which may be modules too. */
export const importsOf = oncePerText(({ text }: Source) =>
  Array.from(text.matchAll(IMPORT()), ([written, bound = '', quoted, from = '', names = '', dotted = from, alias]) => {
    const [braces = names] = /\{[^{}]*\}/.exec(bound) ?? [];
    const [, own = quoted === undefined && from === '' ? (alias ?? dotted.split('.').at(-1)) : undefined] =
      /^\s*(?:type\s)?(?:\*\s{0,9}as\s)?(\w+)/.exec(bound) ?? [];
    // In Python, each dot after the first is a folder up.
    const upwards = (dots: string): string => `./${'../'.repeat(dots.length - 1)}`;
    const plain = dotted.replace(/^\.+|(?<=\w)\.(?=\w)/g, (dots, at) => (at > 0 ? '/' : upwards(dots)));
    const members = Array.from(braces.matchAll(FORMS.member), ([, name = '', as = name]) => ({ name, own: as }));
    return { module: quoted ?? plain, own, members, written };
  }),
);

/** A name that a text imports: the path of its module, and its name there, or `null` for the whole. */
export interface ImportedName {
  readonly module: string;
  readonly name: string | null;
  /** The statement. */
  readonly written: string;
}

/** What a text imports, by the names under which it knows it. */
export const importedNames = oncePerText((source: Source) => {
  const all = new Map<string, ImportedName>();
  for (const { module, own, members, written } of importsOf(source)) {
    if (own && !all.has(own)) all.set(own, { module, name: null, written });
    for (const member of members) if (!all.has(member.own)) all.set(member.own, { module, name: member.name, written });
  }
  for (const [written, own, module = ''] of source.path.endsWith('.go') ? source.text.matchAll(FORMS.goImport) : [])
    all.set(own ?? module.split('/').at(-1)!, { module, name: null, written });
  return all;
});

/** What a text imports under a name. */
export const importNamed = (source: Source, name: string): ImportedName | undefined => importedNames(source).get(name);
