import { nearestName } from '../text/edit-distance.ts';
import { UserError } from '../node/errors.ts';
import { VERSION } from '../node/version.ts';
import { allCommands, COMMANDS } from './commands.ts';
import type { Command } from './commands.ts';
import { hasOption } from './options.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { wrongAction } from './arguments.ts';
import { displayArgument } from '../node/fs/paths.ts';
import { print, writeStderr } from './output.ts';

const WRONG_USE = 2;
const OWN_FAULT = 3;

/** Runs one command with its arguments. Errors are printed to stderr. Returns the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await runCommand(args);
  } catch (error) {
    return explain(await withOwner(error, args[0]), args);
  }
}

/** For an option that only other commands have, the error names one of them, first of the same group. */
async function withOwner(error: unknown, group: string | undefined): Promise<unknown> {
  const option = error instanceof UserError ? /^unknown option --([a-z-]+)\.$/.exec(error.message)?.[1] : undefined;
  if (option === undefined) return error;
  const isNear = ([name]: readonly [string, Command]): boolean => name.split(' ')[0] === group;
  const commands = allCommands().sort((a, b) => Number(isNear(b)) - Number(isNear(a)));
  for (const [name, { load }] of commands) {
    if (!hasOption((await load()).options, option)) continue;
    return new UserError((error as UserError).message, `connlint ${name} has this option: connlint help ${name}`);
  }
  return error;
}

async function runCommand(args: readonly string[]): Promise<number> {
  const [first] = args;
  if (args.length === 1 && (first === '--help' || first === '-h')) return printHelp();
  if (first === 'help') return printHelp(args[1], args[2]);
  // `check` is the default if the first word is an option or a path, or if there is none.
  const isNamed = first !== undefined && Object.hasOwn(COMMANDS, first);
  const name = isNamed ? first : 'check';
  const rest = isNamed ? args.slice(1) : args;
  const end = rest.indexOf('--');
  const words = rest.slice(0, end < 0 ? undefined : end);
  if (words.includes('--version') || words.includes('-v') || words.includes('-V')) {
    print(`${VERSION}\n`);
    return 0;
  }
  if (words.includes('--help') || words.includes('-h')) return printHelp(name, words[0]);
  const command = COMMANDS[name]!;
  if (!('actions' in command)) return await (await command.load()).run(rest);
  const [word = '', ...ofAction] = rest;
  return await (await actionOf(name, command.actions, word).load()).run(ofAction);
}

/** Throws a `UserError` if the word names no action. */
function actionOf(name: string, actions: Readonly<Record<string, Command>>, word: string): Command {
  if (Object.hasOwn(actions, word)) return actions[word]!;
  throw wrongAction(name, word, Object.keys(actions), COMMANDS[name]!.usage);
}

/** The width of the terminal, as far as help is easy to read. */
function helpWidth(): number | undefined {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? Math.max(60, Math.min(100, columns)) : undefined;
}

/** The help of a command or action. Other words after a command change nothing. */
async function printHelp(name?: string, action = '-'): Promise<number> {
  if (name === undefined || ['--help', '-h', 'help'].includes(name)) {
    print(overview(helpWidth()));
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const nearest = meantCommand(name);
    const meant = nearest ? ` Did you mean connlint help ${nearest}?` : '';
    throw new UserError(`unknown command ${displayArgument(name)}.${meant}`, 'Commands: connlint help');
  }
  if ('actions' in command && action.startsWith('-')) print(groupHelp(name, command, helpWidth()));
  else {
    const one = 'actions' in command ? actionOf(name, command.actions, action) : command;
    print(commandHelp(one, await one.load(), helpWidth()));
  }
  return 0;
}

/** Names of commands in other tools. */
const SYNONYMS: Readonly<Record<string, string>> = {
  lint: 'check',
  scan: 'check',
  run: 'check',
  audit: 'check',
  analyze: 'check',
  ls: 'list',
  show: 'list',
  rule: 'explain',
  rules: 'explain',
  why: 'explain',
  facts: 'inventory',
};

const NAMES: readonly string[] = [...Object.keys(COMMANDS), 'help'];
const isCommand = (word: string): boolean => NAMES.includes(word);

function meantCommand(word: string): string | null {
  return SYNONYMS[word.toLowerCase()] ?? nearestName(word, NAMES);
}

/** The message for a word that is not a path, but may be meant as a command. `null` for other errors. */
function wrongWord({ message }: UserError, args: readonly string[]): string | null {
  const [first = ''] = args;
  const word = args.find((one) => message === `no such file or folder: ${one}`);
  if (word === undefined || isCommand(first) || !/^[a-z][a-z-]*$/i.test(word)) return null;
  if (isCommand(word)) return `${message}\nA command comes first: connlint ${word}`;
  if (word !== first) return null;
  const nearest = meantCommand(word);
  const hint = nearest ? `Did you mean connlint ${nearest}?` : 'Commands: connlint help';
  return `no such file, folder or command: ${word}\n${hint}`;
}

function explain(error: unknown, args: readonly string[]): number {
  if (error instanceof UserError) {
    const text = wrongWord(error, args) ?? [error.message, error.hint].filter((line) => line !== null).join('\n');
    writeStderr(`connlint: ${text}\n`);
    return error.exitCode;
  }
  if (error instanceof RangeError && error.message === 'Invalid string length') {
    writeStderr(
      'connlint: the output is longer than a text can be.\nCheck fewer files at once, or leave some out: "ignores" of the config.\n',
    );
    return WRONG_USE;
  }
  if (error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd') {
    writeStderr('connlint: the working directory does not exist any longer\nChange to another folder.\n');
    return WRONG_USE;
  }
  const stack = error instanceof Error ? ownFault(error) : typeof error;
  writeStderr(`connlint: internal error. Please report this, with what you ran and connlint ${VERSION}:\n${stack}\n`);
  return OWN_FAULT;
}

/** Type, message and stack of an internal error, without words that may be quoted from a file. */
function ownFault({ name, message, stack = '' }: Error): string {
  const words = message.replace(/(["'`])[^]*\1/g, '$1…$1').split(' ');
  const plain = words.map((word) => (/[\d:@/\\%]/.test(word) ? '…' : word)).join(' ');
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return [`${name}: ${plain}`, ...frames].join('\n');
}
