// `npm run new-rule <id>`: writes a rule file with failing examples and updates the list of rules.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freshIndex, ruleIds } from './rule-index.mjs';

const root = new URL('../', import.meta.url);
const MAX_ID_LENGTH = 50;

/** Why an id cannot be used, or `null`. */
function wrongId(id, known) {
  if (id === undefined) return 'an id is missing: npm run new-rule <id>';
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(id) || id.length > MAX_ID_LENGTH)
    return `"${id.slice(0, MAX_ID_LENGTH)}" is no id: two or more words, lower case, with hyphens, like "srv-port"`;
  if (known.includes(id)) return `there is a rule "${id}" already: rules/${id}.ts`;
  return null;
}

/** Number of letters to add, drop or change between two words. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

/** Existing ids that could be confused with this one. */
function similar(id, known) {
  return known.filter((other) => other.startsWith(id) || id.startsWith(other) || distance(id, other) <= 3);
}

function template(id, since) {
  return `import { defineRule } from '../src/lint/rule.ts';

export default defineRule({
  id: '${id}',
  since: '${since}',
  scope: 'string',
  // Without what the rule cannot report a string.
  trigger: { all: ['own-host'] },
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'TODO: what is reported, in one sentence.',
    why: 'TODO: what happens otherwise.',
    todo: 'TODO: what to do about it.',
    sources: ['TODO: where the fact comes from (year-month)'],
  },
  messages: {
    found: 'TODO: what is wrong with "{name}".',
  },
  examples: {
    invalid: [
      {
        title: 'TODO: what must be reported; the marks enclose the exact place',
        files: { 'app.py': 'URI = "mongodb+srv://⟦orders.ab123.mongodb.net⟧/shop"\\n' },
      },
    ],
    valid: [
      {
        title: 'TODO: the near-miss that must not be reported',
        files: { 'app.py': 'URI = "mongodb://localhost/shop"\\n' },
      },
    ],
  },
  // Gets (string, context), with \`readsText: true\` the file too, and returns problems. It never guesses: \`{ missing: <fact>, at }\` where a fact is unknown.
  check() {
    return [];
  },
});
`;
}

const id = process.argv[2];
const known = ruleIds(new URL('rules/', root));
const problem = wrongId(id, known);
if (problem) {
  console.error(problem);
  process.exitCode = 2;
} else {
  const path = new URL(`rules/${id}.ts`, root);
  const manifest = new URL('package.json', root);
  const { version } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : { version: '0.0.0' };
  writeFileSync(path, template(id, version), { flag: 'wx' });
  await freshIndex(root, false);
  for (const other of similar(id, known)) console.error(`Take care: "${other}" is easily taken for "${id}".`);
  console.log(`wrote rules/${id}.ts

Its examples fail until it does what they say:
  npx vitest run test/rules/rule-examples.test.ts -t ${id}
Its page, the table and the schema follow:
  npm run docs`);
}
