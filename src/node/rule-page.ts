import type { Example, Rule } from '../core/rule.ts';
import type { Repaired, ShownExample } from '../report/rule-example.ts';
import { rulePage as pageOf } from '../report/rule-page.ts';
import type { ShownRule } from '../report/rule-page.ts';
import { applied, runExample } from './run-example.ts';
import type { ExampleRun } from './run-example.ts';

/** The page of a rule as Markdown. Its examples are run for it, so that it shows what the tool says and nothing else. */
export function rulePage(rule: Rule, rules: readonly Rule[]): string {
  return pageOf(shownRule(rule, rules));
}

/** A rule with what the tool makes of its examples. Throws when the config or the facts of an example are wrong. */
export function shownRule(rule: Rule, rules: readonly Rule[]): ShownRule {
  return {
    rule,
    reported: rule.examples.reported.map((example) => shownExample(example, rule, rules)),
    silent: rule.examples.silent.map((example) => shownExample(example, rule, rules)),
    under: rules.filter(({ over = [] }) => over.includes(rule.id)).map(({ id }) => id),
  };
}

function shownExample(example: Example, rule: Rule, rules: readonly Rule[]): ShownExample {
  const run = runExample(example, rules);
  const facts = example.facts ?? {};
  const names = Object.keys(facts);
  const config = names.length > 0 ? { inventory: names, ...(example.config as object | undefined) } : example.config;
  const findings = run.findings.filter((finding) => finding.rule === rule.id && finding.suppressed === null);
  return { title: example.title, files: run.files, config, facts, findings, repaired: repairedBy(findings, run) };
}

function repairedBy(findings: ExampleRun['findings'], { files }: ExampleRun): Repaired | null {
  const fixed = findings.find(({ fix }) => fix !== null);
  const finding = fixed ?? findings.find(({ suggestions }) => suggestions.length > 0);
  const repair = finding?.fix ?? finding?.suggestions[0];
  const before = finding && files[finding.file];
  if (!finding || !repair || before === undefined) return null;
  const by = finding.fix ? 'fix' : 'suggestion';
  return { file: finding.file, by, title: repair.title, before, after: applied(before, repair) };
}
