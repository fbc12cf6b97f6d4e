import { COMMANDS } from './commands.ts';
import type { Command, CommandModule } from './commands.ts';
import { optionHelp } from './options.ts';

export const EXIT_CODES = 'Exit codes: 0 passed, 1 findings, 2 wrong use or config, 3 internal error';

const OVERVIEW_EXAMPLES = [
  'connlint list src',
  'connlint plan --change multi-region --cluster pulse --regions US_EAST_1,EU_WEST_1',
];

/** What `connlint --help` prints. */
export function overview(): string {
  const rows: [string, string][] = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]);
  const all = [...rows, ['help', 'Print the help of a command.'] as const];
  const width = Math.max(...all.map(([name]) => name.length)) + 2;
  return [
    'Check MongoDB Atlas connection strings against your clusters and planned changes.',
    '',
    'Usage: connlint [command] [options] [path...]',
    '',
    ...all.map(([name, summary]) => `  ${name.padEnd(width)}${summary.replace(/\.$/, '')}`),
    '',
    '  -h, --help   -v, --version',
    '',
    'Examples:',
    ...OVERVIEW_EXAMPLES.map((example) => `  ${example}`),
    '',
    EXIT_CODES,
    'Help of a command: connlint help <command>',
    '',
  ].join('\n');
}

/** What `connlint help <command>` prints. */
export function commandHelp(command: Command, { options, notes, exitCodes = EXIT_CODES }: CommandModule): string {
  const parts = [
    command.summary.replace(' (default)', ''),
    `Usage: ${command.usage}`,
    optionHelp(options),
    ...(notes ? [notes] : []),
    ['Examples:', ...command.examples.map((example) => `  ${example}`)].join('\n'),
    exitCodes,
  ];
  return `${parts.join('\n\n')}\n`;
}
