import patterns from '../value-patterns.json' with { type: 'json' };
import overlays from '../../read/overlays.json' with { type: 'json' };
import type { FileRole } from '../../config/severity.ts';
import type { TreeFile } from '../../iac/attribute-clusters.ts';
import { textAt } from '../../parse/part.ts';
import { importNamed, type ImportedName } from '../../read/bindings.ts';
import { isProgram, isTerraformPath, languageOf } from '../../read/families.ts';
import { overlaid, valuesOf } from '../../read/values.ts';
import { namedForms, escapePattern, folderOf, importedModule, lineBefore } from '../../text/source.ts';
import { isModuleAt, joinedPath, modulePath } from '../../text/source.ts';
import { oncePer, oncePerKey, only, parentOf, rowsForm, type Range, type Source } from '../../text/source.ts';

const FORMS = namedForms(patterns.files);

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

/** Whether it is the code of a program. A name without an ending does not say so. */
export const isCode = oncePer((file: ValueFile): boolean => {
  const hasEnding = file.file.lastIndexOf('.') > file.file.lastIndexOf('/');
  return isProgram(languageOf(file.file, hasEnding ? '' : sourceIn(file).text));
});

/** Whether it is a file of infrastructure that chooses from its maps of values. */
export const hasMaps = ({ file }: ValueFile): boolean => isTerraformPath(file) || FORMS.serverless.test(file);

/** Whether a platform or a command passes on a variable that is set elsewhere: not by another platform, or an image. */
export const passesOn = (file: ValueFile, { offset }: Range, from: ValueFile): boolean =>
  (FORMS.passesOn.test(from.file) || FORMS.image.test(from.file)) &&
  (FORMS.passesOn.test(file.file) ||
    (!isCode(file) && /\b(?:docker|podman)[ \t][^\n]*$/.test(lineBefore(sourceIn(file).text, offset))));

/** Where a name is defined: the path of a module, and its name in it, or `null` for the whole. */
export interface Definition extends Pick<ImportedName, 'module' | 'name'> {
  /** True for a module of this tree, which may hand on what another one in its folder has. */
  readonly isBeside: boolean;
  /** True for a package, which is a folder if it is in the tree: `@shop/config`, another module of Go. */
  readonly isPackage: boolean;
  /** True for what a variable has from a file of settings. */
  readonly isLoaded: boolean;
  /** True for a module that puts variables or arguments over its settings, and a file that changes them. */
  readonly isOverridden: boolean;
  /** The modules of which this one is nothing else than a choice: `module.exports = live ? require("./live") : …`. */
  readonly also: readonly string[];
}

const OVER_SETTINGS = rowsForm('m', overlays.settings);
/** Whether a text puts variables or arguments over settings, which `k.String("store.url")` reads without a module. */
export const overridesSettings = (text: string): boolean => OVER_SETTINGS().test(text);

/** The settings file that a variable has: `cfg = yaml.load(readFileSync('app.yml'))`. No file of the tree for another. */
function loadedAs(source: Source, name: string): (ImportedName & { readonly isLoaded: true }) | undefined {
  const end = { offset: source.text.length, endOffset: source.text.length };
  const valueOf = (one: string): string =>
    valuesOf(source, one, end)
      .map((range) => textAt(source.text, range))
      .join('\n');
  const called =
    source.text.match(new RegExp(String.raw`\b${escapePattern(name)}\.(?:read|update|merge)\w{0,9}\([^\n]*`, 'g')) ??
    [];
  const value = valueOf(name);
  if (!FORMS.loads.test(value)) return undefined;
  const argumentsIn = (texts: readonly string[]): string[] =>
    [...new Set(texts.join('\n').match(FORMS.argument))].map(valueOf);
  const given = argumentsIn([value, ...called]);
  const all = [value, ...called, ...given, ...argumentsIn(given)].join('\n');
  // `ROOT / "config" / "app.yaml"`, `config_for(:mongo)`
  const written = all
    .replace(/(?<=\w)["'] ?\/ ?["'](?=\w)/g, '/')
    .replace(/\bconfig_for\(\s*[:"'](\w+)["']?/g, '"config/$1.yml"')
    .replace(/\bgetBundle\(\s*"([\w/-]+)"/g, '"$1.properties"');
  const paths = new Set(
    Array.from(written.matchAll(FORMS.settingsFile), ([, path = '']) => path.replace(/^\/(?:(?:app|code|src)\/)?/, '')),
  );
  const path = FORMS.fromElsewhere.test(written) ? undefined : only(paths);
  // No file of the tree has the path `\0`.
  return { module: path ?? '\0', name: null, written, isLoaded: true };
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
  // The settings of Django are where its script says.
  const script = found.module === 'django/conf' ? sourceAt('manage')?.text : undefined;
  const [, settings] = /\bDJANGO_SETTINGS_MODULE["'], ?["']([\w.]+)/.exec(script ?? '') ?? [];
  if (found.module === 'django/conf' && settings === undefined) return null;
  const own = settings?.replaceAll('.', '/') ?? found.module;
  const module = importedModule(own, source.path).replace(root === undefined ? '' : `${root}/`, '');
  const isBeside = found.module.startsWith('.');
  const next =
    found.name !== null && (isBeside || source.path.endsWith('.py')) && hops > 0
      ? definitionOf(found.name, module, sourceAt, hops - 1)
      : null;
  const isPackage = root === undefined ? /^@[\w-]/.test(found.module) : !found.module.startsWith(`${root}/`);
  const end = { offset: source.text.length, endOffset: source.text.length };
  const isOverridden =
    overlaid(source, end, name) !== undefined ||
    [source, sourceAt(module)].some((one) => overridesSettings(one?.text ?? ''));
  const also = handedOn(sourceAt(module), sourceAt);
  if (next) return { ...next, isOverridden: isOverridden || next.isOverridden };
  return { module, name: found.name, isBeside, isPackage, isLoaded: 'isLoaded' in found, isOverridden, also };
}

/** The modules whose values a module has, if it says nothing else about what it exports and the tree has all. */
function handedOn(source: Source | undefined, sourceAt: (path: string) => Source | undefined): readonly string[] {
  const all = [...(source?.text.matchAll(FORMS.handsOn) ?? [])].map(([, ...paths]) => paths.filter(Boolean));
  const modules = all.flat().map((one) => importedModule(one.replace(/^(?!\.)/, './'), source!.path));
  const isOnly = all.length >= (source?.text.match(FORMS.exports) ?? []).length;
  return isOnly && modules.every((one) => sourceAt(one)) ? modules : [];
}

/** The files beside a path, and in the folder at it, that meet a condition, as a file sees them. */
const modulesAt = oncePer((file: ValueFile) => {
  const { path: own, tree } = file.place?.() ?? {};
  const up = own?.slice(0, own.length - file.file.length) ?? '';
  return (path: string, isMeant: (module: string, path: string) => boolean): Source[] =>
    [parentOf(path), path]
      .flatMap((folder) => (tree?.namesIn(up + folder) ?? []).map((one) => joinedPath(folder, one)))
      .filter((one) => isMeant(modulePath(one), one))
      .map((one) => (one === file.file ? sourceIn(file) : { path: one, text: tree!.textOf(up + one) }));
});

/** The module at a path, as a file sees it. */
export const modulesFor = oncePer(
  (file: ValueFile) =>
    (path: string): Source | undefined =>
      path === file.file
        ? sourceIn(file)
        : modulesAt(file)(path, (module, one) => module === path && (one !== path || one.endsWith('.mod')))[0],
);

/** The module of a definition, and those that a build puts in its place: `environment.prod.ts`. */
export const modulesOf = oncePer((file: ValueFile) =>
  oncePerKey((module: string): readonly Source[] =>
    modulesAt(file)(
      module,
      (one) => one === module || (one.startsWith(`${module}.`) && !/\.(?:d|test|spec|stories)$/.test(one)),
    ),
  ),
);

/** A program's file, and those of its language in the same folder. */
export const sourcesBeside = oncePer((file: ValueFile): readonly Source[] => {
  const { file: own } = file;
  const ending = own.slice(own.lastIndexOf('.'));
  return modulesAt(file)(own, (_, one) => one === own || (isCode(file) && one.endsWith(ending)));
});

/** The definition of a name that a file imports. */
export const importOf = oncePer((file: ValueFile) =>
  oncePerKey((name: string): Definition | null => definitionOf(name, file.file, modulesFor(file))),
);

/** Whether a file is the module of a definition, or one of a package in the tree. */
export const isDefinedIn = (file: string, { module, name, isPackage, also }: Definition): boolean =>
  also.some((one) => isModuleAt(file, one)) ||
  (isPackage
    ? `/${folderOf(file)}`.includes(`/${module}/`)
    : isModuleAt(file, module) ||
      (name !== null && isModuleAt(file, `${module}/${name}`)) ||
      // Without `go.mod`, the end of a path.
      (file.endsWith('.go') && parentOf(file) !== '' && `/${module}`.endsWith(`/${parentOf(file)}`)));

/** Whether a file imports a class, or the file that has it: `use Acme\Settings;`, `import 'package:shop/config.dart'`. */
export function importsClass(file: ValueFile, name: string, from: ValueFile): boolean {
  const names = [name, modulePath(from.file).split('/').at(-1)!].map(escapePattern).join('|');
  const imports = String.raw`^[ \t]*(?:import|use|using|from|require\w{0,10}|include)\b[^\n]{0,200}[\\/.:](?:${names})\b`;
  return new RegExp(imports, 'm').test(sourceIn(file).text);
}

/** The folder of one program: the first of the path, or the second below a folder of programs; empty for the root. */
export const treeOf = oncePer(({ file }: ValueFile): string => {
  const parts = folderOf(file).split('/');
  const folders = parts.filter((part) => !/^\.{0,2}$/.test(part));
  return folders.slice(0, FORMS.containers.test(folders[0] ?? '') ? 2 : 1).join('/');
});
