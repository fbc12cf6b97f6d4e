import patterns from '../value-patterns.json' with { type: 'json' };
import { enclosingKeys } from '../../read/keys.ts';
import { nodesUpFrom, yamlNodeAt } from '../../read/yaml.ts';
import { FAR, matchesIn, namedForms, NEAR, oncePer, textBefore, type Source } from '../../text/source.ts';
import { environmentOf } from '../file-role.ts';
import type { NamedRead } from './named-reads.ts';
import { isCode, sourceIn, type ValueFile } from './value-file.ts';

const FORMS = namedForms(patterns.reads);

/** A value for one environment says nothing about others. Programs of no named environment run in production. */
export function isOfEnvironment(value: NamedRead, read: ValueFile): boolean {
  const [from, to] = [environmentFor(value), environmentIn(read)];
  return !from || from === 'default' || from === to || (to === null && /(?:^|\+)prod/.test(from));
}

const environmentIn = oncePer(({ file, environment }: ValueFile) => environmentOf(file, environment));

const environmentFor = oncePer(({ string: { literal, range }, file }: NamedRead): string | null => {
  // A section of a file for several environments: `staging.variables.DB_URL`, but no local value of Terraform.
  const path = literal.key?.replace(/^local\./, '') ?? '';
  // `[Stage.Live]: "…"` names a member of an enum.
  const section = isCode(file) ? '' : path.slice(0, path.lastIndexOf('.') + 1);
  return environmentIn(file) ?? environmentOf(section) ?? environmentAt(sourceIn(file), range.offset);
});

/** The environment of a place in a file for several: from the keys around it, its profile, or its program's. */
function environmentAt(source: Source, at: number): string | null {
  const before = textBefore(source.text, at, FAR)
    .split(/^#?---|<\/profile>/m)
    .at(-1)!;
  const [, ...profile] = FORMS.profile.exec(before) ?? [];
  const beside = `${before.slice(-NEAR).split(/[{}]/).at(-1)!}\n${source.text.slice(at, at + NEAR).split(/[{}]|^---/m, 1)[0]!}`;
  const modes = matchesIn(beside, FORMS.mode).map(({ name }) => name);
  const jobs: string[] = [];
  for (const { parent } of nodesUpFrom(yamlNodeAt(source, at)?.parent ?? null))
    for (const { key, value, children } of parent.children)
      if (/^(?:environment|profiles)$/.test(key ?? ''))
        jobs.push(value, ...children.filter(({ key }) => key === null || key === 'name').map(({ value }) => value));
  return environmentOf([...enclosingKeys(source, at), ...profile, ...jobs, ...modes].join('.'));
}
