import { commandHelp, overview } from '../../src/cli/help.ts';
import { isCommand } from '../../src/cli/commands.ts';
import { kindTable } from '../../src/report/kind.ts';
import { fence } from '../../src/report/markdown.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { ruleGroups } from './rules-index.ts';

/** A generated part of a handwritten page: everything between `<!-- name -->` and `<!-- /name -->`. */
const BLOCK = /(<!-- (rule-groups|kinds|help(?::[a-z]+)?) -->\n)[\s\S]*?(<!-- \/\2 -->)/g;

/** The page with its generated parts up to date. Throws for an unknown command. */
export function withBlocks(page: string, rules: readonly Rule[]): string {
  return page.replace(
    BLOCK,
    (_, start: string, name: string, end: string) => `${start}\n${blockText(name, rules)}\n\n${end}`,
  );
}

function blockText(name: string, rules: readonly Rule[]): string {
  if (name === 'rule-groups') return ruleGroups(rules);
  if (name === 'kinds') return kindTable();
  const command = name.slice('help:'.length);
  if (command !== '' && !isCommand(command)) throw new Error(`<!-- ${name} -->: there is no such command`);
  return fence(isCommand(command) ? commandHelp(command) : overview(), 'text');
}
