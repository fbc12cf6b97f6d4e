import { displayArgument } from '../node/fs/paths.ts';
import { parseArgs } from 'node:util';
import { nearestName } from '../text/edit-distance.ts';
import { UserError } from '../node/errors.ts';

/** The heading of an option in help. */
type OptionGroup = 'API' | 'Change' | 'Files' | 'Rules' | 'Fixes' | 'Output' | 'Config';

/** One option of the command line. */
interface OptionSpec {
  /** Name of the value in help. Missing for a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly many?: boolean;
  /** Help for `--no-…`, if the option has this form. */
  readonly noHelp?: string;
  /** One sentence. `null` if only the `--no-…` form is listed. */
  readonly help: string | null;
  /** `Output` by default. */
  readonly group?: OptionGroup;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

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

/** For commands that do not check anything. */
export const EXIT_CODES_DONE = 'Exit codes: 0 done, 2 wrong use or config, 3 internal error';

export const COMMON: OptionTable = {
  format: {
    value: 'name[=file]',
    short: 'f',
    many: true,
    help: 'Write this format, to a file if one is named. May be repeated.',
  },
  color: { help: 'Always use colour. NO_COLOR and FORCE_COLOR are respected.', noHelp: 'Never use colour.' },
  quiet: { short: 'q', help: 'Print errors only. Counts, exit code and files do not change.' },
  notices: { help: null, noHelp: 'Hide notices and progress.' },
  verbose: { help: 'Print every place and every notice.' },
  config: {
    value: 'file',
    short: 'c',
    help: 'Use this config file.',
    noHelp: 'Use no config file.',
    group: 'Config',
  },
  today: { value: 'date', help: 'Use this date (YYYY-MM-DD) as today.', group: 'Rules' },
  help: { short: 'h', help: 'Print this help.' },
};

export const without = (table: OptionTable, ...names: readonly string[]): OptionTable =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));

export const FILES: OptionTable = {
  'files-from': {
    value: 'file|-',
    help: 'Read the paths from a file or from standard input, one per line.',
    group: 'Files',
  },
  null: { short: '0', help: 'Expect a NUL after each path of --files-from.', group: 'Files' },
  ignore: { help: null, noHelp: 'Include files that Git or an ignore file excludes.', group: 'Files' },
  'max-file-size': {
    value: 'size',
    help: 'Skip and name larger files: bytes, or 10MB (default 100MB).',
    group: 'Files',
  },
};

export const STDIN: OptionTable = {
  'stdin-filename': { value: 'path', help: 'Read standard input as if it were this file.', group: 'Files' },
};

export const STATS: OptionTable = {
  stats: { help: 'Print how much was read and how long it took.' },
};

export const SELECTION: OptionTable = {
  staged: { help: 'Read the Git index; ignore unstaged changes.', group: 'Files' },
  since: {
    value: 'ref',
    help: 'Report only findings on lines changed since the merge base with <ref>.',
    group: 'Files',
  },
};

export const SHARD: OptionTable = {
  shard: {
    value: 'i/n',
    help: 'Check part i of n of the files. `connlint merge` joins the parts.',
    group: 'Files',
  },
};

export const REPOSITORY: OptionTable = {
  repository: {
    value: 'name',
    help: 'Name the repository (default: from CI variables, else from origin).',
    group: 'Output',
  },
};

export const SARIF_CATEGORY: OptionTable = {
  'sarif-category': {
    value: 'name',
    help: 'Write this category of code scanning into SARIF.',
    group: 'Output',
  },
};

export const RULE: OptionTable = {
  rule: {
    value: 'id[:severity]',
    many: true,
    help: 'Run only this rule, or set its severity. May be repeated.',
    group: 'Rules',
  },
};

export const SUPPRESSIONS: OptionTable = {
  suppressions: { help: null, noHelp: 'Ignore suppression comments and config entries.', group: 'Rules' },
};

export const REPORT_SUPPRESSED: OptionTable = {
  'report-suppressed': {
    help: 'Include suppressed findings in SARIF and HTML; GitHub opens alerts.',
    group: 'Rules',
  },
};

export const BASELINE: OptionTable = {
  baseline: {
    value: 'file',
    help: 'Accept the findings of this baseline.',
    noHelp: 'Use no baseline.',
    group: 'Rules',
  },
};

export const TEXT_OPTIONS: OptionTable = {
  'group-by': { value: 'name', help: 'Group the text report by file, rule or cluster.' },
  limit: { value: 'n', help: 'Print at most n findings as text (default 1000, 0 for all).' },
  'show-ids': { help: 'Print the id of each finding.' },
};

export const SELECTION_NOTES =
  'Paths restrict --staged and --since. --staged reads files from the index; the config, fact files and the ' +
  'baseline come from the working tree. --since compares the working tree with the merge base.';

export const FIXING: OptionTable = {
  fix: { help: 'Apply fixes, then report what remains.', group: 'Fixes' },
  'fix-dry-run': { help: 'Print the fixes as a patch for `git apply`, unredacted; change nothing.', group: 'Fixes' },
  'fix-roles': {
    value: 'roles',
    help: 'Apply fixes in files of these roles too: test, generated, vendored.',
    group: 'Fixes',
  },
  'show-secrets': { help: 'Allow the patch to show changed lines with credentials.', group: 'Fixes' },
};

interface Token {
  readonly kind: 'option' | 'positional' | 'option-terminator';
  readonly name?: string;
  readonly rawName?: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** True with `--no-notices`. */
export const hidesNotices = (parsed: Parsed): boolean => parsed.toggle('notices') === false;

/** Parses arguments by a table. Throws a `UserError` for an unknown option. */
export function parseOptions(args: readonly string[], table: OptionTable, command: string): Parsed {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {};
  for (const [name, { value, short }] of Object.entries(table))
    options[name] = { type: value ? 'string' : 'boolean', ...(short && { short }) };
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const positionals: string[] = [];
  const given = new Map<string, string[]>();
  const toggles = new Map<string, boolean>();
  for (const token of tokens as readonly Token[]) {
    if (token.kind === 'positional') positionals.push(token.value ?? '');
    if (token.kind === 'option') take(token, table, command, given, toggles);
  }
  return {
    positionals,
    given: [...given.keys(), ...toggles.keys()],
    flag: (name) => toggles.get(name) ?? false,
    toggle: (name) => toggles.get(name),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
  };
}

function take(
  token: Token,
  table: OptionTable,
  command: string,
  given: Map<string, string[]>,
  toggles: Map<string, boolean>,
): void {
  const name = token.name ?? '';
  const spec = table[name];
  const negated = name.startsWith('no-') ? name.slice(3) : '';
  if (!spec && table[negated]?.noHelp !== undefined) {
    toggles.set(negated, false);
    return;
  }
  if (!spec) throw unknownOption(token.rawName ?? name, table, command);
  if (!spec.value) {
    if (token.value !== undefined)
      throw new UserError(`option ${displayArgument(token.rawName ?? name)} takes no value`);
    toggles.set(name, true);
    return;
  }
  // `--since --staged`, or `--since "$REF"` with an empty variable.
  if (!token.value || (!token.inlineValue && isOption(token.value, table))) {
    throw new UserError(`option ${displayArgument(token.rawName ?? name)} needs a value: --${name} <${spec.value}>`);
  }
  const values = given.get(name) ?? [];
  if (values.length > 0 && !spec.many) throw new UserError(`option --${name} is given twice`);
  given.set(name, [...values, token.value]);
}

function isOption(word: string, table: OptionTable): boolean {
  const name = /^--(?:no-)?([a-z-]+)/.exec(word)?.[1];
  return name !== undefined && Object.hasOwn(table, name);
}

/** True for a name as it is written behind `--`. */
export function hasOption(table: OptionTable, name: string): boolean {
  return (
    (table[name] !== undefined && table[name].help !== null) ||
    (name.startsWith('no-') && table[name.slice(3)]?.noHelp !== undefined)
  );
}

function unknownOption(raw: string, table: OptionTable, command: string): UserError {
  const own = Object.entries(table).flatMap(([name, spec]) => [
    ...(spec.help === null ? [] : [name]),
    ...(spec.noHelp === undefined ? [] : [`no-${name}`]),
  ]);
  const names = [...own, 'version'];
  const written = raw.replace(/^-+/, '');
  const plain = written.replace(/^no-/, '');
  const nearest = names.includes(plain) ? plain : raw.startsWith('--') ? nearestName(written, names) : null;
  const meant = nearest ? ` Did you mean --${nearest}?` : '';
  const [name] = raw.split('=');
  return new UserError(`unknown option ${displayArgument(name!)}.${meant}`, `Options: connlint help ${command}`);
}

const GROUPS: readonly OptionGroup[] = ['API', 'Change', 'Files', 'Rules', 'Fixes', 'Output', 'Config'];

/** An option as written on the command line, with its help. */
interface OptionRow {
  readonly usage: string;
  readonly help: string;
}

/** The options of a table by group, in the order of help: --format first, then those of the command. */
export function optionRows(table: OptionTable): [group: OptionGroup, rows: OptionRow[]][] {
  const entries = Object.entries(table).sort(([a], [b]) => Number(b === 'format') - Number(a === 'format'));
  return GROUPS.flatMap((group): [OptionGroup, OptionRow[]][] => {
    const own = entries.filter(([, spec]) => (spec.group ?? 'Output') === group);
    const rows = own.flatMap(([name, { value, short, help, noHelp }]) => [
      ...(help === null
        ? []
        : [{ usage: `${short ? `-${short}, ` : ''}--${name}${value ? ` <${value}>` : ''}`, help }]),
      ...(noHelp === undefined ? [] : [{ usage: `--no-${name}`, help: noHelp }]),
    ]);
    return rows.length > 0 ? [[group, rows]] : [];
  });
}

/** The options of a table as help prints them. */
export function optionHelp(table: OptionTable): string {
  const groups = optionRows(table);
  const width = Math.max(...groups.flatMap(([, rows]) => rows.map(({ usage }) => usage.length))) + 2;
  const blocks = groups.map(([group, rows]) =>
    [`${group}:`, ...rows.map(({ usage, help }) => `  ${usage.padEnd(width)}${help}`)].join('\n'),
  );
  return blocks.join('\n\n');
}
