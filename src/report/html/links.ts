import { stringAt, type Finding } from '../../lint/finding.ts';
import type { PlacedString } from '../../lint/file-result.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import { grouped } from '../../text/source.ts';
import { placeText } from '../terminal.ts';

/** The parts of a page that name the same place: rows of findings, rows of strings, and steps of planned changes. */
export interface PageLinks {
  /** Id of the row of a finding at this place, or else of the string there; `null` if the page has neither. */
  readonly ofPlace: (place: Place) => string | null;
  /** Id of the row of the string that a finding is about. */
  readonly stringOf: (finding: Finding) => string | null;
  /** The findings about a string, by its index. */
  readonly findingsOf: (index: number) => readonly Finding[];
  /** The steps that name the place of a finding. */
  readonly stepsOf: (finding: Finding) => readonly StepLink[];
}

interface StepLink {
  readonly id: string;
  readonly title: string;
}

type Place = Parameters<typeof placeText>[0];

/** Id of a finding's row. */
export function anchorOf({ id }: Finding): string {
  return `f-${id.slice(id.lastIndexOf(':') + 1)}`;
}

export const stringAnchor = (index: number): string => `s-${index + 1}`;

export const stepAnchor = (entry: number, step: number): string => `p${entry + 1}-${step + 1}`;

/**
 * @param findings those with a row
 * @param strings those with a row, sorted
 */
export function pageLinks(
  findings: readonly Finding[],
  strings: readonly PlacedString[],
  plan: readonly PlanEntry[],
): PageLinks {
  const byPlace = new Map(strings.map((one, index) => [placeText(one), stringAnchor(index)]));
  for (const one of [...findings].reverse()) byPlace.set(placeText(one), anchorOf(one));
  const files = grouped(
    strings.map(({ file, range }, index) => ({ file, range, index })),
    ({ file }) => file,
  );
  const indexOf = (finding: Finding): number | null => stringAt(files.get(finding.file) ?? [], finding)?.index ?? null;
  const about = grouped(findings, (finding) => String(indexOf(finding) ?? ''));
  const steps = stepsByPlace(plan);
  return {
    ofPlace: (place) => byPlace.get(placeText(place)) ?? null,
    stringOf: (finding) => {
      const index = indexOf(finding);
      return index === null ? null : stringAnchor(index);
    },
    findingsOf: (index) => about.get(String(index)) ?? [],
    stepsOf: (finding) => steps.get(placeText(finding)) ?? [],
  };
}

function stepsByPlace(plan: readonly PlanEntry[]): ReadonlyMap<string, readonly StepLink[]> {
  const steps = new Map<string, StepLink[]>();
  for (const [at, entry] of plan.entries()) {
    for (const [number, step] of entry.steps.entries()) {
      for (const place of new Set(step.places.map(placeText))) {
        const own = steps.get(place) ?? [];
        own.push({ id: stepAnchor(at, number), title: `${entry.change}, step ${number + 1}` });
        steps.set(place, own);
      }
    }
  }
  return steps;
}
