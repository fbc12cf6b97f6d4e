import { parseArgs } from 'node:util';
import { displayArgument } from '../node/fs/paths.ts';
import { nearestName } from '../text/edit-distance.ts';
import { UserError } from '../node/errors.ts';
import { COMMANDS, type CommandName } from './commands.ts';

/** One option of the command line. */
interface OptionSpec {
  /** The commands that take it, with spaces between. */
  readonly of: string;
  /** Name of the value in help. Missing for a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly many?: boolean;
  /** One sentence. Missing if only the `--no-…` form exists. */
  readonly help?: string;
  /** Help for `--no-…`, if the option has this form. */
  readonly noHelp?: string;
}

const READING = 'check list plan';

/** Every option, in the order of help. */
const OPTIONS: Readonly<Record<string, OptionSpec>> = {
  change: { of: 'plan', value: 'name', help: 'Judge this change instead of those of the config.' },
  cluster: { of: 'plan', value: 'name', help: 'Its cluster, or "*" for every cluster.' },
  project: {
    of: 'plan pull',
    value: 'name|id',
    many: true,
    help: 'The project, by its name in the config or its id.',
  },
  set: {
    of: 'plan',
    value: 'key=value',
    many: true,
    help: 'A key of the change: regions=US_EAST_1,EU_WEST_1. May be repeated.',
  },
  'terraform-plan': {
    of: 'plan',
    value: 'file',
    help: 'Judge the changes of a Terraform plan (`terraform show -json`).',
  },
  'allow-undecided': { of: 'plan', help: 'Pass undecided changes. A blocked one still fails.' },

  out: { of: 'pull', value: 'file', help: 'Write this fact file.' },
  'base-url': { of: 'pull', value: 'address', help: 'Ask the API at this address.' },

  staged: { of: 'check list', help: 'Read the Git index and report what is new in it.' },
  since: {
    of: 'check list',
    value: 'ref',
    help: 'Report only what is on lines changed since the merge base with <ref>.',
  },
  'stdin-filename': {
    of: 'check list',
    value: 'path',
    help: 'Read standard input as if it were this file.',
  },
  'files-from': {
    of: READING,
    value: 'file|-',
    help: 'Read the paths from a file or standard input, by lines or NUL.',
  },
  ignore: { of: READING, noHelp: 'Include files that Git or an ignore file excludes.' },
  'max-file-size': { of: READING, value: 'size', help: 'Skip larger files and name them (100MB).' },

  rule: {
    of: 'check',
    value: 'id[:severity]',
    many: true,
    help: 'Run only this rule, or set its severity.',
  },
  'fail-on': {
    of: 'check',
    value: 'level',
    help: 'Fail at error (default), warning or info, or never.',
  },
  'max-warnings': { of: 'check', value: 'n', help: 'Fail with more than n warnings.' },
  suppressions: { of: 'check', noHelp: 'Ignore suppression comments and config entries.' },
  baseline: {
    of: 'check',
    value: 'file',
    help: 'Accept the findings of this baseline.',
    noHelp: 'Use no baseline.',
  },
  'update-baseline': { of: 'check', help: 'Accept all findings of now in the baseline.' },
  today: { of: 'check plan pull', value: 'date', help: 'Use this date (YYYY-MM-DD) as today.' },

  fix: { of: 'check', help: 'Apply proven fixes, then report what remains.' },
  'fix-dry-run': { of: 'check', help: 'Show what --fix would change; change nothing.' },

  format: {
    of: 'check list plan classify',
    value: 'name[=file]',
    short: 'f',
    many: true,
    help: 'Write this format, to a file if one is named. May be repeated.',
  },
  color: {
    of: 'check list plan classify',
    help: 'Always use colour. NO_COLOR and FORCE_COLOR count.',
    noHelp: 'Never use colour.',
  },
  quiet: { of: 'check list plan pull', short: 'q', help: 'Print errors only, and no notices.' },
  verbose: {
    of: 'check list plan pull',
    help: 'Print everything: reasons, related places, ids, all notices.',
  },
  stats: { of: READING, help: 'Print how much was read and how long it took.' },

  config: {
    of: 'check list plan classify config pull',
    value: 'file',
    short: 'c',
    help: 'Use this config file.',
    noHelp: 'Use no config file.',
  },
  help: { of: Object.keys(COMMANDS).join(' '), short: 'h', help: 'Print this help.' },
};

type OptionTable = ReadonlyMap<string, OptionSpec>;

/** The options of a command. */
function optionsOf(command: CommandName): OptionTable {
  return new Map(Object.entries(OPTIONS).filter(([, { of }]) => of.split(' ').includes(command)));
}

export interface Parsed {
  readonly positionals: readonly string[];
  /** Names of the options, without `no-`. */
  readonly given: readonly string[];
  flag(name: string): boolean;
  /** `undefined` if neither `--name` nor `--no-name` was passed. */
  toggle(name: string): boolean | undefined;
  value(name: string): string | undefined;
  values(name: string): readonly string[];
}

interface Token {
  readonly kind: 'option' | 'positional' | 'option-terminator';
  readonly name?: string;
  readonly rawName?: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** Parses the arguments of a command. Throws a `UserError` for an unknown option. */
export function parseOptions(args: readonly string[], command: CommandName): Parsed {
  const table = optionsOf(command);
  const options = Object.fromEntries(
    [...table].map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const positionals: string[] = [];
  const given = new Map<string, string[]>();
  const toggles = new Map<string, boolean>();
  for (const token of tokens as readonly Token[]) {
    if (token.kind === 'positional') positionals.push(token.value ?? '');
    if (token.kind === 'option') take(token, { table, command, given, toggles });
  }
  refuseTogether([...given.keys(), ...[...toggles.keys()].filter((name) => toggles.get(name))]);
  return {
    positionals,
    given: [...given.keys(), ...toggles.keys()],
    flag: (name) => toggles.get(name) ?? false,
    toggle: (name) => toggles.get(name),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
  };
}

/** Options that exclude each other: the first of each row and all others of it. */
const EXCLUSIVE: readonly (readonly [one: string, others: string, hint: string])[] = [
  ['stdin-filename', 'files-from staged since', 'With --stdin-filename, only standard input is checked.'],
  ['stdin-filename', 'fix update-baseline', 'Standard input cannot be changed. Pass the file as an argument.'],
  ['fix', 'fix-dry-run update-baseline', 'Use one of them.'],
  ['fix-dry-run', 'update-baseline', 'Use one of them.'],
  ['staged', 'since', '--staged checks the index, --since the working tree. Use one of them.'],
  [
    'staged',
    'fix fix-dry-run',
    'Fixes change the working tree. Run connlint --fix <file…> first, then `git add` them.',
  ],
  ['since', 'fix fix-dry-run', 'Fixes are about whole files. Run connlint --fix <file…> first.'],
  ['staged', 'update-baseline', 'A baseline is about whole files.'],
  ['since', 'update-baseline', 'A baseline is about whole files.'],
  ['terraform-plan', 'change', 'The Terraform plan names the changes.'],
];

function refuseTogether(given: readonly string[]): void {
  for (const [one, others, hint] of EXCLUSIVE) {
    const other = given.includes(one) ? others.split(' ').find((name) => given.includes(name)) : undefined;
    if (other !== undefined) throw new UserError(`--${one} and --${other} cannot be combined`, hint);
  }
}

interface Taken {
  readonly table: OptionTable;
  readonly command: CommandName;
  readonly given: Map<string, string[]>;
  readonly toggles: Map<string, boolean>;
}

function take(token: Token, { table, command, given, toggles }: Taken): void {
  const { name = '', rawName = name } = token;
  const spec = table.get(name);
  const negated = name.startsWith('no-') ? table.get(name.slice(3)) : undefined;
  if (!spec && negated?.noHelp !== undefined) {
    toggles.set(name.slice(3), false);
    return;
  }
  if (spec?.help === undefined) throw unknownOption(rawName, table, command);
  if (spec.value === undefined) {
    if (token.value !== undefined) throw new UserError(`option ${displayArgument(rawName)} takes no value`);
    toggles.set(name, true);
    return;
  }
  // `--since --staged`, or `--since "$REF"` with an empty variable.
  if (!token.value || (!token.inlineValue && isOption(token.value, table)))
    throw new UserError(`option ${displayArgument(rawName)} needs a value: --${name} <${spec.value}>`);
  const values = given.get(name) ?? [];
  if (values.length > 0 && !spec.many) throw new UserError(`option --${name} is given twice`);
  given.set(name, [...values, token.value]);
}

function isOption(word: string, table: OptionTable): boolean {
  const name = /^--(?:no-)?([a-z-]+)/.exec(word)?.[1];
  return name !== undefined && table.has(name);
}

function unknownOption(raw: string, table: OptionTable, command: CommandName): UserError {
  const [name = raw] = raw.split('=');
  const written = name.replace(/^-+/, '');
  const owner = name.startsWith('--') && Object.hasOwn(OPTIONS, written) ? OPTIONS[written] : undefined;
  if (owner?.help !== undefined) {
    const [first = ''] = owner.of.split(' ');
    return new UserError(`${command} has no option --${written}`, `connlint ${first} has it: connlint help ${first}`);
  }
  const names = [...table].flatMap(([one, { help, noHelp }]) => [
    ...(help === undefined ? [] : [one]),
    ...(noHelp === undefined ? [] : [`no-${one}`]),
  ]);
  const nearest = name.startsWith('--') ? nearestName(written, [...names, 'version']) : null;
  const meant = nearest ? ` Did you mean --${nearest}?` : '';
  return new UserError(`unknown option ${displayArgument(name)}.${meant}`, `Options: connlint help ${command}`);
}

/** The options of a command as help prints them. */
export function optionHelp(command: CommandName): string {
  const rows = [...optionsOf(command)].flatMap(([name, { value, short, help, noHelp }]) => {
    const usage = `${short ? `-${short}, ` : ''}--${name}${value ? ` <${value}>` : ''}`;
    return [
      ...(help === undefined ? [] : [[usage, help]]),
      ...(noHelp === undefined ? [] : [[`--no-${name}`, noHelp]]),
    ];
  });
  const width = Math.max(...rows.map(([usage = '']) => usage.length)) + 2;
  return rows.map(([usage = '', help = '']) => `  ${usage.padEnd(width)}${help}`).join('\n');
}
