import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * A block with a command and its output: `<!-- run [folder] -->`, then a console block that begins with the command.
 */
const RUN = /(<!-- run(?: ([\w/-]+))? -->\n+```console\n)\$ connlint ?([^\n]*)\n[\s\S]*?\n?```/g;

/** The page with the real output of its commands. `program` is the folder of the built package. */
export function withOutputs(page: string, cwd: string, program: string): string {
  return page.replace(RUN, (_, start: string, folder: string | undefined, words: string) => {
    const output = outputOf(words, join(cwd, folder ?? '.'), program);
    return `${start}$ connlint${words === '' ? '' : ` ${words}`}\n${output}\`\`\``;
  });
}

function outputOf(words: string, cwd: string, program: string): string {
  const run = spawnSync(process.execPath, [join(program, 'dist/hooks/connlint.cjs'), ...splitWords(words)], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  const expected = run.status === 0 || run.status === 1;
  if (!expected) throw new Error(`connlint ${words}: exit code ${String(run.status)}\n${run.stderr}`);
  return run.stdout.endsWith('\n\n') ? run.stdout.slice(0, -1) : run.stdout;
}

/** Splits words like a shell, as far as the examples need it: quotes keep spaces. */
function splitWords(line: string): string[] {
  return (line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/["']/g, ''));
}
