import { basename, extname } from 'node:path';
import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { stringsIn, suppliersIn } from '../lint/recorded.ts';
import { argumentsOf } from '../read/external/follow.ts';
import { isProgram, languageOf } from '../read/families.ts';
import { pageOf } from '../read/page.ts';
import { importedModule, isModuleAt, modulePath, type Parameter, type Source } from '../text/source.ts';
import type { FileList } from './fs/list-files.ts';
import type { Project } from './project/project.ts';
import { scanFiles, type ScanOptions } from './scan/scan-files.ts';

/** A function that passes an argument to a client, with the file that defines it. */
type Wrapper = Parameter & { readonly module: string };

/** Gets each text of interest, and the strings that only the search finds. */
export type Visit = (source: Source, added: readonly FoundString[]) => void;

/** How often a function may hand on what another one gives it, and a setting what it reads. */
export const MAX_ROUNDS = 3;

/** Finds what other files give functions that pass it to a client: `connect(process.env.DB_URL)`. */
export function callerSearch({ settingsOf }: Project, list: FileList, options: ScanOptions) {
  let open: Wrapper[] = [];
  const called = new Set<string>();
  return {
    note(module: string, role: FileRole, strings: readonly FoundString[]): void {
      for (const { parameter } of role === 'docs' ? [] : strings) if (parameter) open.push({ ...parameter, module });
    },
    /** Passes each text with such a call to `visit`, which notes what it finds. */
    search(visit: Visit): void {
      for (let round = 0; round < MAX_ROUNDS && open.length > 0; round++) {
        const asked = open;
        open = [];
        const words = asked.flatMap((one) => [one.called, baseOf(one)]);
        scanFiles(list, words, options, (source) => {
          const { path, text } = source;
          const { strings, roleOf } = settingsOf(path);
          if (!isProgram(languageOf(path)) || roleOf(text) !== 'product') return;
          const page = pageOf(source);
          const wrappers = asked.flatMap((one) => {
            const isNamed = one.module !== path && [one.called, baseOf(one)].some((word) => text.includes(word));
            const names = isNamed ? namesIn(one, path, text) : [];
            const own = names
              .map((name) => ({ ...one, called: name }))
              .filter((as) => argumentsOf(page, as).length > 0);
            if (own.length > 0) called.add(`${one.called} ${one.module}`);
            return own;
          });
          if (wrappers.length === 0) return;
          const whole = { path, text, variables: new Map<string, boolean>(), wrappers };
          visit(whole, suppliersIn(whole, strings, stringsIn(source, strings)));
        });
      }
    },
    /** True for what callers in other files give a function of this file, which is asked for there. No default is. */
    isGiven: ({ parameter, via }: Pick<FoundString, 'parameter' | 'via'>, file: string): boolean =>
      parameter !== undefined && via === 'unknown' && called.has(`${parameter.called} ${file}`),
  };
}

const baseOf = ({ module }: Wrapper): string => basename(modulePath(module));

/** The module that an import names, and its own name: `db = require("./db")`, `from app.db import connect`. */
const IMPORT =
  /(?:\b(?:const|let|var|import)[ \t]{1,9}(\w{1,60})[ \t]{1,9}(?:=[ \t]{0,9}|(?=from\b)))?\b(?:require\(|from|import)[ \t(]{0,9}(?:["'\x60]([^"'\x60\n]{1,200})|([\w.]{1,200})(?:[ \t]{1,9}import[ \t]{1,9}(\w{1,60}))?)/g;

/** The names by which a text that imports its module calls a function. In other languages, a package has all its files. */
function namesIn({ called, module }: Wrapper, path: string, text: string): readonly string[] {
  if (!/\.(?:[cm]?[jt]sx?|py|vue|svelte)$/.test(path)) return extname(module) === extname(path) ? [called] : [];
  const plain = modulePath(module);
  const imports = Array.from(text.matchAll(IMPORT)).filter(([, , quoted = '', dotted = '', member = '']) => {
    const name = importedModule(quoted || dotted.replaceAll('.', '/').replace(/^\/+/, ''), path);
    if (quoted.startsWith('.')) return name === plain;
    return [name, `${name}/${member}`].some((one) => isModuleAt(module, one.replace('//', '/')));
  });
  // `require("./db")(uri)`
  const wholes = imports.map(({ index, 0: all, 1: own }) => own ?? text.slice(index, index + all.length + 2));
  return imports.length > 0 ? [...new Set([called, ...wholes])] : [];
}
