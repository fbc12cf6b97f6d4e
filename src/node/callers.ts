import { extname } from 'node:path';
import type { FoundString, Parameter } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { stringsIn, suppliersIn } from '../lint/recorded.ts';
import { argumentsOf } from '../read/external/follow.ts';
import { isProgram, languageOf } from '../read/families.ts';
import { pageOf } from '../read/page.ts';
import { escapePattern, type Source } from '../text/source.ts';
import type { FileList } from './fs/list-files.ts';
import type { Project } from './project/project.ts';
import { scanFiles, type ScanOptions } from './scan/scan-files.ts';

/** How often a function may hand on what another one gives it. */
const MAX_ROUNDS = 3;

/** Finds what other files give functions that pass it to a client: `connect(process.env.DB_URL)`. */
export function callerSearch({ settingsOf }: Project, list: FileList, options: ScanOptions) {
  /** By name, with the files that define them. */
  const wrappers = new Map<string, Parameter & { readonly modules: readonly string[] }>();
  const called = new Set<string>();
  const note = (file: string, role: FileRole, strings: readonly FoundString[]): void => {
    for (const { parameter } of role === 'docs' ? [] : strings) {
      if (!parameter) continue;
      const { modules = [] } = wrappers.get(parameter.called) ?? {};
      wrappers.set(parameter.called, { ...parameter, modules: [...modules, file] });
    }
  };
  const searchOnce = (asked: readonly string[], visit: (source: Source, added: readonly FoundString[]) => void) =>
    scanFiles(list, asked, options, ({ path, text }) => {
      const { strings, roleOf } = settingsOf(path);
      const role = roleOf(text);
      if (role !== 'product' || !isProgram(languageOf(path))) return;
      const calls = asked.flatMap((name) => {
        const { position, modules } = wrappers.get(name)!;
        const mayCall = !modules.includes(path) && modules.some((module) => isImported(module, path, text));
        return mayCall && argumentsOf(pageOf({ path, text }), name, position).length > 0
          ? [[name, position] as const]
          : [];
      });
      if (calls.length === 0) return;
      for (const [name] of calls) called.add(name);
      const source = { path, text, variables: new Map<string, boolean>(), wrappers: new Map(calls) };
      const added = suppliersIn(source, strings, stringsIn({ path, text }, strings));
      note(path, role, added);
      visit(source, added);
    });
  return {
    note,
    /** Passes each text with such a call, and the strings that only this search finds, to `visit`. */
    search(visit: (source: Source, added: readonly FoundString[]) => void): void {
      const known = new Set<string>();
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const asked = [...wrappers.keys()].filter((name) => !known.has(name));
        if (asked.length === 0) return;
        searchOnce(asked, visit);
        for (const name of asked) known.add(name);
      }
    },
    /** True for what callers in other files give, which is asked for there. */
    isGiven: ({ parameter }: Pick<FoundString, 'parameter'>): boolean => called.has(parameter?.called ?? ''),
  };
}

/** Whether a text imports a module, by the name of its file. In other languages, a package has all of its files. */
function isImported(module: string, path: string, text: string): boolean {
  if (!/\.(?:[cm]?[jt]sx?|py|vue|svelte)$/.test(path)) return extname(module) === extname(path);
  const [, name = ''] = /([^/]+?)(?:\/(?:index|__init__))?\.\w+$/.exec(module) ?? [];
  const own = String.raw`["'\x60](?:[^"'\x60\n]{0,200}\/)?|[\w.]{0,100}`;
  return new RegExp(String.raw`\b(?:require\(|from|import)[ \t(]{0,9}(?:${own})${escapePattern(name)}\b`).test(text);
}
