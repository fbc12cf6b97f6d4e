import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { stringsIn, suppliersIn } from '../lint/recorded.ts';
import { GENERAL } from '../lint/read-values.ts';
import { variableIn } from '../lint/variables.ts';
import { isStringName, platformFile, unnamedWords } from '../read/external/settings.ts';
import { folderOf, type Source } from '../text/source.ts';
import type { FileList } from './fs/list-files.ts';
import type { Project } from './project/project.ts';
import { scanFiles, type ScanOptions } from './scan/scan-files.ts';

/** The name of a variable, of the environment or of a playbook, or a key of a config. */
const READ = /^[A-Z][A-Z\d_]+$|^[a-z](?=[\w-]*[._])[\w.-]+$|^[A-Za-z]\w*:[\w:]+$/;

/** Settings by which charts and Terraform code get values, unless a command or another file replaces them. */
const TARGETS = /(?:^|\/)values[\w.-]*\.ya?ml$|\.tfvars(?:\.json)?$/i;

/** How .NET and Spring spell a key elsewhere: `Store:Url` as `Store__Url`, `store.db-url` as `STORE_DBURL`. */
function otherSpellings(name: string): readonly string[] {
  const path = name.replaceAll(':', '.');
  const variable = path.replaceAll('.', '_').replaceAll('-', '').toUpperCase();
  return path.includes('.') ? [path, path.replaceAll('.', '__'), variable] : [];
}

/**
 * Finds what else gives variables their values that clients read: under names that do not say what they have (`DB_URL`),
 * and without a name where another file has a value.
 */
export function supplierSearch({ settingsOf }: Project, list: FileList, options: ScanOptions) {
  /** The files that read each variable, and those that have a value for it. */
  const readers = new Map<string, Set<string>>();
  const values = new Map<string, Set<string>>();
  /** The members of other modules that clients take their strings from: `db.url` of `config.db.url`. */
  const members = new Set<string>();
  /** The values of charts and of Terraform variables that a deployment may replace: `db.host`. */
  const targets = new Set<string>();
  const add = (files: Map<string, Set<string>>, name: string, file: string): void =>
    void files.set(name, (files.get(name) ?? new Set()).add(file));
  return {
    /** The strings of each file come first. */
    note(file: string, role: FileRole, strings: readonly FoundString[]): void {
      for (const { via, name, uri, literal, store } of role === 'docs' ? [] : strings) {
        if (via === 'env' && READ.test(name ?? '')) add(readers, name!, file);
        const member = via === 'unknown' ? /^\w+\.(\w[\w.]*)$/.exec(name ?? '')?.[1] : undefined;
        if (member !== undefined && !GENERAL.test(member)) members.add(member);
        // Also the name of a chart, all whose values a deployment may replace.
        if (name === null && literal.key !== null && TARGETS.test(file))
          targets.add(literal.key).add(folderOf(file).split('/').at(-2) ?? '');
        const variable = uri ? variableIn(literal.key) : undefined;
        // What is in a store does not replace what another one gives.
        if (variable !== undefined) add(values, variable, store ? '' : file);
      }
    },
    /** Passes each text with such a supplier, and the strings that only this search finds, to `visit`. */
    search(visit: (source: Source, added: readonly FoundString[]) => void): void {
      if (readers.size + members.size + targets.size === 0) return;
      const names = [...readers.keys()].filter((name) => !isStringName(name));
      const others = [...names.flatMap(otherSpellings), ...members].map((name) => [name, false] as const);
      const own = new Map([...others, ...names.map((name) => [name, true] as const)]);
      const words = [...own.keys()].map((name) => name.split('.').sort((a, b) => b.length - a.length));
      const replaced = targets.size > 0 ? ['*', ...targets].map((name) => [`set ${name}`, false] as const) : [];
      const variables = new Map([...own, ...replaced]);
      const given = [...readers].filter(([name]) => values.has(name.toUpperCase()));
      const all = [...words.map(([longest]) => longest!), ...unnamedWords()];
      scanFiles(list, all, { ...options, also: platformFile() }, ({ path, text }) => {
        // A platform keeps the variables of the programs in its folder.
        const folder = platformFile().test(path) ? folderOf(path).replace(/(?:^|(?<=\/))\.\w+\/$/, '') : '';
        const mayHaveAll = given.some(
          ([name, files]) =>
            !values.get(name.toUpperCase())!.has(path) && [...files].some((file) => file.startsWith(folder)),
        );
        if (!mayHaveAll && targets.size === 0 && !words.some((keys) => keys.every((key) => text.includes(key)))) return;
        const { strings: settings } = settingsOf(path);
        const source = { path, text, variables: mayHaveAll ? new Map([...variables, ['*', false]]) : variables };
        const added = suppliersIn(source, settings, stringsIn({ path, text }, settings));
        if (added.length > 0) visit(source, added);
      });
    },
  };
}
