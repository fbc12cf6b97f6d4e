import type { Finding } from '../../lint/finding.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import type { Step, StepPlace, UncheckedString } from '../../plan/subject.ts';
import { code, fence, inText } from '../markdown.ts';
import { placeText } from '../terminal.ts';
import { acceptance, grounds, planParts, planSummary, proofOf, stepNotes, uncheckedOf } from './summary.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';

/** The plan for a ticket or a pull request, with steps as a checklist. */
export function planMarkdown(entries: readonly PlanEntry[], open: readonly string[] = []): string {
  const effects =
    open.length === 0 ? [] : ['## Terraform: undecided', open.map((one) => `- ${inText(one)}`).join('\n')];
  return [`# ${planSummary(entries)}`, ...entries.map(section), ...effects].join('\n\n') + '\n';
}

function section(entry: PlanEntry): string {
  const { verdict, strings, blocking, steps, cluster, clusters, project } = entry;
  const unchecked = uncheckedOf(entry);
  const others = strings.filter((one) => !blocking.includes(one));
  const concerned = [
    ...(project === null ? [] : [`Project: ${inCode(project)}`]),
    ...(cluster === '*' ? [`Clusters: ${clusters.map(inCode).join(', ') || 'none known'}`] : []),
  ];
  return [
    `## ${planParts(entry).map(inCode).join(' ')}: ${verdict}`,
    `**${verdict}**: ${grounds(entry)}`,
    ...concerned,
    ...entry.reasons.filter(({ unchecked }) => unchecked === undefined).map(({ message }) => inText(message)),
    ...(unchecked.length > 0 ? [['### Not checked', '', ...unchecked.map(uncheckedItem)].join('\n')] : []),
    ...problems('What blocks it', blocking),
    ...problems(blocking.length > 0 ? 'Other findings' : 'Findings', others),
    ['### Steps', '', ...steps.map(stepItem)].join('\n'),
  ].join('\n\n');
}

const uncheckedItem = ({ place, message }: UncheckedString): string =>
  `- ${inCode(placeText(place))} ${inText(message)}`;

const problems = (title: string, findings: readonly Finding[]): string[] =>
  findings.length === 0 ? [] : [[`### ${title}`, '', ...findings.map(problem)].join('\n')];

function problem(finding: Finding): string {
  const accepted = acceptance(finding);
  const end = accepted === null ? '' : ` (${inText(accepted)})`;
  return `- ${inCode(placeText(finding))} ${finding.severity} ${inCode(finding.rule)}: ${inText(finding.message)}${end}`;
}

/** Everything that belongs to an item stands below its text, so that the list is not broken. */
function stepItem(step: Step, at: number): string {
  const { title, detail, places, command } = step;
  const mark = `${at + 1}. `;
  const body = [
    `[ ] **${inText(title)}**`,
    inText(detail),
    ...stepNotes(step).map(inText),
    ...(places.length > 0 ? [places.map(placeItem).join('\n')] : []),
    ...(command === null ? [] : [fence(command, 'sh')]),
  ].join('\n\n');
  const [first = '', ...rest] = body.split('\n');
  const below = rest.map((line) => (line === '' ? '' : ' '.repeat(mark.length) + line));
  return [mark + first, ...below, ''].join('\n');
}

function placeItem(place: StepPlace): string {
  const { from, to, owners = [] } = place;
  const owner = owners.length > 0 ? ` ${inText(owners.join(', '))}` : '';
  const lines = [
    `- ${inCode(placeText(place))}${owner}`,
    ...(from === null ? [] : [`  - ${to === null ? '' : 'old: '}${inCode(from)}`]),
    ...(to === null ? [] : [`  - new (${proofOf(place)}): ${inCode(to)}`]),
  ];
  return lines.join('\n');
}

const inCode = (text: string): string => code(escapeControlChars(text));
