import type { Severity } from '../config/severity.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { wrapped } from './escape.ts';

/** Colours of a terminal, or functions that add none. */
export interface Paint {
  red(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  cyan(text: string): string;
  green(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

/** The terminal or file to which a report for people is written. */
export interface Terminal {
  readonly paint: Paint;
  /** Columns to which frames and prose are fitted. */
  readonly width: number;
  /** True where tables are fitted to the width too: without a terminal they stay whole. */
  readonly fitsTables: boolean;
  readonly links: Links;
}

/** Texts that open what they name, in terminals that can. */
interface Links {
  readonly file: (text: string, path: string) => string;
}

const MIN_WIDTH = 60;
const MAX_WIDTH = 140;
/** Where there is no terminal. */
const DEFAULT_WIDTH = 100;
const MAX_PROSE_WIDTH = 100;

const NO_LINKS: Links = { file: (text) => text };

/** @param columns of the terminal; `null` where there is none */
export function terminalOf(paint: Paint, columns: number | null, links: Links = NO_LINKS): Terminal {
  const width = columns === null ? DEFAULT_WIDTH : Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, columns));
  return { paint, width, fitsTables: columns !== null, links };
}

/** A place that opens its file. */
export function placeLink(place: Place, { links }: Pick<Terminal, 'links'>): string {
  return links.file(placeText(place), place.file);
}

/** Longer lines of prose are hard to read. */
export function proseWidth({ width }: Terminal): number {
  return Math.min(width, MAX_PROSE_WIDTH);
}

/** A label and its text, which continues beside the label. `width` is that of the label. */
export function labelledLines(label: string, text: string, width: number, terminal: Terminal, margin = ''): string[] {
  const indent = margin.length + width;
  const [first = '', ...rest] = wrapped(text, proseWidth(terminal) - indent);
  return [
    `${margin}${terminal.paint.dim(label.padEnd(width))}${first}`,
    ...rest.map((line) => ' '.repeat(indent) + line),
  ];
}

export const HUE: Readonly<Record<Severity, 'red' | 'yellow' | 'blue'>> = {
  error: 'red',
  warning: 'yellow',
  info: 'blue',
};

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `src/app.ts:12:3`, safe to print. */
export function placeText({ file, line, column }: Place): string {
  return escapeControlChars(`${file}:${line}:${column}`);
}
