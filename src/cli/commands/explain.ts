import { RULES } from '../../../rules/index.ts';
import { KINDS } from '../../classify/host-shapes.ts';
import { ruleNames } from '../../lint/checks.ts';
import { UserError } from '../../node/errors.ts';
import { code, prose, table } from '../../report/markdown.ts';
import { knownName } from '../arguments.ts';
import { docsPage } from '../docs-page.ts';
import { parseOptions } from '../options.ts';
import { print } from '../output.ts';

/** Prints the page of a rule or of the kinds as Markdown, or the list of all without a name. */
export function run(args: readonly string[]): number {
  const [name, ...more] = parseOptions(args, 'explain').positionals;
  if (more.length > 0) throw new UserError('explain takes one rule or kind', 'Rules and kinds: connlint explain');
  print(name === undefined ? overview() : page(name));
  return 0;
}

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n\n/;

function page(name: string): string {
  // Reports name a rule with its reason.
  const known = knownName('rule or kind', name, [...KINDS, ...ruleNames(RULES)], 'Rules and kinds: connlint explain');
  const isKind = KINDS.some((kind) => kind === known);
  return docsPage(isKind ? 'kinds' : `rules/${known.replace(/\/.*/, '')}`).replace(FRONT_MATTER, '');
}

function overview(): string {
  const rows = RULES.map((rule) => [code(rule.id), rule.severity, prose(rule.docs.what)]);
  return `# Rules\n\n${table(['Rule', 'Severity', 'Reports'], rows)}\n\n${docsPage('kinds')}`;
}
