import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { buildFacts } from '../../src/facts/build.ts';
import { textResult } from '../../src/lint/classify-text.ts';
import { joinUnchecked } from '../../src/lint/run-rules.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { besideStrings } from '../../src/node/plan.ts';
import { openProject } from '../../src/node/project/project.ts';

/** More than a call takes as arguments. */
const MANY = 200_000;
const many = <T>(make: (n: number) => T): T[] => Array.from({ length: MANY }, (_, n) => make(n));

describe('a list of any length', () => {
  it('of places that lack a fact is joined', () => {
    const all = many(
      (line) => ({ rule: 'a', check: 'a', missing: 'driver version', file: 'a', line, column: 1 }) as const,
    );
    expect(joinUnchecked(all)[0]!.places).toHaveLength(MANY);
  });

  it('of Terraform modules is read', () => {
    const resources = [{ type: 'mongodbatlas_cluster', address: 'a', mode: 'managed', values: { name: 'c' } }];
    const modules = [...many(() => ({})), { resources }];
    const value = { format_version: '1.0', values: { root_module: { child_modules: modules } } };
    expect(buildFacts([{ file: 'state.json', value }]).facts.clusters).toHaveLength(1);
  });

  it('of managed resources in one file is found', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'connlint-long-'));
    try {
      const text = many((n) => `resource "mongodbatlas_cluster" "c${n}" {\n}\n`).join('');
      writeFileSync(join(cwd, 'main.tf'), text);
      const project = openProject({ cwd, rules: RULES, today: '2026-11-20' });
      expect(besideStrings(project, listFiles(project, { paths: [] }), {}).managed).toHaveLength(MANY);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });

  it('of characters is classified', () => {
    expect(textResult(`mongodb://${'a:b@c,'.repeat(MANY)}`, ATLAS).valid).toBe(false);
  });
});
