import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TESTS = join(ROOT, 'test');
/** Starting programs, running ESLint and analysing all sources take most of the time of all tests. */
const SLOW_IMPORT = /from '(?:node:child_process|eslint|typescript|scslre)'/;
/** A file that replaces modules, or what they see while they are loaded. The others share their modules. */
const REPLACES = /^\s*vi\.(?:mock|stubGlobal)\(/m;

interface TestLists {
  /** Run in this process, without a build. */
  readonly quick: readonly string[];
  /** Run with the built program, other programs or ESLint. */
  readonly programs: readonly string[];
  /** Run each with modules of its own. */
  readonly replacing: readonly string[];
}

/**
 * The tests outside of `test/e2e` and `test/tools`.
 * @param inProcess a file of `test/support` that starts programs, except if it is replaced
 */
export function testLists(inProcess = ''): TestLists {
  const all = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts') && !/^test\/(?:e2e|tools)\//.test(path));
  const replacing = all.filter((path) => REPLACES.test(readFileSync(join(ROOT, path), 'utf8')));
  const shared = all.filter((path) => !replacing.includes(path));
  const programs = shared.filter((path) => isSlow(join(ROOT, path), inProcess));
  return { quick: shared.filter((path) => !programs.includes(path)), programs, replacing };
}

/** True for a test that imports something slow, directly or through imports from `test`. */
function isSlow(path: string, inProcess: string): boolean {
  const text = readFileSync(path, 'utf8');
  const values = text.matchAll(/^(?:import|export) (?!type)[^;]*? from '(\.[^']*\.ts)'/gm);
  const imports = [...values].map(([, target = '']) => join(dirname(path), target));
  const own = imports.filter((file) => file.startsWith(TESTS) && (inProcess === '' || !file.endsWith(inProcess)));
  return SLOW_IMPORT.test(text) || own.some((file) => isSlow(file, inProcess));
}
