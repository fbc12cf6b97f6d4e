import { COMMANDS, type CommandName } from './commands.ts';
import { optionHelp } from './options.ts';

const EXIT_CODES = 'Exit codes: 0 passed, 1 findings, 2 wrong use or config, 3 internal error';

/** What `connlint help` prints. */
export function overview(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  const lines = [
    'Check MongoDB Atlas connection strings against your clusters and planned changes.',
    '',
    'Usage: connlint [command] [options] [path...]',
    '',
    ...rows,
    '',
    '  -h, --help   -v, --version',
    '',
    'Examples:',
    '  connlint list src',
    '  connlint plan --change disable-peering-only',
    '',
    EXIT_CODES,
    'Help of a command: connlint help <command>',
    '',
  ];
  return lines.join('\n');
}

/** What `connlint help <command>` prints. */
export function commandHelp(name: CommandName): string {
  const { summary, usage, formats, notes, examples, exitCodes = EXIT_CODES } = COMMANDS[name];
  const parts = [
    `${summary.replace(' (default)', '')}\n\nUsage: ${usage}`,
    `Options:\n${optionHelp(name)}`,
    ...(formats ? [`Formats: ${formats.join(', ')}.`] : []),
    ...(notes === undefined ? [] : [notes]),
    ['Examples:', ...examples.map((example) => `  ${example}`), exitCodes].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
