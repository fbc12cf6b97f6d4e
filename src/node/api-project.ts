import { objectsOf, textOf } from '../core/fact-json.ts';
import { addressOf } from './api-base.ts';
import { readList } from './api-pages.ts';
import type { ApiSession } from './api-session.ts';
import { refusalError } from './api-words.ts';
import { UserError } from './errors.ts';

const MOST_SHOWN = 20;
const LONGEST_NAME = 60;

/**
 * The project that the credential sees, if it is just one. Settings belong to a project, so facts of several do not go
 * into one file. Throws a `UserError` that lists the projects to choose from.
 */
export async function onlyProject(session: ApiSession): Promise<string> {
  const resource = { words: 'projects', path: '/groups' };
  const reading = await readList(session, resource);
  if (!reading.ok) {
    const url = addressOf(session.base, `${session.profile.api.path}v2${resource.path}`);
    throw refusalError(reading.refusal, { ...resource, method: 'GET', url });
  }
  const projects = objectsOf(reading.value).flatMap(({ id, name }) => {
    const known = textOf(id);
    return known !== undefined && /^[0-9a-f]{24}$/i.test(known)
      ? [{ id: known.toLowerCase(), name: textOf(name) }]
      : [];
  });
  const [first, second] = projects;
  if (first && !second) return first.id;
  if (!first) throw new UserError('the credential sees no project', 'Give it a role in the project.');
  const rows = projects.slice(0, MOST_SHOWN).map(({ id, name }) => `  ${id}  ${(name ?? '').slice(0, LONGEST_NAME)}`);
  const more = projects.length > MOST_SHOWN ? [`  … and ${projects.length - MOST_SHOWN} more`] : [];
  throw new UserError(
    `the credential sees ${projects.length} projects`,
    ['Name one with --project <id>; each has a fact file of its own:', ...rows, ...more].join('\n'),
  );
}
