import { hash64 } from '../../lint/finding.ts';
import type { RepositoryIdentity } from '../../lint/report.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { grouped } from '../../text/source.ts';
import { pathUri } from '../escape.ts';
import { HOME, provenance, sarifLog, sarifText, ROOT } from './log.ts';

/** A verdict as a result of code scanning. */
export interface VerdictRule {
  readonly id: string;
  readonly name: string;
  readonly what: string;
  readonly todo: string;
}

export interface VerdictResult {
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
  return sarifLog({
    tool: {
      driver: {
        name: 'connlint',
        semanticVersion: version,
        version,
        informationUri: HOME,
        rules: rules.map(({ id, name, what, todo }) => ({
          id,
          name,
          shortDescription: { text: what },
          fullDescription: { text: what },
          help: { text: todo, markdown: `${todo}\n` },
          defaultConfiguration: { level: 'error' },
          properties: { tags: ['connection-string'], precision: 'high', 'problem.severity': 'error' },
        })),
      },
    },
    ...provenance(identity, category),
    invocations: [{ executionSuccessful: true }],
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    results: [...grouped(results, ({ rule, file, message }) => [rule, file, message].join('\0')).values()].flatMap(
      (equal) =>
        equal.map((result, at) => ({
          ruleId: result.rule,
          ruleIndex: rules.findIndex(({ id }) => id === result.rule),
          level: result.level,
          message: { text: sarifText(escapeControlChars(result.message)) },
          locations: [{ physicalLocation: { artifactLocation: locationOf(result.file), region: regionOf(result) } }],
          partialFingerprints: {
            'connlint/v1': `connlint/v1:${hash64([result.rule, result.file, result.message, at].join('\0'))}`,
          },
        })),
    ),
  });
}

const locationOf = (file: string): object =>
  file.startsWith('../') ? { uri: pathUri(file) } : { uri: pathUri(file), uriBaseId: ROOT };

function regionOf({ line = 1, column = 1, endLine = line, endColumn = column }: VerdictResult): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}
