import { optionHelp } from './options.ts';

interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly formats?: readonly string[];
  readonly notes?: string;
  /** What exit code 1 means. Missing where it does not occur. */
  readonly exitOne?: string;
}

export const COMMANDS = {
  check: {
    usage: 'connlint [check] [options] [path...]',
    summary: 'Run the rules and report (default).',
    examples: ['connlint src --format concise', 'connlint --staged', 'connlint --since origin/main -f sarif=a.sarif'],
    formats: ['text', 'concise', 'json', 'sarif', 'github', 'gitlab', 'junit', 'markdown', 'html'],
    exitOne: 'findings',
  },
  list: {
    usage: 'connlint list [options] [path...]',
    summary: 'List every string with its kind.',
    examples: ['connlint list src', 'connlint list --format jsonl=strings.jsonl'],
    formats: ['text', 'json', 'jsonl', 'csv'],
  },
  plan: {
    usage: 'connlint plan [options] [path...]',
    summary: 'Judge planned changes and print the runbook.',
    examples: [
      'connlint plan',
      'connlint plan --change multi-region --cluster pulse --set regions=US_EAST_1,EU_WEST_1',
    ],
    formats: ['text', 'json', 'markdown', 'html'],
    exitOne: 'blocked or undecided',
    notes: 'The verdict is ready, blocked (a string would break) or undecided (a fact or a file is missing).',
  },
  classify: {
    usage: 'connlint classify [options] <text...> | -',
    summary: 'Print the kind of given strings, and whether they are valid.',
    examples: ['connlint classify "$MONGODB_URI"', 'connlint classify - < strings.txt'],
    formats: ['text', 'json'],
    exitOne: 'a string is not valid',
  },
  explain: {
    usage: 'connlint explain [<rule> | <kind>]',
    summary: 'Print the page of a rule or a kind.',
    examples: ['connlint explain', 'connlint explain legacy-host', 'connlint explain private-endpoint'],
  },
  pull: {
    usage: 'connlint pull --project <id>... --out <file> [options]',
    summary: 'Read the facts of projects from the Administration API into a file.',
    examples: ['connlint pull --project 5c9a0e4f1b2c3d4e5f6a7080 --out facts/prod.json'],
    exitOne: 'a part was not read',
    notes: `Only reads. The role "Project Read Only" is enough. Credentials come from the environment:
  MONGODB_ATLAS_ACCESS_TOKEN, MONGODB_ATLAS_CLIENT_ID and MONGODB_ATLAS_CLIENT_SECRET,
  or MONGODB_ATLAS_PUBLIC_API_KEY and MONGODB_ATLAS_PRIVATE_API_KEY.`,
  },
  config: {
    usage: 'connlint config [options] <file>',
    summary: 'Print the settings of a file as JSON. The file need not exist.',
    examples: ['connlint config src/database.ts'],
  },
  init: {
    usage: 'connlint init',
    summary: 'Write a short commented config for this tree.',
    examples: ['connlint init'],
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof COMMANDS;

export const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);

const exitCodes = (one?: string): string =>
  `Exit codes: 0 passed, ${one === undefined ? '' : `1 ${one}, `}2 wrong use or config, 3 internal error`;

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
    exitCodes('findings or not ready'),
    'Help of a command: connlint help <command>',
    '',
  ];
  return lines.join('\n');
}

export function commandHelp(name: CommandName): string {
  const { summary, usage, formats, notes, examples, exitOne }: Command = COMMANDS[name];
  const parts = [
    `${summary.replace(' (default)', '')}\n\nUsage: ${usage}`,
    `Options:\n${optionHelp(name)}`,
    ...(formats ? [`Formats: ${formats.join(', ')}.`] : []),
    ...(notes === undefined ? [] : [notes]),
    ['Examples:', ...examples.map((example) => `  ${example}`), exitCodes(exitOne)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
