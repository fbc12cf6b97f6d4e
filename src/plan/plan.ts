import { NOTICES, UNMAPPED_ENDPOINTS, type DatedNotice } from '../clients/notices.ts';
import { ownHosts } from '../lint/string-hosts.ts';
import { tokenCommand } from './commands.ts';
import { openPoints, stringBesideNone } from './conditions.ts';
import type { OpenPoint, PlanEntry, PlanPlace, PlanVerdict, Step, Steps } from './entry.ts';
import { succeedsAfterwards } from './points.ts';
import { procedureOf } from './procedure-of.ts';
import { acceptedBy, clusterNameOf, planSubject } from './subject.ts';
import type { PlanInput, PlannedFinding, PlanSubject } from './subject.ts';

/** The plan says that the tree contains no string of the cluster, and it contains one. */
export class ContradictedPlan extends Error {
  override readonly name = 'ContradictedPlan';
  readonly place: PlanPlace;

  constructor(place: PlanPlace) {
    super('"strings.none" beside a string of the cluster');
    this.place = place;
  }
}

/** Decides the verdict of one planned change and creates its runbook. Pure. */
export function judgeChange(input: PlanInput): PlanEntry {
  const subject = planSubject(input);
  const { change, facts, found } = subject;
  const contradiction = stringBesideNone(subject);
  if (contradiction) throw new ContradictedPlan(contradiction);
  const blocking = subject.breaking.filter((one) => !isSettled(one, subject));
  const { about, steps } = procedureOf(change).runbook(subject);
  const open = [...openPoints(subject), ...acceptedForCheck(blocking)];
  return {
    change: change.change,
    project: facts.of.key,
    cluster: clusterNameOf(change),
    plan: change,
    verdict: verdictOf(blocking, open),
    about: `${about}${undated(subject)}${endsBefore(subject)}`,
    strings: found.map(({ finding }) => finding),
    blocking: blocking.map(({ finding }) => finding),
    open,
    steps: withToken(flat(steps), subject),
    notCounted: subject.notCounted,
  };
}

function verdictOf(blocking: readonly PlannedFinding[], open: readonly OpenPoint[]): PlanVerdict {
  if (blocking.length > 0 || open.some(({ blocks }) => blocks)) return 'blocked';
  return open.length > 0 ? 'undecided' : 'ready';
}

/** Settled by the plan's own entry. */
const isSettled = ({ finding }: PlannedFinding, { change }: PlanSubject): boolean =>
  Object.hasOwn(acceptedBy(change), finding.id) || (change.downtime !== undefined && succeedsAfterwards(finding));

/** A baseline, a comment or a suppression is about `check`; the plan has an entry of its own. */
function acceptedForCheck(blocking: readonly PlannedFinding[]): OpenPoint[] {
  const own = blocking.filter(({ finding }) => finding.suppressed !== null);
  return own.map(({ finding, place }) => ({
    message: `Accepted for \`connlint check\` only (${BY[finding.suppressed!.by]}).`,
    places: [place],
    settle: `In the plan entry: "accept": { ${JSON.stringify(finding.id)}: "<reason>" }`,
    blocks: true,
  }));
}

const BY = { comment: 'by a comment', config: 'by `suppressions`', baseline: 'in the baseline' } as const;

/** Names facts whose date is not known. */
function undated({ clusters, change }: PlanSubject): string {
  const names =
    change.change === 'admin-api'
      ? []
      : clusters.filter(({ readAt, isDeclared }) => readAt === undefined && !isDeclared).map(({ source }) => source);
  return names.length === 0 ? '' : ` The date of ${[...new Set(names)].slice(0, 3).join(', ')} is not known.`;
}

/** Names what the vendor ends before the day of the change, if the cluster uses it. */
function endsBefore({ change: { by }, input: { files }, whoseOf, clusters }: PlanSubject): string {
  if (by === undefined) return '';
  const onGoogleCloud = clusters.length > 0 && clusters.every(({ providers }) => providers?.value.join() === 'gcp');
  const notices: readonly DatedNotice[] = [...Object.values(NOTICES), ...(onGoogleCloud ? [UNMAPPED_ENDPOINTS] : [])];
  const hosts = files
    .filter(({ role }) => role !== 'docs')
    .flatMap(({ strings }) => strings.flatMap((one) => (whoseOf(one) === 'other' ? [] : ownHosts(one))));
  return notices
    .filter((notice) => notice.ends < by && hosts.some(({ host }) => notice.host?.test(host)))
    .map(({ what, ends, todo }) => ` ${what}: the last day is ${ends}, before this change (${by}). ${todo}`)
    .join('');
}

const flat = (steps: Steps): Step[] =>
  steps.flatMap((one) => (one === false ? [] : 'title' in one ? [one] : flat(one)));

/** Says once where the token comes from. */
function withToken(steps: readonly Step[], subject: PlanSubject): readonly Step[] {
  const first = steps.find(({ commands }) => commands.some((line) => line.startsWith('curl ')));
  return steps.map((one) => (one === first ? { ...one, commands: [tokenCommand(subject), ...one.commands] } : one));
}
