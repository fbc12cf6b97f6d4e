import { RULES } from '../rules/index.ts';
import { classifyHost as classify, type HostClass, type HostForm } from './classify/classify-host.ts';
import { DEFAULT_CONFIG, validateConfig } from './config/config.ts';
import { buildFacts, type FactInput } from './facts/build.ts';
import { applyService } from './config/schema.ts';
import type { Finding, UncheckedPlaces } from './lint/finding.ts';
import type { Report } from './lint/report.ts';
import { textResult } from './lint/classify-text.ts';
import { knownRules } from './lint/checks.ts';
import type { Rule } from './lint/rule.ts';
import { ATLAS } from './classify/service.ts';
import { lintProject, lintSource } from './lint/lint.ts';
import { fileSettings, type Settings } from './lint/settings.ts';
import { isObject } from './text/json.ts';
import { check } from './node/check.ts';
import { listFiles } from './node/fs/list-files.ts';
import { pathMatcher } from './node/fs/patterns.ts';
import { dayOf, openProject } from './node/project/project.ts';

export { UserError } from './node/errors.ts';
export { defineRule } from './lint/rule.ts';
export { parseConnectionString } from './parse/parse.ts';
export type { ConnectionString, UriHost, UriIssue, UriOption } from './parse/connection-string.ts';
export type { FactInput, Finding, HostClass, HostForm, Report, Rule, UncheckedPlaces };

/** Classifies a hostname. Returns its kind, family, provider, region, cluster and token. */
export const classifyHost = (host: string, form: HostForm = 'host'): HostClass => classify(host, form, ATLAS);

/** What may be printed of one string: `***` for user and password, `…` for all that is not known. */
export const redact = (uri: string): string => textResult(uri, ATLAS).text;

export interface LinterOptions {
  /** Date of the check, `YYYY-MM-DD`. Defaults to today in UTC. */
  readonly today?: string;
  /** Rules in addition to the built-in ones. */
  readonly rules?: readonly Rule[];
}

export interface TextFindings {
  readonly findings: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
}

/** Checks texts one by one with the same config. */
export interface Linter {
  /**
   * Checks one text. It is synchronous, reads no files and never throws.
   * @param path determines the format and is part of the findings; defaults to `input.txt`
   */
  lintText(text: string, path?: string): TextFindings;
}

/**
 * Creates a linter that validates config, facts and rules once for many texts. Throws a `TypeError` if the config or
 * the facts are invalid.
 * @param config the parsed contents of a `connlint.config.json`
 * @param facts fact files with their parsed contents
 */
export function createLinter(
  config: unknown = {},
  facts: readonly FactInput[] = [],
  options: LinterOptions = {},
): Linter {
  const settingsOf = fileSettings(linterSettings(config, facts, options));
  const home = settingsOf('');
  return {
    lintText(text, path = 'input.txt') {
      const source = { path, text: text.startsWith('\uFEFF') ? text.slice(1) : text };
      const { findings, unknown } = lintProject([lintSource(source, settingsOf(path))], settingsOf, home);
      return { findings, unknown };
    },
  };
}

export interface LintTextOptions extends LinterOptions {
  /** Determines the format and is part of the findings. Defaults to `input.txt`. */
  readonly path?: string;
  /** The parsed contents of a `connlint.config.json`. */
  readonly config?: unknown;
  /** Fact files with their parsed contents. */
  readonly facts?: readonly FactInput[];
}

/** Checks one text. For many texts, use `createLinter`. */
export const lintText = (text: string, { path, config, facts, ...options }: LintTextOptions = {}): TextFindings =>
  createLinter(config, facts, options).lintText(text, path);

function linterSettings(given: unknown, inputs: readonly FactInput[], options: LinterOptions): Settings {
  const rules = [...RULES, ...(options.rules ?? [])];
  const isEmpty = isObject(given) && Object.keys(given).length === 0;
  const checked = isEmpty ? { config: DEFAULT_CONFIG } : validateConfig(given, knownRules(rules));
  if ('problems' in checked)
    throw new TypeError(`config: ${checked.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
  const { config } = checked;
  const profile = applyService(ATLAS, config.service);
  const { facts, problems } = buildFacts(inputs, config, profile);
  if (problems.length > 0)
    throw new TypeError(`facts: ${problems.map(({ file, message }) => `${file}: ${message}`).join('; ')}`);
  return {
    profile,
    config,
    facts,
    rules,
    overrides: {},
    today: dayOf(options.today),
    suppressions: true,
    fromConfig: (file) => file,
    home: null,
    matcher: pathMatcher,
  };
}

export interface LintFilesOptions extends Pick<LinterOptions, 'today'> {
  /** Working directory. Defaults to that of the process. */
  readonly cwd?: string;
  /** Path of a config, or `false` for none. By default the config is searched for. */
  readonly config?: string | false;
}

/** Checks files, folders or globs like `connlint check`. Throws a `UserError` for invalid paths, config or facts. */
export function lintFiles(paths: readonly string[], options: LintFilesOptions = {}): Report {
  const { cwd = process.cwd(), config, today } = options;
  const project = openProject({ cwd, config, rules: RULES, today });
  return check(project, listFiles(project, { paths })).report;
}
