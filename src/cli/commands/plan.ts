import { CHANGE_NAMES, type PlannedChange } from '../../config/plan.ts';
import { validateConfig, type ConfigProblem } from '../../config/config.ts';
import { textOf, parsedJson, type JsonObject } from '../../text/json.ts';
import { planPerProject } from '../../facts/query.ts';
import { UserError } from '../../node/errors.ts';
import { displayArgument } from '../../node/fs/paths.ts';
import { planChanges, readTerraformPlan } from '../../node/plan.ts';
import type { Project } from '../../node/project/project.ts';
import { terraformChanges } from '../../plan/terraform-changes.ts';
import { outcomeHeading, type Document } from '../../report/document.ts';
import { originOf } from '../../report/findings.ts';
import { sourceUrls } from '../../node/check.ts';
import { listFiles } from '../../node/fs/list-files.ts';
import { identityOf } from '../../node/project/repositories.ts';
import { documentHtml } from '../../report/document-html.ts';
import { documentMarkdown } from '../../report/markdown.ts';
import { documentText } from '../../report/document-text.ts';
import { planDocument, planJson, planOutcome } from '../../report/plan.ts';
import { chooseFormats, fileChoice, maxFileSize, terminalFor } from '../arguments.ts';
import { FORMATS } from '../commands.ts';
import type { Parsed } from '../options.ts';
import { emit, printEnd, printNotices, printStats, withProgress } from '../output.ts';
import { projectFromOptions } from '../project-options.ts';

export async function run(parsed: Parsed): Promise<number> {
  const formats = chooseFormats(parsed, FORMATS.plan);
  const project = projectFromOptions(parsed);
  const { changes, open } = plannedIn(project, parsed);
  const list = listFiles(project, await fileChoice(parsed));
  const maxBytes = maxFileSize(parsed);
  const { entries, notices, seen } = withProgress(parsed, (progress) =>
    planChanges(project, list, changes, { progress, maxBytes }),
  );
  const outcome = planOutcome(entries, parsed.flag('allow-undecided'), open.length);
  const end = `${outcome.passed ? 'Passed' : 'Failed'}: ${outcome.words}.`;
  printNotices(notices, parsed);
  const identity = identityOf(project);
  const urlOf = sourceUrls(project);
  emit(formats, (format, file) => {
    if (format === 'json') return planJson(entries, open);
    const verbose = parsed.flag('verbose');
    const document = planDocument(entries, { open, verbose, whole: verbose || format !== 'text' });
    if (format === 'text') return `${documentText(document, terminalFor(parsed, file))}\n${end}\n`;
    const whole: Document = [
      outcomeHeading(outcome.passed, `Planned changes: ${outcome.words}`),
      { paragraph: originOf(identity, project.settings.today) },
      ...document,
    ];
    return format === 'html' ? documentHtml(end, whole, urlOf) : documentMarkdown(whole, urlOf);
  });
  printEnd(formats, end);
  if (parsed.flag('stats') && seen) printStats(seen.counts, seen.strings);
  return outcome.passed ? 0 : 1;
}

/** Changes of the command line or the config, and effects of a Terraform plan. Throws a `UserError` without any. */
function plannedIn(project: Project, parsed: Parsed) {
  const file = parsed.value('terraform-plan');
  const named = changeOf(parsed);
  if (file !== undefined) return terraformPlan(file, project);
  const { changes, problems } = planPerProject(named, project.settings.facts);
  const [first] = problems;
  if (first) throw new UserError(`--${first.key}: ${first.message}`, first.hint);
  const own = named.length > 0 ? changes.map(({ change }) => change) : project.config.plan;
  if (own.length > 0) return { changes: own, open: [] };
  const hint = `Add it to \`plan\` in the config, or use --change <name>. ${CHANGES_HINT}`;
  throw new UserError('no change is planned', hint);
}

const CHANGES_HINT = `Changes: ${CHANGE_NAMES.join(', ')}.`;

/** The change on the command line, if any. Throws a `UserError` that names the wrong option. */
function changeOf(parsed: Parsed): readonly PlannedChange[] {
  const change = parsed.value('change');
  const alone = ['cluster', 'project', 'set'].find((name) => parsed.value(name) !== undefined);
  if (change === undefined) {
    if (alone !== undefined) throw new UserError(`--${alone} needs --change <name>`, CHANGES_HINT);
    return [];
  }
  const named = ['change', 'cluster', 'project'].map((name) => [name, parsed.value(name)] as const);
  const keys = [...named, ...parsed.values('set').map(keyAndValue)].filter(([, value]) => value !== undefined);
  const again = keys.find(([key], at) => keys.findIndex(([other]) => other === key) < at)?.[0];
  if (again !== undefined)
    throw new UserError(`--set ${displayArgument(again)} is given twice`, 'Write all values at once: --set key=a,b');
  return validated([Object.fromEntries(keys)]);
}

/** `regions=US_EAST_1,EU_WEST_1`: JSON where it is JSON, several words as a list, otherwise a text. */
function keyAndValue(text: string): [string, unknown] {
  const equals = text.indexOf('=');
  if (equals <= 0)
    throw new UserError(`--set ${displayArgument(text)} is not key=value`, 'Example: --set enabled=true');
  const [key, value] = [text.slice(0, equals), text.slice(equals + 1)];
  const isJson = /^(?:true|false|[[{"].*)$/s.test(value);
  if (isJson) return [key, parsedJson(value) ?? value];
  const isList = key === 'regions' || value.includes(',');
  return [key, isList ? value.split(',').map((part) => part.trim()) : value];
}

/** Changes as the config checks them. Throws its own messages, for keys that are options here. */
function validated(plan: readonly JsonObject[]): readonly PlannedChange[] {
  const checked = validateConfig({ plan });
  if ('config' in checked) return checked.config.plan;
  const lines = checked.problems.map(({ message, keys: [, at, key] }) => {
    if (key === 'change') return `--change: ${message}`;
    const change = displayArgument(textOf(plan[Number(at)]?.change) ?? '');
    return `--change ${change}${key === undefined ? '' : `, ${displayArgument(String(key))}`}: ${message}`;
  });
  const unclear = checked.problems.filter(({ message }) => !message.includes('Did you mean'));
  throw new UserError([...new Set(lines)].join('\n'), [...new Set(unclear.map(hintOf))].join('\n') || null);
}

/** The option that is missing or wrong, if the problem itself says no more. */
function hintOf({ message, hint, keys: [, , wrong] }: ConfigProblem): string {
  const [, key = String(wrong ?? 'change')] = /^the key "(\w+)" is missing$/.exec(message) ?? [];
  if (hint !== undefined || key === 'change') return hint ?? CHANGES_HINT;
  return ['cluster', 'project'].includes(key) ? `Add --${key} <name>.` : `Write --set ${displayArgument(key)}=<value>.`;
}

/** The changes of a Terraform plan. Throws a `UserError` for a file that is not such a plan. */
function terraformPlan(file: string, { settings: { facts } }: Project) {
  const { changes, open } = terraformChanges(readTerraformPlan(file));
  const plan = validated(changes);
  // Terraform may manage projects without facts: nothing decides their changes.
  const unclear = planPerProject(plan, facts).problems;
  const unknown = unclear.map(({ at, message, hint }) => `${plan[at]!.change}: ${message}. ${hint}`);
  return { changes: plan.filter((_, i) => !unclear.some(({ at }) => at === i)), open: [...open, ...unknown] };
}
