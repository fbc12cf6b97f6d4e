import { grouped } from '../text/source.ts';
import type { Finding } from '../lint/finding.ts';
import type { NotCounted, OpenPoint, PlanEntry, PlanPlace, PlanVerdict, Step } from '../plan/entry.ts';
import { placeList, placeWords, type Block, type Document, type Inline, type Item, type Words } from './document.ts';
import { causes, causeItem, changedPart } from './causes.ts';
import { plural } from './escape.ts';
import { findingJson } from './json.ts';

export interface PlanOptions {
  /** True for every place. */
  readonly verbose?: boolean;
  readonly allowUndecided?: boolean;
  /** Effects of a Terraform plan that no planned change covers. */
  readonly open?: readonly string[];
}

/** The plan: for each change the verdict, what breaks, what is open, and the runbook. */
export function planDocument(entries: readonly PlanEntry[], options: PlanOptions = {}): Document {
  const { open = [] } = options;
  return [
    ...entries.flatMap((entry) => entryBlocks(entry, options)),
    ...(open.length > 0
      ? [...title('undecided', 'the Terraform plan'), { list: open.map((words) => ({ words })) }]
      : []),
  ];
}

const title = (verdict: PlanVerdict, words: string): Block[] => [
  { heading: [{ badge: verdict.toUpperCase(), hue: verdict }, ` ${words}`], level: 2 },
];

function entryBlocks(entry: PlanEntry, options: PlanOptions): Block[] {
  const { verdict, about, blocking, strings, open, steps, notCounted } = entry;
  const others = strings.filter((one) => !blocking.includes(one));
  return [
    ...title(verdict, subjectText(entry)),
    ...(about === '' ? [] : [{ paragraph: about }]),
    ...section('What breaks', findingItems(blocking, options)),
    ...section(
      'Open',
      open.map((point) => openItem(point, options)),
    ),
    ...section('Other findings', findingItems(others, options)),
    ...(steps.length > 0 ? [{ heading: `Runbook: ${plural(steps.length, 'step')}`, level: 3 } as const] : []),
    ...steps.flatMap((step, at) => stepBlocks(step, at, options)),
    ...section('Not counted', notCounted.map(notCountedItem)),
  ];
}

const section = (name: string, items: readonly Item[]): Block[] =>
  items.length === 0 ? [] : [{ heading: name, level: 3 }, { list: items }];

const findingItems = (findings: readonly Finding[], { verbose = false }: PlanOptions): Item[] =>
  causes(findings).map((cause) => causeItem(cause, verbose));

function openItem({ message, places, settle }: OpenPoint, { verbose = false }: PlanOptions): Item {
  return {
    words: message,
    below: [...(places.length > 0 ? [placeList(places, verbose)] : []), ...(settle === null ? [] : [{ code: settle }])],
  };
}

const notCountedItem = ({ text, reason, ...place }: NotCounted): Item => ({
  words: [...placeWords(place), ' ', { code: text }, `: ${reason}`],
});

function stepBlocks(step: Step, at: number, options: PlanOptions): Block[] {
  const { title: name, detail, irreversible, commands } = step;
  const end: Inline[] = irreversible ? [' ', { badge: 'CANNOT BE UNDONE', hue: 'error' }] : [];
  const below: Block[] = [
    ...(detail === '' ? [] : [{ paragraph: detail }]),
    ...replacements(step.places, options),
    ...(commands.length > 0 ? [{ code: commands.join('\n') }] : []),
    ...notes(step).map((paragraph) => ({ paragraph })),
  ];
  return [{ list: [{ words: [{ strong: `${at + 1}. ${name}` }, ...end], below }] }];
}

/** `replace A by B in 12 places`, then the places; those without a replacement below. */
function replacements(places: readonly PlanPlace[], { verbose = false }: PlanOptions): Block[] {
  const groups = grouped(places, ({ from, to }) =>
    from === null || to === null ? '' : JSON.stringify(changedPart(from, to)),
  );
  const items = [...groups].flatMap(([key, own]): Item[] => {
    if (key === '') return [];
    const [before, after] = JSON.parse(key) as [string, string];
    const words: Words = ['replace ', { code: before }, ' by ', { code: after }, ` in ${plural(own.length, 'place')}`];
    return [{ words, below: [ownedPlaces(own, verbose)] }];
  });
  const others = groups.get('') ?? [];
  return [...(items.length > 0 ? [{ list: items }] : []), ...(others.length > 0 ? [ownedPlaces(others, verbose)] : [])];
}

function ownedPlaces(places: readonly PlanPlace[], verbose: boolean): Block {
  if (places.every(({ owners = [] }) => owners.length === 0)) return placeList(places, verbose);
  return { list: places.map((place) => ({ words: [...placeWords(place), `  ${(place.owners ?? []).join(' ')}`] })) };
}

function notes({ role, undo, managedBy }: Step): string[] {
  return [
    ...(managedBy === null
      ? []
      : [`Change \`${managedBy.file}\`: \`${managedBy.attribute}\` (${managedBy.tool}), which would put it back.`]),
    ...(role === null ? [] : [`Role: ${role}.`]),
    ...(undo === null ? [] : [`Undo: ${undo}`]),
  ];
}

/** `multi-region shipments: US_EAST_1, EU_WEST_1, project aws` */
function subjectText({ change, cluster, project, plan }: PlanEntry): string {
  const goal =
    'regions' in plan
      ? plan.regions.join(', ')
      : 'to' in plan
        ? plan.to
        : 'enabled' in plan
          ? plan.enabled
            ? 'on'
            : 'off'
          : '';
  const name = `${change}${cluster === null ? '' : ` ${cluster}`}`;
  return `${name}${goal === '' ? '' : `: ${goal}`}${project === null ? '' : `, project ${project}`}`;
}

/**
 * `Failed: 1 of 2 changes is blocked.`
 * @param effects of a Terraform plan that no planned change covers
 */
export function planEnd(entries: readonly PlanEntry[], allowUndecided: boolean, effects = 0): string {
  const count = (verdict: PlanVerdict): number => entries.filter((entry) => entry.verdict === verdict).length;
  const counted = (n: number, verdict: string): string => {
    const of = n === entries.length ? plural(n, 'change') : `${n} of ${plural(entries.length, 'change')}`;
    return `${of} ${n === 1 ? 'is' : 'are'} ${verdict}`;
  };
  const [blocked, undecided] = [count('blocked'), count('undecided')];
  const unsure = [
    ...(undecided > 0 ? [counted(undecided, 'undecided')] : []),
    ...(effects > 0 ? [`${plural(effects, 'effect')} of the Terraform plan not judged`] : []),
  ];
  if (blocked > 0) return `Failed: ${[counted(blocked, 'blocked'), ...unsure].join(', ')}.`;
  if (unsure.length > 0) return `${allowUndecided ? 'Passed' : 'Failed'}: ${unsure.join(', ')}.`;
  return `Passed: ${counted(entries.length, 'ready')}.`;
}

/** The plan as one JSON document. Version 2 may gain keys; none changes its meaning. */
export function planJson(entries: readonly PlanEntry[], open: readonly string[] = []): string {
  const changes = entries.map(
    ({ change, project, cluster, verdict, about, strings, open: points, steps, notCounted }) => ({
      change,
      project,
      cluster,
      verdict,
      about,
      strings: strings.map(findingJson),
      open: points.map(({ message, places, settle }) => ({ message, places, settle })),
      steps: steps.map(({ title: name, detail, places, commands, undo, role, managedBy }) => {
        return { title: name, detail, places, commands, undo, role, managedBy };
      }),
      notCounted,
    }),
  );
  return `${JSON.stringify({ version: 2, changes, ...(open.length > 0 && { open }) }, null, 2)}\n`;
}
