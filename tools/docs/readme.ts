import { commandHelp, overview } from '../../src/cli/help.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { code, fence, prose, table } from '../../src/report/markdown.ts';
import { fixWords } from '../../src/report/rule/page.ts';
import type { ShownRule } from '../../src/report/rule/page.ts';
import { recipeBlock } from './recipes-page.ts';

/** A generated part of a handwritten page: all between `<!-- name -->` and `<!-- /name -->`. */
const BLOCK = /(<!-- (rules|help(?::[a-z]+)?|recipe:[a-z-]+) -->\n)[\s\S]*?(<!-- \/\2 -->)/g;

/** The page with its generated parts as they must be. Throws for a command that does not exist. */
export async function withBlocks(page: string, rules: readonly ShownRule[]): Promise<string> {
  const texts = new Map<string, string>();
  for (const [, , name = ''] of page.matchAll(BLOCK)) texts.set(name, await blockText(name, rules));
  return page.replace(BLOCK, (_, start: string, name: string, end: string) => `${start}\n${texts.get(name)}\n\n${end}`);
}

async function blockText(name: string, rules: readonly ShownRule[]): Promise<string> {
  if (name === 'rules') return ruleTable(rules);
  if (name.startsWith('recipe:')) return recipeBlock(name.slice('recipe:'.length));
  return fence(await helpText(name.slice('help:'.length)), 'text');
}

/** Rules of planned changes first, as in the catalogue; each part in the order of the ids. */
function ruleTable(shown: readonly ShownRule[]): string {
  const planned = shown.filter(({ rule }) => rule.changes?.length);
  const always = shown.filter(({ rule }) => !rule.changes?.length);
  const rows = [...planned, ...always].map((one) => [
    `[${one.rule.id}](docs/rules/${one.rule.id}.md)`,
    one.rule.severity,
    fixMark(one),
    (one.rule.changes ?? []).map(code).join(', '),
    prose(one.rule.docs.what),
  ]);
  return table(['Rule', 'Severity', 'Fix', 'Planned change', 'Reports'], rows);
}

/** Short for a table: the rule's page says it at length. */
function fixMark(shown: ShownRule): string {
  const words = fixWords(shown);
  return words.startsWith('`--fix`') ? '`--fix`' : words === 'none' ? '' : words;
}

async function helpText(name: string): Promise<string> {
  if (name === '') return overview();
  const command = COMMANDS[name];
  if (!command) throw new Error(`<!-- help:${name} -->: there is no command ${name}`);
  return commandHelp(command, await command.load());
}
