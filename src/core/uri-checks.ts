import type { UriIssue } from './connection-string.ts';
import { isMissing, optionsOf, type UriFacts } from './uri-facts.ts';
import { nearestName } from './uri-nearest.ts';
import { isSpecified, knownOption, OPTION_NAMES } from './uri-options.ts';
import type { ParsedOption } from './uri-query.ts';
import { error, warning } from './uri-text.ts';
import { valueIssue } from './uri-values.ts';

/** More misspelt options than this get no suggestion: the search is the dearest step for each of them. */
const MOST_SUGGESTIONS = 100;

/** Names and values of the options, each for itself. */
export function optionIssues({ options }: UriFacts): UriIssue[] {
  const issues: UriIssue[] = [];
  for (const option of options) {
    const { key, nameRange, valueRange, decoded } = option;
    const known = knownOption(key);
    if (!known && !option.unknown && valueRange && key !== '') {
      issues.push(unknownName(option, issues.length < MOST_SUGGESTIONS));
    }
    if (!known) continue;
    if (known.replacedBy && !option.unknownName) issues.push(renamed(nameRange, known.replacedBy));
    if (option.unknown || decoded === null || !valueRange) continue;
    const issue = valueIssue(known, decoded, option, valueRange);
    if (issue) issues.push(issue);
  }
  return issues;
}

function unknownName({ key, nameRange }: ParsedOption, withSuggestion: boolean): UriIssue {
  const nearest = withSuggestion && key.length < 64 ? nearestName(key, OPTION_NAMES) : null;
  const issue = warning('option-unknown', nameRange, 'No official driver knows this option.');
  if (!nearest) return issue;
  const message = `No official driver knows this option; ${nearest.name} is the nearest name.`;
  return { ...issue, message, suggestion: nearest.name, unique: nearest.unique && isSpecified(nearest.name) };
}

function renamed(nameRange: ParsedOption['nameRange'], name: string): UriIssue {
  return { ...warning('option-unknown', nameRange, `This is the old name of ${name}.`), suggestion: name };
}

/** SOCKS5 specification: each proxy option at most once. */
const ONCE = new Set(['proxyhost', 'proxyport', 'proxyusername', 'proxypassword']);

/** A repeated option that is no list: which value holds is undefined. */
export function duplicateIssues({ options }: UriFacts): UriIssue[] {
  const seen = new Set<string>();
  const issues: UriIssue[] = [];
  for (const option of options) {
    const { key, valueRange, unknownName } = option;
    if (!valueRange || key === '' || unknownName) continue;
    if (seen.has(key) && !knownOption(key)?.isList) {
      const report = ONCE.has(key) ? error : warning;
      issues.push(report('option-duplicate', option, 'The option is there more than once.'));
    }
    seen.add(key);
  }
  return issues;
}

/** SOCKS5 specification: nothing without the host, user name and password only together. */
const PROXY_NEEDS = [
  ['proxyPort', 'proxyHost'],
  ['proxyUsername', 'proxyHost'],
  ['proxyPassword', 'proxyHost'],
  ['proxyUsername', 'proxyPassword'],
  ['proxyPassword', 'proxyUsername'],
] as const;

export function proxyIssues(facts: UriFacts): UriIssue[] {
  const issues: UriIssue[] = [];
  for (const [name, needed] of PROXY_NEEDS) {
    const option = optionsOf(facts, name)[0];
    if (option && isMissing(facts, needed)) {
      issues.push(error('proxy-option-conflict', option, `${name} needs ${needed}.`));
    }
  }
  return issues;
}
