import { RULES } from '../../../rules/index.ts';
import { ACCESS } from '../../classify/classify-host.ts';
import { KINDS, type Kind } from '../../classify/host-shapes.ts';
import { ruleNames } from '../../lint/checks.ts';
import type { RulePage } from '../../lint/rule.ts';
import { UserError } from '../../node/errors.ts';
import { code, prose } from '../../report/markdown.ts';
import { knownName } from '../arguments.ts';
import { docsPage } from '../docs-page.ts';
import type { Parsed } from '../options.ts';
import { print } from '../output.ts';

/** Prints the page of a rule or a kind as Markdown, or the list of all without a name. */
export function run({ positionals: [name, ...more] }: Parsed): number {
  if (more.length > 0) throw new UserError('explain takes one rule or kind', 'Rules and kinds: connlint explain');
  print(name === undefined ? overview() : page(name));
  return 0;
}

function page(name: string): string {
  // Reports name a rule with its reason.
  const known = knownName('rule or kind', name, [...KINDS, ...ruleNames(RULES)], 'Rules and kinds: connlint explain');
  const kind = KINDS.find((one) => one === known);
  return kind ? kindPage(kind) : rulePage(known);
}

/** The page of a rule with the severity of each reason; of one reason, only its section. */
function rulePage(name: string): string {
  const [id, reason] = name.split('/');
  const rule = RULES.find((one) => one.id === id)!;
  const text = docsPage(`rules/${id}`).replace(/^---\n[\s\S]*?\n---\n\n/, '');
  const [intro = '', ...sections] = text.split(/^(?=## )/m);
  const own = sections.filter((section) => reason === undefined || section.startsWith(`## ${reason}\n`));
  const shown = [intro, ...own].map((section) => {
    const [, heading = ''] = /^## (.*)/.exec(section) ?? [];
    const page = rule.reasons ? rule.reasons[heading] : section === intro && rule;
    return page ? section.replace('\n\n', `\n\n${severityOf(page)}\n\n`) : section;
  });
  return shown.join('');
}

function severityOf({ severity, docs, changes = [] }: RulePage): string {
  const others = Object.entries(docs.severities ?? {}).map(([level, when]) => `; ${level} ${when}`);
  const planned = changes.length > 0 ? ` **Planned change:** ${changes.join(', ')}.` : '';
  return `**Severity:** ${severity}${others.join('')}.${planned}`;
}

/** What the page about all kinds says of one, who can reach it, and what to use instead. */
function kindPage(kind: Kind): string {
  const row = new RegExp(`^\\| \`${kind}\` +\\| (.*?) +\\|$`, 'm').exec(docsPage('kinds'));
  const { access, instead } = ACCESS[kind] ?? {};
  const parts = [
    `# ${kind}`,
    row?.[1] ?? '',
    ...(access ? [`Access: ${prose(access)}`] : []),
    ...(instead ? [`Instead: ${prose(instead)}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function overview(): string {
  const rules = RULES.map(({ id, severity, docs }) => `- ${code(id)} (${severity}): ${prose(docs.what)}`);
  return `# Rules\n\n${rules.join('\n')}\n\n${docsPage('kinds')}`;
}
