import { textOf } from '../../facts/json.ts';
import { displayArgument } from '../../node/fs/paths.ts';
import { resolve } from 'node:path';
import { changeNames } from '../../config/plan.ts';
import type { PlannedChange } from '../../config/plan.ts';
import { validateConfig } from '../../config/config.ts';
import type { ConfigProblem } from '../../config/config.ts';
import { UserError } from '../../node/errors.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { RULES } from '../../../rules/index.ts';
import { planExitCode } from '../../plan/plan.ts';
import { projectFiles } from '../../node/check.ts';
import { planChanges, readTerraformPlan } from '../../node/plan.ts';
import { terraformChanges } from '../../plan/terraform-changes.ts';
import { planPerProject, unknownProject, projectsOf } from '../../facts/query.ts';
import type { Project } from '../../node/project/project.ts';
import { planJson, planText, planVerdicts } from '../../report/plan/text.ts';
import { planEnd } from '../../report/plan/summary.ts';
import { planMarkdown } from '../../report/plan/markdown.ts';
import { planSarif } from '../../report/sarif/verdict.ts';
import { relativePath } from '../../node/fs/paths.ts';
import { verdictView, projectFromOptions, ruleOverrides } from '../project-options.ts';
import { emit, printEnd, printNotices, printStats, withProgress } from '../output.ts';
import { chooseFormats, fileChoice, maxFileSize, terminalFor } from '../arguments.ts';
import {
  BASELINE,
  COMMON,
  FILES,
  parseOptions,
  REPOSITORY,
  RULE,
  SARIF_CATEGORY,
  SUPPRESSIONS,
  STATS,
} from '../options.ts';

/** Options that define a planned change on the command line. */
export const CHANGE_OPTIONS: OptionTable = {
  change: { value: 'name', help: 'Check this change instead of those of the config.', group: 'Change' },
  cluster: { value: 'name', help: 'Name its cluster, or "*" for every cluster.', group: 'Change' },
  regions: { value: 'a,b', help: 'Name all regions after the change (multi-region).', group: 'Change' },
  regionalized: {
    value: 'true|false',
    help: 'Say whether regionalized private endpoints will be on (multi-region).',
    group: 'Change',
  },
  to: { value: 'x', help: 'Name aws, azure or gcp (cloud-provider), or a version date (admin-api).', group: 'Change' },
  enabled: {
    value: 'true|false',
    help: 'Say what the setting will be (regionalized-endpoints, custom-dns).',
    group: 'Change',
  },
  'no-strings': { value: 'reason', help: 'Say why no string of the cluster is in the tree.', group: 'Change' },
  downtime: {
    value: 'reason',
    help: 'Say why strings may stop working with the change before new ones exist.',
    group: 'Change',
  },
  project: { value: 'name|id', help: 'Check only the changes of this project.', group: 'Change' },
  'terraform-plan': {
    value: 'file',
    help: 'Check the changes of a Terraform plan: the output of `terraform show -json`.',
    group: 'Change',
  },
};

/** An option and its key in the config's plan. */
const KEYS: readonly (readonly [option: string, key: string, read: (text: string, option: string) => unknown])[] = [
  ['cluster', 'cluster', (text) => text],
  ['regions', 'regions', list],
  ['regionalized', 'regionalizedPrivateEndpoints', flag],
  ['to', 'to', (text) => text],
  ['enabled', 'enabled', flag],
  ['project', 'project', (text) => text],
  ['no-strings', 'strings', (none) => ({ none })],
  ['downtime', 'downtime', (text) => text],
];

/**
 * The change on the command line, validated like one in the config. `null` if there is none. Throws a `UserError` that
 * names the wrong option.
 */
export function changeOf(options: Parsed): PlannedChange | null {
  const change = options.value('change');
  const given = KEYS.flatMap(([option, key, read]) => {
    const text = options.value(option);
    return text === undefined ? [] : [{ option, key, value: read(text, option) }];
  });
  if (change === undefined) {
    const first = given.find(({ option }) => option !== 'project');
    if (first) throw new UserError(`--${first.option} needs --change <name>`, changeHint(options));
    return null;
  }
  const entry = Object.fromEntries([['change', change], ...given.map(({ key, value }) => [key, value])] as [
    string,
    unknown,
  ][]);
  const checked = validateConfig({ plan: [entry] }, []);
  if ('problems' in checked) throw optionError([change], checked.problems);
  return checked.config.plan[0] ?? null;
}

/** What to write instead of the name of a change alone. */
function changeHint({ positionals }: Parsed): string {
  const name = changeNames().find((one) => positionals.includes(one));
  return name === undefined ? CHANGES : `Write --change ${name}.`;
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function flag(text: string, option: string): boolean {
  if (text !== 'true' && text !== 'false')
    throw new UserError(`--${option} ${displayArgument(text)} is not a value`, 'Write true or false.');
  return text === 'true';
}

/** The config's own messages, for options instead of keys. */
function optionError(changes: readonly string[], problems: readonly ConfigProblem[]): UserError {
  const lines = problems.map(({ message, keys, hint = null }) => {
    const change = displayArgument(changes[Number(keys[1])] ?? '');
    const missing = /^the key "(\w+)" is missing$/.exec(message)?.[1];
    const option = KEYS.find(([, name]) => name === (missing ?? keys[2]))?.[0] ?? 'change';
    if (missing !== undefined)
      return [`--change ${change} needs --${option} <${CHANGE_OPTIONS[option]?.value ?? ''}>`, null];
    if (message.startsWith('unknown key')) return [`--change ${change} does not take --${option}`, OPTIONS];
    return [`--${option}: ${message}`, hint];
  });
  const hints = [...new Set(lines.map(([, hint]) => hint))].filter((hint) => hint !== null);
  return new UserError(lines.map(([message]) => message).join('\n'), hints.join('\n') || OPTIONS);
}

const CHANGES = 'Changes: connlint help plan';
const OPTIONS = 'Options: connlint help plan';

/** What a verdict prints, and what it lets pass. */
export const VERDICT_OPTIONS: OptionTable = {
  summary: { help: 'Print the verdicts only.' },
  'allow-undecided': {
    help: 'Pass undecided changes. A blocked change still fails.',
    group: 'Rules',
  },
  ...SARIF_CATEGORY,
};

export const options: OptionTable = {
  ...CHANGE_OPTIONS,
  ...VERDICT_OPTIONS,
  ...RULE,
  ...SUPPRESSIONS,
  ...BASELINE,
  ...FILES,
  ...REPOSITORY,
  ...STATS,
  ...COMMON,
};
const FORMATS = ['text', 'json', 'markdown', 'sarif'] as const;
export const formats = FORMATS;
export const notes =
  'Checks each change under `plan` in the config, or the one that --change names. The verdict is ready, blocked ' +
  '(an error remains) or undecided (a fact is missing, or a file was not read).\n\n' +
  `Changes: ${changeNames().join(', ')}.`;
export const exitCodes =
  'Exit codes: 0 all ready, 1 one is blocked or undecided, 2 wrong use or no change declared, 3 internal error';

/** The changes of the named project, otherwise all. */
function chosen(
  { settings: { facts }, config }: Project,
  given: readonly PlannedChange[] | null,
  project: string | undefined,
): readonly PlannedChange[] {
  const { changes, problems } = given
    ? planPerProject(given, facts)
    : { changes: config.plan.map((change) => ({ change })), problems: [] };
  const [first] = problems;
  if (first) throw new UserError(`--${first.key}: ${first.message}`, first.hint);
  const all = changes.map(({ change }) => change);
  if (project === undefined) return all;
  const own = projectsOf(facts, { change: 'disable-peering-only', project });
  if (own.length === 0) {
    const { message, hint } = unknownProject(project, facts);
    throw new UserError(`--project: ${message}`, hint);
  }
  return all.filter((change) => projectsOf(facts, change).some((one) => own.includes(one)));
}

/** The file of `--terraform-plan`, `null` without one. Throws a `UserError` for a file that is not such a plan. */
function terraformOf(
  parsed: Parsed,
  named: PlannedChange | null,
  { settings: { facts } }: Project,
): { changes: readonly PlannedChange[]; open: readonly string[] } | null {
  const file = parsed.value('terraform-plan');
  if (file === undefined) return null;
  if (named)
    throw new UserError('--terraform-plan and --change cannot be combined', 'The Terraform plan names the changes.');
  const { changes, open } = terraformChanges(readTerraformPlan(file));
  const checked = validateConfig({ plan: changes }, []);
  if ('problems' in checked)
    throw optionError(
      changes.map(({ change }) => textOf(change) ?? ''),
      checked.problems,
    );
  const { plan } = checked.config;
  // Terraform may manage projects without facts: nothing decides their changes.
  const unclear = planPerProject(plan, facts).problems;
  const unknown = unclear.map(({ at, message, hint }) => `${plan[at]!.change}: ${message}. ${hint}`);
  return { changes: plan.filter((_, i) => !unclear.some(({ at }) => at === i)), open: [...open, ...unknown] };
}

interface PlannedChanges {
  readonly changes: readonly PlannedChange[];
  /** Effects of a Terraform plan that no planned change covers; `null` without such a plan. */
  readonly open: readonly string[] | null;
}

/** The changes of the command line, otherwise those of the config. Throws a `UserError` if there are none. */
export function plannedIn(project: Project, parsed: Parsed): PlannedChanges {
  const named = changeOf(parsed);
  const terraform = terraformOf(parsed, named, project);
  const changes = chosen(
    project,
    terraform?.changes ?? (named && [named]),
    named ? undefined : parsed.value('project'),
  );
  if (changes.length === 0 && !terraform) {
    throw new UserError(
      'no change is planned',
      `Add it to \`plan\` in the config, or use --change <name>. ${changeHint(parsed)}`,
    );
  }
  return { changes, open: terraform?.open ?? null };
}

/**
 * Where to report a verdict about something that no code of the tree manages: in the config, otherwise in the file that
 * names the change.
 */
export function homeOf({ cwd, loaded }: Project, parsed: Parsed): string {
  const path = loaded?.path ?? parsed.value('terraform-plan');
  return path === undefined ? 'connlint.config.json' : relativePath(cwd, resolve(cwd, path));
}

export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args, options, 'plan');
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const project = projectFromOptions(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const planned = plannedIn(project, parsed);
  const { changes } = planned;
  const list = projectFiles(project, fileChoice(parsed));
  const maxBytes = maxFileSize(parsed);
  const { entries, notices, seen } = withProgress(parsed, (progress) =>
    planChanges(project, list, changes, { progress, maxBytes }),
  );
  const allowUndecided = parsed.flag('allow-undecided');
  const open = planned.open ?? [];
  const view = await verdictView(project, parsed, formats);
  printNotices(notices, parsed);
  emit(formats, (format, file) => {
    const terminal = terminalFor(parsed, file);
    if (format === 'sarif') return planSarif(entries, open, { ...view, home: homeOf(project, parsed) });
    if (parsed.flag('summary')) return planVerdicts(entries, format, { terminal, allowUndecided, open });
    if (format === 'json') return planJson(entries, planned.open);
    return format === 'markdown'
      ? planMarkdown(entries, open)
      : planText(entries, { terminal, verbose: parsed.flag('verbose'), allowUndecided, open });
  });
  printEnd(formats, () => planEnd(entries, allowUndecided, open.length));
  if (parsed.flag('stats') && seen) printStats(seen.counts, seen.strings);
  return planExitCode(entries, allowUndecided, open.length);
}
