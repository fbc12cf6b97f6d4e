import { join } from 'node:path';
import { RULES } from '../../../rules/index.ts';
import { isNodeId } from '../../classify/host-shapes.ts';
import { buildFacts } from '../../facts/build.ts';
import type { StringRecord } from '../../lint/string-record.ts';
import { listFiles } from '../../node/fs/list-files.ts';
import { UserError } from '../../node/errors.ts';
import { displayPath } from '../../node/fs/paths.ts';
import { textOrNull } from '../../node/fs/read-file.ts';
import { refuseOutside, writeFileAtomically } from '../../node/fs/write-file.ts';
import { listProject } from '../../node/list.ts';
import { findConfig } from '../../node/project/find-config.ts';
import { openProject } from '../../node/project/project.ts';
import { plural } from '../../report/escape.ts';
import { escapeControlChars, escapeControlCharsIn } from '../../text/escape-control-chars.ts';
import { parsedJson } from '../../text/json.ts';
import { grouped } from '../../text/source.ts';
import type { Parsed } from '../options.ts';
import { withProgress, writeStderr } from '../output.ts';

const CONFIG = 'connlint.config.jsonc';

/** Writes a first config into the working directory, with what the tree contains. */
export function run(parsed: Parsed): number {
  if (parsed.positionals.length > 0) throw new UserError('init takes no path', 'Run it in the folder for the config.');
  const cwd = process.cwd();
  const known = findConfig(cwd);
  if (known !== null) throw new UserError(`there is a config: ${displayPath(known)}`, 'Change it, or remove it first.');
  refuseOutside(cwd, join(cwd, CONFIG));
  const project = openProject({ cwd, config: false, rules: RULES });
  const list = listFiles(project, { paths: [] });
  const { records } = withProgress(parsed, (progress) => listProject(project, list, { progress }));
  const { text, clusters } = firstConfig(records);
  writeFileAtomically(join(cwd, CONFIG), text);
  const found = `${plural(clusters, 'cluster')} found`;
  writeStderr(`connlint: wrote ${CONFIG}: ${found}\nNext: uncomment what is right in it, then run connlint\n`);
  return 0;
}

const MAX_CLUSTERS = 20;

/** Its values are commented out, because a guess must not turn a rule on. */
function firstConfig(records: readonly StringRecord[]): { readonly text: string; readonly clusters: number } {
  const facts = factFiles(records);
  const clusters = seenClusters(records.filter(({ file }) => !facts.includes(file)));
  const [first] = clusters;
  const changes = [{ change: 'multi-region', cluster: first?.name ?? 'pulse', regions: ['US_EAST_1', 'EU_WEST_1'] }];
  const lines = [
    '// Your clusters, your planned changes, and how strict connlint is. Uncomment the values that are right.',
    '// `connlint config <file>` prints the settings of a file, `connlint explain <rule>` the reason for a rule.',
    '{',
    '  // Facts: what `connlint pull` writes, answers of the Administration API, `atlas clusters list -o json`.',
    '  // Rules decide more with them.',
    entry('projects', [{ name: 'main', inventory: facts.length > 0 ? facts : ['facts/clusters.json'] }]),
    '',
    ...(clusters.length > 0 ? ['  // Clusters that strings of this tree name:'] : []),
    ...clusters.slice(0, MAX_CLUSTERS).map(({ name, words }) => `  //   ${name}: ${words}`),
    ...(clusters.length > 0 ? [''] : []),
    '  // Changes that you plan. `connlint plan` says what breaks, and what to do in which order.',
    entry('plan', changes),
    '',
    '  // Where the code of some files runs: "public", "peered" or "private-endpoint" (with a region).',
    entry('overrides', [{ files: 'deploy/production/**', environment: 'production', network: 'peered' }]),
    '',
    '  // Rules are "off", "info", "warning" or "error".',
    entry('rules', { 'legacy-host': 'error' }),
    '}',
    '',
  ];
  return { text: escapeControlCharsIn(lines.join('\n'), 'json'), clusters: clusters.length };
}

const entry = (key: string, value: unknown): string => `  // ${JSON.stringify(key)}: ${JSON.stringify(value)},`;

function factFiles(records: readonly StringRecord[]): readonly string[] {
  const named = new Set(records.map(({ file }) => file).filter((file) => file.endsWith('.json')));
  return [...named].filter((file) => {
    const { facts, problems } = buildFacts([{ file, value: parsedJson(textOrNull(file) ?? '') }]);
    return problems.length === 0 && facts.clusters.length > 0;
  });
}

/** The clusters with a token in code, most frequent first. Derived from names, so nothing here is a fact. */
function seenClusters(records: readonly StringRecord[]): { readonly name: string; readonly words: string }[] {
  const named = records.filter(({ cluster, token, context }) => cluster && token && context === 'code');
  const byName = [...grouped(named, ({ cluster }) => cluster!.toLowerCase())].filter(([name]) => !isNodeId(name));
  byName.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return byName.map(([name, own]) => {
    const kinds = [...grouped(own, ({ kind }) => kind)].map(([kind, all]) => `${all.length} ${kind}`);
    return { name: escapeControlChars(name), words: kinds.join(', ') };
  });
}
