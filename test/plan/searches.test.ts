import { describe, expect, it } from 'vitest';
import { runExample } from '../support/run-example.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

const OLD = 'lagoon-h6j2m.mongodb.net';
const NEW = 'lagoon.h6j2m.mongodb.net';

/** Whether something is offered for the old name in a text, and the verdict on the end of such names. */
function judged(path: string, text: string) {
  const { findings } = runExample({ files: { [path]: text }, facts: { 'lagoon.json': clusterRecord('lagoon') } });
  const own = findings.filter(({ rule }) => rule === 'legacy-host');
  const { verdict } = entryOf({
    files: { '.env': `MONGODB_URI=mongodb+srv://u:p@${NEW}/app\n`, [path]: text },
    clusters: [clusterRecord('lagoon')],
    change: { change: 'leave-legacy-hostnames' },
  });
  expect(own.length).toBeGreaterThan(0);
  return { offers: own.filter(({ fix, suggestions }) => fix !== null || suggestions.length > 0).length, verdict };
}

/** Scripts that end the use of old names, and texts about it. */
const SEARCHED: readonly (readonly [path: string, text: string])[] = [
  ['move.sh', `sed -i 's/${OLD}/${NEW}/' .env\n`],
  ['move.sh', `grep -rl ${OLD} . | xargs sed -i "s#${OLD}#${NEW}#g"\n`],
  ['move.js', `text = text.replace('${OLD}', '${NEW}').replaceAll("${OLD}", "${NEW}");\n`],
  ['move.py', `import re\ntext = re.sub(r"lagoon-h6j2m\\.mongodb\\.net", "${NEW}", text)\n`],
  ['move.go', `package main\n\nvar u = strings.ReplaceAll(old, "${OLD}", "${NEW}")\n`],
  ['move.rb', `text.gsub!('${OLD}', '${NEW}')\n`],
  ['move.php', `<?php $u = preg_replace('/lagoon-h6j2m\\.mongodb\\.net/', '${NEW}', $u);\n`],
  ['move.ps1', `$text = $text -replace '${OLD}', '${NEW}'\n`],
  ['move.jq', `.uri |= sub("${OLD}"; "${NEW}")\n`],
  ['move.sql', `UPDATE s SET u = REPLACE(u, '${OLD}', '${NEW}') WHERE u LIKE '%${OLD}%';\n`],
  ['play.yml', `- replace:\n    path: /etc/app.env\n    regexp: '${OLD}'\n    replace: '${NEW}'\n`],
  ['check.js', `if (host === '${OLD}' || uri.includes('${OLD}')) console.warn('legacy');\n`],
  ['check.rb', `raise 'legacy' if uri.include?("${OLD}")\n`],
  ['check.py', `assert "${OLD}" not in uri and not uri.startswith("mongodb+srv://${OLD}")\n`],
  ['names.json', `{ "${OLD}": "${NEW}" }\n`],
  ['names.json', `[{ "from": "${OLD}", "to": "${NEW}" }]\n`],
  ['names.rb', `NAMES = { '${OLD}' => '${NEW}' }\n`],
  ['patches/x+1.0.0.patch', `--- a/x.js\n+++ b/x.js\n@@ -1 +1 @@\n-const h = '${OLD}';\n+const h = '${NEW}';\n`],
  ['CHANGELOG.md', `- Moved from \`mongodb+srv://${OLD}\` to \`mongodb+srv://${NEW}\`.\n`],
  ['a.log', `connected to mongodb+srv://${OLD}/app\n`],
];

describe('a name that no client gets', () => {
  it.each(SEARCHED)('stays as it is, and breaks nothing: %s %s', (path, text) => {
    expect(judged(path, text)).toEqual({ offers: 0, verdict: 'ready' });
  });

  it('stays in the lines around a patch, which decide', () => {
    const text = `--- a/x.js\n+++ b/x.js\n@@ -1,2 +1,2 @@\n const h = '${OLD}';\n-const n = 1;\n+const n = 2;\n`;
    expect(judged('patches/x+1.0.0.patch', text)).toEqual({ offers: 0, verdict: 'blocked' });
  });
});

/** The new side of a replacement, and strings beside one. */
const GIVEN: readonly (readonly [path: string, text: string])[] = [
  ['move.sh', `sed -i 's/db.corp.example/${OLD}/' .env\n`],
  ['move.js', `connect(template.replace('HOST', '${OLD}'));\n`],
  ['move.go', `package main\n\nvar u = strings.Replace("mongodb+srv://u:<pw>@${OLD}", "<pw>", pw, 1)\n`],
  ['a.js', `const uri = env === 'test' ? 'mongodb://localhost' : 'mongodb+srv://${OLD}/app';\n`],
  ['a.js', `client.test('mongodb+srv://${OLD}/app');\n`],
  ['.env', `OLD_URI=mongodb+srv://${OLD}/app\nNEW_URI=mongodb+srv://${NEW}/app\n`],
  ['a.nix', `let uri = "mongodb+srv://${OLD}/app"; in uri\n`],
  ['a.yaml', `test: mongodb+srv://${OLD}/app\nmatch: "mongodb+srv://${OLD}/app"\n`],
  ['history.js', `connect('mongodb+srv://${OLD}/app');\n`],
];

describe('a name that a client gets', () => {
  it.each(GIVEN)('is mended and decides: %s %s', (path, text) => {
    const { offers, verdict } = judged(path, text);
    expect(offers).toBeGreaterThan(0);
    expect(verdict).toBe('blocked');
  });
});
