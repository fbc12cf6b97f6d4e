import type { Finding } from '../../lint/finding.ts';
import type { PlanEntry, PlanVerdict } from '../../plan/plan.ts';
import type { Step, StepPlace } from '../../plan/subject.ts';
import { acceptance, grounds, placeText, planParts, planSummary, proofOf, stepNotes } from './summary.ts';
import { wrapped } from '../escape.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import type { Paint } from '../text.ts';
import { unreadText } from '../../plan/subject.ts';
import { findingJson } from '../json.ts';

const WIDTH = 100;

const HUE: Readonly<Record<PlanVerdict, 'red' | 'yellow' | 'green'>> = {
  blocked: 'red',
  undecided: 'yellow',
  ready: 'green',
};

/** The judged plan for people: for each change the verdict, what stands in its way, and the steps in their order. */
export function planText(entries: readonly PlanEntry[], paint: Paint): string {
  const blocks = entries.map((entry) => [...head(entry, paint), ...problems(entry, paint), ...steps(entry, paint)]);
  return `${blocks.map((lines) => lines.join('\n')).join('\n')}\n${planSummary(entries)}\n`;
}

function head(entry: PlanEntry, paint: Paint): string[] {
  const { verdict, clusters, cluster } = entry;
  const verdictWord = paint[HUE[verdict]](verdict);
  const concerned =
    cluster === '*' ? [indent(`clusters: ${escapeControlChars(clusters.join(', ')) || 'none known'}`)] : [];
  const why = entry.reasons.flatMap(({ message }) =>
    wrapped(escapeControlChars(message), WIDTH - 2).map((line) => indent(line)),
  );
  return [
    paint.bold(escapeControlChars(planParts(entry).join(' · '))),
    `${verdictWord}: ${grounds(entry)}`,
    ...concerned,
    ...why,
    '',
  ];
}

function problems({ strings }: PlanEntry, paint: Paint): string[] {
  return strings.flatMap((finding) => [...problem(finding, paint), '']);
}

function problem(finding: Finding, paint: Paint): string[] {
  const { severity, rule, message } = finding;
  const accepted = acceptance(finding);
  const hue = accepted !== null ? 'dim' : severity === 'error' ? 'red' : 'yellow';
  return [
    indent(`${paint[hue](`${severity}[${rule}]`)} ${escapeControlChars(placeText(finding))}`),
    ...wrapped(escapeControlChars(message), WIDTH - 4).map((line) => indent(line, 4)),
    ...(accepted === null ? [] : [indent(paint.dim(escapeControlChars(accepted)), 4)]),
  ];
}

function steps(entry: PlanEntry, paint: Paint): string[] {
  return entry.steps.flatMap((step, at) => [...stepLines(step, at + 1, paint), '']);
}

function stepLines(step: Step, number: number, paint: Paint): string[] {
  const { title, detail, places, command } = step;
  return [
    paint.bold(`${String(number).padStart(3)}. ${escapeControlChars(title)}`),
    ...wrapped(escapeControlChars(detail), WIDTH - 5).map((line) => indent(line, 5)),
    ...stepNotes(step).flatMap((note) =>
      wrapped(escapeControlChars(note), WIDTH - 5).map((line) => indent(paint.dim(line), 5)),
    ),
    ...places.flatMap((place) => placeLines(place, paint)),
    ...(command === null ? [] : command.split('\n').map((line) => indent(paint.cyan(escapeControlChars(line)), 7))),
  ];
}

function placeLines(place: StepPlace, paint: Paint): string[] {
  const { from, to } = place;
  return [
    indent(paint.dim(escapeControlChars([placeText(place), ...(place.owners ?? [])].join('  '))), 5),
    ...(from === null ? [] : [indent(`${to === null ? ' ' : paint.red('-')} ${escapeControlChars(from)}`, 7)]),
    ...(to === null
      ? []
      : [indent(`${paint.green('+')} ${escapeControlChars(to)} ${paint.dim(`(${proofOf(place)})`)}`, 7)]),
  ];
}

function indent(line: string, by = 2): string {
  return `${' '.repeat(by)}${line}`;
}

/** The verdicts only. */
export function planVerdicts(
  entries: readonly PlanEntry[],
  format: 'text' | 'json' | 'markdown',
  paint: Paint,
): string {
  if (format === 'json') {
    const changes = entries.map(({ change, cluster, project, verdict }) => ({ change, cluster, project, verdict }));
    return `${JSON.stringify({ version: 1, changes }, null, 2)}\n`;
  }
  const lines = entries.map((entry) => {
    const told = escapeControlChars(planParts(entry).join(' · '));
    const { verdict } = entry;
    return format === 'markdown'
      ? `- ${verdict}: ${told}`
      : `${paint[HUE[verdict]](verdict.padEnd(9))}  ${told}  (${grounds(entry)})`;
  });
  return `${[...lines, '', planSummary(entries)].join('\n')}\n`;
}

/** The judged plan as one JSON document. Version 1 may gain keys; none changes its meaning. */
export function planJson(entries: readonly PlanEntry[]): string {
  return `${JSON.stringify({ version: 1, changes: entries.map(entryJson) }, null, 2)}\n`;
}

function entryJson(entry: PlanEntry): object {
  const { change, cluster, project, verdict, reasons, after, strings, steps, plan, clusters, unknown } = entry;
  const missing = [...entry.missing, ...entry.unread.map(unreadText)];
  return {
    change,
    cluster,
    project,
    verdict,
    reasons: reasons.map((reason) => ({ verdict: reason.verdict, message: reason.message })),
    after,
    strings: strings.map(findingJson),
    steps,
    missing,
    plan,
    clusters,
    unknown,
  };
}
