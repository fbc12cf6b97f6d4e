import patterns from '../value-patterns.json' with { type: 'json' };
import { textAt } from '../../parse/part.ts';
import { functionsOf } from '../../read/bindings.ts';
import { membersOf } from '../../read/external/expressions.ts';
import { assigned } from '../../read/values.ts';
import { folderOf, grouped, matchesIn, namedForms, once, oncePer, oncePerKey, overlaps } from '../../text/source.ts';
import type { Range } from '../../text/source.ts';
import { hasOwnVariables, isTerraformPath } from '../../read/families.ts';
import { GENERAL } from '../../read/external/settings.ts';
import { variableIn } from '../variables.ts';
import { isOfEnvironment } from './environments.ts';
import { plainName, programOf, sharedAs, type KeptString, type NamedRead } from './named-reads.ts';
import { importOf, isCode, isDefinedIn, modulesOf, overridesSettings, passesOn } from './value-file.ts';
import { sourceIn, sourcesBeside, treeOf, type ValueFile } from './value-file.ts';
import { fileOf, holderOf, waysOf } from './ways.ts';

const FORMS = namedForms(patterns.reads);

/** Returns the values that the tree has for a string: those of its program, of no program, or from the same store. */
function valuesInTree(all: readonly NamedRead[], reads: readonly NamedRead[]) {
  const isApart = apartFrom(reads);
  const isShared = sharedAmong(reads);
  const byFile = once(() => grouped([...all, ...reads], ({ file }) => file.file));
  const isKnown = (file: string, place: Range): boolean =>
    (byFile().get(file) ?? []).some(({ string }) => overlaps(string.range, place));
  // By plain name or place in a store, and by plain name and program.
  const values = grouped(all, ({ name }) => name);
  const near = grouped(all, (value) => (isShared(value) ? sharedAs(value.name) : programOf(value.name, value.file)));
  return function* (one: NamedRead): Generator<NamedRead> {
    const { string, file } = one;
    const isOverridden = once(
      () => holderOf(one)?.isOverridden ?? sourcesBeside(file).some(({ text }) => overridesSettings(text)),
    );
    const mayServe = (value: NamedRead): boolean => {
      if (isReplaced(value, one) || !isReachable(value, one)) return false;
      if (value.file.isGiven === true) return true;
      // The code may replace what its settings files say.
      return (isCode(value.file) || !isOverridden()) && !isApart(value, file);
    };
    // `process.env.DATABASE.replace('<PASSWORD>', …)`
    const isFilled = once(() =>
      FORMS.fills.test(sourceIn(file).text.slice(string.range.endOffset, string.range.endOffset + 40)),
    );
    const found = new Set<NamedRead>();
    for (const [key, isMeant] of waysOf(one))
      for (const name of isFilled() ? [key, `<${key}`] : [key])
        for (const value of values.get(name) ?? near.get(name) ?? [])
          if (mayServe(value) && isMeant(value)) found.add(value);
    if (found.size > 0 && isOpenIn(one, isKnown)) return;
    const others = [...found].filter((value) => !value.isLocal);
    yield* others.length > 0 ? others : found;
  };
}

/** Whether a module gives a member a value that only a run shows, `store: load()`, or merges such values over all. */
function isOpenIn({ name, string, file }: NamedRead, isKnown: (file: string, place: Range) => boolean): boolean {
  const definition = string.via === 'unknown' ? importOf(file)(/^\w*/.exec(name)![0]) : null;
  if (!definition || definition.isLoaded) return false;
  const names = definition.name === null ? ['exports', 'default'] : [definition.name];
  return modulesOf(file)(definition.module).some((source) => {
    const { path, text } = source;
    const own = functionsOf(source).map(({ name: called }) => called);
    const whole = names.flatMap((one) => assigned(source, one));
    const isWhole = string.origin === 'members';
    const values = isWhole ? whole.flatMap((one) => membersOf(text, one)) : assigned(source, name.split('.').at(-1)!);
    const isOpen = (value: Range): boolean => {
      const called = FORMS.made.exec(textAt(text, value))?.slice(1).find(Boolean);
      return called !== undefined && !own.includes(called) && !isKnown(path, value);
    };
    return values.some(isOpen) || matchesIn(text, FORMS.merged).some((merged) => names.includes(merged.name));
  });
}

/** Whether settings are for another program: `orders/.env` beside a program is not for `reports/main.py`. */
function apartFrom(reads: readonly NamedRead[]): (value: NamedRead, file: ValueFile) => boolean {
  const hasProgram = oncePerKey((folder: string) =>
    reads.some(
      ({ file }) => file.file.startsWith(folder) && (isCode(file) || file.file.includes('src/main/resources/')),
    ),
  );
  // Nor are the values of one chart for another.
  const hasTemplate = oncePerKey((folder: string) =>
    reads.some(({ file: { file } }) => file.startsWith(`${folder}templates/`)),
  );
  return ({ file: from }, { file }) => {
    // The folder of the program that they are for.
    const own = folderOf(from.file).replace(FORMS.inner, '');
    if (own === '' || isCode(from) || file.startsWith(own)) return false;
    return hasProgram(own) || (file.includes('/templates/') && hasTemplate(own));
  };
}

/** Whether all programs may use a value. Terraform passes its outputs to other modules, and variables to programs. */
function sharedAmong(reads: readonly NamedRead[]): (value: NamedRead) => boolean {
  // A reference to a secret, or a setting that becomes a variable, does not show its program.
  const own = reads.filter(
    ({ name, file, string: { store, literal } }) =>
      !store && !isTerraformPath(file.file) && (variableIn(literal.key) ?? name) === name,
  );
  const readIn = new Set(own.map(({ name, file }) => programOf(plainName(name), file)));
  return ({ name, file, string: { store, literal } }) =>
    file.isGiven === true ||
    FORMS.common.test(treeOf(file)) ||
    FORMS.module.test(file.file) ||
    literal.key?.startsWith('output.') === true ||
    !(treeOf(file).includes('/') || (!store && GENERAL.test(name)) || readIn.has(programOf(name, file)));
}

/** True for a value that is asked for elsewhere, and for a setting that another file replaces. */
function isReplaced({ string: own, file: from }: NamedRead, { name, string, file }: NamedRead): boolean {
  // What a text lacks is asked for in the text, and not again where it is read.
  const isAsked = string.name === null && own.kind === 'templated-unknown';
  // Whether the code around the read has the value is known already.
  const isKnown =
    string.origin !== 'text' &&
    string.via === 'unknown' &&
    from.file === file.file &&
    own.name === null &&
    !file.file.endsWith('.json');
  if (own.range === string.range || isAsked || isKnown) return true;
  // A file of settings replaces the value of another one for the same key, and `Mongo__Uri` that of `Mongo.Uri`.
  const { key } = own.literal;
  if (FORMS.settings.test(file.file) && key === string.literal.key && from.file !== file.file) return true;
  return name.includes('__') && key?.replaceAll('.', '__') === name;
}

/** Whether a program, a command or a platform can get a value from its file. */
function isReachable(value: NamedRead, one: NamedRead): boolean {
  const { string: own, file: from } = value;
  const { string, file } = one;
  const loaded = fileOf(one);
  if (loaded && !isCode(from) && !isDefinedIn(from.file, loaded)) return false;
  if (FORMS.beside.test(from.file) && !own.store && hasOwnVariables(sourceIn(file))) return false;
  const isElsewhere = from.root !== file.root || isOfRepository(one) || passesOn(file, string.range, from);
  return (from.isGiven === true || !isElsewhere) && isOfEnvironment(value, file);
}

/** Returns what reads lead to in the end: over those that are values of others, to texts and to reads without a value. */
export function endsOf(all: readonly NamedRead[], reads: readonly NamedRead[]) {
  const valuesOf = valuesInTree(all, reads);
  const readAt = new Map(reads.map((read) => [read.string.range, read]));
  return function* (read: NamedRead): Generator<KeptString> {
    // A set visits what is added meanwhile, too, and reads that only answer each other lead to nothing.
    const asked = new Set([read]);
    for (const one of asked) {
      let isAnswered = one === read;
      for (const { string } of valuesOf(one)) {
        isAnswered = true;
        const next = readAt.get(string.range);
        if (next) asked.add(next);
        else yield string;
      }
      if (!isAnswered) yield one.string;
    }
  };
}

/** The end that all are alike, in kind and cluster: `null` for none, or for one that is open. */
export function agreed(ends: Iterable<KeptString>): KeptString | null {
  let found: KeptString | null = null;
  for (const end of ends) {
    if (end.kind === 'external' || (found && (found.kind !== end.kind || found.cluster !== end.cluster))) return null;
    found = end;
  }
  return found;
}

/** `vars.DB_URL` of a workflow: in the settings of the repository. */
const isOfRepository = oncePer(
  ({ string: { range }, file }: NamedRead): boolean =>
    /(?:^|\/)\.github\//.test(file.file) &&
    /\b(?:vars|secrets)\./.test(sourceIn(file).text.slice(Math.max(0, range.offset - 9), range.endOffset)),
);
