import { runAction } from '../arguments.ts';
import type { Actions } from '../arguments.ts';
import type { OptionTable } from '../options.ts';
import { FILTERS, FLEET, ISSUES } from './fleet/options.ts';
import { PLANNED } from './plan.ts';

const ACTIONS: Actions = {
  uses: () => import('./fleet/uses.ts'),
  plan: () => import('./fleet/plan.ts'),
  issues: () => import('./fleet/issues.ts'),
};

/** `cluster` filters uses, and names the cluster of a change. */
export const options: OptionTable = {
  ...FILTERS,
  ...PLANNED,
  cluster: {
    value: 'name',
    help: 'Print only the uses of this cluster (uses). Name the cluster of --change (plan, issues).',
    group: 'Change',
  },
  ...ISSUES,
  ...FLEET,
};
export const notes = [
  'Each repository writes its ledger with `connlint list --format ledger=FILE`, in CI or in a clone. A ledger is ' +
    'a file, or any .jsonl file in a folder. Their order does not matter.',
  '',
  'uses    Print who uses which strings: text, json, csv, markdown, html.',
  'plan    Check each planned change for all repositories together: one verdict, what blocks it by owner and ' +
    'repository, one runbook. A repository that is missing, too old, cut short, only partly read or of ' +
    'another version of the ledger keeps a change undecided. Formats: text, json, markdown, html, sarif.',
  'issues  Write one Markdown text per owner into --out, and index.json for programs that open issues. Another ' +
    'run updates them. No file that connlint did not write is replaced.',
  '',
  'Facts and rules come from here, not from the repositories. Owners come from CODEOWNERS of each repository.',
].join('\n');
export const exitCodes =
  'Exit codes: 0 all ready or done, 1 a change is blocked or undecided (plan), 2 wrong use or ledger, 3 internal error';

export const run = (args: readonly string[]): Promise<number> => runAction('fleet', ACTIONS, args, '<ledger...>');
