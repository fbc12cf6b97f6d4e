// Prints the decision points of source files that have no effect on a set of texts.
//
//   node tools/effect.mjs [--texts <folder>]... [--max <texts per point>] [--all] <source file>...
//
// A decision point is a condition (`if`, `?:`, `||`, `&&`, `??`) or a regular expression. Each one is switched off in
// turn: a condition does not hold, the right side of an operator is not evaluated, a pattern does not match. Then the
// texts in which the point decided something are read and checked again. Printed are the points that never decide
// anything ("never taken") and those without which strings and findings stay as they are ("no effect"). Texts are the
// examples of the rule pages, the fixtures and, with --texts, the files of other folders. `--all` prints how many
// texts change for the other points too. A point without an effect may serve speed, or a case that only a
// test has: run `npm run bench:scaling` and the tests before you delete it.
import { readdirSync, readFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const MAX_TEXT_BYTES = 200_000;
/** Far more decisions than any of these texts takes. */
const MAX_STEPS = 20_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    texts: { type: 'string', multiple: true, default: [] },
    max: { type: 'string', default: '30' },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help || positionals.length === 0) {
  console.log(
    readFileSync(fileURLToPath(import.meta.url), 'utf8')
      .replace(/\n(?!\/\/)[^]*/, '')
      .replaceAll(/^\/\/ ?/gm, ''),
  );
  process.exit(values.help ? 0 : 2);
}

/** The decision points of all files, in order: `{ file, line, text }`. */
const points = [];
const chosen = new Set(positionals.map((file) => resolve(file)));
const { bundle, folder } = await instrumented(chosen);
const { linter, findStrings, profile } = await import(pathToFileURL(bundle).href);
rmSync(folder, { recursive: true });

const texts = [
  ...exampleTexts(),
  ...folderTexts(join(root, 'fixtures')),
  ...rowTexts(),
  ...values.texts.flatMap((one) => folderTexts(resolve(one))),
];
const { state } = globalThis.connlintEffect;
const takenIn = points.map(() => []);
const before = texts.map((text, index) => {
  state.taken.clear();
  const result = outcome(text);
  for (const point of state.taken) takenIn[point].push(index);
  return result;
});
console.log(`${points.length} decision points, ${texts.length} texts`);

const listed = points.map((point, index) => ({ ...point, index, ...effectOf(index) }));
for (const one of listed) {
  if (one.changed > 0 && !values.all) continue;
  const effect =
    one.taken === 0
      ? 'never taken'
      : one.changed === 0
        ? `no effect in ${one.taken} texts`
        : `${one.changed} of ${one.taken} texts change`;
  console.log(`${one.file}:${one.line}: ${effect}: ${one.text}`);
}
const never = listed.filter(({ taken }) => taken === 0).length;
const idle = listed.filter(({ taken, changed }) => taken > 0 && changed === 0).length;
console.log(`${never} never taken, ${idle} without an effect`);

/** How many texts take the point, and how many change without it. */
function effectOf(point) {
  const indexes = takenIn[point];
  // Module constants are made once, before any text: those patterns are switched off in all of them.
  state.off = point;
  let changed = 0;
  // Short texts first: an effect is found soon, and without one all are read.
  const short = indexes.toSorted((a, b) => texts[a].text.length - texts[b].text.length).slice(0, Number(values.max));
  for (const index of short) {
    if (outcome(texts[index]) !== before[index]) changed++;
    // Only `--all` prints how many change.
    if (changed > 0 && !values.all) break;
  }
  state.off = -1;
  return { taken: indexes.length, changed };
}

function outcome({ path, text }) {
  state.steps = 0;
  try {
    const strings = findStrings({ path, text }, profile);
    return JSON.stringify([strings, linter.lintText(text, path)]);
  } catch (error) {
    return `throws ${error.message}`;
  }
}

/** The fenced texts of the rule pages, under the name that their fence gives. */
function exampleTexts() {
  const pages = join(root, 'docs/rules');
  return readdirSync(pages).flatMap((page) => {
    const blocks = readFileSync(join(pages, page), 'utf8').matchAll(/^(`{3,})(\S+)([^\n]*)\n([^]*?)\n\1$/gm);
    return [...blocks].map(([, , language, more, text]) => ({
      path: /[\w./-]*\.[\w-]+/.exec(more)?.[0] ?? `example.${language}`,
      text: text.replaceAll(/[⟦⟧]/g, ''),
    }));
  });
}

function folderTexts(folder, most = MAX_TEXT_BYTES) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size <= most)
    .map((path) => ({ path: relative(folder, path), text: readFileSync(path, 'utf8') }));
}

/** The rows of fixtures that are a text with its path, or several files. */
function rowTexts() {
  const tables = folderTexts(join(root, 'fixtures'), Infinity).filter(({ path }) => path.endsWith('.jsonl'));
  const rows = tables.flatMap(({ text }) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  const files = rows.flatMap(({ files = {} }) => Object.entries(files).map(([path, text]) => ({ path, text })));
  return [...rows, ...files].filter(({ path, text }) => typeof path === 'string' && typeof text === 'string');
}

/** Bundles the linter with counters at the decision points of the chosen files. */
async function instrumented(files) {
  globalThis.connlintEffect = runtime();
  const entry = '\0effect';
  const plugin = {
    name: 'effect',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? entryText() : undefined),
    transform: { handler: (code, id) => (files.has(id) ? { code: withPoints(code, id) } : null), order: 'pre' },
  };
  const build = await rolldown({ input: entry, platform: 'node', plugins: [plugin], logLevel: 'silent' });
  const folder = mkdtempSync(join(tmpdir(), 'connlint-effect-'));
  await build.write({ file: join(folder, 'linter.mjs'), format: 'esm', codeSplitting: false });
  await build.close();
  return { bundle: join(folder, 'linter.mjs'), folder };
}

function entryText() {
  return `
  import { createLinter } from ${JSON.stringify(join(root, 'src/index.ts'))};
  export { findStrings } from ${JSON.stringify(join(root, 'src/read/find-strings.ts'))};
  export { ATLAS as profile } from ${JSON.stringify(join(root, 'src/classify/service.ts'))};
  export const linter = createLinter({}, [], { today: '2026-01-01' });
`;
}

/** The text of a module with a call around each of its decision points. */
function withPoints(code, id) {
  const source = ts.createSourceFile(id, code, ts.ScriptTarget.Latest, true);
  const number = (node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const text = node.getText(source).replaceAll(/\s+/g, ' ').slice(0, 100);
    return points.push({ file: relative(root, id), line: line + 1, text }) - 1;
  };
  const call = (name, index, ...given) =>
    ts.factory.createCallExpression(ts.factory.createIdentifier(`connlintEffect.${name}`), undefined, [
      ts.factory.createNumericLiteral(index),
      ...given,
    ]);
  const lazy = (expression) =>
    ts.factory.createArrowFunction(
      undefined,
      undefined,
      [],
      undefined,
      undefined,
      ts.factory.createParenthesizedExpression(expression),
    );
  const OPERATORS = {
    [ts.SyntaxKind.BarBarToken]: 'or',
    [ts.SyntaxKind.AmpersandAmpersandToken]: 'and',
    [ts.SyntaxKind.QuestionQuestionToken]: 'otherwise',
  };
  const transform = (context) => {
    const visit = (node) => {
      if (ts.isTypeNode(node)) return node;
      const operator = ts.isBinaryExpression(node) ? OPERATORS[node.operatorToken.kind] : undefined;
      if (operator && !/\b(?:yield|await)\b/.test(node.right.getText(source))) {
        const index = number(node);
        return call(operator, index, ts.visitNode(node.left, visit), lazy(ts.visitNode(node.right, visit)));
      }
      if (ts.isIfStatement(node)) {
        const index = number(node.expression);
        const { expression, thenStatement, elseStatement } = ts.visitEachChild(node, visit, context);
        return ts.factory.updateIfStatement(node, call('condition', index, expression), thenStatement, elseStatement);
      }
      if (ts.isConditionalExpression(node)) {
        const index = number(node.condition);
        const inner = ts.visitEachChild(node, visit, context);
        const { questionToken, whenTrue, colonToken, whenFalse } = inner;
        return ts.factory.updateConditionalExpression(
          node,
          call('condition', index, inner.condition),
          questionToken,
          whenTrue,
          colonToken,
          whenFalse,
        );
      }
      if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) return call('pattern', number(node), node);
      return ts.visitEachChild(node, visit, context);
    };
    return (file) => ts.visitNode(file, visit);
  };
  const { transformed } = ts.transform(source, [transform]);
  const printed = ts.createPrinter().printFile(transformed[0]);
  return ts.transpileModule(printed, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  }).outputText;
}

/** What the counters do while a text is read: note that a point decided something, or leave it out. */
function runtime() {
  const state = { off: -1, taken: new Set(), steps: 0 };
  const decided = (point) => {
    // Without a point, a loop may never end.
    if (++state.steps > MAX_STEPS) throw new Error('does not end');
    state.taken.add(point);
    return state.off !== point;
  };
  class Pattern extends RegExp {
    constructor(point, { source, flags }) {
      super(source, flags);
      this.point = point;
    }
    static get [Symbol.species]() {
      return RegExp;
    }
    exec(text) {
      const match = super.exec(text);
      if (match === null || decided(this.point)) return match;
      this.lastIndex = 0;
      return null;
    }
    // Both work on a plain copy of the pattern.
    [Symbol.matchAll](text) {
      const all = [...super[Symbol.matchAll](text)];
      return (all.length === 0 || decided(this.point) ? all : []).values();
    }
    [Symbol.split](text, limit) {
      const parts = super[Symbol.split](text, limit);
      return parts.length < 2 || decided(this.point) ? parts : [text];
    }
  }
  return {
    state,
    condition: (point, holds) => (holds || ++state.steps > MAX_STEPS ? decided(point) : false),
    or: (point, left, right) => (left || !decided(point) ? left : right()),
    and: (point, left, right) => {
      if (!left) return left;
      const value = right();
      return value || decided(point) ? value : left;
    },
    otherwise: (point, left, right) => left ?? (decided(point) ? right() : left),
    pattern: (point, pattern) => new Pattern(point, pattern),
  };
}
