// The command line as `hooks/` holds it: one file to run, and beside it the parts that it loads when a command, a format or a
// parser is first needed. Node compiles what it loads, so that a hook with nothing to report should load little.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { build, transform } from 'esbuild';
import ts from 'typescript';
import { fileOfPackage, layoutOf, reference } from './bundle-layout.mjs';
import { lateExamples } from './late-examples.mjs';

/** `load<T>('name')` of src/node/load.ts. */
const LOAD = /\bload<[^;]*?>\(\s*'([^']+)',?\s*\)/gs;
/** What stands for it until the parts have their names. */
const PART = /\bCONNLINT_PART\(\s*"([^"]+)"\s*\)/g;

const COMMON = {
  write: false,
  metafile: true,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  // Node reads a file of ASCII characters in half the memory.
  charset: 'ascii',
  legalComments: 'none',
  // The other form of jsonc-parser looks for its parts in files of its own, at run time.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
};

function lazyParts(version, packages) {
  return {
    name: 'lazy parts',
    setup({ onLoad }) {
      // Nothing is left to load: a call that was overlooked finds no such export, and there is no bundle.
      onLoad({ filter: /[\\/]src[\\/]node[\\/]load\.ts$/ }, () => ({ contents: 'export {};', loader: 'ts' }));
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const contents = readFileSync(path, 'utf8').replace(LOAD, (_, name) => {
          // Of the manifest only the version is used; the rest changes more often than the program.
          if (name === 'connlint/package.json') return `(${JSON.stringify({ version })})`;
          packages.add(name);
          return `CONNLINT_PART("${name}")`;
        });
        return { contents, loader: 'ts' };
      });
    },
  };
}

// Whatever the bundler is unsure about would fail at a user's commit.
function sure({ warnings, outputFiles, metafile }) {
  if (warnings.length > 0) throw new Error('the bundler warns');
  return { outputFiles, metafile };
}

/** A package that is a part of its own stands in no other part: fast-glob asks for the micromatch that the config has. */
function otherParts(root, packages, own) {
  const installed = createRequire(join(root, 'package.json'));
  return {
    name: 'other parts',
    setup({ onResolve }) {
      onResolve({ filter: /^[^.]/ }, ({ path, resolveDir }) => {
        if (path === own || !packages.has(path)) return undefined;
        const isSame = createRequire(join(resolveDir, 'x.js')).resolve(path) === installed.resolve(path);
        return isSame ? { path: `./${basename(fileOfPackage(path))}`, external: true } : undefined;
      });
    },
  };
}

/** A package in one file, with everything that it needs. Its own names are short: who reads a stack looks for the names of the program. */
async function packagePart(root, packages, name) {
  const plugins = [otherParts(root, packages, name)];
  const options = {
    ...COMMON,
    minifyIdentifiers: true,
    absWorkingDir: root,
    format: 'cjs',
    outfile: 'part.cjs',
    plugins,
  };
  const contents = `module.exports = require('${name}');`;
  const { outputFiles, metafile } = sure(await build({ ...options, stdin: { contents, resolveDir: root } }));
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

const EXPORT = /\bexport\s*\{([^}]*)\};?\s*$/;

/** `a as b, c` as what stands in a pattern or an object: `a:b,c`. */
function members(names, [from, to]) {
  const pairs = names.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim().split(/\s+as\s+/)]));
  return pairs.map((pair) => (pair.length > 1 ? `${pair[from]}:${pair[to]}` : pair[0])).join(',');
}

/**
 * A joined module as one that `require` loads. What it takes from others becomes constants: in the bundler's own form each name is
 * a function that is called at each use. Parts never ask for each other in a circle.
 */
function asCommonJs(text) {
  const [, shebang = '', code = ''] = /^(#!.*\n)?([\s\S]*)$/.exec(text);
  let head = '"use strict";';
  let rest = '';
  let at = 0;
  for (const statement of ts.createSourceFile('part.js', code, ts.ScriptTarget.Latest).statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    head += requiredBy(statement);
    rest += code.slice(at, statement.pos);
    at = statement.end;
  }
  rest += code.slice(at);
  return shebang + head + rest.replace(EXPORT, (_, names) => `module.exports={${members(names, [1, 0])}};`);
}

function requiredBy({ importClause, moduleSpecifier }) {
  const loaded = `require("${moduleSpecifier.text}");`;
  if (!importClause) return loaded;
  const { name, namedBindings } = importClause;
  const targets = name ? [name.text] : [];
  if (namedBindings && ts.isNamespaceImport(namedBindings)) targets.push(namedBindings.name.text);
  if (namedBindings && ts.isNamedImports(namedBindings)) {
    const names = namedBindings.elements.map(
      ({ propertyName, name: own }) => (propertyName ? `${propertyName.text}:` : '') + own.text,
    );
    targets.push(`{${names.join()}}`);
  }
  return targets.map((target) => `const ${target}=${loaded}`).join('');
}

/** Throws when parts ask for each other in a circle: one of them would get constants that are not set yet. */
function withoutCircles(outputs) {
  const done = new Set();
  const visit = (path, above) => {
    if (above.includes(path)) throw new Error(`parts ask for each other: ${[...above, path].join(' > ')}`);
    if (done.has(path)) return;
    for (const { path: next, kind } of outputs[path].imports) {
      if (kind === 'import-statement' && outputs[next]) visit(next, [...above, path]);
    }
    done.add(path);
  };
  for (const path of Object.keys(outputs)) visit(path, []);
}

/**
 * Texts by path below `hooks/`, and the paths of everything that went into them.
 * @param {string} root the repository
 * @param {string} version
 * @param {string} banner first line of each file
 */
export async function bundleParts(root, version, banner) {
  const packages = new Set();
  const entry = 'src/cli/main.ts';
  const built = sure(
    await build({
      ...COMMON,
      absWorkingDir: root,
      entryPoints: [entry],
      outdir: 'out',
      format: 'esm',
      splitting: true,
      plugins: [lazyParts(version, packages), lateExamples],
    }),
  );
  withoutCircles(built.metafile.outputs);
  const { groups, fileOf, memberOf, required } = layoutOf(built.metafile.outputs, entry);
  const inputs = Object.keys(built.metafile.inputs);
  const files = {};
  const texts = new Map();
  for (const { path, text } of built.outputFiles) {
    const part = basename(path);
    const file = fileOf(part);
    const { code } = await transform(asCommonJs(text), {
      format: 'cjs',
      platform: 'node',
      target: COMMON.target,
      minifySyntax: true,
      minifyWhitespace: true,
      charset: COMMON.charset,
      supported: { 'dynamic-import': false },
    });
    const joined = code
      .replace(/\brequire\(\s*"\.\/(?:parts\/)?([^"/]+\.js)"\s*\)/g, (_, other) => required(file, other))
      .replace(PART, (_, name) => `require("${reference(file, fileOfPackage(name))}")`);
    if (/CONNLINT_PART|require\(\s*"[^"]*\.js"/.test(joined)) throw new Error(`${file} asks for what is not there`);
    if (groups.has(file)) texts.set(part, joined);
    else files[file] = await finished(joined, banner);
    // An import or export that was overlooked is a mistake of syntax here.
    compileFunction(joined.replace(/^#!.*/, ''), [], { filename: file });
  }
  for (const [file, parts] of groups) {
    const members = parts.map(
      (part) => `const ${memberOf(part)}=(()=>{const module={};${texts.get(part)};return module.exports})();`,
    );
    files[file] = await finished(`${members.join('\n')}module.exports={${parts.map(memberOf).join()}};`, banner);
  }
  for (const name of [...packages].sort()) {
    const part = await packagePart(root, packages, name);
    files[fileOfPackage(name)] = await finished(part.text, banner);
    inputs.push(...part.inputs);
  }
  return { files, inputs };
}

/** In short lines, and with all names of the program: a stack trace must say where. */
async function finished(text, banner) {
  const { code } = await transform(text, {
    minifyWhitespace: true,
    lineLimit: 160,
    charset: COMMON.charset,
    target: COMMON.target,
  });
  const [, shebang = '', rest = code] = /^(#!.*\n)?([\s\S]*)$/.exec(code);
  return `${shebang}${banner}\n${rest}`;
}
