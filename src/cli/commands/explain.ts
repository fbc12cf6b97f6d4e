import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RULES } from '../../../rules/index.ts';
import { KINDS } from '../../classify/host-shapes.ts';
import { objectOf } from '../../facts/json.ts';
import { UserError } from '../../node/errors.ts';
import { displayArgument } from '../../node/fs/paths.ts';
import { readText } from '../../node/fs/read-file.ts';
import { kindPage, kindTable } from '../../report/kind.ts';
import { code, prose, table } from '../../report/markdown.ts';
import { nearestName } from '../../text/edit-distance.ts';
import { parsedJson } from '../../text/json.ts';
import { parseOptions } from '../options.ts';
import { print } from '../output.ts';

/** Prints the page of a rule or a kind as Markdown, or the list of all without a name. */
export function run(args: readonly string[]): number {
  const [name, ...more] = parseOptions(args, 'explain').positionals;
  if (more.length > 0) throw new UserError('explain takes one rule or kind', 'Rules and kinds: connlint explain');
  print(name === undefined ? overview() : page(name));
  return 0;
}

function page(name: string): string {
  const kind = KINDS.find((known) => known === name);
  if (kind) return kindPage(kind);
  const rule = RULES.find(({ id }) => id === name);
  if (rule) return rulePage(rule.id);
  const nearest = nearestName(name, [...KINDS, ...RULES.map(({ id }) => id)]);
  throw new UserError(
    `unknown rule or kind ${displayArgument(name)}.${nearest ? ` Did you mean ${nearest}?` : ''}`,
    'Rules and kinds: connlint explain',
  );
}

function overview(): string {
  const rows = RULES.map((rule) => [code(rule.id), rule.severity, prose(rule.docs.what)]);
  return `# Rules\n\n${table(['Rule', 'Severity', 'Reports'], rows)}\n\n# Kinds of strings\n\n${kindTable()}\n`;
}

/** Every page by the id of its rule, in the folder of the program. */
const PAGES = 'rule-pages.cjs';

/** The page of a rule without its front matter: from the folder of the program, or from `docs/rules` above the sources. */
function rulePage(id: string): string {
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
