import { RULES } from '../rules/index.ts';
import { classifyHost as classify } from './classify/classify-host.ts';
import type { HostClass, HostForm } from './classify/classify-host.ts';
import { validateConfig } from './config/config.ts';
import { buildFacts } from './facts/build.ts';
import type { FactInput } from './facts/build.ts';
import { applyService } from './config/service.ts';
import type { Finding, Unknown } from './lint/finding.ts';
import { parseConnectionString } from './parse/parse.ts';
import type { Report } from './lint/report.ts';
import { redacted, hiddenRanges } from './parse/redact.ts';
import type { Rule } from './lint/rule.ts';
import { ruleOptions } from './lint/rule-options.ts';
import { ATLAS } from './classify/service.ts';
import { lintProject } from './lint/lint-project.ts';
import { lintSource } from './lint/lint-text.ts';
import { fileSettings } from './lint/settings.ts';
import type { Settings } from './lint/settings.ts';
import { check, projectFiles } from './node/check.ts';
import { pathPatterns } from './node/fs/patterns.ts';
import { openProject, utcToday } from './node/project/project.ts';
import { parseScript } from './node/script-parser.ts';

export { defineRule } from './lint/rule.ts';
export { parseConnectionString } from './parse/parse.ts';
export type { ConnectionString, UriHost, UriIssue, UriOption } from './parse/connection-string.ts';
export type { Finding, Unknown } from './lint/finding.ts';
export type { HostClass, HostForm } from './classify/classify-host.ts';
export type { Report } from './lint/report.ts';
export type { Rule } from './lint/rule.ts';

/** Says what a host name is: kind, family, provider, region, cluster and token. */
export function classifyHost(host: string, form: HostForm = 'host'): HostClass {
  return classify(host, form, ATLAS);
}

/** A connection string with user, password and secret options as `***`. Meant for one string, not for text around it. */
export function redact(uri: string): string {
  const parsed = parseConnectionString(uri);
  return redacted({ value: uri, placeholders: [] }, hiddenRanges(uri, parsed), 0, uri.length);
}

export interface LinterOptions {
  /** Day of the judgement, `YYYY-MM-DD`; today in UTC when missing. */
  readonly today?: string;
  /** Rules besides the built-in ones. */
  readonly rules?: readonly Rule[];
}

export interface LintedText {
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
}

/** Lints texts, one by one, with one config. */
export interface Linter {
  /**
   * Everything between a text and its findings, synchronous and without reading a file. No text makes it throw.
   * @param path decides the format and stands in the findings; `input.txt` when missing
   */
  lintText(text: string, path?: string): LintedText;
}

/**
 * A linter for many texts: config, facts and rules are read once. Throws a `TypeError` for a config or facts that are not
 * valid.
 * @param config as `connlint.config.json` holds it
 * @param facts parsed fact files
 */
export function createLinter(
  config: unknown = {},
  facts: readonly FactInput[] = [],
  options: LinterOptions = {},
): Linter {
  const settings = linterSettings(config, facts, options);
  const settingsOf = fileSettings(settings, (file) => file);
  const home = settingsOf('');
  return {
    lintText(text, path = 'input.txt') {
      const result = lintSource({ path, text }, settingsOf(path), {
        suppressions: true,
        ast: () => parseScript(text, path),
      });
      const { findings, unknown } = lintProject([result], settingsOf, home);
      return { findings, unknown };
    },
  };
}

export interface LintTextOptions extends LinterOptions {
  readonly path?: string;
  readonly config?: unknown;
  readonly facts?: readonly FactInput[];
}

/** What a linter says of one text. For many texts, make one with `createLinter`. */
export function lintText(text: string, { path, config, facts, ...options }: LintTextOptions = {}): LintedText {
  return createLinter(config, facts, options).lintText(text, path);
}

function linterSettings(given: unknown, inputs: readonly FactInput[], options: LinterOptions): Settings {
  const rules = [...RULES, ...(options.rules ?? [])];
  const checked = validateConfig(
    given,
    rules.map(({ id }) => id),
    ruleOptions(rules),
  );
  if ('problems' in checked) {
    throw new TypeError(`config: ${checked.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
  }
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
    today: options.today ?? utcToday(),
    suppressions: true,
    home: null,
    matcher: (globs) => {
      const patterns = pathPatterns(globs);
      return (file) => patterns.matches(file);
    },
  };
}

export interface LintFilesOptions {
  /** Working directory; that of the process when missing. */
  readonly cwd?: string;
  /** Path of a config; `false` for none; looked for when missing. */
  readonly config?: string | false;
  readonly today?: string;
}

/** What `connlint check` reports for files, folders or globs. Throws a `UserError` for bad paths, config or facts. */
export function lintFiles(paths: readonly string[], options: LintFilesOptions = {}): Report {
  const project = openProject({
    cwd: options.cwd ?? process.cwd(),
    config: options.config,
    rules: RULES,
    today: options.today,
  });
  return check(project, projectFiles(project, { paths })).report;
}
