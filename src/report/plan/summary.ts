import type { Finding } from '../../lint/finding.ts';
import type { PlanEntry, PlanVerdict } from '../../plan/plan.ts';
import type { Step, StepPlace, UncheckedString } from '../../plan/subject.ts';
import { plural } from '../escape.ts';
import { stringParts } from '../string-parts.ts';

/** The change with its settings: `multi-region`, `cluster: orders`, `regions: US_EAST_1, EU_WEST_1`. */
export function planParts({ change, plan }: PlanEntry): readonly string[] {
  const rest = Object.entries(plan).filter(([key]) => key !== 'change');
  return [change, ...rest.map(([key, value]) => `${key}: ${partText(value)}`)];
}

function partText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().join(': ') : String(value);
}

/** The strings that could not be checked. */
export const uncheckedOf = ({ reasons }: PlanEntry): readonly UncheckedString[] =>
  reasons.flatMap(({ unchecked = [] }) => unchecked);

/**
 * The reasons of the verdict: `2 errors, 1 warning, 1 suppressed, 1 string not checked, 1 fact missing, 1 file not
 * read`.
 */
export function grounds(entry: PlanEntry): string {
  const { verdict, reasons, strings, blocking, missing, unread } = entry;
  const unchecked = uncheckedOf(entry).length;
  const live = strings.filter(({ suppressed }) => suppressed === null);
  const count = (severity: 'warning' | 'info'): number => live.filter((one) => one.severity === severity).length;
  const accepted = strings.length - live.length;
  const parts = [
    many(blocking.length, 'error'),
    many(count('warning'), 'warning'),
    count('info') > 0 ? `${count('info')} info` : '',
    accepted > 0 ? `${accepted} suppressed` : '',
    unchecked > 0 ? `${many(unchecked, 'string')} not checked` : '',
    missing.length > 0 ? `${many(missing.length, 'fact')} missing` : '',
    unread.length > 0 ? `${many(unread.length, 'file')} not read` : '',
  ];
  const counted = parts.filter((part) => part !== '').join(', ');
  if (counted !== '') return counted;
  if (verdict === 'ready') return 'no string has to be changed first';
  return reasons.length > 0 ? many(reasons.length, 'reason') : 'strings have to be changed first';
}

function many(n: number, word: string): string {
  return n === 0 ? '' : plural(n, word);
}

/** `cloud-provider bandstand > aws` */
export function subjectText({ change, cluster, plan }: PlanEntry): string {
  const goal =
    'regions' in plan
      ? plan.regions.join(', ')
      : 'to' in plan
        ? plan.to
        : 'enabled' in plan
          ? plan.enabled
            ? 'on'
            : 'off'
          : null;
  return `${change}${cluster === null ? '' : ` ${cluster}`}${goal === null ? '' : ` > ${goal}`}`;
}

/** The hosts of a string before and after if everything else is the same, otherwise the whole strings. */
export function changedPart(from: string, to: string): readonly [before: string, after: string] {
  const [before, after] = [stringParts(from), stringParts(to)];
  const isHostsOnly =
    before.scheme + before.user === after.scheme + after.user &&
    before.path + before.options === after.path + after.options &&
    before.hosts !== '' &&
    after.hosts !== '';
  return isHostsOnly ? [before.hosts, after.hosts] : [from, to];
}

/** How sure a replacement is. */
export function proofOf({ proven, recorded }: StepPlace): string {
  return `${proven ? 'fix' : 'suggestion'}${recorded ? ', from the record' : ''}`;
}

const WITH_UNDO: ReadonlySet<Step['kind']> = new Set(['replace', 'deploy', 'change']);

/** Who may carry out a step, how to undo it, how long it takes: sentences below its text. */
export function stepNotes({
  role,
  undo,
  irreversible,
  managedBy,
  duration,
  owners,
  places,
  kind,
}: Step): readonly string[] {
  // Without a place to replace, there is nothing to undo.
  const changes = WITH_UNDO.has(kind) && (kind !== 'replace' || places.length > 0);
  const attribute = managedBy?.attribute ? `: ${managedBy.attribute}` : '';
  return [
    ...(managedBy === null ? [] : [`Change ${managedBy.file}${attribute} (${managedBy.tool}).`]),
    ...(role === null ? [] : [`Role: ${sentence(role)}`]),
    ...(undo !== null || (changes && !irreversible) ? [`Undo: ${sentence(undo ?? 'not documented')}`] : []),
    ...(irreversible ? ['Undo: none.'] : []),
    ...(duration !== null || changes ? [`Duration: ${sentence(duration ?? 'not documented')}`] : []),
    ...(owners.length > 0 && places.length === 0 ? [`Owner: ${sentence(owners.join(', '))}`] : []),
  ];
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

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
    ...(effects > 0
      ? [`${plural(effects, 'effect')} of the Terraform plan ${effects === 1 ? 'is' : 'are'} undecided`]
      : []),
  ];
  if (blocked > 0) return `Failed: ${[counted(blocked, 'blocked'), ...unsure].join(', ')}.`;
  if (unsure.length > 0 && !allowUndecided) return `Failed: ${unsure.join(', ')}.`;
  return unsure.length > 0
    ? `Passed: ${unsure.join(', ')} (--allow-undecided).`
    : `Passed: ${counted(entries.length, 'ready')}.`;
}

/** `suppressed by config: <reason>` */
export function acceptance({ suppressed }: Finding): string | null {
  return suppressed && `suppressed by ${suppressed.by}${suppressed.reason === null ? '' : `: ${suppressed.reason}`}`;
}

const VERDICTS: readonly PlanVerdict[] = ['ready', 'blocked', 'undecided'];

/** `2 changes: 1 ready, 1 blocked` */
export function planSummary(entries: readonly PlanEntry[]): string {
  if (entries.length === 0) return 'no planned change';
  const counts = VERDICTS.map(
    (verdict) => [verdict, entries.filter((entry) => entry.verdict === verdict).length] as const,
  );
  const counted = counts.filter(([, n]) => n > 0).map(([verdict, n]) => `${n} ${verdict}`);
  return `${plural(entries.length, 'planned change')}: ${counted.join(', ')}`;
}
