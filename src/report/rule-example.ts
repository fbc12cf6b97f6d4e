import type { Finding } from '../core/finding.ts';
import { compactJson } from './compact-json.ts';
import { code, fence, languageOf, prose } from './markdown.ts';

/** An example of a rule with what the tool really says about it. */
export interface ShownExample {
  readonly title: string;
  /** Path → text, without marks. */
  readonly files: Readonly<Record<string, string>>;
  /** With the fact files named in `inventory`; `undefined` when the example needs none. */
  readonly config: unknown;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Of the rule that the example belongs to. */
  readonly findings: readonly Finding[];
  readonly repaired: Repaired | null;
}

/** A file of the example after the first repair that the tool offers. */
export interface Repaired {
  readonly file: string;
  readonly by: 'fix' | 'suggestion';
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

export const EXAMPLE_CONFIG = 'connlint.config.json';

/** One example as a section of the rule's page. */
export function exampleSection(example: ShownExample): string {
  const { title, files, config, facts, findings, repaired } = example;
  const data = { ...(config === undefined ? {} : { [EXAMPLE_CONFIG]: config }), ...facts };
  const parts = [
    `### ${prose(upperFirst(title))}`,
    ...Object.entries(files).map(([path, text]) => `${code(path)}\n\n${fence(visible(text), languageOf(path))}`),
    ...Object.entries(data).map(([path, value]) => `${code(path)}\n\n${fence(compactJson(value), 'json')}`),
    findings.length > 0 ? fence(findings.flatMap(findingLines).join('\n'), 'text') : '',
    repaired ? after(repaired) : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** `app.py:1:22: warning: …`, in the words of every report; places that belong to it are indented. */
function findingLines({ file, line, column, severity, message, related }: Finding): string[] {
  return [
    `${file}:${line}:${column}: ${severity}: ${message}`,
    ...related.map((place) => `  ${place.file}:${place.line}:${place.column}: ${place.message}`),
  ];
}

function after({ file, by, title, before, after: text }: Repaired): string {
  const how = by === 'fix' ? 'After `--fix`' : 'After the suggestion';
  return `${how}: ${prose(title)}\n\n${fence(visible(changed(before, text)), languageOf(file))}`;
}

/** Files up to so many lines are shown as a whole. */
const SHORT = 12;
const AROUND = 2;

/** The part of a text that differs, with two lines around it. */
function changed(before: string, text: string): string {
  const old = before.split('\n');
  const now = text.split('\n');
  if (now.length <= SHORT) return text;
  let start = 0;
  while (start < now.length && now[start] === old[start]) start++;
  let same = 0;
  while (same < now.length - start && now.at(-1 - same) === old.at(-1 - same)) same++;
  const from = Math.max(0, start - AROUND);
  const to = Math.min(now.length, now.length - same + AROUND);
  return [...(from > 0 ? ['…'] : []), ...now.slice(from, to), ...(to < now.length ? ['…'] : [])].join('\n');
}

/** Characters that no page shows are spelled out. */
function visible(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what this is about
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/g, (c) => {
    return `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
