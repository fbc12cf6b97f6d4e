import { COMMANDS, type CommandName } from './commands.ts';
import { optionHelp } from './options.ts';
import { wrapped } from '../report/escape.ts';

const EXIT_CODES = 'Exit codes: 0 passed, 1 findings, 2 wrong use or config, 3 internal error';
/** Where there is no terminal. */
const WIDTH = 100;

/** What `connlint help` prints. `width`: columns after which lines are broken. */
export function overview(width = WIDTH): string {
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
  return wrappedHelp(lines.join('\n'), width);
}

/** What `connlint help <command>` prints. */
export function commandHelp(name: CommandName, width = WIDTH): string {
  const { summary, usage, formats, notes, examples, exitCodes = EXIT_CODES } = COMMANDS[name];
  const parts = [
    `${summary.replace(' (default)', '')}\n\nUsage: ${usage}`,
    optionHelp(name),
    ...(formats ? [`Formats: ${formats.join(', ')}.`] : []),
    ...(notes === undefined ? [] : [notes]),
    ['Examples:', ...examples.map((example) => `  ${example}`), exitCodes].join('\n'),
  ];
  return `${wrappedHelp(parts.join('\n\n'), width)}\n`;
}

/** Wraps long lines, except examples. What explains a name stays in its column. */
function wrappedHelp(text: string, width: number): string {
  const lines = text.split('\n').flatMap((line) => {
    if (line.startsWith('  connlint ')) return [line];
    const start = /^ *(?:\S.*?\S {2,}(?=\S))?/.exec(line)![0];
    const [first = '', ...rest] = wrapped(line.slice(start.length), width - start.length);
    return [start + first, ...rest.map((more) => ' '.repeat(start.length) + more)];
  });
  return lines.join('\n');
}
