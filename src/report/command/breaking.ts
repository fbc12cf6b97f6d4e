import type { BreakingReport, BreakingString, StringUse } from '../../fleet/breaking.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { plural } from '../escape.ts';
import { inText, nameCell, tableHead, tableRow } from '../markdown.ts';
import { verdictSarif, type VerdictRule, type VerdictView } from '../sarif/verdict.ts';
import { placeLink, placeText, type Terminal } from '../terminal.ts';

/** Maximum number of places per string in text, without `verbose`. */
const MAX_PLACES = 5;

const HUE = { breaking: 'red', unused: 'green', changed: 'yellow' } as const;
const WORDS: Readonly<Record<BreakingString['state'], string>> = {
  breaking: 'vanishes, in use',
  unused: 'vanishes, no deployed use',
  changed: 'changes, the old string keeps working',
};

const countOf = ({ strings }: BreakingReport, state: BreakingString['state']): number =>
  strings.filter((one) => one.state === state).length;

const clusterName = ({ project, cluster }: BreakingString): string =>
  project === null ? cluster : `${project}/${cluster}`;

function useText({ repository, owners = [], key, ...place }: StringUse, terminal: Terminal): string {
  const where =
    repository === undefined ? placeLink(place, terminal) : `${escapeControlChars(repository)} ${placeText(place)}`;
  return [where, ...[key ?? '', owners.join(' ')].filter((part) => part !== '').map(escapeControlChars)].join('  ');
}

/** The last line: whether the check passed, and why. */
export function breakingEnd(report: BreakingReport): string {
  const breaking = countOf(report, 'breaking');
  const rest = `Without a deployed use: ${countOf(report, 'unused')}. Changed: ${countOf(report, 'changed')}.`;
  if (breaking === 0 && report.gaps.length > 0) return `Undecided: ledgers are not whole. ${rest}`;
  if (breaking === 0) return `Passed: no string in use vanishes. ${rest}`;
  return `Failed: ${plural(breaking, 'string')} in use vanish${breaking === 1 ? 'es' : ''}. ${rest}`;
}

export function breakingText(report: BreakingReport, terminal: Terminal, verbose: boolean): string {
  const { paint } = terminal;
  const blocks = report.strings.map((one) => {
    const { state, text, kind, field, uses, successors } = one;
    const shown = verbose ? uses : uses.slice(0, MAX_PLACES);
    return [
      `${paint[HUE[state]](WORDS[state])}  ${paint.bold(escapeControlChars(clusterName(one)))} ${kind} (${escapeControlChars(field)})`,
      `  ${escapeControlChars(text)}`,
      ...successors.map((text) => `  new: ${escapeControlChars(text)}`),
      ...shown.map((use) => `    ${useText(use, terminal)}`),
      ...(shown.length < uses.length ? [`    and ${uses.length - shown.length} more (--verbose)`] : []),
      '',
    ].join('\n');
  });
  return `${[...blocks, ...report.gaps.map(escapeControlChars), breakingEnd(report)].join('\n')}\n`;
}

export function breakingJson({ strings, undecided, gaps }: BreakingReport): string {
  const all = strings.map((one) => ({ ...one, uses: one.uses.map(useJson) }));
  return `${JSON.stringify({ version: 1, strings: all, undecided: undecided.map(useJson), gaps }, null, 2)}\n`;
}

/** A use of a ledger, without the data for rules. */
function useJson({ repository, owners = [], file, line, column, role, kind, key, text }: StringUse): object {
  return { repository: repository ?? null, owners, file, line, column, role, kind, key, text };
}

export function breakingMarkdown(report: BreakingReport): string {
  const rows = report.strings.flatMap((one) => {
    const base = [WORDS[one.state], nameCell(clusterName(one)), nameCell(one.text)];
    if (one.uses.length === 0) return [tableRow([...base, '', ''])];
    return one.uses.map(({ repository, owners = [], ...place }) =>
      tableRow([
        ...base,
        nameCell(repository === undefined ? placeText(place) : `${repository} ${placeText(place)}`),
        owners.map(nameCell).join(' ') || (repository === undefined ? '' : 'no owner'),
      ]),
    );
  });
  const head = tableHead(['State', 'Cluster', 'String', 'Used in', 'Owner']);
  const gaps = report.gaps.map((gap) => `- ${inText(gap)}`);
  return `${[`## ${breakingEnd(report)}`, ...(gaps.length > 0 ? [gaps.join('\n')] : []), ...(rows.length > 0 ? [[...head, ...rows].join('\n')] : [])].join('\n\n')}\n`;
}

const RULE: VerdictRule = {
  id: 'breaking-string',
  name: 'BreakingString',
  what: 'A string in use vanishes from the cluster records.',
  todo: 'Deploy the new string before the change, or keep the old one until then.',
};

/**
 * One result per place of the tree. Places of other repositories cannot be shown here: a string has one result in the
 * later record, and its message names them.
 * @param record path of the later record
 */
export function breakingSarif({ strings }: BreakingReport, record: string, view: VerdictView): string {
  const results = strings
    .filter(({ state }) => state === 'breaking')
    .flatMap((one) => {
      const here = one.uses.filter(({ repository }) => repository === undefined);
      const elsewhere = one.uses.filter(({ repository }) => repository !== undefined);
      const message = `The string ${one.text} of cluster "${clusterName(one)}" vanishes from the records.`;
      const repositories = [...new Set(elsewhere.map(({ repository }) => repository))];
      const used = `${message} ${plural(elsewhere.length, 'place')} in ${repositories.join(', ')} still use${elsewhere.length === 1 ? 's' : ''} it.`;
      return [
        ...here.map((use) => ({ ...placeOf(use), file: view.fromRoot(use.file), message })),
        ...(elsewhere.length > 0 ? [{ file: view.fromRoot(record), message: used }] : []),
      ].map((result) => ({ ...result, rule: RULE.id, level: 'error' as const }));
    });
  return verdictSarif([RULE], results, view);
}

const placeOf = ({ line, column, endLine, endColumn }: StringUse): object => ({ line, column, endLine, endColumn });
