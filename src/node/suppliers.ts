import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { stringsIn, suppliersIn } from '../lint/recorded.ts';
import { variableIn } from '../lint/variables.ts';
import { isStringName } from '../read/external/settings.ts';
import type { Source } from '../text/source.ts';
import type { FileList } from './fs/list-files.ts';
import type { Project } from './project/project.ts';
import { scanFiles, type ScanOptions } from './scan/scan-files.ts';

/** What gives a program variables from elsewhere without their names, in lower case. */
const UNNAMED = ['envfrom', 'env_file', 'env-file', 'environmentfile'];

/**
 * Finds what else gives variables their values that clients read: under names that do not say what they have (`DB_URL`),
 * and without a name where another file has a value.
 */
export function supplierSearch({ settingsOf }: Project, list: FileList, options: ScanOptions) {
  const names = new Set<string>();
  const values: { readonly file: string; readonly name: string }[] = [];
  return {
    /** The strings of each file come first. */
    note(file: string, role: FileRole, strings: readonly FoundString[]): void {
      for (const { via, name, uri, literal } of role === 'docs' ? [] : strings) {
        if (via === 'env' && /^[A-Z][A-Z\d_]+$|^[a-z][\w-]*(?:\.[\w-]+)+$/.test(name ?? '')) names.add(name!);
        const variable = uri ? variableIn(literal.key) : undefined;
        if (variable !== undefined) values.push({ file, name: variable });
      }
    },
    /** Passes each text with such a supplier, and the strings that only this search finds, to `visit`. */
    search(visit: (source: Source, added: readonly FoundString[]) => void): void {
      if (names.size === 0) return;
      const variables = new Set([...names].filter((name) => !isStringName(name)));
      const answers = values.filter(({ name }) => names.has(name));
      scanFiles(list, [...variables, ...UNNAMED], options, ({ path, text }) => {
        const isNamed = [...variables].some((name) => text.includes(name));
        if (!isNamed && answers.every(({ file }) => file === path)) return;
        const { strings: settings } = settingsOf(path);
        const source = { path, text, variables };
        const added = suppliersIn(source, settings, stringsIn({ path, text }, settings));
        if (added.length > 0) visit(source, added);
      });
    },
  };
}
