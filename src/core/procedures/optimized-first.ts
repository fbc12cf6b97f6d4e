import type { Step, StepPlace } from '../step.ts';
import { regionalizedAfter, regionsAfter } from './multi-region-subject.ts';
import type { RegionSubject } from './multi-region-subject.ts';
import { replacements } from './replacements.ts';
import { replaceStep, step } from './usual-steps.ts';
import { named } from './words.ts';

/**
 * There is no optimized record for a multi-region cluster without regionalized endpoints: the Legacy SRV string comes
 * first, and a cluster that lists none needs support before the conversion (vendor documentation, 2026-08).
 */
export function optimizedFirst(subject: RegionSubject): Step[] {
  const left = subject.left.filter(({ finding }) => finding.kind === 'optimized');
  if (left.length === 0 || staysOptimized(subject)) return [];
  const without = subject.clusters
    .filter(({ listed, legacySrv }) => listed.length > 0 && !legacySrv)
    .map(({ name }) => name);
  const all = without.length > 0 && without.length === subject.clusters.length;
  const open = replacements(left).filter(({ to }) => to === null);
  return [
    ...(without.length > 0 ? [ticket(without, open)] : []),
    replaceStep(left, {
      title: `Switch optimized strings to the Legacy SRV string${all ? ', once support has made one available' : ''}`,
      detail:
        'The optimized string (-lb) stops working with the conversion; the Legacy SRV string of the private endpoint goes on. The connect dialog shows it under Private Endpoint as Legacy SRV Connection.',
    }),
  ];
}

/** Regionalized endpoints keep the optimized strings of AWS regions. */
function staysOptimized(subject: RegionSubject): boolean {
  const onAws = regionsAfter(subject).every(({ provider }) => (provider ?? 'aws') === 'aws');
  return regionalizedAfter(subject) === true && onAws;
}

function ticket(names: readonly string[], open: readonly StepPlace[]): Step {
  return step(
    {
      title: 'Open a support ticket before the conversion',
      detail: `The record of ${named(names)} lists no Legacy SRV string. Only support can turn the optimized string off; no setting and no API operation does. Name the project, the cluster and the planned regions, and wait for the answer.`,
    },
    null,
    open,
  );
}
