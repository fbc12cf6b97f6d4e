import type { Finding } from '../../lint/finding.ts';
import type { PlanEntry, PlanVerdict } from '../../plan/plan.ts';
import { unreadText, type Step, type StepPlace, type UncheckedString } from '../../plan/subject.ts';
import { howToKnow } from '../../facts/hints.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { grouped } from '../../text/source.ts';
import { formatCount, plural, wrapped } from '../escape.ts';
import { findingJson } from '../json.ts';
import { placeLink, placeText, proseWidth, type Terminal } from '../terminal.ts';
import {
  changedPart,
  planEnd,
  planParts,
  planSummary,
  proofOf,
  stepNotes,
  subjectText,
  uncheckedOf,
} from './summary.ts';

export interface PlanTextOptions {
  readonly terminal: Terminal;
  /** True for every place. */
  readonly verbose?: boolean;
  readonly allowUndecided?: boolean;
  /** Effects of a Terraform plan that no planned change covers. */
  readonly open?: readonly string[];
  /** True for many repositories: a step shows few of its places, and no command is for one tree. */
  readonly isFleet?: boolean;
}

const HUE: Readonly<Record<PlanVerdict, 'red' | 'yellow' | 'green'>> = {
  blocked: 'red',
  undecided: 'yellow',
  ready: 'green',
};

const MAX_PLACES = 5;

/** The plan for people: for each change the verdict, what blocks it, and the runbook. */
export function planText(entries: readonly PlanEntry[], options: PlanTextOptions): string {
  const blocks = entries.map((entry) =>
    [
      head(entry, options),
      ...blockers(entry, options),
      '',
      ...runbook(entry, options),
      '',
      ...next(entry, options),
    ].join('\n'),
  );
  const { open = [], terminal } = options;
  const effects = [
    terminal.paint.yellow('UNDECIDED'),
    ...open.flatMap((one) => indented(escapeControlChars(one), terminal)),
    '',
  ];
  const sections = [...blocks, ...(open.length > 0 ? [effects.join('\n')] : [])].join('\n');
  const end = planEnd(entries, options.allowUndecided ?? false, open.length);
  // The next step and the verdict belong together.
  return `${sections.replace(/(\nNext: .*)\n$/, '$1')}\n${end}\n`;
}

function head(entry: PlanEntry, { terminal: { paint } }: PlanTextOptions): string {
  const project = entry.project === null ? '' : `, project ${escapeControlChars(entry.project)}`;
  const verdict = paint[HUE[entry.verdict]](entry.verdict.toUpperCase());
  return `${verdict}  ${paint.bold(escapeControlChars(subjectText(entry)))}${project}`;
}

/** What decides, by cluster and rule; then what is not known. */
function blockers(entry: PlanEntry, options: PlanTextOptions): string[] {
  const { verdict, strings, blocking, reasons, missing, unread, unknown, cluster, clusters } = entry;
  const { terminal } = options;
  const accepted = strings.filter(({ suppressed }) => suppressed !== null);
  const groups = [...grouped(blocking, ({ cluster: of, rule }) => `${of ?? ''}\0${rule}`).values()];
  const lines = [
    ...(cluster === '*' ? [`clusters: ${escapeControlChars(clusters.join(', ')) || 'none known'}`] : []),
    ...reasons.filter((reason) => reason.verdict === 'blocked').map(({ message }) => escapeControlChars(message)),
    ...groups.flatMap((own) => groupLines(own, options)),
    ...accepted.map((one) => `suppressed: ${placeLink(one, terminal)}${escapeControlChars(reasonText(one))}`),
    ...reasons
      .filter((reason) => reason.verdict !== 'blocked' && reason.unchecked === undefined)
      .map(({ message }) => escapeControlChars(message)),
    ...uncheckedLines(uncheckedOf(entry), options),
    ...missing.map(
      (fact) => `not known: ${escapeControlChars(fact)}${placesOf(unknown, fact, terminal)}. ${howToKnow(fact)}`,
    ),
    ...unread.map((file) => escapeControlChars(unreadText(file))),
  ];
  if (lines.length === 0) return [];
  const title = verdict === 'ready' ? '' : titleOf(entry, accepted.length);
  return ['', ...(title === '' ? [] : [title]), ...lines.flatMap((line) => indented(line, terminal))];
}

function uncheckedLines(unchecked: readonly UncheckedString[], options: PlanTextOptions): string[] {
  const { verbose = false, terminal } = options;
  const most = verbose ? unchecked.length : MAX_PLACES;
  return [
    ...unchecked
      .slice(0, most)
      .map(({ place, message }) => `not checked: ${placeLink(place, terminal)} ${escapeControlChars(message)}`),
    ...(unchecked.length > most ? [`and ${formatCount(unchecked.length - most)} more not checked (--verbose)`] : []),
  ];
}

function titleOf(entry: PlanEntry, accepted: number): string {
  const { verdict, blocking, missing, unread } = entry;
  const unchecked = uncheckedOf(entry).length;
  const aside = [
    ...(accepted > 0 ? [`${formatCount(accepted)} suppressed`] : []),
    ...(unchecked > 0 ? [`${plural(unchecked, 'string')} not checked`] : []),
    ...(verdict === 'blocked' && missing.length > 0 ? [`${plural(missing.length, 'fact')} missing`] : []),
    ...(verdict === 'blocked' && unread.length > 0 ? [`${plural(unread.length, 'file')} not read`] : []),
  ];
  const more = aside.length > 0 ? ` (${aside.join(', ')})` : '';
  if (verdict === 'undecided') return `Undecided${more}`;
  return blocking.length > 0 ? `Blocked by ${plural(blocking.length, 'error')}${more}` : `Blocked${more}`;
}

function reasonText({ suppressed }: Finding): string {
  if (suppressed?.by === 'baseline') return ' (in the baseline)';
  return suppressed?.reason ? ` (${suppressed.reason})` : '';
}

function placesOf(unknown: PlanEntry['unknown'], fact: string, terminal: Terminal): string {
  const places = unknown
    .filter(({ missing }) => missing === fact)
    .flatMap((one) => one.places.map((place) => placeLink(place, terminal)));
  const distinct = [...new Set(places)];
  return distinct.length === 0 ? '' : ` (${listText(distinct, MAX_PLACES)})`;
}

function listText(places: readonly string[], most: number): string {
  if (places.length <= most) return places.join(', ');
  return `${places.slice(0, most).join(', ')} and ${formatCount(places.length - most)} more`;
}

/**
 * A wrapped line continues deeper; places are indented below their group. `line` has no control characters but those of
 * links.
 */
function indented(line: string, terminal: Terminal): string[] {
  const margin = /^ */.exec(line)![0];
  const [first = '', ...rest] = wrapped(line.trim(), proseWidth(terminal) - margin.length - 4);
  return [`  ${margin}${first}`, ...rest.map((more) => `    ${margin}${more}`)];
}

function groupLines(own: readonly Finding[], { verbose = false, terminal }: PlanTextOptions): string[] {
  const [{ cluster, rule, message }] = own as [Finding];
  const most = verbose ? own.length : MAX_PLACES;
  return [
    `${escapeControlChars(cluster ?? 'project')}: ${plural(own.length, 'error')}, ${rule}: ${escapeControlChars(message)}`,
    ...own.slice(0, most).map((finding) => `  ${placeLink(finding, terminal)}`),
    ...(own.length > most ? [`  and ${formatCount(own.length - most)} more (--verbose)`] : []),
  ];
}

function runbook(entry: PlanEntry, options: PlanTextOptions): string[] {
  const { steps } = entry;
  const listed = new Set(uncheckedOf(entry).map(({ place }) => placeText(place)));
  const point = steps.findIndex(({ irreversible }) => irreversible);
  const until = point > 0 ? `, undo possible until step ${point}` : '';
  const title = options.terminal.paint.bold(`Runbook: ${plural(steps.length, 'step')}${until}`);
  return [title, ...steps.flatMap((step, at) => stepLines(step, at, steps, options, listed))];
}

/** @param listed places above the runbook, with what to do there */
function stepLines(
  step: Step,
  at: number,
  steps: readonly Step[],
  options: PlanTextOptions,
  listed: ReadonlySet<string>,
): string[] {
  const { terminal } = options;
  const { paint } = terminal;
  const margin = ' '.repeat(String(steps.length).length + 3);
  const number = String(at + 1).padStart(String(steps.length).length);
  const words = escapeControlChars(step.title) + (step.irreversible ? ' (CANNOT BE UNDONE)' : '');
  const title = wrapped(words, proseWidth(terminal) - margin.length).map((line) =>
    line.replace('(CANNOT BE UNDONE)', (warning) => paint.red(warning)),
  );
  const prose = (text: string): string[] =>
    wrapped(escapeControlChars(text), proseWidth(terminal) - margin.length).map((line) => margin + line);
  const notes = stepNotes(step).join(' ');
  const isListed = step.places.length > 0 && step.places.every((place) => listed.has(placeText(place)));
  return [
    ...title.map((line, i) => (i === 0 ? `  ${paint.bold(`${number} ${line}`)}` : margin + paint.bold(line))),
    ...(isListed ? [] : prose(step.detail)),
    ...(notes === '' ? [] : prose(notes)),
    ...(isListed ? [] : placesLines(step, at, steps, options).map((line) => margin + line)),
    ...commandLines(step, at < steps.findIndex(({ kind }) => kind === 'change')).map((line) =>
      paint.cyan(margin + escapeControlChars(line)),
    ),
  ];
}

/** A place is shown once: in the step that replaces it, or else in the first that names it. */
function placesLines(step: Step, at: number, steps: readonly Step[], options: PlanTextOptions): string[] {
  const { verbose = false, isFleet = false, terminal } = options;
  const same = steps.filter((other) => isSamePlaces(other, step));
  const owner = steps.indexOf(same.find(({ kind }) => kind === 'replace') ?? same[0]!);
  const shownIn = ownerOf(step, steps) ?? owner;
  if (step.places.length > 0 && shownIn !== at) return [`places: as in step ${shownIn + 1}`];
  const named = step.places.filter(({ to }) => isFleet || to === null);
  const most = verbose ? named.length : MAX_PLACES;
  const hidden = new Set(named.slice(most));
  return [
    ...step.places.filter((place) => !hidden.has(place)).flatMap((place) => placeLines(place, terminal)),
    ...(hidden.size > 0 ? [`and ${formatCount(hidden.size)} more (--verbose)`] : []),
  ];
}

const isSamePlaces = (a: Step, b: Step): boolean =>
  a.places.length === b.places.length && a.places.every((place, at) => placeText(place) === placeText(b.places[at]!));

/** The step that replaces all places of another one that only names them. */
function ownerOf(step: Step, steps: readonly Step[]): number | null {
  if (step.places.some(({ to }) => to !== null)) return null;
  const wanted = new Set(step.places.map(placeText));
  const found = steps.findIndex(
    ({ places }) =>
      places.some(({ to }) => to !== null) &&
      [...wanted].every((place) => places.some((other) => other.to !== null && placeText(other) === place)),
  );
  return found < 0 ? null : found;
}

/** The verdicts only. */
export function planVerdicts(
  entries: readonly PlanEntry[],
  format: 'text' | 'json' | 'markdown',
  { terminal, allowUndecided, open = [] }: Pick<PlanTextOptions, 'terminal' | 'allowUndecided' | 'open'>,
): string {
  if (format === 'json') {
    const changes = entries.map(({ change, cluster, project, verdict }) => ({ change, cluster, project, verdict }));
    return `${JSON.stringify({ version: 1, changes, ...(open.length > 0 && { open }) }, null, 2)}\n`;
  }
  if (format === 'text') return planSummaryText(entries, terminal, { allowUndecided, effects: open.length });
  const lines = entries.map((entry) => `- ${entry.verdict}: ${escapeControlChars(planParts(entry).join(' · '))}`);
  const effects = open.map((one) => `- undecided: ${escapeControlChars(one)}`);
  return `${[...lines, ...effects, '', planSummary(entries)].join('\n')}\n`;
}

function placeLines(place: StepPlace, terminal: Terminal): string[] {
  const { paint } = terminal;
  const { from, to } = place;
  const owners = (place.owners ?? []).map((owner) => `  ${escapeControlChars(owner)}`).join('');
  const lines = [paint.bold(placeLink(place, terminal)) + paint.dim(owners)];
  if (from === null || to === null) return from === null ? lines : [...lines, `    ${escapeControlChars(from)}`];
  const [before, after] = changedPart(from, to);
  return [
    ...lines,
    `  ${paint.red('-')} ${escapeControlChars(before)}`,
    `  ${paint.green('+')} ${escapeControlChars(after)} ${paint.dim(`(${proofOf(place)})`)}`,
  ];
}

/** Each command behind a `$`, whole; what it must print behind a `#`. */
function commandLines({ command, kind }: Step, isBefore: boolean): string[] {
  if (command === null) return [];
  let goesOn = false;
  return command.split('\n').map((line) => {
    const start = goesOn ? '  ' : '$ ';
    goesOn = line.endsWith('\\');
    const answer =
      kind === 'verify' && isBefore && /^connlint (?:fleet )?plan /.test(line) ? '   # must print READY' : '';
    return `${start}${line}${answer}`;
  });
}

/** What to do now, for a change that is blocked. */
function next({ verdict, steps }: PlanEntry, { isFleet = false }: PlanTextOptions): string[] {
  if (verdict !== 'blocked') return [];
  const at = steps.findIndex(({ kind, places }) => kind === 'replace' && places.length > 0);
  const places = steps[at]?.places ?? [];
  const proven = places.filter((place) => place.proven).length;
  if (proven === 0 || isFleet) return [`Next: step 1, ${steps[0]?.title ?? ''}`, ''];
  return [`Next: connlint --fix (${proven} of ${plural(places.length, 'place')}), then step ${at + 1}.`, ''];
}

/** The plan as one JSON document. Version 1 may gain keys; none changes its meaning. */
export function planJson(entries: readonly PlanEntry[], open: readonly string[] | null = null): string {
  const changes = entries.map(entryJson);
  return `${JSON.stringify({ version: 1, changes, ...(open && { open }) }, null, 2)}\n`;
}

/** A change in the JSON of the plan. */
export function entryJson(entry: PlanEntry): object {
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

const ORDER: readonly PlanVerdict[] = ['blocked', 'undecided', 'ready'];
const HEAD = ['VERDICT', 'CHANGE', 'ERRORS', 'NOT CHECKED', 'NEXT STEP'] as const;

/** `plan --summary`: one row per change, the blocked ones first. */
export function planSummaryText(
  entries: readonly PlanEntry[],
  { paint, width, fitsTables }: Terminal,
  {
    allowUndecided = false,
    effects = 0,
  }: { readonly allowUndecided?: boolean | undefined; readonly effects?: number } = {},
): string {
  const sorted = ORDER.flatMap((verdict) => entries.filter((entry) => entry.verdict === verdict));
  const rows = sorted.map((entry) => [
    entry.verdict,
    escapeControlChars(subjectText(entry)),
    String(entry.blocking.length),
    String(entry.missing.length + entry.unread.length + uncheckedIn(entry)),
    `1/${entry.steps.length} ${escapeControlChars(entry.steps[0]?.title ?? '')}`,
  ]);
  const widths = HEAD.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const room = width - widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  // In a narrow terminal, the next step has a line of its own.
  const isNarrow = fitsTables && widths[4]! > room;
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 2 || at === 3 ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd();
  const body = rows.map((row, at) => {
    const { verdict } = sorted[at]!;
    const cells = line(isNarrow ? row.slice(0, -1) : row);
    const below = isNarrow ? `\n  next step ${row[4]!}` : '';
    return paint[HUE[verdict]](verdict) + cells.slice(verdict.length) + below;
  });
  return `${[paint.bold(line(isNarrow ? HEAD.slice(0, -1) : HEAD)), ...body, planEnd(entries, allowUndecided, effects)].join('\n')}\n`;
}

/** Strings whose host is not visible: the first steps name them. */
function uncheckedIn({ steps }: PlanEntry): number {
  const places = steps.filter(({ kind }) => kind === 'learn').flatMap((step) => step.places);
  return places.filter(({ from }) => from !== null).length;
}
