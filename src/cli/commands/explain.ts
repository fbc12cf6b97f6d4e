import { RULES } from '../../../rules/index.ts';
import { ACCESS } from '../../classify/classify-host.ts';
import { KINDS, type Kind } from '../../classify/host-shapes.ts';
import { ruleNames } from '../../lint/checks.ts';
import { UserError } from '../../node/errors.ts';
import { code, prose, table } from '../../report/markdown.ts';
import { knownName } from '../arguments.ts';
import { parseOptions } from '../options.ts';
import { print } from '../output.ts';
import { rulePage } from '../rule-page.ts';

/** Prints the page of a rule or a kind as Markdown, or the list of all without a name. */
export function run(args: readonly string[]): number {
  const [name, ...more] = parseOptions(args, 'explain').positionals;
  if (more.length > 0) throw new UserError('explain takes one rule or kind', 'Rules and kinds: connlint explain');
  print(name === undefined ? overview() : page(name));
  return 0;
}

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n\n/;

function page(name: string): string {
  const kind = KINDS.find((known) => known === name);
  if (kind) return kindPage(kind);
  // Reports name a rule with its reason.
  const known = knownName('rule or kind', name, [...KINDS, ...ruleNames(RULES)], 'Rules and kinds: connlint explain');
  return rulePage(known.replace(/\/.*/, '')).replace(FRONT_MATTER, '');
}

function overview(): string {
  const rows = RULES.map((rule) => [code(rule.id), rule.severity, prose(rule.docs.what)]);
  const rules = table(['Rule', 'Severity', 'Reports'], rows);
  const kinds = table(
    ['Kind', 'What'],
    KINDS.map((kind) => [code(kind), prose(KIND_WORDS[kind])]),
  );
  return `# Rules\n\n${rules}\n\n# Kinds of strings\n\n${kinds}\n`;
}

/** The meaning of each kind. */
const KIND_WORDS: Readonly<Record<Kind, string>> = {
  standard: 'The public string: a dot before the token, and none of the marks of other kinds (`orders.ab123`).',
  private: 'The string of Private IP for Peering: `-pri` before the token (`orders-pri.ab123`).',
  'private-endpoint':
    'A string through a private endpoint: `pl-0`, `psc-0` or `pe-0` before the token (`orders-pl-0.ab123`).',
  optimized: 'The load-balanced endpoint string of a sharded cluster (`orders-pl-0-lb.ab123`).',
  legacy: 'A name from before 31 March 2020: a hyphen instead of a dot before a five-character token (`orders-ab123`).',
  'other-service-host': 'A host of the service without these marks: BI Connector, federation, no token.',
  'templated-unknown': 'A connection string or host whose visible part does not decide.',
  'not-service': 'A connection string to something else: localhost, a server of your own.',
  external: 'A place where a program takes its string from outside the tree: a variable, a secret, a vault.',
  'admin-api-v1': 'An address of the unversioned Administration API.',
  'admin-api-v2': 'An address of the versioned Administration API.',
  'media-type': 'The version of the Administration API that a client asks for.',
  'removed-field': 'A field of the Administration API that newer versions do not have.',
  'metrics-discovery': 'An address of metrics discovery for Prometheus.',
};

/** The page of a kind, as Markdown. */
function kindPage(kind: Kind): string {
  const { access, instead } = ACCESS[kind] ?? {};
  const parts = [
    `# ${kind}`,
    prose(KIND_WORDS[kind]),
    ...(access ? [`Access: ${prose(access)}`] : []),
    ...(instead ? [`Instead: ${prose(instead)}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
