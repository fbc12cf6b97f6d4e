import type { Finding } from '../core/finding.ts';
import type { Edit, Repair, Rule } from '../core/rule.ts';
import type { LineIndex } from '../core/source.ts';
import { code, fence, prose } from './markdown.ts';

/** One finding at length, as Markdown: what stands where, what to do, and what the tool offers. */
export function findingPage(finding: Finding, rule: Rule, lines: LineIndex | null): string {
  const { id, message, severity, confidence, file, line, column, text, related, fix, suggestions } = finding;
  const parts = [
    `# ${id}`,
    prose(message),
    `${code(`${file}:${line}:${column}`)}: ${severity} of ${code(rule.id)}, confidence ${confidence}`,
    text === '' ? '' : fence(text, 'text'),
    accepted(finding),
    related
      .map((place) => `- ${code(`${place.file}:${place.line}:${place.column}`)} ${prose(place.message)}`)
      .join('\n'),
    fix ? `## Fix (applied by ${code('--fix')})\n\n${repair(fix, lines)}` : '',
    suggestions.length > 0 ? `## Suggestions\n\n${suggestions.map((one) => repair(one, lines)).join('\n')}` : '',
    // The rule's page follows; only what differs from it is said here.
    finding.why === rule.docs.why ? '' : `## Why here\n\n${prose(finding.why)}`,
    finding.todo === rule.docs.todo ? '' : `## What to do here\n\n${prose(finding.todo)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function accepted({ suppressed }: Finding): string {
  if (!suppressed) return '';
  const until = suppressed.until === null ? '' : `, until ${suppressed.until}`;
  const reason = suppressed.reason === null ? '' : `: ${prose(suppressed.reason)}`;
  return `Accepted by ${suppressed.by}${until}${reason}`;
}

function repair({ title, edits }: Repair, lines: LineIndex | null): string {
  return [`- ${prose(title)}`, ...(lines ? edits.map((edit) => `- ${edited(edit, lines)}`) : [])].join('\n');
}

/** The new text only: the old one may be a credential. */
function edited({ offset, endOffset, text }: Edit, lines: LineIndex): string {
  const from = lines.position(offset);
  const to = lines.position(endOffset);
  const end = to.line === from.line ? String(to.column) : `${to.line}:${to.column}`;
  const place = offset === endOffset ? `${from.line}:${from.column}` : `${from.line}:${from.column}-${end}`;
  if (text === '') return `at ${place}: removed`;
  return `at ${place}: ${code(text.replaceAll('\n', '⏎'))}`;
}
