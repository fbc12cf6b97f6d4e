import { validateConfig } from '../../src/core/config.ts';
import { applyService } from '../../src/core/config-service.ts';
import { buildFacts } from '../../src/core/fact-build.ts';
import type { Finding, Unknown } from '../../src/core/finding.ts';
import type { Example, Repair } from '../../src/core/rule.ts';
import { ATLAS } from '../../src/core/service.ts';
import { lintProject } from '../../src/lint/lint-project.ts';
import { lintSource } from '../../src/lint/lint-source.ts';
import { fileSettings } from '../../src/lint/settings.ts';
import type { Settings } from '../../src/lint/settings.ts';
import { lineIndex } from '../../src/core/source.ts';
import { pathPatterns } from '../../src/node/path-patterns.ts';
import { parseScript } from '../../src/node/script-parser.ts';
import { RULES } from '../../rules/index.ts';

export interface MarkedPlace {
  readonly file: string;
  readonly offset: number;
  readonly endOffset: number;
}

/** The files of an example without their `⟦…⟧`, and the places that those marked. */
export function unmarked(files: Example['files']): { files: Record<string, string>; places: MarkedPlace[] } {
  const places: MarkedPlace[] = [];
  const plain: Record<string, string> = {};
  for (const [file, marked] of Object.entries(files)) {
    let text = '';
    let start = 0;
    for (const char of marked) {
      if (char === '⟦') start = text.length;
      else if (char === '⟧') places.push({ file, offset: start, endOffset: text.length });
      else text += char;
    }
    plain[file] = text;
  }
  return { files: plain, places };
}

export interface ExampleRun {
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  readonly files: Readonly<Record<string, string>>;
  readonly places: readonly MarkedPlace[];
}

/** Runs every rule over an example, as the command line does. */
export function runExample(example: Example): ExampleRun {
  const { files, places } = unmarked(example.files);
  const facts = example.facts ?? {};
  const checked = validateConfig(
    example.config ?? {},
    RULES.map(({ id }) => id),
  );
  if ('problems' in checked) throw new Error(`the example's config: ${JSON.stringify(checked.problems)}`);
  const { config } = checked;
  const profile = applyService(ATLAS, config.service);
  const built = buildFacts(
    Object.entries(facts).map(([file, value]) => ({ file, value })),
    config,
    profile,
  );
  if (built.problems.length > 0) throw new Error(`the example's facts: ${JSON.stringify(built.problems)}`);
  const settings: Settings = {
    profile,
    config,
    facts: built.facts,
    rules: RULES,
    overrides: {},
    today: '2026-11-20',
    suppressions: true,
    home: { file: 'connlint.config.json', range: () => ({ offset: 0, endOffset: 0 }), lines: lineIndex('') },
    matcher: (globs) => {
      const patterns = pathPatterns(globs);
      return (path) => patterns.matches(path);
    },
  };
  const settingsOf = fileSettings(settings, (path) => path);
  const linted = Object.entries(files).map(([path, text]) =>
    lintSource({ path, text }, settingsOf(path), { suppressions: true, ast: () => parseScript(text, path) }),
  );
  const { findings, unknown } = lintProject(linted, settingsOf, settingsOf('connlint.config.json'));
  return { findings, unknown, files, places };
}

/** A text after the edits of a repair. */
export function applied(text: string, { edits }: Repair): string {
  return [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce((result, edit) => result.slice(0, edit.offset) + edit.text + result.slice(edit.endOffset), text);
}
