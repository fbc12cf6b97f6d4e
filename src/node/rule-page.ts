import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from './errors.ts';
import { readText } from './fs/read-file.ts';

/** The page of a rule without its front matter: `docs/rules/<id>.md` beside the program or above it. */
export function rulePage(id: string): string {
  const name = join('docs', 'rules', `${id}.md`);
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const read = existsSync(join(folder, name)) ? readText(join(folder, name), { named: true }) : null;
    if (read && 'text' in read) return read.text.replace(/^---\n[\s\S]*?\n---\n\n/, '');
    if (dirname(folder) === folder) throw new UserError(`${name} is missing`, 'Install connlint with its docs folder.');
  }
}
