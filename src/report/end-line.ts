import type { FailOn, Summary } from '../lint/report.ts';
import { formatCount, plural } from './escape.ts';
import { acceptedWords, stringCount } from './report-view.ts';
import type { TextOptions } from './text.ts';

/** `Failed: 4 errors (--fail-on error).` Names what decided. */
export function endLine(summary: Summary, options: Pick<TextOptions, 'terminal' | 'failOn' | 'maxWarnings'>): string {
  const { terminal, failOn = 'error', maxWarnings = null } = options;
  const { paint } = terminal;
  const { error, warning, info } = summary.findings;
  const levels: Readonly<Record<FailOn, readonly string[]>> = {
    never: [],
    error: [many(error, 'error')],
    warning: [many(error, 'error'), many(warning, 'warning')],
    info: [many(error, 'error'), many(warning, 'warning'), info > 0 ? `${formatCount(info)} info` : ''],
  };
  const deciding = levels[failOn].filter((count) => count !== '').join(', ');
  if (deciding !== '') return paint.red(`Failed: ${deciding} (--fail-on ${failOn}).`);
  if (maxWarnings !== null && warning > maxWarnings)
    return paint.red(`Failed: ${plural(warning, 'warning')} (--max-warnings ${maxWarnings}).`);
  const where = `${plural(stringCount(summary), 'string')}, ${plural(summary.files, 'file')}`;
  if (error + warning + info === 0) return paint.green(`Passed: no findings${acceptedWords(summary)} in ${where}.`);
  const what = failOn === 'never' ? 'findings do not fail this run' : `no ${failOn === 'info' ? 'finding' : failOn}s`;
  return paint.green(`Passed: ${what} (--fail-on ${failOn}).`);
}

const many = (count: number, word: string): string => (count === 0 ? '' : plural(count, word));
