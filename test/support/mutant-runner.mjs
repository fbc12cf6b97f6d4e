// A test runner for Stryker that runs the quick tests, joined into one script, again and again in one process: with a runner that
// starts anew for each mutant most of the time goes into starting. Each mutant gets fresh modules, for some remember what they computed.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Script } from 'node:vm';
import { CheckStatus } from '@stryker-mutator/api/check';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';
import * as chai from 'chai';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
chai.expect.extend(chai.expect, {
  toMatchFileSnapshot: (text, path) => ({
    pass: text === readFileSync(path, 'utf8'),
    message: () => `differs from ${path}`,
  }),
});
const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect);

/** Tests of hostile or huge input take seconds, and what they show is time. The last ones start programs that answer later, or read sources. */
const LEFT_OUT =
  /finds the one comment behind hostile text|tells thousands of clusters apart|take long neither|lines that stand in the old text|set-private-ip-mode|are all in the table/;
/**
 * A mutant is tried with the tests that reach the fewest other mutants, for these see it most likely, and with no more than so
 * many: what all of them pass would cost a run of all tests. The score is a lower bound.
 */
const MOST_TESTS = 400;
/** In the folder of the run, for a runner that takes the place of one that was stopped. */
const ORDER = 'test/mutants.order.json';
/** What test/support/bundle-mutants.mjs lets a test say that needs a program of its own. */
const STARTS_A_PROGRAM = 'starts a program';

/** The tests of the script, by what Vitest would collect; hooks are part of the suite around them. */
function collect(script) {
  const tests = [];
  let suite = { name: '', above: null, before: [], after: [], beforeAll: [], afterAll: [] };
  const describe = (name, run) => {
    const outer = suite;
    suite = { name: `${outer.name} ${name}`, above: outer, before: [], after: [], beforeAll: [], afterAll: [] };
    run();
    suite = outer;
  };
  const it = (name, first, second) => {
    const run = typeof first === 'function' ? first : second;
    if (LEFT_OUT.test(`${suite.name} ${name}`)) return;
    tests.push({ id: `${tests.length}${suite.name} ${name}`, suite, run });
  };
  const each = (define) => (rows) => (name, first, second) => {
    const run = typeof first === 'function' ? first : second;
    for (const row of rows) define(name, () => (Array.isArray(row) ? run(...row) : run(row)));
  };
  it.each = each(it);
  describe.each = each(describe);
  const api = {
    describe,
    it,
    test: it,
    expect,
    beforeEach: (hook) => suite.before.push(hook),
    afterEach: (hook) => suite.after.push(hook),
    beforeAll: (hook) => suite.beforeAll.push(hook),
    afterAll: (hook) => suite.afterAll.push(hook),
  };
  const require = createRequire(join(process.cwd(), 'test/mutants.bundle.cjs'));
  script.runInThisContext()((name) => (name === 'vitest' ? api : require(name)), { exports: {} });
  return tests;
}

const suitesOf = (suite) => (suite === null ? [] : [...suitesOf(suite.above), suite]);

/** `null` when it passes. */
async function failure({ suite, run }, entered) {
  try {
    const suites = suitesOf(suite);
    for (const one of suites) {
      if (!entered.has(one)) for (const hook of one.beforeAll) await hook();
      entered.add(one);
    }
    for (const { before } of suites) for (const hook of before) await hook();
    await run();
    for (const { after } of suites) for (const hook of after) await hook();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

class QuickRunner {
  // One object for all code of a mutant and for the runner, under the name that Stryker's instrumenter uses.
  #state = (globalThis.__stryker__ ??= {});
  #script = null;
  #order = null;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const text = readFileSync('test/mutants.bundle.cjs', 'utf8');
    this.#script = new Script(`(function (require, module) { const exports = module.exports; ${text}\n})`);
    process.env.NO_COLOR = '1';
  }

  async dryRun() {
    Object.assign(this.#state, { activeMutant: undefined, hitCount: undefined, mutantCoverage: undefined });
    const all = await this.#run(collect(this.#script), false);
    const results = all.filter(({ failureMessage }) => failureMessage !== STARTS_A_PROGRAM);
    const { static: early, perTest } = this.#state.mutantCoverage ?? { static: {}, perTest: {} };
    const kept = results.flatMap(({ id }) => (perTest[id] ? [[id, perTest[id]]] : []));
    const narrowFirst = kept.map(([id, hits]) => [id, Object.keys(hits).length]).sort((a, b) => a[1] - b[1]);
    writeFileSync(ORDER, JSON.stringify(narrowFirst.map(([id]) => id)));
    return {
      status: DryRunStatus.Complete,
      tests: results,
      mutantCoverage: { static: early, perTest: Object.fromEntries(kept) },
    };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    this.#order ??= JSON.parse(readFileSync(ORDER, 'utf8'));
    const asked = new Set(testFilter ?? this.#order);
    const wanted = this.#order.filter((id) => asked.has(id)).slice(0, MOST_TESTS);
    const active = { activeMutant: activeMutant.id, hitCount: 0, hitLimit };
    const early = mutantActivation === 'static';
    Object.assign(this.#state, early ? active : { activeMutant: undefined, hitCount: undefined });
    const byId = new Map(collect(this.#script).map((test) => [test.id, test]));
    const tests = wanted.map((id) => byId.get(id)).filter((test) => test !== undefined);
    Object.assign(this.#state, active);
    const results = await this.#run(tests, true);
    const timeout = determineHitLimitReached(this.#state.hitCount, hitLimit);
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests: results });
  }

  async #run(tests, bail) {
    const results = [];
    const entered = new Set();
    for (const test of tests) {
      this.#state.currentTestId = test.id;
      const started = performance.now();
      const failed = await failure(test, entered);
      this.#state.currentTestId = undefined;
      const known = { id: test.id, name: test.id, timeSpentMs: performance.now() - started };
      if (failed === null) results.push({ ...known, status: TestStatus.Success });
      else results.push({ ...known, status: TestStatus.Failed, failureMessage: failed });
      if (bail && failed !== null) break;
    }
    for (const { afterAll } of entered) for (const hook of afterAll) await hook();
    return results;
  }
}

/** `MUTANT_SAMPLE=3/8` tries the mutants whose number leaves 3 when divided by 8: the others count as errors, which are no part of the score. */
class Sample {
  #part = (process.env.MUTANT_SAMPLE ?? '0/1').split('/').map(Number);

  async init() {}

  async check(mutants) {
    const left = { status: CheckStatus.CompileError, reason: 'not in the sample' };
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        Number(id) % this.#part[1] === this.#part[0] ? { status: CheckStatus.Passed } : left,
      ]),
    );
  }

  group(mutants) {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'quick', QuickRunner),
  declareClassPlugin(PluginKind.Checker, 'sample', Sample),
];
