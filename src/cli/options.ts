import exclusive from './exclusive-options.json' with { type: 'json' };
import { parseArgs } from 'node:util';
import options from './options.json' with { type: 'json' };
import { displayArgument, refuseAddress } from '../node/fs/paths.ts';
import { nearestName } from '../text/edit-distance.ts';
import { UserError } from '../node/errors.ts';
import type { CommandName } from './commands.ts';

/** Every option in the order of help: the commands that take it, how it is written (`...`: repeatable), what it does. */
const OPTIONS = options as unknown as readonly (readonly [commands: string, usage: string, help: string])[];

/** Options that exclude each other: the first of each row and all others of it. */
const EXCLUSIVE = exclusive as unknown as typeof OPTIONS;

const SPECS = OPTIONS.map(([commands, usage, help]) => {
  // Of a flag, `value` is undefined.
  const [, short, name = '', value, many] = /^(?:-(\w), )?--([a-z-]+)(?: <(.+)>)?(\.{3})?$/.exec(usage)!;
  const type = value === undefined ? ('boolean' as const) : ('string' as const);
  const own = { commands: commands.split(' '), name, type, value, many: many !== undefined, usage, help };
  return short === undefined ? own : { ...own, short };
});

const optionsOf = (command: CommandName) => SPECS.filter(({ commands }) => commands.includes(command));

/** What the arguments say; options go by their names. */
export type Parsed = Readonly<ReturnType<typeof parseOptions>>;

/** Parses the arguments of a command. Throws a `UserError` for an unknown option. */
export function parseOptions(args: readonly string[], command: CommandName) {
  const specs = optionsOf(command);
  const options = Object.fromEntries(specs.map((one) => [one.name, one]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const positionals: string[] = [];
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue = false } = token;
    const spec = specs.find((one) => one.name === name);
    if (!spec) {
      const known = [...specs.map((one) => `--${one.name}`), '--version'];
      throw unknownName('option', rawName, known, `Options: connlint help ${command}`);
    }
    const isTaken = value !== undefined && !inlineValue && specs.some((one) => value.startsWith(`--${one.name}`));
    // `--since --staged`, or `--since "$REF"` with an empty variable.
    if (spec.value !== undefined && (!value || isTaken))
      throw new UserError(`option ${displayArgument(rawName)} needs a value: --${name} <${spec.value}>`);
    if (spec.value === undefined && value !== undefined)
      throw new UserError(`option ${displayArgument(rawName)} takes no value`);
    if (value !== undefined && /file|path/.test(spec.value ?? ''))
      refuseAddress(`--${name}`, value.replace(/^[a-z]+=/, ''));
    const values = given.get(name) ?? [];
    if (spec.value !== undefined && !spec.many && values.length > 0)
      throw new UserError(`option --${name} is given twice`);
    given.set(name, [...values, value ?? '']);
  }
  for (const [one, others, hint] of EXCLUSIVE) {
    const other = given.has(one) ? others.split(' ').find((name) => given.has(name)) : undefined;
    if (other !== undefined) throw new UserError(`--${one} and --${other} cannot be combined`, hint);
  }
  return {
    positionals,
    given: [...given.keys()],
    flag: (name: string): boolean => given.has(name),
    value: (name: string): string | undefined => given.get(name)?.at(-1),
    values: (name: string): readonly string[] => given.get(name) ?? [],
  };
}

export function unknownName(what: string, name: string, known: readonly string[], hint: string): UserError {
  const nearest = nearestName(name, known);
  return new UserError(`unknown ${what} ${displayArgument(name)}.${nearest ? ` Did you mean ${nearest}?` : ''}`, hint);
}

export function optionHelp(command: CommandName): string {
  const specs = optionsOf(command);
  const width = Math.max(...specs.map(({ usage }) => usage.length)) + 2;
  return specs.map(({ usage, help }) => `  ${usage.padEnd(width)}${help}`).join('\n');
}
