import type { FileRole } from '../config/severity.ts';
import type { TreeFile } from '../iac/attribute-clusters.ts';
import { textAt } from '../parse/part.ts';
import { importNamed, type ImportedName } from '../read/bindings.ts';
import { valuesOf } from '../read/values.ts';
import { folderOf, importedModule, isModuleAt, joinedPath, modulePath } from '../text/source.ts';
import { oncePer, oncePerKey, parentOf, type Source } from '../text/source.ts';

/** A file that may give reads their values. */
export interface ValueFile {
  readonly file: string;
  readonly role: FileRole;
  /** The one that the config names, or `null`. */
  readonly environment: string | null;
  /** Where its text is, which is read only if it is asked for. */
  readonly place?: (() => TreeFile | undefined) | undefined;
  /** Its repository, if there are several. */
  readonly root?: string;
  /** True for a dump of secrets or variables that the config names. */
  readonly isGiven?: boolean;
}

/** Reads the text of a file. */
export function readSource({ file, place }: ValueFile): Source {
  const { path, tree } = place?.() ?? {};
  return { path: file, text: tree?.textOf(path!) ?? '' };
}

/** The same, kept in memory: for files of which reads ask. */
export const sourceIn = oncePer(readSource);

/** Where a name is defined: the path of a module, and its name in it, or `null` for the whole. */
export interface Definition extends Pick<ImportedName, 'module' | 'name'> {
  /** True for a module of this tree, which may hand on what another one in its folder has. */
  readonly isBeside: boolean;
  /** True for a package, which is a folder if it is in the tree: `@shop/config`, another module of Go. */
  readonly isPackage: boolean;
  /** True for what a variable has from a file of settings. */
  readonly isLoaded: boolean;
}

/** The module of what is read from no file of the tree. */
const ELSEWHERE = '\0';

/** What reads a file of settings, and the path of one. */
const LOADS =
  /\b(?:readFile(?:Sync)?|readJson(?:Sync)?|read_text|read_to_string|load_file|safe_load|parse_ini_file|file_get_contents|import_module|get_secret_value|fetch|ConfigParser|json(?=\(\))|(?:JSON|json5?|yaml|YAML|jsyaml|toml|TOML|tomllib|ini)(?:\.|::|_)(?:parse|loads?|load_file|decode|from_str))\(/;
const SETTINGS_FILE = /["'`]([^"'`\n]*\.(?:json5?|ya?ml|toml|ini|cfg|conf|properties))["'`]/g;
const FROM_ELSEWHERE =
  /\b(?:env|environ|argv|args|getenv|expanduser|fetch|input)\b|get_?secret|secrets?_?manager|(?<!\+\s?)["'`]~?\/(?!(?:app|code|src)\/)/i;

/** The settings file that a variable has: `cfg = yaml.load(readFileSync('app.yml'))`. No file of the tree for another. */
function loadedAs(source: Source, name: string): (ImportedName & { readonly isLoaded: true }) | undefined {
  const end = { offset: source.text.length, endOffset: source.text.length };
  const valueOf = (one: string): string =>
    valuesOf(source, one, end)
      .map((range) => textAt(source.text, range))
      .join('\n');
  const called = source.text.match(new RegExp(String.raw`\b${name}\.(?:read|update|merge)\w{0,9}\([^\n]*`, 'g')) ?? [];
  const value = valueOf(name);
  if (!LOADS.test(value)) return undefined;
  const argumentsIn = (texts: readonly string[]): string[] =>
    [...new Set(texts.join('\n').match(/(?<=[(,]\s{0,20})[A-Za-z_]\w{0,60}(?=\s{0,20}[,)])/g))].map(valueOf);
  const given = argumentsIn([value, ...called]);
  const written = [value, ...called, ...given, ...argumentsIn(given)].join('\n');
  const paths = new Set(
    Array.from(written.matchAll(SETTINGS_FILE), ([, path = '']) => path.replace(/^\/(?:(?:app|code|src)\/)?/, '')),
  );
  const module = FROM_ELSEWHERE.test(written) || paths.size !== 1 ? ELSEWHERE : [...paths][0]!;
  return { module, name: null, written, isLoaded: true };
}

/** Where a file imports a name from, over modules that only hand it on: `export { url as STORE } from './urls'`. */
function definitionOf(
  name: string,
  path: string,
  sourceAt: (path: string) => Source | undefined,
  hops = 3,
): Definition | null {
  const source = sourceAt(path);
  const found = source && (importNamed(source, name) ?? loadedAs(source, name));
  if (!found) return null;
  // The packages of a program in Go are below its module.
  const manifest = source.path.endsWith('.go') ? sourceAt('go.mod') : undefined;
  const [, root] = /^module[ \t]+(\S+)/m.exec(manifest?.text ?? '') ?? [];
  const module = importedModule(found.module, source.path).replace(root === undefined ? '' : `${root}/`, '');
  const isBeside = found.module.startsWith('.');
  const next =
    found.name !== null && isBeside && hops > 0 ? definitionOf(found.name, module, sourceAt, hops - 1) : null;
  const isPackage = root === undefined ? /^@[\w-]/.test(found.module) : !found.module.startsWith(`${root}/`);
  return next ?? { module, name: found.name, isBeside, isPackage, isLoaded: 'isLoaded' in found };
}

/** The definition of a name that a file imports. */
export const importOf = oncePer((file: ValueFile) =>
  oncePerKey((name: string): Definition | null => {
    const { path: own, tree } = file.place?.() ?? {};
    const up = own?.slice(0, own.length - file.file.length) ?? '';
    return definitionOf(name, file.file, (path) => {
      if (path === file.file) return sourceIn(file);
      const folders = [parentOf(path), path];
      const files = folders.flatMap((folder) =>
        (tree?.namesIn(up + folder) ?? []).map((one) => joinedPath(folder, one)),
      );
      const found = files.find((one) => modulePath(one) === path && (one !== path || one.endsWith('.mod')));
      return found === undefined ? undefined : { path: found, text: tree!.textOf(up + found) };
    });
  }),
);

/** Whether a file is the module of a definition, or one of a package in the tree. */
export const isDefinedIn = (file: string, { module, name, isPackage }: Definition): boolean =>
  isPackage
    ? `/${folderOf(file)}`.includes(`/${module}/`)
    : isModuleAt(file, module) ||
      (name !== null && isModuleAt(file, `${module}/${name}`)) ||
      // Without `go.mod`, the end of a path.
      (file.endsWith('.go') && parentOf(file) !== '' && `/${module}`.endsWith(`/${parentOf(file)}`));

/** The same, or a file of its folder or beside it, which it may hand on. */
export const isIn = (file: string, definition: Definition): boolean =>
  isDefinedIn(file, definition) ||
  (definition.isBeside && folderOf(file) === folderOf(definition.module)) ||
  `/${file}`.includes(`/${definition.module}/`);
