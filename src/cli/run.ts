import { nearestName } from '../text/edit-distance.ts';
import { UserError } from '../node/errors.ts';
import { VERSION } from '../node/version.ts';
import { commandHelp, COMMANDS, isCommand, overview, type CommandName } from './commands.ts';
import { parseOptions, type Parsed } from './options.ts';
import { displayArgument } from '../node/fs/paths.ts';
import { entryAt } from '../node/fs/read-file.ts';
import { print, writeStderr } from './output.ts';

const OWN_FAULT = 3;

/** The code of each command, loaded when it runs. */
const CODE: Readonly<Record<CommandName, () => Promise<{ run(parsed: Parsed): number | Promise<number> }>>> = {
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
export const runCommandLine = (args: readonly string[]): Promise<number> => runCommand(args).catch(explain);

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
  const isWord = /^[a-z][a-z-]*$/i.test(first) && entryAt(first) === undefined;
  // A first word that is no path may be meant as a command.
  if (name !== first && isWord) throw unknownCommand(first);
  if (words.some(isHelp)) return printHelp(name);
  return await (await CODE[name]()).run(parseOptions(rest, name));
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

function printHelp(name?: string): number {
  if (name === undefined) print(overview());
  else if (isCommand(name)) print(commandHelp(name));
  else throw unknownCommand(name);
  return 0;
}

function unknownCommand(word: string): UserError {
  const nearest = word === 'lint' ? 'check' : nearestName(word, Object.keys(COMMANDS));
  const meant = nearest === null ? '' : ` Did you mean connlint ${nearest}?`;
  return new UserError(`unknown command ${displayArgument(word)}.${meant}`, 'Commands: connlint help');
}

function explain(error: unknown): number {
  if (error instanceof UserError) {
    writeStderr(`connlint: ${[error.message, error.hint].filter((line) => line !== null).join('\n')}\n`);
    return error.exitCode;
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
  return [`${name}: ${words.join(' ')}`, ...stack.split('\n').filter((line) => /^ {4}at /.test(line))].join('\n');
}
