import type { Kind } from '../host-shapes.ts';
import { usedOf } from '../plan-subject.ts';
import type { PlannedFinding, PlanSubject } from '../plan-subject.ts';
import type { StepPlace } from '../step.ts';

/**
 * The places of these rules, with what stands there afterwards; where the rules say nothing, the strings of these kinds.
 * Base paths, dates and headers are words of the documentation: what a rule offers for them is not guessed.
 */
export function moved(subject: PlanSubject, rules: readonly string[], kinds: readonly Kind[]): readonly StepPlace[] {
  const reported = subject.left.filter(({ finding }) => rules.includes(finding.rule));
  if (reported.length === 0) return usedOf(subject, ...kinds).map(({ place }) => place);
  return reported.map(placed);
}

/** A repair that reaches beyond the string (a header elsewhere in the call) is told by its new texts. */
function placed({ finding, place }: PlannedFinding): StepPlace {
  const repair = finding.fix ?? finding.suggestions[0];
  const added =
    repair?.edits
      .map(({ text }) => text.trim())
      .filter((text) => text !== '')
      .join(' … ') ?? '';
  const to = place.to ?? (added === '' ? null : added);
  const exact = finding.rule === 'api-unversioned-path' || finding.rule.includes('version');
  return { ...place, to, proven: to !== null && exact };
}
