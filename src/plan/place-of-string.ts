import type { FoundString } from '../classify/found-string.ts';
import { placeOf, shownText } from '../lint/finding.ts';
import type { PlanFile, StepPlace } from './subject.ts';

/** The place of a string, as a step of the runbook shows it. */
export function placeOfString(file: PlanFile, string: FoundString): StepPlace {
  const { line, column } = placeOf(file.file, string.range, file.lines);
  return { file: file.file, line, column, from: shownText(string), to: null, proven: false, recorded: false };
}
