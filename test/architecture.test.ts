import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What the files of a folder may import from the project; `type` allows the import of types only. */
interface Row {
  readonly from: readonly string[];
  readonly typesFrom?: readonly string[];
  /** True where no program may be started, not even by what is imported. */
  readonly quiet?: true;
  /** True where Node's API and packages are allowed. */
  readonly effects?: true;
}

// The house: who may know whom. A folder without a row fails, so that a new one gets its place on purpose.
const HOUSE: Readonly<Record<string, Row>> = {
  'src/core': { from: ['src/core'] },
  'src/readers': { from: ['src/core', 'src/readers'] },
  rules: { from: ['src/core', 'rules'] },
  'src/lint': { from: ['src/core', 'src/readers', 'src/lint'] },
  'src/report': { from: ['src/core', 'src/report'], typesFrom: ['src/lint'] },
  'src/node': { from: ['src/core', 'src/readers', 'src/lint', 'src/report', 'src/node'], effects: true },
  'src/cli': {
    from: ['src/core', 'src/readers', 'src/lint', 'src/report', 'src/node', 'src/cli', 'rules'],
    effects: true,
  },
  'src/eslint': {
    from: ['src/core', 'src/readers', 'src/lint', 'src/report', 'src/node', 'src/eslint', 'rules'],
    // An editor asks a plugin at every key stroke.
    quiet: true,
    effects: true,
  },
  'src/generate': {
    from: ['src/core', 'src/readers', 'src/lint', 'src/report', 'src/node', 'src/cli', 'src/generate', 'rules'],
    effects: true,
  },
  // An API to try things with; never part of the package.
  'src/demo': { from: ['src/core', 'src/demo'], effects: true },
  src: { from: ['src/core', 'src/readers', 'src/lint', 'src/report', 'src/node', 'src', 'rules'], effects: true },
};

/** Longest file, in lines. One that outgrows it holds a second concept. */
const LONGEST = 250;
/** Tests that are to be split yet. */
const TO_SPLIT = ['test/config-validate.test.ts', 'test/files-list.test.ts'];

interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const files = ['src', 'rules', 'test', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'))
    .sort(),
);
const own = files.filter((path) => path.startsWith('src/') || path.startsWith('rules/'));

const parsed = new Map<string, ts.SourceFile>();
function parse(path: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known) return known;
  const tree = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(path, tree);
  return tree;
}

function each(node: ts.Node, visit: (node: ts.Node) => boolean): void {
  if (visit(node)) ts.forEachChild(node, (child) => each(child, visit));
}

/** Static and dynamic imports, re-exports, and types that are named by `import('…')`. */
function importsOf(path: string): Import[] {
  const found: Import[] = [];
  each(parse(path), (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const specifier = (node.moduleSpecifier as ts.StringLiteral).text;
      const typeOnly = ts.isImportDeclaration(node)
        ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || namesTypesOnly(node)
        : node.isTypeOnly;
      found.push({ specifier, typeOnly });
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteralLike(specifier)) found.push({ specifier: specifier.text, typeOnly: false });
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
      found.push({ specifier: node.argument.literal.text, typeOnly: true });
    return true;
  });
  return found;
}

/** `import { type A, type B }` */
function namesTypesOnly(node: ts.ImportDeclaration): boolean {
  const names = node.importClause?.namedBindings;
  if (node.importClause?.name || !names || !ts.isNamedImports(names)) return false;
  return names.elements.length > 0 && names.elements.every(({ isTypeOnly }) => isTypeOnly);
}

const folderOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('src/') ? 2 : 1)
    .join('/');
const rowOf = (path: string): string => (/^src\/[^/]+\.ts$/.test(path) ? 'src' : folderOf(path));

/** Why an import is wrong, or `null`. */
function wrong(path: string, { specifier, typeOnly }: Import): string | null {
  const row = HOUSE[rowOf(path)];
  if (!row) return `${path}: the folder has no row in the house table of this test`;
  if (!specifier.startsWith('.')) {
    if (row.effects || typeOnly) return null;
    const what = specifier.startsWith('node:') || builtinModules.includes(specifier) ? "Node's API" : 'a package';
    return `${path} uses ${what}: ${specifier}`;
  }
  const target = resolved(path, specifier);
  const allowed = [...row.from, ...(typeOnly ? (row.typesFrom ?? []) : [])];
  if (!allowed.includes(rowOf(target))) return `${path} imports ${typeOnly ? 'types of ' : ''}${target}`;
  return row.quiet && startsPrograms(target) ? `${path} imports ${target}, which starts programs` : null;
}

/** True for a file that starts other programs, by itself or by what it imports. */
function startsPrograms(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  return importsOf(path).some(({ specifier, typeOnly }) => {
    if (typeOnly) return false;
    if (specifier.startsWith('.')) return startsPrograms(resolved(path, specifier), seen);
    return specifier === 'node:child_process';
  });
}

function resolved(path: string, specifier: string): string {
  return relative(root, join(root, dirname(path), specifier)).replaceAll('\\', '/');
}

/** Domains, hosts and paths of the vendor, as they would stand in a string or a pattern. */
const VENDOR =
  /mongodb(?:-dev|-qa|-stage|gov)?\\?\.(?:net|com)|mongodb-api\\?\.com|\/api\/atlas|vnd\\?\.atlas|\/prometheus\/v1/i;

/** Texts that the program works with and that name the vendor. Comments may, and so may a rule's words and examples. */
function namesVendor(path: string): string[] {
  const found: string[] = [];
  for (const part of path.startsWith('rules/') ? usedByCheck(parse(path)) : [parse(path)]) {
    each(part, (node) => {
      const text = ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateHead(node);
      if ((text || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) && VENDOR.test(node.text)) {
        const { line } = parse(path).getLineAndCharacterOfPosition(node.getStart());
        found.push(`${path}:${line + 1}: ${node.text.slice(0, 80)}`);
      }
      return true;
    });
  }
  return found;
}

/** A rule's `check` with all of the file that it uses, and so without the words, the examples and what only those use. */
function usedByCheck(tree: ts.SourceFile): readonly ts.Node[] {
  const declared = new Map<string, ts.Node>();
  for (const statement of tree.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) declared.set(statement.name.text, statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const one of statement.declarationList.declarations) declared.set(one.name.getText(), one);
  }
  const used = new Set<ts.Node>();
  const follow = (node: ts.Node): void => {
    used.add(node);
    each(node, (inner) => {
      const target = ts.isIdentifier(inner) ? declared.get(inner.text) : undefined;
      if (target && !used.has(target)) follow(target);
      return true;
    });
  };
  each(tree, (node) => {
    const named = ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node);
    if (named && node.name.getText() === 'check') follow(node);
    return true;
  });
  return [...used];
}

describe('the house', () => {
  it('has files in each of its main rooms', () => {
    for (const folder of ['src/core', 'src/readers', 'src/lint', 'src/report', 'src/node', 'src/cli', 'rules'])
      expect(own.some((path) => rowOf(path) === folder)).toBe(true);
  });

  it('lets every folder import only what it may know', () => {
    expect(own.flatMap((path) => importsOf(path).flatMap((one) => wrong(path, one) ?? []))).toEqual([]);
  });

  it('would notice a wrong import', () => {
    const value = (specifier: string): Import => ({ specifier, typeOnly: false });
    expect(wrong('src/core/a.ts', value('../node/check.ts'))).not.toBeNull();
    expect(wrong('src/core/a.ts', value('node:fs'))).not.toBeNull();
    expect(wrong('src/readers/a.ts', value('yaml'))).not.toBeNull();
    expect(wrong('rules/a.ts', value('../src/readers/strings.ts'))).not.toBeNull();
    expect(wrong('src/report/a.ts', value('../lint/lint-source.ts'))).not.toBeNull();
    expect(wrong('src/report/a.ts', { specifier: '../lint/lint-source.ts', typeOnly: true })).toBeNull();
    expect(wrong('src/node/a.ts', value('../cli/options.ts'))).not.toBeNull();
    expect(wrong('src/eslint/a.ts', value('../node/git-files.ts'))).not.toBeNull();
    expect(wrong('src/other/a.ts', value('../core/source.ts'))).not.toBeNull();
  });

  it("names the vendor's domains and paths in one place", () => {
    expect(namesVendor('src/core/service.ts').length).toBeGreaterThan(5);
    expect(own.filter((path) => path !== 'src/core/service.ts').flatMap(namesVendor)).toEqual([]);
  });

  it('would notice a rule that names it', () => {
    const names = (text: string): number => {
      parsed.set('rules/a.ts', ts.createSourceFile('rules/a.ts', text, ts.ScriptTarget.Latest, true));
      return namesVendor('rules/a.ts').length;
    };
    const rule = (check: string): string => `export default defineRule({ examples: E, check() { ${check} } });`;
    const own = "const E = 'a.mongodb.net'; const D = '.mongodb.net'; function f() { return D; }";
    expect(names(`${own} ${rule('return [];')}`)).toBe(0);
    expect(names(`${own} ${rule('return f();')}`)).toBe(1);
    expect(names(`${own} ${rule('return /\\.mongodb\\.net/.test(x);')}`)).toBe(1);
    parsed.delete('rules/a.ts');
  });

  it('has no file that outgrew one concept', () => {
    const lines = (path: string): number => readFileSync(join(root, path), 'utf8').split('\n').length - 1;
    const long = files.map((path) => [path, lines(path)] as const).filter(([, count]) => count > LONGEST);
    expect(long.filter(([path]) => !TO_SPLIT.includes(path))).toEqual([]);
  });
});
