import { nearestName } from '../text/edit-distance.ts';
import { UserError } from '../node/errors.ts';
import { VERSION } from '../node/version.ts';
import { COMMANDS, isCommand, type CommandName } from './commands.ts';
import { commandHelp, overview } from './help.ts';
import { displayArgument } from '../node/fs/paths.ts';
import { statsOf } from '../node/fs/read-file.ts';
import { print, writeStderr } from './output.ts';

const WRONG_USE = 2;
const OWN_FAULT = 3;

/** The code of each command, loaded when it runs. */
const CODE: Readonly<Record<CommandName, () => Promise<{ run(args: readonly string[]): number | Promise<number> }>>> = {
  check: () => import('./commands/check.ts'),
  list: () => import('./commands/list.ts'),
  plan: () => import('./commands/plan.ts'),
  classify: () => import('./commands/classify.ts'),
  explain: () => import('./commands/explain.ts'),
  pull: () => import('./commands/pull.ts'),
  config: () => import('./commands/config.ts'),
  init: () => import('./commands/init.ts'),
};

/** Runs one command with its arguments. Errors are printed to stderr. Returns the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(args);
  } catch (error) {
    return explain(error);
  }
}

async function runCommand(args: readonly string[]): Promise<number> {
  const [first = '', ...others] = args;
  if (first === 'help' || (args.length === 1 && isHelp(first))) return printHelp(others.find((one) => !isHelp(one)));
  // `check` is the default if the first word is an option or a path, or if there is none.
  const name = isCommand(first) ? first : 'check';
  const rest = isCommand(first) ? others : args;
  const end = rest.indexOf('--');
  const words = rest.slice(0, end < 0 ? undefined : end);
  if (words.some((word) => /^(?:--version|-[vV])$/.test(word))) {
    print(`${VERSION}\n`);
    return 0;
  }
  if (words.some(isHelp)) return printHelp(name);
  refuseMistake(first, others);
  return await (await CODE[name]()).run(rest);
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

function printHelp(name?: string): number {
  if (name === undefined) print(overview());
  else if (isCommand(name)) print(commandHelp(name));
  else throw unknownCommand(name);
  return 0;
}

/** Names of commands in other tools. */
const SYNONYMS: ReadonlyMap<string, CommandName> = new Map([
  ['lint', 'check'],
  ['scan', 'check'],
  ['ls', 'list'],
  ['show', 'list'],
  ['rule', 'explain'],
  ['rules', 'explain'],
  ['facts', 'pull'],
  ['inventory', 'pull'],
  ['baseline', 'check'],
]);

function unknownCommand(word: string): UserError {
  const nearest = SYNONYMS.get(word) ?? nearestName(word, Object.keys(COMMANDS));
  const meant = nearest === null ? '' : ` Did you mean connlint ${nearest}?`;
  return new UserError(`unknown command ${displayArgument(word)}.${meant}`, 'Commands: connlint help');
}

/** A first word that is no path may be meant as a command, and a command may stand behind options. */
function refuseMistake(first: string, others: readonly string[]): void {
  const isWord = (word: string): boolean => /^[a-z][a-z-]*$/i.test(word) && statsOf(word) === undefined;
  if (!isCommand(first) && isWord(first)) throw unknownCommand(first);
  const late = first.startsWith('-') ? others.find((word) => isCommand(word) && isWord(word)) : undefined;
  if (late !== undefined) throw new UserError(`a command comes first: connlint ${late}`, 'Commands: connlint help');
}

function explain(error: unknown): number {
  if (error instanceof UserError) {
    writeStderr(`connlint: ${[error.message, error.hint].filter((line) => line !== null).join('\n')}\n`);
    return error.exitCode;
  }
  if (error instanceof RangeError && error.message === 'Invalid string length') {
    const hint = 'Check fewer files at once, or leave some out: "ignores" of the config.';
    writeStderr(`connlint: the output is longer than a text can be.\n${hint}\n`);
    return WRONG_USE;
  }
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    writeStderr('connlint: the working directory does not exist any longer\nChange to another folder.\n');
    return WRONG_USE;
  }
  writeStderr(`connlint: internal error. Please report this, with what you ran and connlint ${VERSION}:\n`);
  writeStderr(`${error instanceof Error ? ownFault(error) : typeof error}\n`);
  return OWN_FAULT;
}

/** Type, message and stack of an internal error, without words that may be quoted from a file. */
function ownFault({ name, message, stack = '' }: Error): string {
  const isModule = message.startsWith('Cannot find ');
  const plain = isModule ? message.split('\n')[0]! : message.replace(/(["'`])[^]*\1/g, '$1…$1');
  const words = plain.split(' ').map((word) => (!isModule && /[\d:@/\\%]/.test(word) ? '…' : word));
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return [`${name}: ${words.join(' ')}`, ...frames].join('\n');
}
