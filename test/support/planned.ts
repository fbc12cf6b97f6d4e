import { RULES } from '../../rules/index.ts';
import { nameOf, type Finding } from '../../src/lint/finding.ts';
import { checksOf } from '../../src/lint/checks.ts';
import type { Example } from './rule-pages.ts';
import { applied, runExample } from './run-example.ts';

/** Config and facts of a small project with one string. */
export type Setup = Pick<Example, 'config' | 'facts'>;

function run(text: string, setup: Setup = {}): ReturnType<typeof runExample> {
  return runExample({ files: { 'app.env': `URI=${text}\n` }, ...setup });
}

/** Group 1 of the catalogue. */
const PLANNED = new Set(
  checksOf(RULES).flatMap(({ id, name, changes = [] }) => (changes.length > 0 || id === 'legacy-host' ? [name] : [])),
);

/** The findings of the rules for planned changes in a string. */
export function found(text: string, setup: Setup = {}): Finding[] {
  return run(text, setup).findings.filter((finding) => PLANNED.has(nameOf(finding)));
}

export function rulesOf(text: string, setup: Setup = {}): string[] {
  return found(text, setup).map(nameOf);
}

/** The facts that those rules lacked, as `rule: fact`. */
export function missing(text: string, setup: Setup): string[] {
  return run(text, setup)
    .unknown.filter(({ rule }) => [...PLANNED].some((name) => name.split('/')[0] === rule))
    .map(({ rule, missing: fact }) => `${rule}: ${fact}`);
}

/** The string after the fix, or the first suggestion, of the first finding of a rule. */
export function repaired(
  text: string,
  rule: string,
  setup: Setup,
  which: 'fix' | 'suggestion' = 'fix',
): string | undefined {
  const finding = found(text, setup).find((one) => nameOf(one) === rule);
  const repair = which === 'fix' ? finding?.fix : finding?.suggestions[0];
  return repair ? applied(`URI=${text}\n`, repair).slice(4, -1) : undefined;
}

/** A config with these planned changes. */
export const plan = (...changes: object[]): { plan: object[] } => ({ plan: changes });
/** A cluster in `US_EAST_1` to which `EU_WEST_1` is added. */
export const twoRegions = (cluster: string, more: object = {}): object => ({
  change: 'multi-region',
  cluster,
  regions: ['US_EAST_1', 'EU_WEST_1'],
  ...more,
});
/** A list of nodes, `cluster-shard-00-00…:port,…`. */
export const nodes = (cluster: string, port: number, count = 3): string =>
  Array.from({ length: count }, (_, i) => `${cluster}-shard-00-0${i}.ab123.mongodb.net:${port}`).join(',');
