import { VERSION } from '../node/version.ts';
import { COMMANDS } from './commands.ts';
import type { Command, CommandModule } from './commands.ts';
import { optionHelp } from './options.ts';

/** What `connlint --help` prints. */
export function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2;
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  return [
    `connlint ${VERSION}: a linter for database connection strings in codebases`,
    '',
    'Usage: connlint [command] [options] [path…]',
    '',
    'Commands (check when none is named):',
    ...rows,
    '',
    '`connlint <command> --help` lists the options of a command.',
    'Exit codes: 0 nothing to report, 1 findings, 2 wrong use or configuration, 3 a fault of connlint itself.',
    '',
  ].join('\n');
}

/** What `connlint <command> --help` prints. */
export function commandHelp(command: Command, module: CommandModule): string {
  const notes = module.notes ? `\n${module.notes}\n` : '';
  return `${command.summary}\n\nUsage: ${command.usage}\n\nOptions:\n${optionHelp(module.options)}\n${notes}`;
}
