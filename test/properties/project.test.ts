import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { validateConfig } from '../../src/config/config.ts';
import { applyService } from '../../src/config/schema.ts';
import { buildFacts } from '../../src/facts/build.ts';
import { knownRules } from '../../src/lint/checks.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { runExample } from '../support/run-example.ts';
import { assertInside } from './support/oracles.ts';
import { exampleProjects } from './support/seeds.ts';
import { assertForInputs } from './support/any-input.ts';

const KNOWN = knownRules(RULES);

interface Project {
  readonly files: Readonly<Record<string, string>>;
  readonly config?: unknown;
  readonly facts?: Readonly<Record<string, unknown>>;
}

describe('runExample', () => {
  // Files, config and facts together: all rules over all files.
  it('places the findings of files, config and facts, and gives each an id of its own', () => {
    assertForInputs('project', {
      seeds: exampleProjects,
      run(input) {
        const project = projectOf(input);
        if (!project) return;
        const { files, config = {}, facts = {} } = project;
        const checked = validateConfig(config, KNOWN);
        if ('problems' in checked) return;
        const profile = applyService(ATLAS, checked.config.service);
        const built = buildFacts(
          Object.entries(facts).map(([file, value]) => ({ file, value })),
          checked.config,
          profile,
        );
        if (built.problems.length > 0 || '.connlint-baseline' in files) return;
        const example = { title: '', files, ...(config === undefined ? {} : { config }), facts };
        const { findings } = runExample(example, RULES);
        assert.equal(new Set(findings.map(({ id }) => id)).size, findings.length, 'two findings share an id');
        for (const finding of findings) {
          const text = files[finding.file];
          if (text !== undefined) assertInside(finding, text.length);
        }
      },
    });
  });
});

function projectOf(input: string): Project | null {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    return null;
  }
  const isMap = (one: unknown): one is Record<string, unknown> =>
    typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!isMap(value)) return null;
  const { files, config, facts = {} } = value;
  if (!isMap(files) || !isMap(facts) || !Object.values(files).every((text) => typeof text === 'string')) return null;
  // The marks of an example are not part of its text.
  if (/[⟦⟧]/.test(Object.values(files).join(''))) return null;
  return { files: files as Record<string, string>, config, facts };
}
