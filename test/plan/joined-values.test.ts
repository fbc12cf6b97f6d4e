import { describe, expect, it } from 'vitest';
import type { PlanVerdict } from '../../src/plan/steps.ts';
import { connlint, withFiles } from '../support/cli.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';
import { rowsOf } from '../support/rows.ts';

const URI = 'mongodb+srv://u:p@lagoon.h6j2m.mongodb.net/app';

/** A tree with a read, and the verdict of a plan that its value would not break. */
interface Row {
  readonly name: string;
  readonly verdict: PlanVerdict;
  readonly files: Readonly<Record<string, string>>;
}

const rows = rowsOf<Row>('joined-values.jsonl');

/** Of a project whose facts are all known, and whose only string is standard. */
const entryFor = (files: Readonly<Record<string, string>>, external = {}) =>
  entryOf({
    files: { 'src/std.ts': `export const uri = '${URI}';\n`, ...files },
    config: {
      external,
      projects: [{ name: 'p', regionalizedPrivateEndpoints: false, inventory: ['facts.json', 'services.json'] }],
    },
    clusters: [clusterRecord('lagoon')],
    endpoints: ['US_EAST_1', 'EU_WEST_1'],
    change: { change: 'multi-region', cluster: 'lagoon', regions: ['US_EAST_1', 'EU_WEST_1'] },
  });

/** Reads of a variable that the tree does not have, by the ending of a program's file. */
const READS: Readonly<Record<string, string>> = {
  js: 'process.env.GIVEN',
  py: 'os.environ["GIVEN"]',
  rb: 'ENV["GIVEN"]',
  php: "getenv('GIVEN')",
  java: 'System.getenv("GIVEN")',
  go: 'os.Getenv("GIVEN")',
};

/** The trees of the rows with one string, with a read in its place. Only the string shows that a result of Celery is here. */
const withReads = rows.flatMap(({ name, verdict, files }) => {
  const [[path, text] = ['', ''], other] = Object.entries(files).filter(([, one]) => one.includes('mongodb+srv:'));
  const read = READS[path.split('.').at(-1)!.replace('ts', 'js')];
  const parts = text.split(/(?<![\w"'`])(["'])mongodb\+srv:[^"'`\s\\]*\1(?!\s*[+.])/);
  if (verdict !== 'ready' || name.includes('Celery') || read === undefined || parts.length !== 3 || other !== undefined)
    return [];
  return [{ name, files: { ...files, [path]: parts[0]! + read + parts[2]! } }];
});

/** Values are joined by where a program gets them, never by the name of a variable alone. */
describe('a read has the value', () => {
  it.each(rows)('$name: $verdict', ({ verdict, files }) => {
    expect(entryFor(files).verdict).toBe(verdict);
    // A list agrees: it has the kind of each read whose value is in the tree.
    const listed = withFiles(files, (cwd) => connlint(['list', '--format', 'csv'], { cwd }).stdout);
    const isText = verdict === 'undecided' && listed.includes(',templated-unknown,');
    expect(isText || listed.includes(',external,')).toBe(verdict === 'undecided');
    expect(listed.match(/^.+$/gm)).toHaveLength(new Set(listed.match(/^.+$/gm)).size);
  });

  it.each(withReads)('and is open without it: $name', ({ files }) => {
    expect(entryFor(files).verdict).toBe('undecided');
  });

  it.each([
    ['standard', 'ready'],
    ['optimized', 'blocked'],
  ])('that the config calls %s where a deployment gives it: %s', (kind, verdict) => {
    const files = {
      'app.js': "require('mongoose').connect(process.env.DATABASE_URL);\n",
      '.env': `DATABASE_URL=${URI}\n`,
      'docker-compose.yml': 'services:\n  app:\n    environment:\n      DATABASE_URL: ${PROD_DATABASE}\n',
    };
    expect(entryFor(files, { PROD_DATABASE: { cluster: 'lagoon', kind } }).verdict).toBe(verdict);
  });

  it('that is asked for where its variable is read', () => {
    const { open } = entryFor({
      'config/config.exs': 'config :lagoon, mongo_url: System.get_env("MONGO_URL")\n',
      'lib/lagoon.ex': 'url = Application.get_env(:lagoon, :mongo_url)\nMongo.start_link(url: url)\n',
    });
    expect(open).toMatchObject([{ message: 'The value of MONGO_URL is not in this tree.' }]);
  });

  it('that an entry gives by place, not by a name that says little', () => {
    const files = { 'a.py': 'client = MongoClient(json.load(open("/etc/a.json"))["uri"])\n' };
    const entry = { cluster: 'lagoon', kind: 'standard' };
    expect(entryFor(files, { 'json.load': entry }).verdict).toBe('undecided');
    expect(entryFor(files, { 'a.py#client': entry }).verdict).toBe('ready');
  });

  it('that is asked for by the last name of its path, which may have a dash', () => {
    const { open } = entryFor({ 'a.tf': 'locals {\n  uri = "mongodb+srv://u:p@${proxy.lagoon-db.address}/app"\n}\n' });
    expect(open).toMatchObject([{ message: 'The host comes from address, whose value is not in this tree.' }]);
  });
});
