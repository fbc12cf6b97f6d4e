import { type FleetPlan, placeParts } from '../../fleet/plan.ts';
import { NO_OWNER, ownerNames } from '../../fleet/uses.ts';
import { hash64 } from '../../lint/finding.ts';
import { planCommand, quoted } from '../../plan/commands.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import { placeKey, type Step, type StepPlace } from '../../plan/subject.ts';
import { grouped } from '../../text/source.ts';
import { plural } from '../escape.ts';
import { fence, inText, nameCell, plainCell } from '../markdown.ts';
import { proofOf, stepNotes, subjectText } from '../plan/summary.ts';

/** The text for one owner, or for several owners of the same files. */
export interface OwnerIssue {
  readonly owner: string;
  /** The first line of the text. It depends only on the owners. */
  readonly marker: string;
  readonly file: string;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly repositories: readonly string[];
  readonly places: number;
}

interface OwnerTask {
  readonly entry: PlanEntry;
  readonly steps: readonly (readonly [step: Step, places: readonly StepPlace[]])[];
}

/**
 * One text per owner with the places of the runbooks. Each place is listed once, in the first step that names it.
 * @param deadline `YYYY-MM-DD`, or `null`
 */
export function ownerIssues({ entries, ownersOf }: FleetPlan, deadline: string | null): OwnerIssue[] {
  const tasks = new Map<string, OwnerTask[]>();
  for (const entry of entries) {
    const seen = new Set<string>();
    const byOwner = new Map<string, (readonly [Step, StepPlace[]])[]>();
    for (const step of entry.steps) {
      const open = step.places.filter((place) => seen.size < seen.add(placeKey(place)).size);
      const own = open.filter(({ file }) => placeParts(file).repository !== null);
      for (const [owner, places] of grouped(own, ({ file }) => ownerNames(ownersOf(file)).join(', '))) {
        byOwner.set(owner, [...(byOwner.get(owner) ?? []), [step, places]]);
      }
    }
    for (const [owner, steps] of byOwner) tasks.set(owner, [...(tasks.get(owner) ?? []), { entry, steps }]);
  }
  return [...tasks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([owner, own]) => openIssue(owner, own, deadline));
}

function openIssue(owner: string, tasks: readonly OwnerTask[], deadline: string | null): OwnerIssue {
  const places = tasks.flatMap(({ steps }) => steps.flatMap(([, own]) => own));
  const repositories = [...new Set(places.map(({ file }) => placeParts(file).repository!))].sort();
  const count = plural(new Set(places.map(placeKey)).size, 'place');
  const { marker, file } = identityOf(owner);
  const body = [
    marker,
    `Owner: ${plainCell(owner)}`,
    `Planned: ${tasks.map(({ entry }) => nameCell(subjectText(entry))).join(', ')}`,
    ...(deadline === null ? [] : [`Deadline: ${deadline}`]),
    ...tasks.flatMap((task) => taskText(task)),
  ].join('\n\n');
  return {
    owner,
    marker,
    file,
    title: `Connection strings before planned changes: ${count} in ${repositories.length === 1 ? repositories[0]! : `${repositories.length} repositories`}`,
    body: `${body}\n`,
    state: 'open',
    repositories,
    places: new Set(places.map(placeKey)).size,
  };
}

/** The text for an owner of an earlier run with nothing left to do. */
export function closedIssue(owner: string): OwnerIssue {
  const { marker, file } = identityOf(owner);
  return {
    owner,
    marker,
    file,
    title: 'Connection strings before planned changes: done',
    body: `${marker}\n\nOwner: ${plainCell(owner)}\n\nNo places remain.\n`,
    state: 'closed',
    repositories: [],
    places: 0,
  };
}

function identityOf(owner: string): Pick<OwnerIssue, 'marker' | 'file'> {
  const hash = hash64(owner);
  const words = owner === NO_OWNER ? 'no-owner' : owner.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return {
    marker: `<!-- connlint-issue:v1 ${hash} -->`,
    // Owners may differ only in case, or in characters that file names cannot contain.
    file: `${words.slice(0, 60).toLowerCase()}-${hash.slice(0, 8)}.md`,
  };
}

function taskText({ entry, steps }: OwnerTask): string[] {
  return [
    `## ${nameCell(subjectText(entry))}`,
    ...steps.flatMap(([step, places]) => [
      `### ${inText(step.title)}`,
      inText(step.detail),
      ...stepNotes({ ...step, owners: [] }).map(inText),
      ...[...grouped(places, ({ file }) => placeParts(file).repository!)].map(([repository, own]) =>
        [`**${plainCell(repository)}**`, '', ...own.map(placeItem)].join('\n'),
      ),
    ]),
    'Check, in each repository. The first command must print the new strings; the second needs the facts of the clusters.',
    fence(`${listCommand(steps)}\n${planCommand(entry.plan)}`, 'sh'),
  ];
}

const MAX_FILES = 5;

/** Lists the strings of these files, or of the repository if there are many. */
function listCommand(steps: OwnerTask['steps']): string {
  const files = new Set(steps.flatMap(([, places]) => places.map(({ file }) => placeParts(file).file)));
  return ['connlint', 'list', ...(files.size > MAX_FILES ? [] : [...files].sort())].map(quoted).join(' ');
}

function placeItem(place: StepPlace): string {
  const { from, to, line, column } = place;
  return [
    `- [ ] ${nameCell(`${placeParts(place.file).file}:${line}:${column}`)}`,
    ...(from === null ? [] : [`  - ${to === null ? '' : 'old: '}${nameCell(from)}`]),
    ...(to === null ? [] : [`  - new (${proofOf(place)}): ${nameCell(to)}`]),
  ].join('\n');
}

/** The index for scripts around `gh`, `glab` or another client. Keys may be added to version 1. */
export function issueIndex(issues: readonly OwnerIssue[]): string {
  const rows = issues.map((issue) => ({ ...issue, body: undefined }));
  return `${JSON.stringify({ version: 1, 'connlint-fleet': 'issues', issues: rows }, null, 2)}\n`;
}
