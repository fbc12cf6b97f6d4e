import type { FoundFile, FoundString } from '../classify/found-string.ts';
import { folderOf, grouped, type CollectedItem, type FiledItem } from '../text/source.ts';
import type { ProjectRuleResult, RuleContext, RuleProblem } from './rule.ts';
import { realHosts } from './string-hosts.ts';

// Files of a project that set an environment variable, and those that use it.

/** The environment variable that a key sets. */
export const variableIn = (key: string | null) => /(?:^|\.)([A-Z][A-Z\d_]{1,60})$/.exec(key ?? '')?.[1];

export const byName = <I extends { readonly name: string }>(items: readonly I[]) => grouped(items, ({ name }) => name);

/** An option beside a read of a variable, or a string that the variable has. */
export interface ReadOption extends CollectedItem {
  readonly is: 'option' | 'value';
  /** The variable. */
  readonly name: string;
  readonly data: NonNullable<RuleProblem['data']>;
}

/** The options beside reads that a rule reports, and the strings that these options must not be given for. */
export function readOptions(
  { strings }: FoundFile,
  { role }: RuleContext,
  optionsBeside: (read: FoundString) => readonly Pick<ReadOption, 'data' | 'at'>[],
  dataOf: (string: FoundString) => ReadOption['data'] | null,
): ReadOption[] {
  return strings.flatMap((string): ReadOption[] => {
    const { kind, name, literal, uri, range } = string;
    if (kind === 'external')
      return name === null ? [] : optionsBeside(string).map((found) => ({ is: 'option', name, ...found }));
    const key = variableIn(literal.key);
    // A template that people copy shows the form of a value, not the value.
    const isValue = uri && role === 'product' && literal.context === 'code' && realHosts(string).length > 0;
    const data = isValue ? dataOf(string) : null;
    return data && key !== undefined ? [{ is: 'value', name: key, data, at: range }] : [];
  });
}

/** Problems of options whose string is in the same folder or above. */
export function misplacedOptions(items: readonly FiledItem<ReadOption>[], message: string): ProjectRuleResult[] {
  const values = byName(items.filter(({ is }) => is === 'value'));
  return items.flatMap(({ is, name, file, at, data }): ProjectRuleResult[] => {
    const value = values.get(name)?.find((one) => folderOf(file).startsWith(folderOf(one.file)));
    if (!value || is === 'value') return [];
    const related = [{ file: value.file, at: value.at, message: 'The string' }];
    return [{ message, data: { ...value.data, ...data }, file, at, related }];
  });
}
