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
