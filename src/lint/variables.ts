import type { FoundFile, FoundString } from '../classify/found-string.ts';
import { folderOf, grouped, type CollectedItem, type FiledItem } from '../text/source.ts';
import type { ProjectRuleResult, RuleContext, RuleProblem } from './rule.ts';
import { realHosts } from './string-hosts.ts';

// Files of a project that set an environment variable, and those that use it.

/** The environment variable that a key sets. */
export const variableIn = (key: string | null) => /(?:^|\.)([A-Z][A-Z\d_]{1,60})$/.exec(key ?? '')?.[1];

export const byName = <I extends { readonly name: string }>(items: readonly I[]) => grouped(items, ({ name }) => name);

/** An option beside a read of a variable, or a string that the variable has. */
interface ReadOption extends CollectedItem {
  readonly is: 'option' | 'value';
  readonly name: string;
  readonly data: NonNullable<RuleProblem['data']>;
}

/**
 * Problems of options beside a read whose string is in the same folder or above.
 * @param dataOf a string that these options must not be given for
 */
export const misplacedOptions = (
  message: string,
  optionsBeside: (
    read: FoundString,
    file: FoundFile,
    context: RuleContext,
  ) => readonly Pick<ReadOption, 'data' | 'at'>[],
  dataOf: (string: FoundString, context: RuleContext) => ReadOption['data'] | null,
) => ({
  collect: (file: FoundFile, context: RuleContext) =>
    file.strings.flatMap((string): ReadOption[] => {
      const { kind, name, literal, uri, range } = string;
      if (kind === 'external')
        return name === null ? [] : optionsBeside(string, file, context).map((one) => ({ is: 'option', name, ...one }));
      const key = variableIn(literal.key);
      // A template that people copy shows the form of a value, not the value.
      const isValue = uri && context.role === 'product' && literal.context === 'code' && realHosts(string).length > 0;
      const data = isValue ? dataOf(string, context) : null;
      return data && key !== undefined ? [{ is: 'value', name: key, data, at: range }] : [];
    }),
  checkProject(items: readonly FiledItem<ReadOption>[]) {
    const values = byName(items.filter(({ is }) => is === 'value'));
    return items.flatMap(({ is, name, file, at, data }): ProjectRuleResult[] => {
      const value = values.get(name)?.find((one) => folderOf(file).startsWith(folderOf(one.file)));
      if (!value || is === 'value') return [];
      const related = [{ file: value.file, at: value.at, message: 'The string' }];
      return [{ message, data: { ...value.data, ...data }, file, at, related }];
    });
  },
});
