import { COMMANDS } from './commands.ts';
import type { Command, CommandGroup, CommandModule } from './commands.ts';
import { optionHelp } from './options.ts';
import { wrapped } from '../report/escape.ts';

export const EXIT_CODES = 'Exit codes: 0 passed, 1 findings, 2 wrong use or config, 3 internal error';

const OVERVIEW_EXAMPLES = [
  'connlint list src',
  'connlint plan --change multi-region --cluster pulse --regions US_EAST_1,EU_WEST_1',
];

/** Where there is no terminal. */
const WIDTH = 100;

/** What `connlint --help` prints. `width`: columns after which lines are broken. */
export function overview(width = WIDTH): string {
  const rows: [string, string][] = Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]);
  const lines = [
    'Check MongoDB Atlas connection strings against your clusters and planned changes.',
    '',
    'Usage: connlint [command] [options] [path...]',
    '',
    ...nameLines([...rows, ['help', 'Print the help of a command.']]),
    '',
    '  -h, --help   -v, --version',
    '',
    'Examples:',
    ...OVERVIEW_EXAMPLES.map((example) => `  ${example}`),
    '',
    EXIT_CODES,
    'Help of a command: connlint help <command>',
    '',
  ];
  return wrappedHelp(lines.join('\n'), width);
}

/** What help prints for a command with actions. */
export function groupHelp(name: string, { usage, summary, examples, actions }: CommandGroup, width = WIDTH): string {
  const lines = [
    summary,
    '',
    `Usage: ${usage}`,
    '',
    ...nameLines(Object.entries(actions).map(([action, command]) => [action, command.summary])),
    '',
    'Examples:',
    ...examples.map((example) => `  ${example}`),
    '',
    `Help of an action: connlint help ${name} <action>`,
    '',
  ];
  return wrappedHelp(lines.join('\n'), width);
}

/** Names with their summaries in columns. */
function nameLines(rows: readonly (readonly [name: string, summary: string])[]): string[] {
  const indent = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, summary]) => `  ${name.padEnd(indent)}${summary.replace(/\.$/, '')}`);
}

/** What `connlint help <command>` prints. */
export function commandHelp(command: Command, module: CommandModule, width = WIDTH): string {
  const { options, exitCodes = EXIT_CODES } = module;
  const notes = helpNotes(module, width);
  const parts = [
    wrappedHelp(command.summary.replace(' (default)', ''), width),
    wrapped(`Usage: ${command.usage}`, width, '       ').join('\n'),
    wrappedHelp(optionHelp(options), width),
    ...(notes === '' ? [] : [notes]),
    ['Examples:', ...command.examples.map((example) => `  ${example}`)].join('\n'),
    wrappedHelp(exitCodes, width),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What help says below the options, empty if nothing. */
export function helpNotes({ formats, notes }: CommandModule, width = WIDTH): string {
  const parts = [...(formats ? [`Formats: ${formats.join(', ')}.`] : []), ...(notes === undefined ? [] : [notes])];
  return wrappedHelp(parts.join('\n\n'), width);
}

/** Wraps long lines, except examples. What explains a name stays in its column. An exit code stays with its words. */
function wrappedHelp(text: string, width: number): string {
  const lines = text.split('\n').flatMap((line) => {
    if (line.startsWith('  connlint ')) return [line];
    const start = /^ *(?:\S.*?\S {2,}(?=\S))?/.exec(line)![0];
    const glued = line.slice(start.length).replace(/(?<=[:,] \d) /g, GLUE);
    const [first, ...rest] = wrapped(glued, width - start.length);
    return [start + first!, ...rest.map((more) => ' '.repeat(start.length) + more)];
  });
  return lines.join('\n').replaceAll(GLUE, ' ');
}

/** A space at which no line is broken. */
const GLUE = '\u00a0';
