import { EXIT_CODES_DONE } from '../options.ts';
import { ATLAS } from '../../classify/service.ts';
import { KINDS, type Kind } from '../../classify/host-shapes.ts';
import { RULES } from '../../../rules/index.ts';
import { nearestName } from '../../text/edit-distance.ts';
import type { Rule } from '../../lint/rule.ts';
import { UserError } from '../../node/errors.ts';
import { rulePage } from '../../node/rule-page.ts';
import { displayArgument } from '../../node/fs/paths.ts';
import { kindJson, kindPage, kindTable, kindText } from '../../report/command/kind.ts';
import { terminalPage } from '../../report/rule/terminal.ts';
import { code, prose, table } from '../../report/markdown.ts';
import { proseWidth } from '../../report/terminal.ts';
import type { Terminal } from '../../report/terminal.ts';
import { terminalFor, chooseFormats } from '../arguments.ts';
import { emit } from '../output.ts';
import { escapeControlCharsInLines } from '../../text/escape-control-chars.ts';
import { COMMON, parseOptions } from '../options.ts';
import type { OptionTable } from '../options.ts';

const FORMATS = ['text', 'markdown', 'json'] as const;
export const formats = FORMATS;
export const exitCodes = EXIT_CODES_DONE;
export const options: OptionTable = {
  ...COMMON,
};
export const notes = 'Takes the id of a rule or a kind of strings. Without an argument it lists rules and kinds.';

/** An explanation: as text for people, and as data. */
interface Explained {
  /** The whole page, as Markdown. */
  readonly page: string;
  /** One screen, or `null` if there is only the page. */
  readonly text: ((terminal: Terminal) => string) | null;
  readonly data: object;
}

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'explain');
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const [name, ...more] = parsed.positionals;
  if (more.length > 0) throw new UserError('explain takes one rule or kind', 'Rules and kinds: connlint explain');
  const { page, text, data } = explained(name);
  emit(formats, (format, file) => {
    const terminal = terminalFor(parsed, file);
    if (format === 'json') return `${JSON.stringify(data, null, 2)}\n`;
    if (format === 'markdown') return page;
    if (text !== null && !parsed.flag('verbose')) return text(terminal);
    const tableWidth = terminal.fitsTables ? terminal.width : Infinity;
    return terminalPage(escapeControlCharsInLines(page), terminal.paint, proseWidth(terminal), tableWidth);
  });
  return 0;
}

function explained(name: string | undefined): Explained {
  if (name === undefined)
    return {
      page: ruleList(),
      text: null,
      data: { rules: RULES.map(ruleJson), kinds: KINDS.map((kind) => kindJson(kind, ATLAS)) },
    };
  const kind = KINDS.find((known) => known === name);
  if (kind) return explainKind(kind);
  const rule = ruleOf(name);
  return { page: rulePage(rule.id), text: null, data: { rule: ruleJson(rule) } };
}

/** A rule as data: its page without examples. */
function ruleJson({
  id,
  severity,
  docs,
  sources = [],
  changes = [],
  needs = [],
  reasons = {},
  options = {},
}: Rule): object {
  const own = Object.entries(reasons).map(([reason, { severity, docs, changes = [], needs = [] }]) => {
    return { reason, severity, docs, changes, needs };
  });
  return { id, severity, docs, changes, needs, sources, options, reasons: own };
}

function explainKind(kind: Kind): Explained {
  return {
    page: kindPage(kind, ATLAS),
    text: (terminal) => kindText(kind, ATLAS, terminal),
    data: { kind: kindJson(kind, ATLAS) },
  };
}

function ruleOf(name: string): Rule {
  const rule = RULES.find(({ id }) => id === name);
  if (rule) return rule;
  const nearest = nearestName(name, [...KINDS, ...RULES.map(({ id }) => id)]);
  throw new UserError(
    `unknown rule or kind ${displayArgument(name)}.${nearest ? ` Did you mean ${nearest}?` : ''}`,
    'Rules and kinds: connlint explain',
  );
}

function ruleList(): string {
  const rows = RULES.map((rule) => [code(rule.id), rule.severity, prose(rule.docs.what)]);
  return `# Rules\n\n${table(['Rule', 'Severity', 'Reports'], rows)}\n\n# Kinds of strings\n\n${kindTable()}\n`;
}
