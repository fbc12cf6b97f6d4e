import { wrapped } from '../escape.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { proseWidth, type Terminal } from '../terminal.ts';
import { activeWords, exampleLines, fixWords, needWords, severityWords, useInstead, type ShownRule } from './page.ts';

const FACT_WIDTH = 10;
const PART_WIDTH = 12;

/** A rule on one screen: `connlint explain <rule>`. */
export function ruleText(shown: ShownRule, terminal: Terminal): string {
  const { rule, reported, silent } = shown;
  const { paint } = terminal;
  const [first] = reported;
  const count = reported.length + silent.length;
  const [head = '', ...more] = wrapped(`${rule.id}: ${rule.docs.what}`, proseWidth(terminal));
  const lines = [
    `${paint.bold(rule.id)}${head.slice(rule.id.length)}`,
    ...more.map((line) => `  ${line}`),
    ...row('severity', plain(severityWords(rule)), FACT_WIDTH, terminal, '  '),
    ...row('fix', plain(fixWords(shown)), FACT_WIDTH, terminal, '  '),
    ...row('active', plain(activeWords(rule)), FACT_WIDTH, terminal, '  '),
    ...row('needs', plain(needWords(rule)), FACT_WIDTH, terminal, '  '),
    '',
    ...row('Why', rule.docs.why, PART_WIDTH, terminal),
    ...row('What to do', rule.docs.todo, PART_WIDTH, terminal),
    ...(first ? block('Reported', exampleLines(first)) : []),
    ...(first?.fixed ? block('Use', useInstead(first.fixed)) : []),
    `More: --verbose (${count} ${count === 1 ? 'example' : 'examples'}), ${terminal.links.rule(`docs/rules/${rule.id}.md`, rule.id)}`,
  ];
  return `${lines.join('\n')}\n`;
}

const plain = (text: string): string => text.replaceAll('`', '');

function row(name: string, text: string, width: number, terminal: Terminal, margin = ''): string[] {
  const indent = margin.length + width;
  const [first = '', ...rest] = wrapped(text, proseWidth(terminal) - indent);
  return [
    `${margin}${terminal.paint.dim(name.padEnd(width))}${first}`,
    ...rest.map((line) => ' '.repeat(indent) + line),
  ];
}

/** Code is never wrapped. The indentation that all its lines share belongs to the rest of the file. */
function block(name: string, code: readonly string[]): string[] {
  const shared = Math.min(...code.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length));
  return code.map(
    (line, at) => `${(at === 0 ? name : '').padEnd(PART_WIDTH)}${escapeControlChars(line.slice(shared))}`,
  );
}
