import { COMMANDS } from './commands.ts';
import type { Command, CommandModule } from './commands.ts';
import { optionHelp } from './options.ts';
import { wrapped } from '../report/escape.ts';

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

const WIDTH = 100;

/** What `connlint help <command>` prints. */
export function commandHelp(command: Command, module: CommandModule): string {
  const { options, exitCodes = EXIT_CODES } = module;
  const notes = helpNotes(module);
  const parts = [
    command.summary.replace(' (default)', ''),
    `Usage: ${command.usage}`,
    wrappedHelp(optionHelp(options)),
    ...(notes === '' ? [] : [notes]),
    ['Examples:', ...command.examples.map((example) => `  ${example}`)].join('\n'),
    wrappedHelp(exitCodes),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What help says below the options, empty if nothing. */
export function helpNotes({ formats, notes }: CommandModule): string {
  const parts = [...(formats ? [`Formats: ${formats.join(', ')}.`] : []), ...(notes === undefined ? [] : [notes])];
  return wrappedHelp(parts.join('\n\n'));
}

/** Wraps long lines. What explains a name stays in its column. */
function wrappedHelp(text: string): string {
  const lines = text.split('\n').flatMap((line) => {
    const start = /^ *(?:\S.*?\S {2,}(?=\S))?/.exec(line)![0];
    const [first, ...rest] = wrapped(line.slice(start.length), WIDTH - start.length);
    return [start + first!, ...rest.map((more) => ' '.repeat(start.length) + more)];
  });
  return lines.join('\n');
}
