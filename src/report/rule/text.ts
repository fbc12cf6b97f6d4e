import { wrapped } from '../escape.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { labelledLines, proseWidth, type Terminal } from '../terminal.ts';
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
    ...labelledLines('severity', plain(severityWords(rule)), FACT_WIDTH, terminal, '  '),
    ...labelledLines('fix', plain(fixWords(shown)), FACT_WIDTH, terminal, '  '),
    ...labelledLines('active', plain(activeWords(rule)), FACT_WIDTH, terminal, '  '),
    ...labelledLines('needs', plain(needWords(rule)), FACT_WIDTH, terminal, '  '),
    '',
    ...labelledLines('Why', rule.docs.why, PART_WIDTH, terminal),
    ...labelledLines('What to do', rule.docs.todo, PART_WIDTH, terminal),
    ...(first ? block('Reported', exampleLines(first)) : []),
    ...(first?.fixed ? block('Use', useInstead(first.fixed)) : []),
    `More: --verbose (${count} ${count === 1 ? 'example' : 'examples'}), ${terminal.links.rule(`docs/rules/${rule.id}.md`, rule.id)}`,
  ];
  return `${lines.join('\n')}\n`;
}

const plain = (text: string): string => text.replaceAll('`', '');

/** Code is never wrapped. The indentation that all its lines share belongs to the rest of the file. */
function block(name: string, code: readonly string[]): string[] {
  const shared = Math.min(...code.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length));
  return code.map(
    (line, at) => `${(at === 0 ? name : '').padEnd(PART_WIDTH)}${escapeControlChars(line.slice(shared))}`,
  );
}
