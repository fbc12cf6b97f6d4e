import { hash64 } from '../../lint/finding.ts';
import type { RepositoryIdentity } from '../../lint/report.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { grouped } from '../../text/source.ts';
import { artifactLocation, region, sarifLog, sarifText } from './log.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import { grounds, planParts } from '../plan/summary.ts';

/** A verdict as a result of code scanning. */
export interface VerdictRule {
  readonly id: string;
  readonly name: string;
  readonly what: string;
  readonly todo: string;
}

interface VerdictResult {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  /** The first line if undefined. */
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface VerdictView {
  readonly version: string;
  readonly identity: RepositoryIdentity;
  /** Path relative to the root of the repository. */
  readonly fromRoot: (file: string) => string;
  readonly category?: string | undefined;
}

/** SARIF of verdicts, which do not come from a rule. */
export function verdictSarif(
  rules: readonly VerdictRule[],
  results: readonly VerdictResult[],
  { version, identity, category }: VerdictView,
): string {
  const groups = grouped(results, ({ rule, file, message }) => [rule, file, message].join('\0'));
  const log = sarifLog({
    version,
    identity,
    category,
    rules: rules.map(({ id, name, what, todo }) => ({
      id,
      name,
      shortDescription: { text: what },
      fullDescription: { text: what },
      help: { text: todo, markdown: `${todo}\n` },
      defaultConfiguration: { level: 'error' },
      properties: { tags: ['connection-string'], precision: 'high', 'problem.severity': 'error' },
    })),
    results: [...groups.values()].flatMap((equal) =>
      equal.map(({ rule, level, message, file, line = 1, column = 1, endLine = line, endColumn = column }, at) => ({
        ruleId: rule,
        ruleIndex: rules.findIndex(({ id }) => id === rule),
        level,
        message: { text: sarifText(escapeControlChars(message)) },
        locations: [
          {
            physicalLocation: {
              artifactLocation: artifactLocation(file),
              region: region({ line, column, endLine, endColumn }),
            },
          },
        ],
        partialFingerprints: { 'connlint/v1': `connlint/v1:${hash64([rule, file, message, at].join('\0'))}` },
      })),
    ),
  });
  return [...log].join('');
}

const RULE: VerdictRule = {
  id: 'planned-change',
  name: 'PlannedChange',
  what: 'A planned change is not ready: strings in use stop working, or a fact is missing.',
  todo: 'Follow the runbook: `connlint plan`.',
};

/**
 * The changes that are not ready, at the code that manages them, else at `home`: the places of their strings are
 * findings of the repositories that contain them.
 */
export function planSarif(
  entries: readonly PlanEntry[],
  open: readonly string[],
  view: VerdictView & { readonly home: string },
): string {
  const at = (file: string, message: string, level: VerdictResult['level']): VerdictResult => ({
    rule: RULE.id,
    level,
    message,
    file: view.fromRoot(file),
  });
  const changes = entries.flatMap((entry) => {
    if (entry.verdict === 'ready') return [];
    const file = entry.steps.find(({ managedBy }) => managedBy !== null)?.managedBy?.file ?? view.home;
    const message = `${planParts(entry).join(' ')} is ${entry.verdict}: ${grounds(entry)}`;
    return [at(file, message, entry.verdict === 'blocked' ? 'error' : 'warning')];
  });
  return verdictSarif([RULE], [...changes, ...open.map((message) => at(view.home, message, 'warning'))], view);
}
