import { escapeControlChars } from '../text/escape-control-chars.ts';
import type { Place } from './document.ts';

const plain = (text: string): string => text;
export const NO_PAINT = { red: plain, yellow: plain, blue: plain, green: plain, cyan: plain, dim: plain, bold: plain };
/** Colours of a terminal, or functions that add none. */
export type Paint = Readonly<typeof NO_PAINT>;

/** The terminal or file to which a report for people is written. */
export type Terminal = Readonly<ReturnType<typeof terminalOf>>;

const MIN_WIDTH = 60;
const MAX_WIDTH = 140;
const DEFAULT_WIDTH = 100;
const MAX_PROSE_WIDTH = 100;

/** @param columns of the terminal; `null` where there is none */
export function terminalOf(paint: Paint, columns: number | null) {
  const width = columns === null ? DEFAULT_WIDTH : Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, columns));
  // Longer lines of prose are hard to read.
  return { paint, width, proseWidth: Math.min(width, MAX_PROSE_WIDTH) };
}

/** The colour of each word for a severity, a verdict or a result. */
export const HUE = {
  error: 'red',
  warning: 'yellow',
  info: 'blue',
  ready: 'green',
  blocked: 'red',
  undecided: 'yellow',
  passed: 'green',
  failed: 'red',
} as const satisfies Readonly<Record<string, keyof Paint>>;

/** `src/app.ts:12:3`, safe to print. */
export const placeText = ({ file, line, column }: Place): string => escapeControlChars(`${file}:${line}:${column}`);
