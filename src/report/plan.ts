import { grouped } from '../text/source.ts';
import type { Finding } from '../lint/finding.ts';
import type { NotCounted, PlanPlace, PlanVerdict, Step } from '../plan/steps.ts';
import type { PlanEntry } from '../plan/plan.ts';
import { MAX_PLACES, placeList, placeWords, section } from './document.ts';
import type { Block, Document, Inline, Item, Place } from './document.ts';
import { causes, changedPart, findingBlocks } from './causes.ts';
import { plural } from './escape.ts';
import { placeText } from './terminal.ts';
import { findingJson, jsonText, picked } from './json.ts';

export interface PlanOptions {
  readonly verbose?: boolean;
  /** True for the whole runbook of a change that is not ready, too. */
  readonly whole?: boolean;
  /** Effects of a Terraform plan that no planned change covers. */
  readonly open?: readonly string[];
}

export function planDocument(entries: readonly PlanEntry[], options: PlanOptions = {}): Document {
  const effects = (options.open ?? []).map((words) => ({ words }));
  return [
    ...entries.flatMap((entry) => entryBlocks(entry, options)),
    ...(effects.length > 0 ? [...title('undecided', 'the Terraform plan'), { list: effects }] : []),
  ];
}

const title = (verdict: PlanVerdict, words: string): Block[] => [
  { heading: [{ badge: verdict.toUpperCase(), hue: verdict }, ` ${words}`], level: 2 },
];

function entryBlocks(entry: PlanEntry, options: PlanOptions): Block[] {
  const { verdict, about, blocking, strings, open, notCounted } = entry;
  const others = strings.filter((one) => !blocking.includes(one));
  const owners = new Map(entry.steps.flatMap(({ places }) => places.map((one) => [placeText(one), one.owners])));
  const shownAs = { verbose: options.verbose ?? false, ownersOf: (place: Place) => owners.get(placeText(place)) };
  const points = open.map(({ message, places, settle }): Item => ({
    words: message,
    below: [
      ...(places.length > 0 ? [placeList(places, options.verbose ? Infinity : MAX_PLACES)] : []),
      { paragraph: settleWords(settle) },
    ],
  }));
  const findings = (heading: string, some: readonly Finding[]): Block[] =>
    some.length === 0 ? [] : [{ heading, level: 3 }, ...findingBlocks(causes(some), shownAs)];
  return [
    ...title(verdict, subjectText(entry)),
    ...(about === '' ? [] : [{ paragraph: about }]),
    ...findings('What breaks', blocking),
    ...section('Open', 3, points),
    ...findings('Other findings', others),
    ...runbook(entry, options),
    ...section('Not counted', 3, notCounted.map(notCountedItem)),
  ];
}

/** The line to paste is code. */
function settleWords(settle: string): string {
  const start = settle.indexOf('"', settle.lastIndexOf('`') + 1);
  return start < 0 ? settle : `${settle.slice(0, start)}\`${settle.slice(start)}\``;
}

const notCountedItem = ({ text, reason, ...place }: NotCounted): Item => ({
  words: [...placeWords(place), ' ', { code: text }, `: ${reason}`],
});

/** The steps, whole for a change that is ready: before that, what breaks is to be read first. */
function runbook({ verdict, steps }: PlanEntry, { verbose = false, whole = verbose }: PlanOptions): Block[] {
  if (steps.length === 0) return [];
  const heading = { heading: `Runbook: ${plural(steps.length, 'step')}`, level: 3 } as const;
  const isWhole = whole || verdict === 'ready';
  const list = steps.map((step) => ({ words: stepWords(step), below: isWhole ? stepBlocks(step) : [] }));
  const more = { paragraph: 'Commands, roles and how to undo each step: `--verbose`, or `--format markdown`.' };
  return [heading, { list, numbered: true }, ...(isWhole ? [] : [more])];
}

const stepWords = ({ title: name, kind, undo }: Step): Inline[] => [
  { strong: name },
  ...(kind === 'change' && undo === null ? [': ', { badge: 'CANNOT BE UNDONE', hue: 'error' } as const] : []),
];

const stepBlocks = (step: Step): Block[] => [
  ...(step.detail === '' ? [] : [{ paragraph: step.detail }]),
  ...replacements(step.places),
  ...(step.commands.length > 0 ? [{ code: step.commands.join('\n') }] : []),
  ...(step.role === null ? [] : [{ paragraph: `Role: ${step.role}.` }]),
  ...(step.undo === null ? [] : [{ paragraph: `Undo: ${step.undo}` }]),
];

/** `replace A by B in 12 places`: those of the findings above. Other places are listed. */
function replacements(places: readonly PlanPlace[]): Block[] {
  const groups = grouped(places, ({ from, to }) => (from && to ? JSON.stringify(changedPart(from, to)) : ''));
  const items = [...groups].flatMap(([key, own]): Item[] => {
    if (key === '') return [];
    const [before, after] = JSON.parse(key) as [string, string];
    const where = ` in ${plural(own.length, 'place')} (above)`;
    return [{ words: ['replace ', { code: before }, ' by ', { code: after }, where] }];
  });
  const others = (groups.get('') ?? []).map((place): Item => ({ words: placeWords(place) }));
  return items.length + others.length > 0 ? [{ list: [...items, ...others] }] : [];
}

/** `multi-region shipments: US_EAST_1, EU_WEST_1, project aws` */
function subjectText({ change, cluster, project, plan }: PlanEntry): string {
  const { regions, to, enabled } = { regions: undefined, to: undefined, enabled: undefined, ...plan };
  const goal = regions?.join(', ') ?? to ?? (enabled === undefined ? '' : enabled ? 'on' : 'off');
  const name = `${change}${cluster === null ? '' : ` ${cluster}`}`;
  return `${name}${goal === '' ? '' : `: ${goal}`}${project === null ? '' : `, project ${project}`}`;
}

/** Whether a run passes, and why: `1 of 2 changes is blocked`. `effects`: of a Terraform plan that no change covers. */
export function planOutcome(entries: readonly PlanEntry[], allowUndecided: boolean, effects: number) {
  const counted = (verdict: PlanVerdict): string[] => {
    const n = entries.filter((entry) => entry.verdict === verdict).length;
    const of = n === entries.length ? '' : `${n} of `;
    return n === 0 ? [] : [`${of}${plural(entries.length, 'change')} ${n === 1 ? 'is' : 'are'} ${verdict}`];
  };
  const blocked = counted('blocked');
  const unsure = [
    ...counted('undecided'),
    ...(effects > 0 ? [`${plural(effects, 'effect')} of the Terraform plan not judged`] : []),
  ];
  const passed = blocked.length === 0 && (unsure.length === 0 || allowUndecided);
  const against = [...blocked, ...unsure];
  const words = (against.length > 0 ? against : counted('ready')).join(', ');
  return { passed, words: words || 'the Terraform plan has no change that concerns strings' };
}

/** The plan as one JSON document. Version 2 may gain keys; none changes its meaning. */
export function planJson(entries: readonly PlanEntry[], open: readonly string[] = []): Iterable<string> {
  const changes = entries.map((entry) => ({
    ...picked(entry, 'change project cluster verdict about'),
    strings: entry.strings.map(findingJson),
    open: entry.open.map((point) => picked(point, 'message places settle')),
    steps: entry.steps.map((step) => picked(step, 'title detail places commands undo role managedBy')),
    notCounted: entry.notCounted,
  }));
  return jsonText({ version: 2, changes, ...(open.length > 0 && { open }) });
}
