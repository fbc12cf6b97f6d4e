import { commandHelp, overview } from '../../src/cli/help.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { kindTable } from '../../src/report/command/kind.ts';
import { fence } from '../../src/report/markdown.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { recipeBlock } from './recipes-page.ts';
import { ruleGroups } from './rules-index.ts';

/** A generated part of a handwritten page: everything between `<!-- name -->` and `<!-- /name -->`. */
const BLOCK = /(<!-- (rule-groups|kinds|help(?::[a-z]+)?|recipe:[a-z-]+) -->\n)[\s\S]*?(<!-- \/\2 -->)/g;

/** The page with its generated parts up to date. Throws for an unknown command. */
export async function withBlocks(page: string, rules: readonly Rule[]): Promise<string> {
  const texts = new Map<string, string>();
  for (const [, , name = ''] of page.matchAll(BLOCK)) texts.set(name, await blockText(name, rules));
  return page.replace(BLOCK, (_, start: string, name: string, end: string) => `${start}\n${texts.get(name)}\n\n${end}`);
}

async function blockText(name: string, rules: readonly Rule[]): Promise<string> {
  if (name === 'rule-groups') return ruleGroups(rules);
  if (name === 'kinds') return kindTable();
  if (name.startsWith('recipe:')) return recipeBlock(name.slice('recipe:'.length));
  return fence(await helpText(name.slice('help:'.length)), 'text');
}

async function helpText(name: string): Promise<string> {
  if (name === '') return overview();
  const command = COMMANDS[name];
  if (!command || 'actions' in command) throw new Error(`<!-- help:${name} -->: there is no command ${name}`);
  return commandHelp(command, await command.load());
}
