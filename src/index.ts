import { RULES } from '../rules/index.ts';
import { classifyHost as classify } from './core/classify.ts';
import type { HostClass, HostForm } from './core/classify.ts';
import { validateConfig } from './core/config.ts';
import { buildFacts } from './core/fact-build.ts';
import type { FactInput } from './core/fact-build.ts';
import { applyService } from './core/config-service.ts';
import type { Finding, Unknown } from './core/finding.ts';
import { parseConnectionString } from './core/parse.ts';
import type { Report } from './core/report.ts';
import { redacted, secretRanges } from './core/redact.ts';
import type { Rule } from './core/rule.ts';
import { ATLAS } from './core/service.ts';
import { lintProject } from './lint/lint-project.ts';
import { lintSource } from './lint/lint-source.ts';
import { fileSettings } from './lint/settings.ts';
import type { Settings } from './lint/settings.ts';
import { check, projectFiles } from './node/check.ts';
import { pathPatterns } from './node/path-patterns.ts';
import { openProject, utcToday } from './node/project.ts';
import { parseScript } from './node/script-parser.ts';

export { defineRule } from './core/rule.ts';
export { parseConnectionString } from './core/parse.ts';
export type { ConnectionString, UriHost, UriIssue, UriOption } from './core/connection-string.ts';
export type { Finding, Unknown } from './core/finding.ts';
export type { HostClass, HostForm } from './core/classify.ts';
export type { Report } from './core/report.ts';
export type { Rule } from './core/rule.ts';

/** Says what a host name is: kind, family, provider, region, cluster and token. */
export function classifyHost(host: string, form: HostForm = 'host'): HostClass {
  return classify(host, form, ATLAS);
}

/** A connection string with user, password and secret options as `***`. Meant for one string, not for text around it. */
export function redact(uri: string): string {
  const parsed = parseConnectionString(uri);
  return redacted({ value: uri, holes: [] }, secretRanges(parsed), 0, uri.length);
}

export interface LintTextOptions {
  /** Decides the format and stands in the findings; `input.txt` when missing. */
  readonly path?: string;
  /** A config as `connlint.config.json` holds it. */
  readonly config?: unknown;
  /** Parsed fact files. */
  readonly facts?: readonly FactInput[];
  /** Day of the judgement, `YYYY-MM-DD`; today in UTC when missing. */
  readonly today?: string;
  /** Rules besides the built-in ones. */
  readonly rules?: readonly Rule[];
}

/**
 * Everything between a text and its findings, synchronous and without reading a file. Throws a `TypeError` for a config or
 * facts that are not valid; no text makes it throw.
 */
export function lintText(
  text: string,
  options: LintTextOptions = {},
): { readonly findings: readonly Finding[]; readonly unknown: readonly Unknown[] } {
  const path = options.path ?? 'input.txt';
  const settings = textSettings(options);
  const settingsOf = fileSettings(settings, (file) => file);
  const linted = lintSource({ path, text }, settingsOf(path), {
    suppressions: true,
    ast: () => parseScript(text, path),
  });
  const { findings, unknown } = lintProject([linted], settingsOf, settingsOf(''));
  return { findings, unknown };
}

function textSettings(options: LintTextOptions): Settings {
  const rules = [...RULES, ...(options.rules ?? [])];
  const checked = validateConfig(
    options.config ?? {},
    rules.map(({ id }) => id),
  );
  if ('problems' in checked) {
    throw new TypeError(`config: ${checked.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
  }
  const { config } = checked;
  const profile = applyService(ATLAS, config.service);
  const { facts, problems } = buildFacts(options.facts ?? [], config, profile);
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
