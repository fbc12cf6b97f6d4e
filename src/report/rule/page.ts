import type { Rule } from '../../lint/rule.ts';
import { SEVERITIES } from '../../config/severity.ts';
import { compactJson, plural } from '../escape.ts';
import { code, fence, prose, table, fenceLanguage } from '../markdown.ts';
import type { Finding } from '../../lint/finding.ts';

/** A rule with the results of its examples. */
export interface ShownRule {
  readonly rule: Rule;
  readonly reported: readonly ShownExample[];
  readonly silent: readonly ShownExample[];
  /** Ids of the rules that report in its place. */
  readonly under: readonly string[];
}

/** The page of a rule, as Markdown: `docs/rules/<id>.md` and `connlint explain <id> --verbose`. */
export function rulePage(shown: ShownRule): string {
  const { rule, reported } = shown;
  const { what, why, todo, sources } = rule.docs;
  const [first] = reported;
  const parts = [
    `# ${rule.id}`,
    headline(shown),
    `## What it reports\n\n${prose(what)}`,
    `## Why\n\n${prose(why)}`,
    `## What to do\n\n${prose(todo)}`,
    first ? `## Example\n\n${exampleFence(first, exampleLines(first))}` : '',
    first?.fixed ? `## Use instead\n\n${exampleFence(first, useInstead(first.fixed))}` : '',
    options(rule),
    `## Suppress\n\n${fence(`# connlint-disable-next-line ${rule.id} -- why it is right here`, 'sh')}`,
    neighbours(shown),
    allExamples(shown),
    sources.length > 0 ? `## Sources\n\n${sources.map((source) => `- ${prose(source)}`).join('\n')}` : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The lines of the first file that a finding is about. */
export function exampleLines({ files, findings }: ShownExample): string[] {
  const [finding] = findings;
  const [path = ''] = Object.keys(files);
  const lines = withEscapes(files[finding?.file ?? path] ?? files[path] ?? '').split('\n');
  if (!finding) return lines.slice(0, MAX_LINES);
  return lines.slice(finding.line - 1, Math.min(finding.endLine, finding.line - 1 + MAX_LINES));
}

/** The lines that a fix changes, as they are after it. */
export function useInstead({ before, after }: FixedExample): string[] {
  const old = before.split('\n');
  const lines = withEscapes(after)
    .split('\n')
    .filter((line) => line !== '' && !old.includes(line));
  return lines.slice(0, MAX_LINES);
}

/** More lines of an example are shown among all examples only. */
const MAX_LINES = 6;

function exampleFence({ files, findings }: ShownExample, lines: readonly string[]): string {
  const path = findings[0]?.file ?? Object.keys(files)[0] ?? '';
  return lines.length === 0 ? '' : fence(lines.join('\n'), fenceLanguage(path));
}

/** Folded where a page can fold. */
function allExamples({ reported, silent }: ShownRule): string {
  const count = reported.length + silent.length;
  if (count === 0) return '';
  const parts = [
    '## All examples',
    `<details>\n<summary>${plural(count, 'example')}</summary>`,
    ...(reported.length > 0 ? ['### Reported', ...reported.map(exampleSection)] : []),
    ...(silent.length > 0 ? ['### Not reported', ...silent.map(exampleSection)] : []),
    '</details>',
  ];
  return parts.join('\n\n');
}

function headline(shown: ShownRule): string {
  const { rule } = shown;
  return table(
    ['Severity', 'Fix', 'Active', 'Needs', 'Since'],
    [[prose(severityWords(rule)), fixWords(shown), activeWords(rule), prose(needWords(rule)), rule.since]],
  );
}

/** The facts that a rule needs besides the text. */
export function needWords({ needs }: Rule): string {
  return needs.length > 0 ? needs.join(', ') : 'the text only';
}

/** `error; warning if the provider is not known`: the rule's own severity, then the others with their conditions. */
export function severityWords({ severity, docs: { severities = {} } }: Rule): string {
  const others = SEVERITIES.filter((other) => severities[other] !== undefined);
  return [severity, ...others.map((other) => `${other} ${severities[other]!}`)].join('; ');
}

/** The fixes that a rule offers, taken from the results of its examples. */
export function fixWords({ reported }: ShownRule): string {
  const findings = reported.flatMap((example) => example.findings);
  const fix = findings.some((finding) => finding.fix !== null);
  const suggestion = findings.some(({ suggestions }) => suggestions.length > 0);
  if (fix) return suggestion ? '`--fix` where proven, else a suggestion' : '`--fix`';
  return suggestion ? 'suggestion' : 'none';
}

/** When a rule can report at all. */
export function activeWords({ changes = [], needs, withoutPlan = false }: Rule): string {
  if (changes.length === 0) return 'always';
  const planned = `with a plan: ${changes.map(code).join(', ')}`;
  if (!withoutPlan) return planned;
  return needs.length === 0
    ? `always; decides ${changes.map(code).join(', ')}`
    : `${planned}; or if the facts require it`;
}

/** Samples of values where an option has no default. */
const SAMPLES: Readonly<Record<string, unknown>> = { boolean: true, integer: 1, number: 1, array: [], object: {} };

function options({ options: all = {}, id, severity }: Rule): string {
  const entries = Object.entries(all);
  if (entries.length === 0) return '';
  const rows = entries.map(([name, { type, description, default: value }]) => [
    code(name),
    type,
    value === undefined ? '' : code(JSON.stringify(value)),
    prose(description),
  ]);
  const values = entries.map(([name, { type, default: value }]) => [name, value ?? SAMPLES[type] ?? '…']);
  const setting = { rules: { [id]: [severity, Object.fromEntries(values)] } };
  const usage = fence(compactJson(setting), 'json');
  return `## Options\n\n${table(['Option', 'Type', 'Default', 'What'], rows)}\n\n${usage}`;
}

/** Where several rules meet, one reports. */
function neighbours({ rule, under }: ShownRule): string {
  const link = (id: string): string => `[${id}](${id}.md)`;
  const lines = [
    ...(rule.supersedes?.length ? [`- Reported instead of: ${rule.supersedes.map(link).join(', ')}.`] : []),
    ...(under.length > 0 ? [`- Not reported if one of these reports: ${under.map(link).join(', ')}.`] : []),
  ];
  return lines.length > 0 ? `## Not reported with\n\n${lines.join('\n')}` : '';
}

/** An example of a rule with its actual findings. */
export interface ShownExample {
  readonly title: string;
  /** Path → text, without marks. */
  readonly files: Readonly<Record<string, string>>;
  /** With the fact files named in `inventory`; `undefined` when the example needs none. */
  readonly config: unknown;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Of the rule that the example belongs to. */
  readonly findings: readonly Finding[];
  readonly fixed: FixedExample | null;
}

/** A file of the example after the first fix that the tool offers. */
export interface FixedExample {
  readonly file: string;
  readonly by: 'fix' | 'suggestion';
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

const EXAMPLE_CONFIG = 'connlint.config.json';

/** One example as a section of the rule's page. */
function exampleSection(example: ShownExample): string {
  const { title, files, config, facts, findings, fixed } = example;
  const data = { ...(config === undefined ? {} : { [EXAMPLE_CONFIG]: config }), ...facts };
  const parts = [
    `#### ${prose(upperFirst(title))}`,
    ...Object.entries(files).map(([path, text]) => `${code(path)}\n\n${fence(withEscapes(text), fenceLanguage(path))}`),
    ...Object.entries(data).map(([path, value]) => `${code(path)}\n\n${fence(compactJson(value), 'json')}`),
    findings.length > 0 ? fence(findings.flatMap(findingLines).join('\n'), 'text') : '',
    fixed ? after(fixed) : '',
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

function after({ file, by, title, before, after: text }: FixedExample): string {
  const how = by === 'fix' ? 'After `--fix`' : 'After the suggestion';
  return `${how}: ${prose(title)}\n\n${fence(withEscapes(changed(before, text)), fenceLanguage(file))}`;
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
function withEscapes(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what this is about
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/g, (c) => {
    return `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A rule as data: everything but its code. */
export function ruleJson(rule: Rule): object {
  const { id, since, severity, confidence, scope, needs, changes = [], withoutPlan = false, supersedes = [] } = rule;
  const { docs, options = {}, messages, examples } = rule;
  return {
    id,
    since,
    severity,
    confidence,
    scope,
    needs,
    changes,
    withoutPlan,
    supersedes,
    docs,
    options,
    messages,
    examples,
  };
}
