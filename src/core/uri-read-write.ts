import type { UriIssue } from './connection-string.ts';
import { isTrue, optionsOf, valueOf, type UriFacts } from './uri-facts.ts';
import { error, warning } from './uri-text.ts';

/** Read preference and write concern options that do not go together. */
export function readWriteIssues(facts: UriFacts): UriIssue[] {
  return [...primaryIssues(facts), ...journalIssues(facts)];
}

/** Server selection specification: mode primary takes neither tags nor a staleness. */
function primaryIssues(facts: UriFacts): UriIssue[] {
  if (valueOf(facts, 'readPreference')?.decoded !== 'primary') return [];
  const issues: UriIssue[] = [];
  for (const option of optionsOf(facts, 'readPreferenceTags')) {
    if (option.unknown || !option.decoded) continue;
    issues.push(warning('option-value', option, 'readPreferenceTags needs another readPreference than primary.'));
  }
  const staleness = valueOf(facts, 'maxStalenessSeconds');
  if (staleness && staleness.decoded !== '-1') {
    issues.push(warning('option-value', staleness, 'maxStalenessSeconds needs another readPreference than primary.'));
  }
  return issues;
}

/** Read and write concern specification, "Inconsistent WriteConcern". */
function journalIssues(facts: UriFacts): UriIssue[] {
  const journal = isTrue(facts, 'journal');
  if (!journal || valueOf(facts, 'w')?.decoded !== '0') return [];
  return [error('option-value', journal, 'journal=true is not possible with w=0.')];
}
