import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { stringsIn, suppliersIn } from '../lint/recorded.ts';
import { textAt } from '../parse/part.ts';
import { importNamed } from '../read/bindings.ts';
import { isProgram, languageOf } from '../read/families.ts';
import { assigned, memberValues } from '../read/values.ts';
import { escapePattern, importedModule, isModuleAt, parentOf, type Parameter, type Source } from '../text/source.ts';
import type { Visit } from './callers.ts';
import type { FileList } from './fs/list-files.ts';
import type { Project } from './project/project.ts';
import { scanFiles, type ScanOptions } from './scan/scan-files.ts';

/** Finds what other files put in the place of a string that a variable or a field has: `store.url = load()`. */
export function setterSearch({ settingsOf }: Project, list: FileList, options: ScanOptions) {
  /** The files with a string, by the name of what has it. */
  const files = new Map<string, Set<string>>();
  const sourceAt = (path: string): Source => {
    const place = settingsOf(path).strings.place();
    return { path, text: place?.tree.textOf(place.path) ?? '' };
  };
  return {
    note(file: string, role: FileRole, strings: readonly FoundString[]): void {
      if (role !== 'product' || !isProgram(languageOf(file))) return;
      for (const { name, hosts, literal } of strings) {
        const key = /[A-Za-z_]\w{0,100}$/.exec(literal.key ?? '')?.[0];
        if (key && name === null && hosts.length > 0 && literal.context === 'code')
          files.set(key, (files.get(key) ?? new Set()).add(file));
      }
    },
    search(visit: Visit): void {
      const words = [...files.keys()].map((key) => `.${key}`);
      scanFiles(list, words, options, (source) => {
        const { path, text } = source;
        const { strings, roleOf } = settingsOf(path);
        if (!isProgram(languageOf(path)) || roleOf(text) !== 'product') return;
        const wrappers = [...files].flatMap(([field, modules]) =>
          [...new Set(memberValues(source, field).map(({ owner }) => owner))].flatMap((called): Parameter[] => {
            const isOwn = [...modules].some((module) => module !== path && isOf(source, called, sourceAt(module)));
            return isOwn ? [{ called, field, position: -1, isSet: true }] : [];
          }),
        );
        if (wrappers.length === 0) return;
        const whole = { path, text, variables: new Map<string, boolean>(), wrappers };
        visit(whole, suppliersIn(whole, strings, stringsIn(source, strings)));
      });
    },
  };
}

/** Whether a name is that of a module, of something in it, or of an instance of one of its classes. */
function isOf(source: Source, name: string, module: Source, isInstance = false): boolean {
  const imported = importNamed(source, name);
  if (imported) {
    const path = importedModule(imported.module, source.path);
    const folder = parentOf(module.path);
    if (module.path.endsWith('.go')) return folder !== '' && `/${path}`.endsWith(`/${folder}`);
    return [path, `${path}/${imported.name ?? ''}`].some((one) => isModuleAt(module.path, one));
  }
  const defined = String.raw`\b(?:class|enum|module|object|record|struct)[ \t]+${escapePattern(name)}\b`;
  if (new RegExp(defined).test(module.text)) return true;
  const values = isInstance ? [] : assigned(source, name).map((value) => textAt(source.text, value));
  return values.some((value) => {
    const [, made] = /^\s*(?:new\s+)?(?:\w+\.)?([A-Z]\w*)(?:\.new)?\b/.exec(value) ?? [];
    return made !== undefined && isOf(source, made, module, true);
  });
}
