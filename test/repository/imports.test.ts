import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/**
 * The folders of `src`, in the order of the pipeline: a file imports from its own folder and from those before it.
 * Folders in one entry do not import each other.
 */
const ORDER: readonly (readonly string[])[] = [
  ['text'],
  ['parse'],
  ['classify'],
  ['find'],
  ['config'],
  ['facts'],
  ['read'],
  ['drivers'],
  ['iac'],
  ['clients'],
  ['admin-api'],
  ['lint'],
  ['plan'],
  ['report'],
  ['node'],
  ['cli', 'eslint'],
];
const rankOf = (folder: string): number => ORDER.findIndex((row) => row.includes(folder));
/** From here on, Node's API and packages may be used. All folders before are pure. */
const EFFECTS = rankOf('node');
/** Packages in pure code: the shape of the config and of the options that rules declare for it, and edits of words. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  valibot: ['config', 'lint'],
  'fastest-levenshtein': ['text'],
};
/** Rules use the folders before this one. */
const BEHIND_RULES = rankOf('plan');
/** The only file that contains the vendor's domains and paths. */
const SERVICE_PROFILE = 'src/classify/atlas.json';
/** Maximum length of a file, in lines. A longer file contains a second concept. */
const MAX_FILE_LINES = 500;
const MAX_FOLDER_FILES = 24;

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const files = ['src', 'rules', 'test', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'))
    .sort(),
);
const sources = files.filter((path) => path.startsWith('src/') || path.startsWith('rules/'));

const trees = new Map<string, ts.SourceFile>();
function parse(path: string): ts.SourceFile {
  const known = trees.get(path);
  if (known) return known;
  const tree = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  trees.set(path, tree);
  return tree;
}

function visitEach(node: ts.Node, visit: (node: ts.Node) => boolean): void {
  if (visit(node)) ts.forEachChild(node, (child) => visitEach(child, visit));
}

const imports = new Map<string, readonly Import[]>();
/** Static and dynamic imports, parts of Node that are loaded later, re-exports, and types named by `import('…')`. */
function importsOf(path: string): readonly Import[] {
  const known = imports.get(path);
  if (known) return known;
  const found: Import[] = [];
  imports.set(path, found);
  visitEach(parse(path), (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const specifier = (node.moduleSpecifier as ts.StringLiteral).text;
      const typeOnly = ts.isImportDeclaration(node)
        ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || namesTypesOnly(node)
        : node.isTypeOnly;
      found.push({ specifier, typeOnly });
    }
    if (ts.isCallExpression(node) && loadsModule(node.expression)) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteralLike(specifier)) found.push({ specifier: specifier.text, typeOnly: false });
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
      found.push({ specifier: node.argument.literal.text, typeOnly: true });
    return true;
  });
  return found;
}

/** `import('…')`, `process.getBuiltinModule('…')` */
const loadsModule = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword ||
  (ts.isPropertyAccessExpression(callee) && callee.name.text === 'getBuiltinModule');

/** `import { type A, type B }` */
function namesTypesOnly(node: ts.ImportDeclaration): boolean {
  const names = node.importClause?.namedBindings;
  if (node.importClause?.name || !names || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function resolveImport(path: string, specifier: string): string {
  return relative(root, join(root, dirname(path), specifier)).replaceAll('\\', '/');
}

const isPackage = (specifier: string): boolean => !specifier.startsWith('.');

/** Why an import is wrong, or `null`. */
function faultOf(path: string, { specifier, typeOnly }: Import): string | null {
  const [top, folder = ''] = path.split('/');
  // The public API imports everything.
  if (path === 'src/index.ts') return null;
  const rank = top === 'rules' ? BEHIND_RULES - 1 : rankOf(folder);
  if (rank < 0) return `${path}: the folder has no place in ORDER`;
  if (isPackage(specifier)) {
    if (rank >= EFFECTS || typeOnly) return null;
    if (PURE[specifier]?.includes(folder)) return null;
    const what = specifier.startsWith('node:') || builtinModules.includes(specifier) ? "Node's API" : 'a package';
    return `${path} uses ${what}: ${specifier}`;
  }
  const target = resolveImport(path, specifier);
  const [targetTop, targetFolder = ''] = target.split('/');
  const fault = `${path} imports ${target}`;
  if (targetTop === 'rules') return top === 'rules' || rank > EFFECTS ? null : fault;
  const targetRank = rankOf(targetFolder);
  if (top === 'rules') return targetRank >= 0 && targetRank <= rank ? null : fault;
  if (folder === 'eslint' && startsPrograms(target)) return `${fault}, which starts programs at each key stroke`;
  return folder === targetFolder || (targetRank >= 0 && targetRank < rank) ? null : fault;
}

/** True for a file that starts other programs, directly or through its imports. */
function startsPrograms(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  return importsOf(path).some(({ specifier, typeOnly }) => {
    if (typeOnly) return false;
    if (!isPackage(specifier)) return startsPrograms(resolveImport(path, specifier), seen);
    return specifier === 'node:child_process';
  });
}

/** The first cycle of value imports among these files, or an empty list. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (path: string, above: readonly string[]): readonly string[] => {
    if (above.includes(path)) return [...above.slice(above.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...above, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** Domains, hosts and paths of the vendor, as written in a string or pattern. */
const VENDOR =
  /mongodb(?:-dev|-qa|-stage|gov)?\\?\.(?:net|com)|mongodb-api\\?\.com|\/api\/atlas|vnd\\?\.atlas|\/prometheus\/v1/i;

/** Strings and patterns of a file that contain a vendor name. Comments may. */
function namesVendor(path: string): string[] {
  const found: string[] = [];
  visitEach(parse(path), (node) => {
    const text = ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateHead(node);
    if ((text || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) && VENDOR.test(node.text)) {
      const { line } = parse(path).getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1}: ${node.text.slice(0, 80)}`);
    }
    return true;
  });
  return found;
}

describe('the order of the folders', () => {
  it('is the order of imports', () => {
    expect(sources.flatMap((path) => importsOf(path).flatMap((one) => faultOf(path, one) ?? []))).toEqual([]);
  });

  it('has no cycle of values', () => {
    const graph = new Map(
      sources.map((path) => [
        path,
        importsOf(path)
          .filter(({ specifier, typeOnly }) => !typeOnly && !isPackage(specifier))
          .map(({ specifier }) => resolveImport(path, specifier)),
      ]),
    );
    expect(findCycle(graph)).toEqual([]);
    expect(findCycle(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]]))).toEqual(['b', 'c', 'b']); // prettier-ignore
  });

  it('would reveal a wrong import', () => {
    const value = (specifier: string): Import => ({ specifier, typeOnly: false });
    expect(faultOf('src/text/a.ts', value('../node/check.ts'))).not.toBeNull();
    expect(faultOf('src/text/a.ts', value('node:fs'))).not.toBeNull();
    expect(faultOf('src/read/a.ts', value('yaml'))).not.toBeNull();
    expect(faultOf('src/read/a.ts', value('valibot'))).not.toBeNull();
    expect(faultOf('src/config/a.ts', value('valibot'))).toBeNull();
    expect(faultOf('src/iac/a.ts', value('../lint/rule.ts'))).not.toBeNull();
    expect(faultOf('rules/a.ts', value('../src/plan/plan.ts'))).not.toBeNull();
    expect(faultOf('rules/a.ts', value('../src/lint/string-hosts.ts'))).toBeNull();
    expect(faultOf('src/parse/a.ts', { specifier: '../classify/service.ts', typeOnly: true })).not.toBeNull();
    expect(faultOf('src/node/a.ts', value('../cli/options.ts'))).not.toBeNull();
    expect(faultOf('src/cli/a.ts', value('../eslint/index.ts'))).not.toBeNull();
    expect(faultOf('src/eslint/a.ts', value('../node/git/run-git.ts'))).not.toBeNull();
    expect(faultOf('src/other/a.ts', value('../text/source.ts'))).not.toBeNull();
  });
});

describe('names', () => {
  it("of the vendor's domains and paths are in one file", () => {
    expect(namesVendor(SERVICE_PROFILE).length).toBeGreaterThan(5);
    expect(sources.filter((path) => path !== SERVICE_PROFILE).flatMap(namesVendor)).toEqual([]);
  });
});

/** The exports of each file, by name. A command is known by its file and exports the same names as the others. */
function exportedNames(trees: readonly (readonly [string, ts.SourceFile])[]): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>();
  for (const [path, tree] of trees) {
    for (const name of tree.statements.flatMap(declaredExports))
      paths.set(name, (paths.get(name) ?? new Set()).add(path));
  }
  return paths;
}

function declaredExports(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

const severalMeanings = (paths: Map<string, Set<string>>): string[] =>
  [...paths].filter(([, where]) => where.size > 1).map(([name, where]) => `${name}: ${[...where].join(', ')}`);

describe('exported names', () => {
  const isCommand = (path: string): boolean => path.startsWith('src/cli/commands/');

  it('mean one thing each', () => {
    const modules = sources.filter((path) => path.startsWith('src/') && !isCommand(path) && path !== 'src/index.ts');
    expect(severalMeanings(exportedNames(modules.map((path) => [path, parse(path)])))).toEqual([]);
  });

  it('with two meanings would be noticed', () => {
    const tree = (text: string): ts.SourceFile => ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
    const found = exportedNames([
      ['a.ts', tree('export type Piece = string; export const one = 1;')],
      ['b.ts', tree('export interface Piece {} export function two() {}')],
    ]);
    expect(severalMeanings(found)).toEqual(['Piece: a.ts, b.ts']);
  });
});

describe('size', () => {
  it('of a file shows one concept', () => {
    const lines = (path: string): number => readFileSync(join(root, path), 'utf8').split('\n').length - 1;
    expect(files.filter((path) => lines(path) > MAX_FILE_LINES)).toEqual([]);
  });

  it('of a folder can be taken in at a glance', () => {
    const counts = new Map<string, number>();
    for (const path of files.filter((one) => one.startsWith('src/')))
      counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_FOLDER_FILES)).toEqual([]);
  });
});
