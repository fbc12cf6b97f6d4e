import { fileURLToPath } from 'node:url';
import { readText } from '../node/fs/read-file.ts';

/** The page of a rule in `docs/rules`. The bundle contains all of them instead (tools/build.mjs). */
export function rulePage(id: string): string {
  const page = readText(fileURLToPath(new URL(`../../docs/rules/${id}.md`, import.meta.url)));
  return 'text' in page ? page.text : '';
}
