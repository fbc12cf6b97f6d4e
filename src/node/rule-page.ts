import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { objectOf } from '../facts/json.ts';
import { parsedJson } from '../text/json.ts';
import { UserError } from './errors.ts';
import { readText } from './fs/read-file.ts';

/** Every page by the id of its rule, in the folder of the program. */
const PAGES = 'rule-pages.cjs';

/** The page of a rule without its front matter: from the folder of the program, or from `docs/rules` above the sources. */
export function rulePage(id: string): string {
  const start = dirname(fileURLToPath(import.meta.url));
  const bundled = textOf(join(start, PAGES));
  const page =
    bundled === null ? sourcePage(start, id) : objectOf(parsedJson(bundled.slice(bundled.indexOf('{'))))?.[id];
  if (typeof page === 'string') return page.replace(/^---\n[\s\S]*?\n---\n\n/, '');
  throw new UserError(`the page of ${id} is missing`, 'Copy the whole folder of the program.');
}

function sourcePage(start: string, id: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const page = textOf(join(folder, 'docs', 'rules', `${id}.md`));
    if (page !== null || dirname(folder) === folder) return page;
  }
}

function textOf(path: string): string | null {
  const read = existsSync(path) ? readText(path, { named: true }) : null;
  return read && 'text' in read ? read.text : null;
}
