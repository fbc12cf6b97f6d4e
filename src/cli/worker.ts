import { resolve } from 'node:path';
import { RULES } from '../../rules/index.ts';
import { speaker, plainSource } from '../lint/file-result.ts';
import { isNothing, linter } from '../node/check.ts';
import { lineTable } from '../text/source.ts';
import { endHelp, helpState } from '../node/lint-threads.ts';
import type { LintedFile, LintHelp } from '../node/lint-threads.ts';
import { PathTable } from '../node/path-table.ts';
import { openProject } from '../node/project/project.ts';
import { entryReader } from '../node/scan/scan-files.ts';
import { ANSWER, claimer } from '../node/scan/worker-pool.ts';
import type { SiftJob } from '../node/scan/worker-pool.ts';
import { relativePath } from '../node/fs/paths.ts';

/** How many files are taken at once. */
const BATCH = 16;

/**
 * Lints files of a list from its end, as far as nobody else has taken them, and sends what came of them. When something goes
 * wrong here it says nothing more: what it took is linted where the list is, and what is wrong is told there.
 */
export function helpToLint(job: SiftJob, help: LintHelp): void {
  try {
    lintFromEnd(job, help);
  } finally {
    endHelp(help);
  }
}

function lintFromEnd(job: SiftJob, { order, port, state }: LintHelp): void {
  const answers = new Uint8Array(job.answers);
  const { messages, back } = helpState(state);
  const paths = new PathTable(job.paths);
  const claim = claimer(job);
  const project = openProject({ ...order.project, rules: RULES });
  const read = entryReader(order.words, order.roots, { maxBytes: order.maxBytes });
  const lint = linter(project);
  const words = speaker();
  const lintOne = (index: number): LintedFile => {
    const absolute = resolve(project.cwd, paths.at(index));
    const reading = read({ path: relativePath(project.cwd, absolute), absolute, named: false });
    if (!('text' in reading)) return { index, size: null, linted: null };
    const result = lint(reading.path, reading.text);
    if (isNothing(result)) return { index, size: reading.size, linted: null };
    return { index, size: reading.size, linted: plainSource(result, lineTable(reading.text), words) };
  };
  for (;;) {
    const end = answers.length - Atomics.add(back, 0, BATCH);
    if (end <= 0) return;
    // Text takes less memory than what it was made of.
    const files: string[] = [];
    for (let index = end - 1; index >= Math.max(0, end - BATCH); index--) {
      if (answers[index] === ANSWER.again && claim(index)) files.push(JSON.stringify(lintOne(index)));
    }
    if (files.length > 0) port.postMessage(`{"words":${JSON.stringify(words.news())},"files":[${files.join()}]}`);
    Atomics.add(messages, 0, 1);
    Atomics.notify(messages, 0);
  }
}
