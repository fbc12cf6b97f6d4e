import { extname } from 'node:path';
import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { stringsIn, suppliersIn } from '../lint/recorded.ts';
import { argumentsOf } from '../read/external/follow.ts';
import { isProgram, languageOf } from '../read/families.ts';
import { pageOf } from '../read/page.ts';
import { importedModule, modulePath, type Parameter, type Source } from '../text/source.ts';
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
        const words = asked.map((one) => one.called);
        scanFiles(list, words, options, (source) => {
          const { path, text } = source;
          const { strings, roleOf } = settingsOf(path);
          if (!isProgram(languageOf(path)) || roleOf(text) !== 'product') return;
          const named = asked.filter((one) => one.module !== path && text.includes(one.called));
          const page = pageOf(source);
          const wrappers = named.filter(
            (one) => isImported(one.module, path, text) && argumentsOf(page, one).length > 0,
          );
          if (wrappers.length === 0) return;
          for (const one of wrappers) called.add(`${one.called} ${one.module}`);
          const whole = { path, text, variables: new Map<string, boolean>(), wrappers };
          visit(whole, suppliersIn(whole, strings, stringsIn(source, strings)));
        });
      }
    },
    /** True for what callers in other files give a function of this file, which is asked for there. */
    isGiven: ({ parameter }: Pick<FoundString, 'parameter'>, file: string): boolean =>
      parameter !== undefined && called.has(`${parameter.called} ${file}`),
  };
}

/** The module that an import names: `require("./db")`, `from app.db import connect`, `from app import db`. */
const IMPORT =
  /\b(?:require\(|from|import)[ \t(]{0,9}(?:["'\x60]([^"'\x60\n]{1,200})|([\w.]{1,200})(?:[ \t]{1,9}import[ \t]{1,9}(\w{1,60}))?)/g;

/** Whether a text imports a module. In other languages, a package has all of its files. */
function isImported(module: string, path: string, text: string): boolean {
  if (!/\.(?:[cm]?[jt]sx?|py|vue|svelte)$/.test(path)) return extname(module) === extname(path);
  const plain = modulePath(module);
  return Array.from(text.matchAll(IMPORT)).some(([, quoted = '', dotted = '', member = '']) => {
    const name = importedModule(quoted || dotted.replaceAll('.', '/').replace(/^\/+/, ''), path);
    if (quoted.startsWith('.')) return name === plain;
    return [name, `${name}/${member}`].some((one) => `/${plain}`.endsWith(`/${one}`.replace('//', '/')));
  });
}
