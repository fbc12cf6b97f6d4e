import { RULES } from '../../rules/index.ts';
import type { RuleLayer } from '../config/config.ts';
import { LEVELS, type RuleLevel } from '../config/severity.ts';
import { checksOf, ruleNames } from '../lint/checks.ts';
import { readStdin } from '../node/fs/read-file.ts';
import { openProject, type Project, type ProjectOptions } from '../node/project/project.ts';
import { configChoice, fileChoice, knownName, stdinPath } from './arguments.ts';
import { unknownName, type Parsed } from './options.ts';
import { filesSince, givenFile, stagedFiles, type Selection } from '../node/git/selection.ts';

export const projectFromOptions = (options: Parsed, more: Pick<ProjectOptions, 'placeOf'> = {}): Project =>
  openProject({
    cwd: process.cwd(),
    config: configChoice(options),
    rules: RULES,
    overrides: ruleOverrides(options.values('rule')),
    today: options.value('today'),
    suppressions: !options.flag('no-suppressions'),
    baseline: options.flag('no-baseline') ? false : options.value('baseline'),
    updatesBaseline: options.flag('update-baseline'),
    placeOf: more.placeOf,
  });

/** `--rule id` runs only these rules, `--rule id:severity` changes one. */
function ruleOverrides(values: readonly string[]): RuleLayer {
  const settings: Record<string, [RuleLevel | null]> = {};
  const only = values.filter((value) => !value.includes(':'));
  if (only.length > 0) for (const rule of RULES) settings[rule.id] = ['off'];
  for (const value of values) {
    const [id = '', level] = value.split(':');
    const own = checksOf(RULES).filter((check) => check.id === id || check.name === id);
    if (own.length === 0) throw unknownName('rule', id, ruleNames(RULES), 'Rules: connlint explain');
    if (level === undefined) for (const { name } of own) settings[name] = [null];
    else settings[id] = [knownName('severity', level, LEVELS, `Severities: ${LEVELS.join(', ')}.`)];
  }
  return settings;
}

/** The part of the project for `--stdin-filename`, `--staged` or `--since`, `null` without them. */
export async function selectionOf(project: Project, parsed: Parsed): Promise<Selection | null> {
  const stdin = stdinPath(parsed);
  if (stdin !== undefined) return givenFile(project, stdin, await readStdin());
  const since = parsed.value('since');
  if (since === undefined && !parsed.flag('staged')) return null;
  const choice = await fileChoice(parsed);
  return since === undefined ? stagedFiles(project, choice) : filesSince(project, since, choice);
}
