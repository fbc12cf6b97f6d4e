import { validateConfig } from '../../src/config/config.ts';
import { buildFacts } from '../../src/facts/build.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { lineIndex } from '../../src/text/source.ts';
import { lintProject } from '../../src/lint/lint.ts';
import { lintSource, type FileResult } from '../../src/lint/lint.ts';
import { fileSettings } from '../../src/lint/settings.ts';
import type { Settings } from '../../src/lint/settings.ts';
import { RULES } from '../../rules/index.ts';

const checked = validateConfig({});
if ('problems' in checked) throw new Error('an empty config has problems');

const settings: Settings = {
  profile: ATLAS,
  config: checked.config,
  facts: buildFacts([], checked.config, ATLAS).facts,
  rules: RULES,
  overrides: {},
  today: '2026-11-20',
  suppressions: true,
  fromConfig: (path) => path,
  home: { file: 'connlint.config.json', range: () => ({ offset: 0, endOffset: 0 }), lines: lineIndex('') },
  matcher: () => () => true,
};
const settingsOf = fileSettings(settings);

/** The result of one text without a config. */
export function linted(path: string, text: string): FileResult {
  return lintSource({ path, text }, settingsOf(path));
}

/** The result of all texts together. */
export function lintedProject(sources: readonly FileResult[]) {
  return lintProject(sources, settingsOf, settingsOf('connlint.config.json'));
}

/** All findings in one text, like the command line without a config. */
export function lintText(path: string, text: string): readonly Finding[] {
  return lintWhole(path, text).findings;
}

function lintWhole(path: string, text: string) {
  return lintedProject([linted(path, text)]);
}
