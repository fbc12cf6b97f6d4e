import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { BUILT_BUNDLE } from '../support/copy.ts';

/** Counts functions of the bundle and regular expressions that one run executes, which no machine changes. */
const SCRIPT = String.raw`
const { Session } = require('node:inspector');
const session = new Session();
session.connect();
const post = (method, params) => {
  let answer;
  session.post(method, params, (_, result) => (answer = result));
  return answer;
};
const { createLinter } = require(process.argv[1]);
const expressions = new Set();
for (const name of ['exec', 'test', Symbol.match, Symbol.matchAll, Symbol.replace, Symbol.search, Symbol.split]) {
  const own = RegExp.prototype[name];
  RegExp.prototype[name] = function (...given) {
    expressions.add(this.source);
    return own.apply(this, given);
  };
}
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
createLinter({}, [], { today: '2026-01-01' }).lintText('URI=mongodb+srv://app:secret@gable.k4j5h.mongodb.net/g\n', '.env');
const { result } = post('Profiler.takePreciseCoverage');
const functions = result
  .filter(({ url }) => url.endsWith('.cjs'))
  // Files of the bundle read each other's names by getters.
  .flatMap(({ functions }) => functions.filter(({ functionName, ranges: [{ count }] }) => count > 0 && functionName !== 'get'));
console.log(JSON.stringify({ functions: functions.length, expressions: expressions.size }));
`;

// A budget: whoever needs less lowers it.
it('lints a file with one plain string in few functions and regular expressions', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', SCRIPT, `${BUILT_BUNDLE}/index.cjs`], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { functions, expressions } = JSON.parse(stdout) as { functions: number; expressions: number };
  expect(functions).toBeLessThanOrEqual(436);
  expect(expressions).toBeLessThanOrEqual(58);
});
