import { afterAll, describe, expect, it } from 'vitest';
import { parseConnectionString } from '../../src/parse/parse.ts';
import type { Example } from '../support/rule-pages.ts';
import type { Range, Fix } from '../../src/text/source.ts';
import { lintText } from '../support/lint-text.ts';
import { applied, runExample } from '../support/run-example.ts';
import { rowsOf, UPDATES, writeRows } from '../support/rows.ts';

/** Collects the rows of a table while the tests run, to rewrite it. */
function updatedRows(name: string): object[] {
  const rows: object[] = [];
  afterAll(() => {
    writeRows(name, rows);
  });
  return rows;
}

/** One case per line with all its issues, so that a changed message, range or fix is visible. */
interface ParsedCase {
  readonly uri: string;
  readonly scheme: string | null;
  /** Host, host as written, port, port as written, both as written. */
  readonly hosts: readonly unknown[];
  readonly options: readonly unknown[];
  readonly issues: readonly string[];
}

describe('fixtures/uri-issues.jsonl', () => {
  const rows = updatedRows('uri-issues.jsonl');

  it.each(rowsOf<ParsedCase>('uri-issues.jsonl'))('$uri', (parsedCase) => {
    const { uri, scheme, hosts, options, issues } = parsedCase;
    const parsed = parseConnectionString(uri);
    const cut = (at: Range | null): string | null => (at ? uri.slice(at.offset, at.endOffset) : null);
    expect(parsed.scheme).toBe(scheme);
    expect(parsed.hosts.map((one) => [one.host, cut(one.hostRange), one.port, cut(one.portRange), cut(one)])).toEqual(
      hosts,
    );
    expect(parsed.options.map((one) => [one.name, one.value ?? null, cut(one)])).toEqual(options);
    const said = parsed.issues.map(
      (one) => `${one.severity} ${one.code} ${one.offset}-${one.endOffset} "${cut(one)}" ${one.message}`,
    );
    if (UPDATES) rows.push({ ...parsedCase, issues: said });
    else expect(said).toEqual(issues);
  });
});

interface Suppressed {
  readonly path: string;
  readonly text: string;
  readonly found: readonly { readonly said: string; readonly by: string | null; readonly fixed: string | null }[];
}

describe('fixtures/suppression-cases.jsonl', () => {
  const rows = updatedRows('suppression-cases.jsonl');

  it.each(rowsOf<Suppressed>('suppression-cases.jsonl'))('$text', ({ path, text, found }) => {
    const after = (repair: Fix | null | undefined): string | null => (repair ? applied(text, repair) : null);
    const said = lintText(path, text).map((one) => ({
      said: `${one.severity} ${one.rule} ${one.line}:${one.column} ${one.message}`,
      text: one.text,
      by: one.suppressed?.by ?? null,
      title: one.fix?.title ?? one.suggestions[0]?.title ?? null,
      fixed: after(one.fix),
      suggested: after(one.suggestions[0]),
    }));
    if (UPDATES) rows.push({ path, text, found: said });
    else expect(said).toEqual(found);
  });
});

interface ExampleCase extends Example {
  readonly found: readonly unknown[];
  readonly unknown: readonly string[];
}

describe('fixtures/example-cases.jsonl', () => {
  const rows = updatedRows('example-cases.jsonl');

  it.each(rowsOf<ExampleCase>('example-cases.jsonl'))('$title', (example) => {
    const { findings, unknown, files } = runExample(example);
    /** The lines that a fix changes, after the change. */
    const after = (file: string, repair: Fix | null | undefined): string | null => {
      if (!repair) return null;
      const before = (files[file] ?? '').split('\n');
      return applied(files[file] ?? '', repair)
        .split('\n')
        .filter((line) => !before.includes(line))
        .join('\n');
    };
    const said = findings.map(({ severity, rule, file, line, column, message, suppressed, fix, suggestions }) => ({
      said: `${severity} ${rule} ${file}:${line}:${column} ${message}`,
      by: suppressed?.by ?? null,
      fixed: after(file, fix),
      suggested: after(file, suggestions[0]),
    }));
    const missing = unknown.map((one) => `${one.rule}: ${one.missing}`);
    if (UPDATES) rows.push({ ...example, found: said, unknown: missing });
    else expect({ found: said, unknown: missing }).toEqual({ found: example.found, unknown: example.unknown });
  });
});
