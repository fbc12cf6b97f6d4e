import { shownArgument } from '../node/fs/paths.ts';
import { parseArgs } from 'node:util';
import { nearestName } from '../text/edit-distance.ts';
import { UserError } from '../node/errors.ts';

/** One option of the command line. */
export interface OptionSpec {
  /** Word that stands for the value in help; missing for a flag. */
  readonly value?: string;
  readonly short?: string;
  readonly many?: boolean;
  /** True for a flag that `--no-…` turns off. */
  readonly negatable?: boolean;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, OptionSpec>>;

export interface Parsed {
  readonly positionals: readonly string[];
  flag(name: string): boolean;
  /** `undefined` when neither `--name` nor `--no-name` was given. */
  toggle(name: string): boolean | undefined;
  value(name: string): string | undefined;
  values(name: string): readonly string[];
}

export const COMMON: OptionTable = {
  config: { value: 'file', negatable: true, help: 'Use this config; --no-config uses none.' },
  format: { value: 'name[=file]', many: true, help: 'Output format, to a file if one is named. May be repeated.' },
  today: { value: 'date', help: 'Judge as on this day (YYYY-MM-DD).' },
  color: { negatable: true, help: 'Colours, whatever the terminal. NO_COLOR and FORCE_COLOR are heeded too.' },
  quiet: { help: 'Say nothing but results and errors.' },
  verbose: { help: 'Say more: notices about every file that was left out.' },
  help: { short: 'h', help: 'Show this help.' },
};

export const FILES: OptionTable = {
  'files-from': { value: 'file', help: 'Read the paths from a file, or from standard input (-), one a line.' },
  null: { short: '0', help: 'Paths of --files-from end with a NUL instead of a line end.' },
  'stdin-filename': { value: 'path', help: 'Look at standard input as if it were this file.' },
  ignore: { negatable: true, help: '--no-ignore looks at ignored files too.' },
  'max-file-size': { value: 'size', help: 'Skip and name larger files: bytes, or 10MB (100MB without this option).' },
  stats: { help: 'Say how much was read and how long it took.' },
};

export const SELECTION: OptionTable = {
  staged: { help: 'Look at what the next commit brings: added and changed files as they are in the index of git.' },
  since: {
    value: 'ref',
    help: 'Report only lines that are new since this branch began from that one, committed or not.',
  },
};

export const SHARD: OptionTable = {
  shard: {
    value: 'i/n',
    help: 'Look at the i-th of n parts of the files; `connlint merge` joins what --format blob=FILE left of each.',
  },
};

export const BASELINE: OptionTable = {
  baseline: {
    value: 'file',
    negatable: true,
    help: 'Accept the findings of this baseline; --no-baseline accepts none.',
  },
};

export const SELECTION_NOTES =
  'With --staged and --since, paths restrict what is looked at. --staged reads the files from the index, so that a file is\n' +
  'judged as it will be committed; the config, fact files, manifests and the baseline are those of the work tree, and files\n' +
  'under Git LFS are pointers there. --since compares the work tree with the commit that this branch has in common with\n' +
  '<ref>; a finding is reported when one of its lines, or of the places that it relates to, is new. Both leave out findings\n' +
  'about the project as a whole unless the config lines in which they stand are among what is looked at.';

export const FIXING: OptionTable = {
  fix: { help: 'Apply the fixes that are proven; the report and the exit code then tell what is left.' },
  'fix-dry-run': {
    help: 'Change nothing; print what --fix would change as a patch for `git apply`. It shows the lines it changes as they are.',
  },
  'fix-roles': {
    value: 'roles',
    help: 'Apply fixes in files of these roles too (test,generated,vendored), where strings are left alone otherwise.',
  },
  'show-secrets': {
    help: 'Let the patch show changed lines that hold credentials, on a terminal and in CI too.',
  },
};

interface Token {
  readonly kind: 'option' | 'positional' | 'option-terminator';
  readonly name?: string;
  readonly rawName?: string;
  readonly value?: string | undefined;
}

/** Reads arguments by a table. Throws a `UserError` for one that the table does not know. */
export function parseOptions(args: readonly string[], table: OptionTable, command: string): Parsed {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, spec]) => [
      name,
      { type: spec.value ? ('string' as const) : ('boolean' as const), ...(spec.short ? { short: spec.short } : {}) },
    ]),
  );
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
  if (!spec && table[negated]?.negatable) {
    toggles.set(negated, false);
    return;
  }
  if (!spec) throw unknownOption(token.rawName ?? name, table, command);
  if (!spec.value) {
    if (token.value !== undefined) throw new UserError(`option ${shownArgument(token.rawName ?? name)} takes no value`);
    toggles.set(name, true);
    return;
  }
  if (token.value === undefined) {
    throw new UserError(`option ${shownArgument(token.rawName ?? name)} needs a value: --${name} <${spec.value}>`);
  }
  const values = given.get(name) ?? [];
  if (values.length > 0 && !spec.many) throw new UserError(`option --${name} is given twice`);
  given.set(name, [...values, token.value]);
}

function unknownOption(raw: string, table: OptionTable, command: string): UserError {
  const names = Object.entries(table).flatMap(([name, spec]) => (spec.negatable ? [name, `no-${name}`] : [name]));
  const nearest = nearestName(raw.replace(/^-+/, ''), names);
  const hint = nearest ? `Did you mean --${nearest}?` : `\`connlint ${command} --help\` lists the options.`;
  return new UserError(`unknown option ${shownArgument(raw)}`, hint);
}

/** The options of a table as help prints them. */
export function optionHelp(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, spec]): [string, string] => {
    const dashed = spec.negatable && !spec.value && spec.help.startsWith('--no-') ? `--no-${name}` : `--${name}`;
    const short = spec.short ? `-${spec.short}, ` : '';
    return [`  ${short}${dashed}${spec.value ? ` <${spec.value}>` : ''}`, spec.help];
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => left.padEnd(width) + right).join('\n');
}
