import type { Rule, Severity } from '../core/rule.ts';
import { compactJson } from './compact-json.ts';
import { code, fence, prose, table } from './markdown.ts';
import { exampleSection } from './rule-example.ts';
import type { ShownExample } from './rule-example.ts';

/** A rule with what the tool makes of its examples. */
export interface ShownRule {
  readonly rule: Rule;
  readonly reported: readonly ShownExample[];
  readonly silent: readonly ShownExample[];
  /** Ids of the rules that speak in its place. */
  readonly under: readonly string[];
}

/** The page of a rule, as Markdown: `rules/<id>.md` and `connlint explain <id>`. */
export function rulePage(shown: ShownRule): string {
  const { rule, reported, silent } = shown;
  const { what, why, todo, sources } = rule.docs;
  const parts = [
    `# ${rule.id}`,
    prose(what),
    headline(shown),
    `## Why\n\n${prose(why)}`,
    `## What to do\n\n${prose(todo)}`,
    options(rule),
    neighbours(shown),
    reported.length > 0 ? '## Reported' : '',
    ...reported.map(exampleSection),
    silent.length > 0 ? '## Not reported' : '',
    ...silent.map(exampleSection),
    sources.length > 0 ? `## Sources\n\n${sources.map((source) => `- ${prose(source)}`).join('\n')}` : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function headline(shown: ShownRule): string {
  const { rule } = shown;
  const needs = rule.needs.length > 0 ? rule.needs.join(', ') : 'the text alone';
  return table(
    ['Severity', 'Confidence', 'Fix', 'Decided by', 'Speaks', 'Since'],
    [[severities(shown), rule.confidence, fixWords(shown), prose(needs), speaks(rule), rule.since]],
  );
}

/** The rule's own severity first, then those that facts lead to. */
function severities({ rule, reported }: ShownRule): string {
  const seen = reported.flatMap(({ findings }) => findings.map(({ severity }) => severity));
  return [...new Set<Severity>([rule.severity, ...seen])].join(' or ');
}

/** What the tool offers: proven by what it did with the examples, not by what a rule says of itself. */
export function fixWords({ reported }: ShownRule): string {
  const findings = reported.flatMap((example) => example.findings);
  const fix = findings.some((finding) => finding.fix !== null);
  const suggestion = findings.some(({ suggestions }) => suggestions.length > 0);
  if (fix) return suggestion ? '`--fix` where proven, else a suggestion' : '`--fix`';
  return suggestion ? 'suggestion' : 'none';
}

/** When a rule says anything at all. */
function speaks({ changes = [], withoutPlan }: Rule): string {
  if (changes.length === 0) return 'always';
  const planned = `with a plan: ${changes.map(code).join(', ')}`;
  return withoutPlan ? `${planned}; and where facts call for it` : planned;
}

/** Stand for a value where an option has no default. */
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
  return `## Options\n\n${table(['Option', 'Type', 'Default', 'Says'], rows)}\n\n${usage}`;
}

/** Where several rules meet, one speaks. */
function neighbours({ rule, under }: ShownRule): string {
  const link = (id: string): string => `[${id}](${id}.md)`;
  const lines = [
    ...(rule.over?.length ? [`- Where it speaks, these are silent: ${rule.over.map(link).join(', ')}.`] : []),
    ...(under.length > 0 ? [`- Silent where one of these speaks: ${under.map(link).join(', ')}.`] : []),
  ];
  return lines.length > 0 ? `## Other rules\n\n${lines.join('\n')}` : '';
}
