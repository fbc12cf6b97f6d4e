import { oncePerText, type Source } from '../text/source.ts';

/** `import a, { b } from "m"`, `const { b } = require("m")`, `import("m")`; `from m import b`; `import m`. */
const IMPORT = new RegExp(
  [
    String.raw`(?:\b(?:import|export|const|let|var)\b([^;"'\x60()=]{0,300}?)(?:\bfrom|=\s{0,9}(?:await\s)?(?:require|import)\()|\brequire\(|\bimport\(?)\s{0,9}["'\x60]([^"'\x60\n]{1,200})["'\x60]\)?`,
    String.raw`\bfrom[ \t]{1,9}([\w.]{1,200})[ \t]{1,9}import\b([^\n#]{0,300})`,
    String.raw`\bimport[ \t]{1,9}([\w.]{1,200})(?:[ \t]{1,9}as[ \t]{1,9}(\w{1,60}))?`,
  ].join('|'),
  'g',
);

/** A name of a module, and the one by which the text knows it. */
const MEMBER = /(?:\btype\s+)?(\w+)(?:\s*(?::|\bas\b)\s*(\w+))?/g;

/** What a text imports: the path of the module, the name of the whole, and other names, which may be modules too. */
export const importsOf = oncePerText(({ text }: Source) =>
  Array.from(text.matchAll(IMPORT), ([written, bound = '', quoted, from = '', names = '', dotted = from, alias]) => {
    const [braces = names] = /\{[^{}]*\}/.exec(bound) ?? [];
    const [, own = quoted === undefined && from === '' ? (alias ?? dotted.split('.').at(-1)) : undefined] =
      /^\s*(?:type\s)?(?:\*\s{0,9}as\s)?(\w+)/.exec(bound) ?? [];
    // In Python, each dot after the first is a folder up.
    const upwards = (dots: string): string => `./${'../'.repeat(dots.length - 1)}`;
    const plain = dotted.replace(/^\.+|(?<=\w)\.(?=\w)/g, (dots, at) => (at > 0 ? '/' : upwards(dots)));
    const members = Array.from(braces.matchAll(MEMBER), ([, name = '', as = name]) => ({ name, own: as }));
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

const namesIn = oncePerText((source: Source) => {
  const all = new Map<string, ImportedName>();
  for (const { module, own, members, written } of importsOf(source)) {
    if (own !== undefined && !all.has(own)) all.set(own, { module, name: null, written });
    for (const member of members) if (!all.has(member.own)) all.set(member.own, { module, name: member.name, written });
  }
  return all;
});

/** What a text imports under a name. */
export const importNamed = (source: Source, name: string): ImportedName | undefined => namesIn(source).get(name);
