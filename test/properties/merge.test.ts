import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { loadRenderers, mergedFormats } from '../../src/report/formats.ts';
import { blobText, sealed } from '../../src/node/shards/write.ts';
import { check, projectFiles, reportView } from '../../src/node/check.ts';
import { FOR_PLANS } from '../../src/node/plan.ts';
import { pathParts } from '../../src/node/fs/write-file.ts';
import { UserError } from '../../src/node/errors.ts';
import { mergeBlobs } from '../../src/node/shards/merge.ts';
import { openProject } from '../../src/node/project/project.ts';
import type { Project } from '../../src/node/project/project.ts';
import { readBlobFiles } from '../../src/node/shards/read.ts';
import { terminalOf } from '../../src/report/terminal.ts';
import { textReport } from '../../src/report/text.ts';
import { assertForInputs } from './support/any-input.ts';

const ROOT = process.cwd();
const TODAY = '2026-11-20';
/** An empty folder, because merging does not read the scanned files. */
const EMPTY = mkdtempSync(join(tmpdir(), 'connlint-merge-'));
const FILE = join(EMPTY, 'shard.json');

const FOLDERS = ['fixtures/django', 'fixtures/terraform', 'fixtures/monorepo', 'fixtures/plan-aws-sharded/project'];

/** The blob of one shard for a folder, without its last key. */
function bodyOf(folder: string, index: number, count: number): string {
  const project = projectIn(folder);
  const list = projectFiles(project, { paths: ['.'], noIgnore: true });
  const part = { ...list, files: [...list.files].slice(0, 6) };
  const text = blobText(project, check(project, part, { isPart: true, ...FOR_PLANS }), {
    shard: { index, count },
    identity: { repository: null, revision: null, ref: null, uri: null },
    list,
    part,
  });
  return text.replace(/,"end":"[0-9a-f]{64}"\}\n$/, '}');
}

function projectIn(folder: string): Project {
  return openProject({ cwd: join(ROOT, folder), config: false, rules: RULES, today: TODAY, suppressions: true });
}

const plain = (text: string): string => text;
const PLAIN = { red: plain, yellow: plain, blue: plain, cyan: plain, green: plain, dim: plain, bold: plain };

describe('mergeBlobs', () => {
  afterAll(() => {
    rmSync(EMPTY, { recursive: true, force: true });
  });

  // A blob is read and merged whatever it contains: invalid contents are reported as a user error.
  it('merges a shard, or refuses it as an error of the user', async () => {
    const renderers = await loadRenderers(mergedFormats());
    assertForInputs('merge', {
      seeds: () => FOLDERS.map((folder) => bodyOf(folder, 1, 1)),
      run(input) {
        // The hash is computed again, so that the checks after it run.
        writeFileSync(FILE, input.startsWith('{') ? sealed(input) : input);
        try {
          const blobs = readBlobFiles([FILE]);
          const { suppressions, today, rules, prefix } = blobs[0]!.settings;
          const project = openProject({
            cwd: EMPTY,
            config: false,
            rules: RULES,
            overrides: rules,
            today,
            suppressions,
          });
          const merged = mergeBlobs(project, blobs);
          const { report, plan } = merged;
          const view = reportView(project, merged, { withSuppressed: true, prefix, plan });
          const contents = [...renderers.values()].map(({ render }) => render(view));
          for (const content of [textReport(report, { terminal: terminalOf(PLAIN, null) }), ...contents])
            Array.from(pathParts(content));
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
        }
      },
    });
  });
});
