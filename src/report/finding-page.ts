import type { Finding } from '../core/finding.ts';
import type { Edit, Repair, Rule } from '../core/rule.ts';
import type { LineIndex } from '../core/source.ts';
import { code, fence, prose } from './markdown.ts';

/** Tells lines and columns. */
type Placed = Pick<LineIndex, 'position'>;

/** One finding at length, as Markdown: what stands where, what to do, and what the tool offers. */
export function findingPage(finding: Finding, rule: Rule, places: Placed | null): string {
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
    fix ? `## Fix (applied by ${code('--fix')})\n\n${repair(fix, places)}` : '',
    suggestions.length > 0 ? `## Suggestions\n\n${suggestions.map((one) => repair(one, places)).join('\n')}` : '',
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

function repair({ title, edits }: Repair, places: Placed | null): string {
  return [`- ${prose(title)}`, ...(places ? edits.map((edit) => `- ${edited(edit, places)}`) : [])].join('\n');
}

/** The new text only: the old one may be a credential. */
function edited({ offset, endOffset, text }: Edit, places: Placed): string {
  const from = places.position(offset);
  const to = places.position(endOffset);
  const end = to.line === from.line ? String(to.column) : `${to.line}:${to.column}`;
  const place = offset === endOffset ? `${from.line}:${from.column}` : `${from.line}:${from.column}-${end}`;
  if (text === '') return `at ${place}: removed`;
  return `at ${place}: ${code(text.replaceAll('\n', '⏎'))}`;
}
