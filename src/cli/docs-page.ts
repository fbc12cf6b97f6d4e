import { fileURLToPath } from 'node:url';
import { textOrNull } from '../node/fs/read-file.ts';

/** A page of `docs`: `kinds`, `rules/<id>`. The bundle contains all of them instead (tools/build.mjs). */
export const docsPage = (name: string): string =>
  textOrNull(fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url))) ?? '';
