import { basename, extname } from 'node:path';
import type { FoundString } from '../classify/found-string.ts';
import { stringsIn, suppliersIn } from '../lint/recorded.ts';
import { argumentsOf, callsNamed } from '../read/external/calls.ts';
import { importedNames, importsOf, subclassesOf } from '../read/bindings.ts';
import { isProgram, languageOf } from '../read/families.ts';
import { pageOf } from '../read/page.ts';
import { importedModule, isModuleAt, modulePath, parentOf, type Parameter, type Source } from '../text/source.ts';
import type { FileList } from './fs/list-files.ts';
import type { Project } from './project/project.ts';
import { scanFiles, type ScanOptions } from './scan/scan-files.ts';

/** A function that passes an argument to a client, with the file that defines it. */
type Wrapper = Parameter & { readonly module: string };

/** The files that a search goes through, with the settings of each. */
export interface SearchScope {
  readonly project: Project;
  readonly list: FileList;
  readonly options: ScanOptions;
}

/** Receives each text that gives a value, and the strings that only the search finds. */
export type Visit = (source: Source, added: readonly FoundString[]) => void;

/** How often a function may hand on what another one gives it, and a setting what it reads. */
export const MAX_ROUNDS = 3;

/** Finds what other files give functions that pass it to a client: `connect(process.env.DB_URL)`. */
export function callerSearch(scope: SearchScope) {
  let open: Wrapper[] = [];
  const called = new Set<string>();
  return {
    note(module: string, strings: readonly FoundString[]): void {
      for (const { parameter } of strings) if (parameter) open.push({ ...parameter, module });
    },
    search(visit: Visit): void {
      for (let round = 0; round < MAX_ROUNDS && open.length > 0; round++) {
        const asked = open;
        open = [];
        const words = asked.flatMap(wordsOf);
        scanPrograms(scope, words, visit, (source) => {
          const { path, text } = source;
          const page = pageOf(source);
          return asked.flatMap((one) => {
            const isNamed = one.module !== path && wordsOf(one).some((word) => text.includes(word));
            const names = isNamed ? namesIn(source, one) : [];
            const own = names
              .map((name) => ({ ...one, called: name }))
              .filter((as) => argumentsOf(page, as).length > 0);
            // Also what their own subclasses set.
            for (const name of one.field === undefined ? [] : names)
              for (const sub of subclassesOf(page, name)) open.push({ ...one, called: sub.name, module: path });
            // `connect()` takes the default.
            const isCalled = (name: string): boolean =>
              callsNamed(page, name).length > 0 || (path.endsWith('.rb') && text.includes(`${name}.new`));
            if (own.length > 0 || (one.hasDefault && names.some(isCalled))) called.add(markOf(one, one.module));
            return own;
          });
        });
      }
    },
    /** True for what callers in other files give a function of this file, and no default of it: it is asked for there. */
    isGiven: ({ parameter, via }: Pick<FoundString, 'parameter' | 'via'>, file: string): boolean =>
      parameter !== undefined && via === 'unknown' && called.has(markOf(parameter, file)),
  };
}

/** Calls `visit` for each program that gives functions or fields of other files a value. */
export function scanPrograms(
  { project, list, options }: SearchScope,
  words: readonly string[],
  visit: Visit,
  wrappersIn: (source: Source) => readonly Parameter[],
): void {
  scanFiles(list, words, options, (source) => {
    const { path, text } = source;
    const { strings, roleOf } = project.settingsOf(path);
    const isSought = isProgram(languageOf(path, text)) && roleOf(text) === 'product';
    const wrappers = isSought ? wrappersIn(source) : [];
    if (wrappers.length === 0) return;
    const whole = { path, text, variables: new Map<string, boolean>(), wrappers };
    visit(whole, suppliersIn(whole, strings, stringsIn(source, strings)));
  });
}

const markOf = ({ called, field, position }: Parameter, module: string) => `${called} ${field ?? position} ${module}`;

const wordsOf = (one: Wrapper): string[] => [one.called, baseOf(one), ...(one.token ? [one.token] : [])];

const baseOf = ({ module }: Wrapper): string => basename(modulePath(module));

/** Packages whose names modules of a program may have as well: `./lib/mongodb`. */
const DRIVER = /^(?:mongodb|mongoose|mongojs|monk)$/;

/** The names by which a text that imports its module calls a function. In other languages, a package has all its files. */
function namesIn(source: Source, { called, module, isMember, token, within }: Wrapper): readonly string[] {
  const { path, text } = source;
  if (within !== undefined && !new RegExp(String.raw`\b${within}\b`).test(text)) return [];
  if (isMember || (token && text.includes(token))) return [called];
  // In Go, `New` is that of a package: no method has this name.
  const folder = parentOf(module);
  if (path.endsWith('.go') && called === 'New' && parentOf(path) !== folder)
    return [...importedNames(source)].flatMap(([own, { module: name }]) =>
      `/${name}`.endsWith(`/${basename(folder)}`) ? `${own}.New` : [],
    );
  if (!/\.(?:[cm]?[jt]sx?|py|vue|svelte)$/.test(path)) return extname(module) === extname(path) ? [called] : [];
  const imports = importsOf(source).filter(({ module: name, members }) => {
    if (DRIVER.test(name) && !path.endsWith('.py')) return false;
    const all = [name, ...members.map((one) => name.replace(/\/?$/, `/${one.name}`))].map((one) =>
      importedModule(one, path),
    );
    return name.startsWith('.') ? all.includes(modulePath(module)) : all.some((one) => isModuleAt(module, one));
  });
  // `require("./db")(uri)`, `const db = require("./db")(uri)`
  const names = imports.flatMap(({ own, written, members }) => [
    own ?? written,
    ...(/\brequire\([^()]*\)$/.exec(written) ?? []),
    ...members.flatMap((one) => (one.name === called ? one.own : [])),
  ]);
  return imports.length > 0 ? [...new Set([called, ...names])] : [];
}
