import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TESTS = join(ROOT, 'test');
/** Starting programs, running ESLint and analysing all sources take most of the time of all tests. */
const SLOW_IMPORT = /from '(?:node:child_process|eslint|typescript|scslre)'/;
/** Files of quick tests share their modules. */
const REPLACES_MODULE = /^vi\.mock\(/m;

interface TestLists {
  /** Run in this process, without a build. */
  readonly quick: readonly string[];
  /** Run with the built program, other programs, ESLint or replaced modules. */
  readonly programs: readonly string[];
}

/**
 * The tests outside of `test/e2e` and `test/tools`.
 * @param inProcess a file of `test/support` that starts programs, except if it is replaced
 */
export function testLists(inProcess = ''): TestLists {
  const all = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !/^test\/(?:e2e|tools)\//.test(path));
  const programs = all.filter((path) => isSeparate(join(ROOT, path), inProcess));
  return { quick: all.filter((path) => !programs.includes(path)), programs };
}

/** True for a test that imports something slow or replaces a module, directly or through imports from `test`. */
function isSeparate(path: string, inProcess: string): boolean {
  const text = readFileSync(path, 'utf8');
  const values = text.matchAll(/^(?:import|export) (?!type)[^;]*? from '(\.[^']*\.ts)'/gm);
  const imports = [...values].map(([, target = '']) => join(dirname(path), target));
  const own = imports.filter((file) => file.startsWith(TESTS) && (inProcess === '' || !file.endsWith(inProcess)));
  return SLOW_IMPORT.test(text) || REPLACES_MODULE.test(text) || own.some((file) => isSeparate(file, inProcess));
}
