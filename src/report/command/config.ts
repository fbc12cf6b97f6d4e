import type { AppliedConfig, AppliedRule, LeftOut } from '../../config/config.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import type { Paint } from '../terminal.ts';

const REASONS: Readonly<Record<LeftOut['by'], string>> = {
  config: 'no: it is the config',
  baseline: 'no: it is the baseline',
  'fact file': 'no: it is a fact file',
  vendored: 'no: vendored code',
  ignores: 'no: "ignores"',
  include: 'no: "include" does not take it',
  git: 'no: git ignores it',
  'ignore file': 'no: an ignore file, or a folder of dependencies',
};

/** The settings of a file and their reasons, for people. */
export function configText(applied: AppliedConfig, paint: Paint): string {
  const facts = columns(factRows(applied), paint);
  const rules = columns(applied.rules.map(ruleRow), paint);
  return `${[paint.bold(escapeControlChars(applied.file)), ...facts, '', paint.bold('Rules'), ...rules].join('\n')}\n`;
}

type Row = readonly [name: string, value: string, why: string];

function factRows(applied: AppliedConfig): Row[] {
  const { config, leftOut, role, environment, network, region, suppressions, plan, inventory, baseline } = applied;
  const rows: (Row | null)[] = [
    ['config', config ?? 'none', ''],
    ['scanned', leftOut ? scannedText(leftOut) : 'yes', leftOut?.at ?? ''],
    ['role', role.value, why(role)],
    environment && ['environment', environment.value, why(environment)],
    network && ['network', network.value, why(network)],
    region && ['region', region.value, why(region)],
    ...suppressions.map((one): Row => ['accepted', one.value.rule.join(', '), why(one)]),
    ...plan.map((change): Row => [
      'plan',
      'cluster' in change ? `${change.change}: ${change.cluster}` : change.change,
      '',
    ]),
    ...inventory.map((path): Row => ['facts', path, '']),
    ['baseline', baseline, ''],
  ];
  return rows.filter((row) => row !== null);
}

function scannedText({ by, pattern }: LeftOut): string {
  return pattern === null ? REASONS[by] : `${REASONS[by]}: ${pattern}`;
}

function ruleRow(rule: AppliedRule): Row {
  const options = Object.keys(rule.options).length > 0 ? ` ${JSON.stringify(rule.options)}` : '';
  const idle = !rule.runs && rule.severity !== 'off';
  const reasons = [
    ...(rule.from === 'default' ? [] : [why(rule)]),
    ...(idle ? ['inactive: no such change is planned'] : []),
  ];
  return [rule.id, `${rule.severity}${options}`, reasons.join('; ')];
}

function why({ from, at }: { readonly from: string; readonly at: string | null }): string {
  return at === null ? from : `${from}, ${at}`;
}

function columns(raw: readonly Row[], paint: Paint): string[] {
  const rows = raw.map(
    ([name, value, reason]) =>
      [escapeControlChars(name), escapeControlChars(value), escapeControlChars(reason)] as const,
  );
  const wide = (at: 0 | 1): number => Math.max(...rows.map((row) => row[at].length));
  const [first, second] = [wide(0), Math.min(40, wide(1))];
  return rows.map(([name, value, reason]) =>
    `  ${name.padEnd(first)}  ${reason === '' ? value : `${value.padEnd(second)}  ${paint.dim(reason)}`}`.trimEnd(),
  );
}
