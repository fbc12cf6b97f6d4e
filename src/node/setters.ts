import { basename, extname } from 'node:path';
import patterns from './suppliers.json' with { type: 'json' };
import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { textAt } from '../parse/part.ts';
import { importNamed } from '../read/bindings.ts';
import { isProgram, languageOf } from '../read/families.ts';
import { assigned, holdersIn, membersNamed, memberValues, settersOf, valuesOver } from '../read/values.ts';
import { addTo, importedModule, isModuleAt, modulePath, namedForms } from '../text/source.ts';
import { oncePerKey, oncePerText, parentOf, type Parameter, type Source } from '../text/source.ts';
import { scanPrograms, type SearchScope, type Visit } from './callers.ts';

const FORMS = namedForms(patterns.setters);

/** Finds what other files put in the place of a string that a variable or a field has: `store.url = load()`. */
export function setterSearch(scope: SearchScope) {
  /** The files with a string, by the name of what has it. */
  const files = new Map<string, Set<string>>();
  /** Those with a map from which the code chooses: any member decides. */
  const chosenFrom = new Set<string>();
  const definedIn = oncePerKey((path: string): ReadonlySet<string> => {
    const { tree, path: own } = scope.project.settingsOf(path).strings.place() ?? {};
    const defined = path.endsWith('.rb') ? FORMS.definedInRuby : FORMS.defined;
    return new Set(Array.from((tree?.textOf(own!) ?? '').matchAll(defined), ([, name = '']) => name));
  });
  return {
    note(file: string, strings: readonly FoundString[], role: FileRole): void {
      if (role !== 'product' || !isProgram(languageOf(file))) return;
      for (const { name, hosts, literal, returnedBy, givenBy } of strings) {
        if (givenBy) chosenFrom.add(file);
        const key = /[A-Za-z_]\w{0,100}$/.exec(literal.key ?? '')?.[0];
        if (!key || name !== null || hosts.length === 0 || literal.context !== 'code') continue;
        addTo(files, key, file);
        if (returnedBy !== undefined) chosenFrom.add(file);
      }
    },
    search(visit: Visit): void {
      const fieldsOf = new Map<string, string[]>();
      for (const [key, modules] of files)
        for (const module of modules) fieldsOf.set(module, [...(fieldsOf.get(module) ?? []), key]);
      const owners = [...fieldsOf.keys()].flatMap((one) => [basename(modulePath(one)), ...definedIn(one)]);
      const words = [...files].flatMap(([key, own]) => [
        ...([...own].some((one) => FORMS.hasParts.test(one)) ? [key] : [`.${key}`]),
        ...settersOf(key),
      ]);
      scanPrograms(scope, [...words, ...owners], visit, (source) => {
        const isContinued = (module: string): boolean => continuedIn(source).some((one) => definedIn(module).has(one));
        const modulesOf = oncePerKey((called: string): readonly string[] => {
          const names = classesOf(source, called);
          const isOwn = (module: string): boolean =>
            /^(?:this|self|cls)$/.test(called)
              ? isContinued(module)
              : names.some((one) => isFrom(source, one, module) ?? definedIn(module).has(one));
          return [...fieldsOf.keys()].filter((module) => module !== source.path && isOwn(module));
        });
        const given = (called: string, field: string): Parameter => ({ called, field, position: -1, isSet: true });
        const names = chosenFrom.size > 0 ? membersNamed(source) : [...files.keys()];
        const called = names.flatMap((name) => memberValues(source, name).map(({ owner }) => owner));
        const over = [...new Set([...holdersIn(source), ...called])].flatMap((owner) =>
          modulesOf(/^\w+/.exec(owner)?.[0] ?? owner)
            .flatMap((module) => [...fieldsOf.get(module)!, ...(chosenFrom.has(module) ? names : [])])
            .filter((field) => valuesOver(source, owner, field).length > 0)
            .filter((field, at) => at < MAX_FIELDS || memberValues(source, field).some((one) => one.owner === owner))
            .map((field) => given(owner, field)),
        );
        const isPart = (module: string): boolean =>
          module !== source.path &&
          FORMS.hasParts.test(module) &&
          extname(module) === extname(source.path) &&
          (module.endsWith('.go') ? parentOf(module) === parentOf(source.path) : isContinued(module));
        const shared = [...fieldsOf].flatMap(([module, fields]) => (isPart(module) ? fields : []));
        return [...over, ...shared.map((field) => given(field, field))];
      });
    },
  };
}

/** The classes that a text continues: their parts and their base. */
const continuedIn = oncePerText(({ text }: Source): readonly string[] =>
  Array.from(text.matchAll(FORMS.continued), ([, part, base = '']) => part ?? base),
);

/** Maximum number of fields of one object that are followed, except those set by name: others have mostly one value. */
const MAX_FIELDS = 20;

/** The classes of the names of a text. */
const typesIn = oncePerText(({ text }: Source) => {
  const types = new Map<string, Set<string>>();
  for (const { groups } of [...text.matchAll(FORMS.behind), ...text.matchAll(FORMS.before)])
    addTo(types, groups!.name!, groups!.type!);
  return types;
});

/** The name, and those of the classes of which it may be an instance. */
const classesOf = (source: Source, name: string): readonly string[] => [
  name,
  ...(typesIn(source).get(name) ?? []),
  ...assigned(source, name).flatMap(
    (value) => FORMS.made.exec(textAt(source.text, value))?.slice(1).filter(Boolean) ?? [],
  ),
];

/** Whether a name is imported from a module. In Go, the module is the folder. */
function isFrom(source: Source, name: string, module: string): boolean | undefined {
  const imported = importNamed(source, name);
  // `config(['database.dsn' => $dsn])` of Laravel.
  if (!imported) return `/${module}`.endsWith(`/config/${name}.php`) || undefined;
  const path = importedModule(imported.module, source.path);
  const folder = parentOf(module);
  if (module.endsWith('.go')) return folder !== '' && `/${path}`.endsWith(`/${folder}`);
  // A module beside it may hand it on.
  const isBeside = imported.module.startsWith('.') && folder !== '' && [path, parentOf(path)].includes(folder);
  return isBeside || [path, `${path}/${imported.name ?? ''}`].some((one) => isModuleAt(module, one));
}
