import type { Finding } from '../../lint/finding.ts';
import type { PlanEntry, PlanVerdict } from '../../plan/plan.ts';
import type { Step, StepPlace } from '../../plan/subject.ts';
import { plural } from '../escape.ts';

/** The change with what the plan says about it: `multi-region`, `cluster: orders`, `regions: US_EAST_1, EU_WEST_1`. */
export function planParts({ change, plan }: PlanEntry): readonly string[] {
  const rest = Object.entries(plan).filter(([key]) => key !== 'change');
  return [change, ...rest.map(([key, value]) => `${key}: ${partText(value)}`)];
}

function partText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().join(': ') : String(value);
}

/** What the verdict rests on: `2 errors, 1 warning, 1 accepted, 1 fact missing, 1 file not looked at`. */
export function grounds({ verdict, reasons, strings, missing, unread }: PlanEntry): string {
  const live = strings.filter(({ suppressed }) => suppressed === null);
  const count = (severity: Finding['severity']): number => live.filter((one) => one.severity === severity).length;
  const accepted = strings.length - live.length;
  const parts = [
    many(count('error'), 'error'),
    many(count('warning'), 'warning'),
    count('info') > 0 ? `${count('info')} info` : '',
    accepted > 0 ? `${accepted} accepted` : '',
    missing.length > 0 ? `${many(missing.length, 'fact')} missing` : '',
    unread.length > 0 ? `${many(unread.length, 'file')} not looked at` : '',
  ];
  const told = parts.filter((part) => part !== '').join(', ');
  if (told !== '') return told;
  if (verdict === 'ready') return 'no string has to be changed first';
  return reasons.length > 0 ? many(reasons.length, 'reason') : 'strings have to be changed first';
}

function many(n: number, word: string): string {
  return n === 0 ? '' : plural(n, word);
}

export function placeText({ file, line, column }: Pick<StepPlace, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`;
}

/** How sure a replacement is. */
export function proofOf({ proven, recorded }: StepPlace): string {
  if (recorded) return 'from the record';
  return proven ? 'safe edit' : 'suggested';
}

/** Who may do a step, and whether it can be taken back: lines below its text. */
export function stepNotes({ role, undo, irreversible, managedBy, owners, places }: Step): readonly string[] {
  return [
    ...(managedBy === null
      ? []
      : [
          `Managed by ${managedBy.tool}: ${managedBy.file}${managedBy.attribute === null ? '' : `, ${managedBy.attribute}`}`,
        ]),
    ...(owners.length > 0 && places.length === 0 ? [`Owners: ${owners.join(', ')}`] : []),
    ...(role === null ? [] : [`Role: ${role}`]),
    ...(undo === null ? [] : [`Undo: ${undo}`]),
    ...(irreversible ? ['Cannot be undone.'] : []),
  ];
}

/** `accepted by config: <reason>` */
export function acceptance({ suppressed }: Finding): string | null {
  return suppressed && `accepted by ${suppressed.by}${suppressed.reason === null ? '' : `: ${suppressed.reason}`}`;
}

const VERDICTS: readonly PlanVerdict[] = ['ready', 'blocked', 'undecided'];

/** `2 changes: 1 ready, 1 blocked` */
export function planSummary(entries: readonly PlanEntry[]): string {
  if (entries.length === 0) return 'no planned change';
  const counts = VERDICTS.map(
    (verdict) => [verdict, entries.filter((entry) => entry.verdict === verdict).length] as const,
  );
  const told = counts.filter(([, n]) => n > 0).map(([verdict, n]) => `${n} ${verdict}`);
  return `${plural(entries.length, 'planned change')}: ${told.join(', ')}`;
}
