import { execFile } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../dist/hooks/connlint.cjs');
/** The same date for every run, because dates decide some findings. */
const DAY = '2026-11-20';

/** The findings of the built program in a folder, with its exit code. */
export function runCheck(folder) {
  const args = [PROGRAM, 'check', '--no-config', '--no-ignore', '--format', 'json', '--today', DAY, '.'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 30 }, (error, stdout, stderr) => {
      const exit = error?.code ?? 0;
      if (exit !== 0 && exit !== 1) return reject(new Error(`${folder}: ${stderr}`));
      const { findings, summary } = JSON.parse(stdout);
      const shown = findings.map(({ rule, severity, role, file, line, message, text }) => {
        return { rule, severity, role, file, line, message, text };
      });
      resolve({ exit, files: summary.files, strings: summary.strings, findings: shown });
    });
  });
}
