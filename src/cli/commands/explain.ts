import { EXIT_CODES_DONE } from '../options.ts';
import { ATLAS } from '../../classify/service.ts';
import { KINDS, type Kind } from '../../classify/host-shapes.ts';
import { RULES } from '../../../rules/index.ts';
import { nearestName } from '../../text/edit-distance.ts';
import type { Rule } from '../../lint/rule.ts';
import { check, projectFiles, reportView } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import { rulePageText, shownRule } from '../../node/run-example.ts';
import { displayArgument } from '../../node/fs/paths.ts';
import { kindJson, kindPage, kindTable, kindText } from '../../report/command/kind.ts';
import { findingPage, ruleText, terminalPage } from '../../report/rule/terminal.ts';
import { plural } from '../../report/escape.ts';
import { findingJson } from '../../report/json.ts';
import { code, prose, table } from '../../report/markdown.ts';
import { ruleJson } from '../../report/rule/page.ts';
import { findingText } from '../../report/text.ts';
import { proseWidth } from '../../report/terminal.ts';
import type { Terminal } from '../../report/terminal.ts';
import { terminalFor, chooseFormats } from '../arguments.ts';
import { projectFromOptions } from '../project-options.ts';
import { emit, withProgress } from '../output.ts';
import { escapeControlCharsInLines } from '../../text/escape-control-chars.ts';
import { COMMON, FILES, parseOptions } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';

const FORMATS = ['text', 'markdown', 'json'] as const;
export const formats = FORMATS;
export const exitCodes = EXIT_CODES_DONE;
const FINDING_ID = /^(?:connlint\/v1:)?([0-9a-f]{16})$/i;
const ID_START = 'connlint/v1:';

export const options: OptionTable = {
  ignore: FILES.ignore!,
  ...COMMON,
};
export const notes =
  'Takes the id of a rule, a kind of strings, or the id of a finding (connlint/v1:...): the working directory, or the ' +
  'paths after the id, are then checked as by `connlint check`. Without an argument it lists rules and kinds.';

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
  const [name, ...paths] = parsed.positionals;
  const { page, text, data } = explained(name, paths, parsed);
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

function explained(name: string | undefined, paths: readonly string[], parsed: Parsed): Explained {
  if (name === undefined)
    return {
      page: ruleList(),
      text: null,
      data: { rules: RULES.map(ruleJson), kinds: KINDS.map((kind) => kindJson(kind, ATLAS)) },
    };
  const hash = FINDING_ID.exec(name)?.[1];
  if (hash !== undefined) return explainFinding(`${ID_START}${hash.toLowerCase()}`, paths, parsed);
  if (name.startsWith(ID_START))
    throw new UserError('invalid finding id', 'An id is connlint/v1: followed by 16 hexadecimal digits.');
  if (paths.length > 0)
    throw new UserError('explain takes one rule or kind', 'Paths are allowed only after a finding id.');
  const kind = KINDS.find((known) => known === name);
  if (kind) return explainKind(kind);
  const rule = ruleOf(name);
  return {
    page: rulePageText(rule, RULES),
    text: (terminal) => ruleText(shownRule(rule, RULES), terminal),
    data: { rule: ruleJson(rule) },
  };
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

function explainFinding(id: string, paths: readonly string[], parsed: Parsed): Explained {
  const project = projectFromOptions(parsed, RULES);
  const files = projectFiles(project, { paths, noIgnore: parsed.toggle('ignore') === false });
  const checked = withProgress(parsed, (progress) => check(project, files, { progress }));
  const { report } = checked;
  const finding = report.findings.find((one) => one.id === id);
  const rule = finding && RULES.find((one) => one.id === finding.rule);
  if (!finding || !rule) {
    throw new UserError(
      `no finding has the id ${id}`,
      `${plural(files.files.length, 'file')} ${files.files.length === 1 ? 'was' : 'were'} checked. Run this in the folder where the report was made, with the same config.`,
    );
  }
  const places = reportView(project, checked).placesOf(finding.file);
  return {
    page: `${findingPage(finding, rule, places)}\n${rulePageText(rule, RULES)}`,
    text: (terminal) => `${findingText(finding, terminal)}\n${ruleText(shownRule(rule, RULES), terminal)}`,
    data: { finding: findingJson(finding), rule: ruleJson(rule) },
  };
}

function ruleList(): string {
  const rows = RULES.map((rule) => [code(rule.id), rule.severity, prose(rule.docs.what)]);
  return `# Rules\n\n${table(['Rule', 'Severity', 'Reports'], rows)}\n\n# Kinds of strings\n\n${kindTable()}\n`;
}
