import { describe, expect, it } from 'vitest';
import { entryOf } from '../support/run-plan.ts';

const BASE = 'https://cloud.mongodb.com/api/atlas/v2';
const type = (date: string): string => `application/vnd.atlas.${date}+json`;
const [OLD, NEW] = [type('2023-02-01'), type('2025-03-12')];
const SEEN = { 'seen.sh': `curl -H 'Accept: ${NEW}' ${BASE}/groups\n` };
const PLAN = { plan: [{ change: 'admin-api', to: '2025-03-12' }] };
const judge = (path: string, text: string) => entryOf({ files: { ...SEEN, [path]: text }, config: PLAN });

describe('a migration of the Administration API', () => {
  it.each<[path: string, text: string, line: number]>([
    ['a.sh', `curl -H "Accept: $ACCEPT" ${BASE}/groups/$G/clusters\n`, 1],
    ['a.sh', `curl "\${HEADERS[@]}" ${BASE}/groups/$G/clusters\n`, 1],
    ['a.sh', `curl -H @headers.txt ${BASE}/groups/$G/clusters\n`, 1],
    ['a.sh', `curl -H 'Accept: ${OLD}' ${BASE}/groups/$G/$WHAT\n`, 1],
    ['a.sh', 'curl "https://cloud.mongodb.com/api/atlas/$VERSION/groups/$G/clusters"\n', 1],
    ['a.sh', 'curl "https://cloud.mongodb.com/api/atlas/${API_VERSION}/groups"\n', 1],
    ['a.go', 'u := fmt.Sprintf("https://cloud.mongodb.com/api/atlas/%s/groups", v)\n', 1],
    ['A.java', 'String u = "https://cloud.mongodb.com/api/atlas/" + VERSION + "/groups";\n', 1],
    ['A.java', 'String u = host + "/api/atlas/" + VERSION + "/groups";\n', 1],
    ['a.py', 'requests.get("https://cloud.mongodb.com/api/atlas/{}/groups".format(v))\n', 1],
    ['a.py', 'requests.get(urljoin("https://cloud.mongodb.com/api/atlas/", "v1.0/groups"))\n', 1],
    ['a.py', "v = 'v1.0'\nrequests.get(f'https://cloud.mongodb.com/api/atlas/{v}/groups')\n", 2],
    [
      'a.py',
      `v = 'v1.0'\nrequests.get(f'https://cloud.mongodb.com/api/atlas/{v}/groups', headers={'Accept': '${NEW}'})\n`,
      2,
    ],
    ['a.py', "v = 'v2'\nrequests.get(f'https://cloud.mongodb.com/api/atlas/{v}/groups')\n", 2],
    ['a.js', 'fetch(`https://cloud.mongodb.com/api/atlas/${v}/groups`)\n', 1],
    ['a.yaml', 'atlas:\n  baseUrl: https://cloud.mongodb.com/api/atlas/\n  version: v1.0\n', 2],
    ['a.sh', 'atlas api clusters listClusters --version 2023-02-01 --groupId $G\n', 1],
    ['a.ts', `import { headers } from './h';\nawait fetch('${BASE}/groups', { headers });\n`, 2],
    [
      'a.ts',
      `await fetch('${BASE}/groups', { headers: { Accept: \`application/vnd.atlas.\${version}+json\` } });\n`,
      1,
    ],
    ['a.ts', 'await fetch(`${process.env.ATLAS_BASE}/groups/${g}/clusters`, { headers: { Accept: accept } });\n', 1],
    ['a.py', 'import atlas\nr = session.get(BASE + "/groups/" + group + "/clusters")\n', 2],
    ['a.py', `BASE = "${BASE}/groups"\n`, 1],
    ['b.env', `ATLAS_API=${BASE}\nATLAS_ACCEPT=${OLD}\n`, 2],
    ['accept.ts', `export const ACCEPT = '${OLD}';\n`, 1],
    ['a.go', 'import "go.mongodb.org/atlas/mongodbatlas"\n', 1],
    ['a.go', 'import "go.mongodb.org/atlas-sdk/v20230201004/admin"\n', 1],
    ['a.rb', `req = Net::HTTP::Get.new(URI("${BASE}/groups/#{g}/clusters"))\nreq["Accept"] = ENV["ATLAS_ACCEPT"]\n`, 1],
    ['a.php', `<?php $c->get("${BASE}/groups/$g/clusters", ["headers" => $headers]);\n`, 1],
    [
      'main.tf',
      `data "http" "c" {\n  url = "${BASE}/groups/\${var.g}/clusters"\n  request_headers = var.headers\n}\n`,
      2,
    ],
  ])('is undecided with a version that nothing shows: %s: %s', (path, text, line) => {
    const entry = judge(path, text);
    expect([entry.verdict, entry.missing]).toEqual(['undecided', ['API version of a call']]);
    const places = entry.unknown.flatMap((one) => one.places);
    expect(places).toContainEqual(expect.objectContaining({ file: path, line }));
    expect(entry.steps[0]?.places).toContainEqual(expect.objectContaining({ file: path, line }));
  });

  it.each<[path: string, text: string]>([
    ['a.sh', `ACCEPT='${NEW}'\ncurl -H "Accept: $ACCEPT" ${BASE}/groups/$G/clusters\n`],
    ['a.sh', `curl -H 'Accept: ${NEW}' ${BASE}/groups/$G/$WHAT\n`],
    ['a.sh', `# curl -H "Accept: $ACCEPT" ${BASE}/groups/$G/clusters\n`],
    [
      'a.py',
      `v = 'v2'\nrequests.get(f'https://cloud.mongodb.com/api/atlas/{v}/groups', headers={'Accept': '${NEW}'})\n`,
    ],
    ['a.ts', `const base = 'https://cloud.mongodb.com/api/atlas';\nconst v = '/v2';\nconst accept = '${NEW}';\n`],
    ['a.js', `fetch(\`https://cloud.mongodb.com/api/atlas/\${v}/groups\`, { headers: { Accept: '${NEW}' } });\n`],
    ['a.js', '// See https://cloud.mongodb.com/api/atlas/ for more.\n'],
    ['a.js', 'app.use("/api/atlas/", proxy);\nfetch("https://metadata.shop.example/api/atlas/" + id + "/groups");\n'],
    ['a.js', 'fetch("https://www.mongodb.com/docs/api/atlas/");\nfetch("/api/atlas/" + id + "/entity");\n'],
    ['a.sh', 'atlas api clusters listClusters --version 2025-03-12 --groupId $G\n'],
    ['a.go', 'import "go.mongodb.org/atlas-sdk/v20250312001/admin"\n'],
    [
      'a.go',
      `func list() {\n\treq, _ := http.NewRequest("GET", "${BASE}/groups/"+id+"/clusters", nil)\n\tsend(req)\n}\n\n\n\n\n\n\n\n\n\n\n\n\nfunc send(req *http.Request) {\n\treq.Header.Set("Accept", "${NEW}")\n}\n`,
    ],
    ['a.ts', `await fetch(\`\${process.env.ATLAS}/groups/\${g}/clusters\`, { headers: { Accept: '${NEW}' } });\n`],
    ['a.ts', 'const atlas = 1;\nawait fetch(`https://gitlab.example.com/api/v4/groups/${g}/users`);\n'],
    ['README.md', `Call \`${BASE}/groups\` with your headers.\n`],
    ['test/a.test.ts', `import { headers } from './h';\nawait fetch('${BASE}/groups', { headers });\n`],
  ])('is ready with a version that the text shows: %s: %s', (path, text) => {
    expect(judge(path, text).verdict).toBe('ready');
  });

  it('is undecided with calls of a newer version', () => {
    const of = (to: string): ReturnType<typeof entryOf> =>
      entryOf({ files: SEEN, config: { plan: [{ change: 'admin-api', to }] } });
    expect(of('2025-03-12').verdict).toBe('ready');
    expect(of('2024-08-05')).toMatchObject({
      verdict: 'undecided',
      reasons: [{ message: expect.stringContaining('2025-03-12, which is newer than 2024-08-05') as string }],
    });
  });

  it('is ready once somebody has checked the call', () => {
    const call = `curl "\${HEADERS[@]}" ${BASE}/groups/$G/clusters\n`;
    const comment = '# connlint-disable-next-line api-missing-accept -- sends 2025-03-12\n';
    expect(judge('a.sh', comment + call).verdict).toBe('ready');
    expect(judge('a.sh', comment.replace(/ -- .*/, '') + call).verdict).toBe('undecided');
    const suppressions = [{ rule: 'api-missing-accept', files: 'a.sh', reason: 'sends 2025-03-12' }];
    expect(entryOf({ files: { ...SEEN, 'a.sh': call }, config: { ...PLAN, suppressions } }).verdict).toBe('ready');
  });

  const provider =
    'terraform {\n  required_providers {\n    mongodbatlas = {\n      source  = "mongodb/mongodbatlas"\n      version = "2.7.0"\n    }\n  }\n}\n';
  const cluster = (type: string): string => `resource "${type}" "a" {\n  name = "a"\n}\n`;
  it.each<[verdict: string, resource: string, places: string[]]>([
    ['blocked', 'mongodbatlas_cluster', ['infra/versions.tf']],
    ['ready', 'mongodbatlas_advanced_cluster', []],
  ])('is %s with a release for %s', (verdict, resource, places) => {
    const entry = entryOf({
      files: { ...SEEN, 'infra/versions.tf': provider, 'infra/main.tf': cluster(resource) },
      config: PLAN,
    });
    const tools = entry.steps.filter(({ title }) => title.startsWith('Replace providers'));
    expect([entry.verdict, tools.flatMap((one) => one.places.map(({ file }) => file))]).toEqual([verdict, places]);
  });
});
