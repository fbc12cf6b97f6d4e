import type { FoundFile, FoundString } from '../classify/found-string.ts';
import { distinct, folderOf, grouped, type CollectedItem, type FiledItem } from '../text/source.ts';
import type { ProjectRuleResult, RuleContext, RuleProblem } from './rule.ts';
import { realHosts } from './string-hosts.ts';

/** The environment variable that a key sets. */
export const variableIn = (key: string | null) => /(?:^|\.)([A-Z][A-Z\d_]{1,60})$/.exec(key ?? '')?.[1];

type Named = FiledItem<CollectedItem & { readonly name: string }>;

/** For a value of a variable, its uses: a settings file counts for code in its folder and below. */
export function usesFor<U extends Named>(uses: readonly U[]): (value: Named) => readonly U[] {
  const byName = grouped(uses, ({ name }) => name);
  return ({ name, file }) => (byName.get(name) ?? []).filter((use) => use.file.startsWith(folderOf(file)));
}

/** One problem for each place: a value may be used several times, and a use may have several values. */
export const oncePerPlace = (problems: readonly ProjectRuleResult[]): ProjectRuleResult[] =>
  distinct(problems, ({ file, at }) => `${file}:${at.offset}`);

/** What a message says of an option, and where the option is. */
type PlacedData = Required<Pick<RuleProblem, 'data' | 'at'>>;

/** An option beside a read of a variable, or a string that the variable has. */
interface ReadOption extends PlacedData {
  readonly is: 'option' | 'value';
  readonly name: string;
}

/** Problems of options beside a read whose string, if `dataOf` says something of it, is in the same folder or above. */
export const misplacedOptions = (
  message: string,
  optionsBeside: (read: FoundString, file: FoundFile, context: RuleContext) => readonly PlacedData[],
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
    const usesOf = usesFor(items.filter(({ is }) => is === 'option'));
    const problems = items.flatMap((value) => {
      const related = [{ file: value.file, at: value.at, message: 'The string' }];
      const uses = value.is === 'value' ? usesOf(value) : [];
      return uses.map(({ file, at, data }) => ({ message, data: { ...value.data, ...data }, file, at, related }));
    });
    return oncePerPlace(problems);
  },
});
