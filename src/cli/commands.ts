import commands from './commands.json' with { type: 'json' };
import { optionHelp } from './options.ts';

interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly notes?: string;
  /** What exit code 1 means. Missing where it does not occur. */
  readonly exitOne?: string;
}

export const COMMANDS: Readonly<Record<keyof typeof commands, Command>> = commands;

/** The formats that a command takes, the default first. */
export const FORMATS = {
  check: ['text', 'concise', 'json', 'sarif', 'github', 'gitlab', 'junit', 'markdown', 'html'],
  list: ['text', 'json', 'jsonl', 'csv'],
  plan: ['text', 'json', 'markdown', 'html'],
  classify: ['text', 'json'],
} as const;

export type CommandName = keyof typeof COMMANDS;

export const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);

const exitCodes = (one?: string): string =>
  `Exit codes: 0 passed, ${one === undefined ? '' : `1 ${one}, `}2 wrong use or config, 3 internal error`;

export const overview = (): string => `Check MongoDB Atlas connection strings against your clusters and planned changes.

Usage: connlint [command] [options] [path...]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}\n`)
  .join('')}
  -h, --help   -v, --version

Examples:
  connlint list src
  connlint plan --change disable-peering-only

${exitCodes('findings or not ready')}
Help of a command: connlint help <command>
`;

export function commandHelp(name: CommandName): string {
  const { summary, usage, notes, examples, exitOne } = COMMANDS[name];
  const formats = name in FORMATS ? FORMATS[name as keyof typeof FORMATS] : null;
  const parts = [
    `${summary.replace(' (default)', '')}\n\nUsage: ${usage}`,
    `Options:\n${optionHelp(name)}`,
    ...(formats ? [`Formats: ${formats.join(', ')}.`] : []),
    ...(notes === undefined ? [] : [notes]),
    ['Examples:', ...examples.map((example) => `  ${example}`), exitCodes(exitOne)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
