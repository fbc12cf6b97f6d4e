import type { Report, Summary } from '../core/report.ts';

export function stringCount({ strings }: Summary): number {
  return Object.values(strings).reduce((sum, count) => sum + count, 0);
}

/** What was found and accepted, in words: ` (2 suppressed, 1 in the baseline)`, or nothing. */
export function acceptedWords({ findings: { suppressed, baselined } }: Summary): string {
  const words = [
    ...(suppressed ? [`${suppressed} suppressed`] : []),
    ...(baselined ? [`${baselined} in the baseline`] : []),
  ];
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** The facts that rules lacked, with the number of places that they would decide; the most useful first. */
export function missingFacts({ unknown }: Report): [fact: string, places: number][] {
  const places = new Map<string, number>();
  for (const { missing, places: where } of unknown) places.set(missing, (places.get(missing) ?? 0) + where.length);
  return [...places].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
