import { RULES } from '../../../rules/index.ts';
import { KINDS } from '../../classify/host-shapes.ts';
import { UserError } from '../../node/errors.ts';
import { displayArgument } from '../../node/fs/paths.ts';
import { rulePage } from '../../node/rule-page.ts';
import { kindPage, kindTable } from '../../report/kind.ts';
import { code, prose, table } from '../../report/markdown.ts';
import { nearestName } from '../../text/edit-distance.ts';
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
