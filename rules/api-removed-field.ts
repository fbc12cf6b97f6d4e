import { missingFields, successorEdit, SUCCESSORS } from '../src/admin-api/record-fields.ts';
import { API_CALLS } from '../src/admin-api/requests.ts';
import { plannedVersion } from '../src/admin-api/versions.ts';
import { defineRule } from '../src/lint/rule.ts';

const TYPE = 'application/vnd.atlas.2024-08-05+json';
const V2 = 'https://cloud.mongodb.com/api/atlas/v2';
const read = (line: string, type = TYPE, path = 'clusters'): string =>
  `r = requests.get(f"${V2}/groups/{g}/${path}", headers={"Accept": "${type}"}).json()\n${line}\n`;

export default defineRule({
  id: 'api-removed-field',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: Object.keys(SUCCESSORS), strings: API_CALLS },
  severity: 'error',
  confidence: 'medium',
  needs: [],
  changes: ['admin-api'],
  withoutPlan: true,
  docs: {
    what: 'A field of the first generation of cluster records in a file that uses version 2023-02-01 or later.',
    why: 'Later generations do not have this field. Reading it returns nothing, and writing it is refused.',
    todo: 'Read the strings from `connectionStrings`, and describe hardware and regions in `replicationSpecs[].regionConfigs[]`.',
    sources: ['MongoDB Atlas Administration API specification, cluster record by version (2026-08)'],
  },
  messages: { field: 'Cluster records have no `{field}` since version 2023-02-01. Use {instead}.' },
  examples: {
    invalid: [
      {
        title: 'a string of the first record generation',
        files: { 'a.py': read('uri = r["⟦mongoURI⟧"], r["⟦srvAddress⟧"]') },
      },
      {
        title: 'one field, in a program that reads a record',
        files: {
          'a.go': `package a\n\nfunc uri() any {\n\treq, _ := http.NewRequest("GET", "${V2}/groups/"+g+"/clusters/till", nil)\n\treq.Header.Set("Accept", "${TYPE}")\n\tvar till map[string]any\n\treturn till["⟦srvAddress⟧"]\n}\n`,
        },
      },
      {
        title: 'regions as a map',
        files: { 'a.py': read('x = r["replicationSpecs"][0]["⟦regionsConfig⟧"]') },
      },
      {
        title: 'read as a property',
        files: {
          'a.js': `const r = await fetch(\`${V2}/groups/\${g}/clusters/\${n}\`, { headers: { Accept: '${TYPE}' } });\nconst cluster = await r.json();\nconnect(cluster.⟦srvAddress⟧, cluster.connectionStrings);\n`,
        },
        suggested: 'connectionStrings.standardSrv',
      },
      {
        title: 'of each cluster of a list',
        files: {
          'a.js': `const r = await fetch(\`${V2}/groups/\${g}/clusters\`, { headers: { Accept: '${TYPE}' } });\nconst { results } = await r.json();\nconst scaling = results\n  .filter((one) => one.clusterType)\n  .map((one) => one.⟦autoScaling⟧);\n`,
        },
      },
      {
        title: 'by a filter',
        files: { 'a.sh': `curl -s -H 'Accept: ${TYPE}' ${V2}/groups/$G/clusters/$C | jq -r '.⟦srvAddress⟧'\n` },
        suggested: 'connectionStrings.standardSrv',
      },
      {
        title: 'settings at the root of a body',
        files: {
          'a.sh': `curl -X POST -H 'Accept: ${TYPE}' -d '{"name":"a",⟦"autoScaling"⟧:{"diskGBEnabled":true},"replicationSpecs":[]}' ${V2}/groups/$G/clusters\n`,
        },
      },
      {
        title: 'a move is planned',
        files: {
          'a.py': `r = requests.get(f"${V2.replace('v2', 'v1.0')}/groups/{g}/clusters").json()\nuri = r["⟦mongoURI⟧"], r["connectionStrings"]\n`,
        },
        config: { plan: [{ change: 'admin-api', to: '2023-02-01' }] },
        suggested: 'connectionStrings"]["standard',
        severity: 'error',
      },
    ],
    valid: [
      {
        title: 'automatic scaling of a region',
        files: { 'a.py': read('s = r["replicationSpecs"][0]["regionConfigs"][0]["autoScaling"], r["clusterType"]') },
      },
      {
        title: 'the first generation has the field',
        files: { 'a.py': read('uri = r["mongoURI"], r["srvAddress"]', 'application/vnd.atlas.2023-01-01+json') },
      },
      {
        title: 'flex clusters have provider settings',
        files: {
          'a.py': read('p = r["providerSettings"], r["stateName"], r["connectionStrings"]', TYPE, 'flexClusters'),
        },
      },
      {
        title: 'shards per element, which only 2024-08-05 changes',
        files: { 'a.py': read('n = r["replicationSpecs"][0]["numShards"], r["clusterType"]') },
      },
      { title: 'a setting of the program beside a call', files: { 'a.py': read('connect(settings.mongoURI)') } },
      {
        title: 'settings of the program beside a record',
        files: {
          'a.py': read('n = r["replicationSpecs"], r["clusterType"]\nconnect(config["mongoURI"])'),
          'b.py': read('n = r["replicationSpecs"], r["clusterType"]\nconfig = {"mongoURI": os.environ["URI"]}'),
        },
      },
      {
        title: 'the scaling of a region in a variable',
        files: {
          'a.py': read(
            'for spec in r["replicationSpecs"]:\n    for region in spec["regionConfigs"]:\n        print(region["autoScaling"], r["clusterType"])',
          ),
        },
      },
      {
        title: 'the scaling of each region, in a function',
        files: {
          'a.js': `const r = await fetch(\`${V2}/groups/\${g}/clusters/\${n}\`, { headers: { Accept: '${TYPE}' } });\nconst { replicationSpecs, clusterType } = await r.json();\nconst regions = replicationSpecs.flatMap((one) => one.regionConfigs);\nconst scaling = regions.map((cfg) => cfg.autoScaling);\n`,
        },
      },
      {
        title: 'settings of other services beside a call',
        files: {
          'a.py': read(
            'topic = {"topic": "orders", "replicationFactor": 3}\nmodel = {"providerSettings": {"model": "small"}}\nscale = service["autoScaling"]["min"]',
          ),
        },
      },
      {
        title: 'a program that reads both generations',
        files: { 'a.py': read('uri = r["mongoURI"] if "mongoURI" in r else r["connectionStrings"]["standard"]') },
      },
      { title: 'a variable of the program', files: { 'a.js': 'const c = { mongoURI: process.env.URI };\n' } },
      { title: 'an infrastructure attribute', files: { 'a.tf': 'regions_config {\n  region_name = "US_EAST_1"\n}\n' } },
    ],
  },
  check(file, { profile, plan }) {
    return missingFields(file, profile, plannedVersion(plan))
      .filter(({ reason }) => reason === 'removed')
      .map((use) => ({
        message: 'field',
        data: { field: use.field, instead: SUCCESSORS[use.field]!.words },
        at: use.at,
        suggestions: successorEdit(file, use),
      }));
  },
});
