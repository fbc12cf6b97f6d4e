import type { ClusterFacts } from '../facts/facts.ts';
import { nameOf, type Finding } from '../lint/finding.ts';
import type { OpenPoint, PlanPlace } from './entry.ts';
import { distinctPlaces } from './subject.ts';
import type { PlannedFinding, PlanSubject } from './subject.ts';

const point =
  (blocks: boolean) =>
  (message: string, settle: string | null = null, places: readonly PlanPlace[] = []): OpenPoint => ({
    message,
    places,
    settle,
    blocks,
  });

/** What was not judged, or is not known. */
export const open = point(false);
/** What the service refuses, or what stops working. */
export const refused = point(true);

/** One line that settles all files of a point. */
export function acceptFiles(places: readonly PlanPlace[]): string {
  const files = [...new Set(places.map(({ file }) => file))];
  const accepted = files.map((file) => `${JSON.stringify(file)}: "<reason>"`).join(', ');
  return `Check by hand, then in the plan entry: "accept": { ${accepted} }`;
}

export const DOWNTIME = 'In the plan entry: "downtime": "<reason>"';

/** Rules about strings whose successors exist only after the change. */
export const succeedsAfterwards = (finding: Finding): boolean =>
  ['regional-mode-string-change', 'provider-change/legacy', 'multi-region-endpoint-index'].includes(nameOf(finding));

/** A replacement that no record lists does not resolve before the change. */
export const isLate = ({ finding, place: { to }, cluster }: PlannedFinding): boolean =>
  succeedsAfterwards(finding) &&
  (to === null || !cluster?.listed.some(({ hosts }) => hosts.some(({ host }) => to.includes(host))));

export function afterwards({ change, breaking }: PlanSubject): OpenPoint | false {
  const places = distinctPlaces(breaking.filter(isLate).map(({ place }) => place));
  return (
    change.downtime === undefined &&
    places.length > 0 &&
    refused('The new strings exist only after the change.', DOWNTIME, places)
  );
}

/** Free and Flex clusters have one region and one replica set (vendor documentation, cluster tiers, 2026-08). */
export function notDedicated({ clusters }: Pick<PlanSubject, 'clusters'>): OpenPoint | false {
  const own = clusters.filter(({ tier }) => tier !== undefined && tier.value !== 'dedicated');
  const names = named(own.map(({ name }) => name));
  return own.length > 0 && refused(`The service refuses the change: ${names} is not a dedicated cluster.`);
}

/** Hostnames changed for clusters created from 31 March 2020 on (vendor FAQ on connection changes, 2026-08). */
export const mayBeLegacy = ({ createdAt }: ClusterFacts): boolean =>
  createdAt === undefined || createdAt.value < '2020-03-31';

/** `"a"`, `"a" and "b"`, `"a", "b" and 3 more`. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const MAX_NAMES = 6;
