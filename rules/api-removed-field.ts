import { apiRequests, mediaTypeOf } from '../src/core/api-request.ts';
import { defineRule } from '../src/core/rule.ts';
import type { FoundFile } from '../src/core/rule.ts';
import type { ServiceProfile } from '../src/core/service.ts';

const TYPE = 'application/vnd.atlas.2024-08-05+json';
const V2 = 'https://cloud.mongodb.com/api/atlas/v2';
const read = (line: string, type = TYPE, path = 'clusters'): string =>
  `r = requests.get(f"${V2}/groups/{g}/${path}", headers={"Accept": "${type}"}).json()\n${line}\n`;

export default defineRule({
  id: 'api-removed-field',
  since: '0.1.0',
  scope: 'string',
  severity: 'error',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'A field of the first generation of cluster records in a file that asks for version 2023-02-01 or later.',
    why: 'Later generations do not have it: reading it gives nothing, and writing it is refused.',
    todo: 'Read the strings from `connectionStrings`, and describe hardware and regions in `replicationSpecs[].regionConfigs[]`.',
    sources: ['MongoDB Atlas administration API specification, cluster record by version (2026-08)'],
  },
  messages: { field: '`{field}` is not in cluster records since version 2023-02-01. Instead: {instead}.' },
  examples: {
    reported: [
      { title: 'a string of old', files: { 'a.py': read('uri = r["⟦mongoURI⟧"], r["⟦srvAddress⟧"]') } },
      {
        title: 'regions as a map',
        files: { 'a.py': read('x = r["replicationSpecs"][0]["⟦regionsConfig⟧"]') },
      },
    ],
    silent: [
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
        title: 'shards per element are a matter of 2024-08-05',
        files: { 'a.py': read('n = r["replicationSpecs"][0]["numShards"], r["clusterType"]') },
      },
      { title: 'a variable of the program', files: { 'a.js': 'const c = { mongoURI: process.env.URI };\n' } },
      { title: 'an infrastructure attribute', files: { 'a.tf': 'regions_config {\n  region_name = "US_EAST_1"\n}\n' } },
    ],
  },
  check(string, { profile }, file) {
    if (string.kind !== 'removed-field' || string.literal.context === 'comment') return [];
    const field = string.literal.value.slice(string.inValue.offset, string.inValue.endOffset);
    const instead = INSTEAD[field];
    if (instead === undefined || !asksForLater(file, profile)) return [];
    return [{ message: 'field', data: { field, instead }, at: string.range }];
  },
});

const HARDWARE = '`replicationSpecs[].regionConfigs[]`';

/** Fields that other records, or other places of the same record, do not have as well. */
const INSTEAD: Readonly<Record<string, string>> = {
  mongoURI: '`connectionStrings.standard`',
  mongoURIWithOptions: '`connectionStrings.standard`',
  mongoURIUpdated: 'nothing',
  srvAddress: '`connectionStrings.standardSrv`',
  providerBackupEnabled: '`backupEnabled`',
  providerSettings: HARDWARE,
  replicationFactor: '`electableSpecs.nodeCount`',
  replicationSpec: HARDWARE,
  regionsConfig: '`regionConfigs`',
};

const asked = new WeakMap<FoundFile, boolean>();

/** True where every version that the file asks for is a later one, and no other kind of cluster is meant. */
function asksForLater(file: FoundFile, profile: ServiceProfile): boolean {
  let known = asked.get(file);
  if (known === undefined) {
    const requests = apiRequests(file, profile);
    const dates = file.strings.flatMap((string) =>
      string.kind === 'media-type' && string.literal.context !== 'comment'
        ? (mediaTypeOf(string, profile).date ?? [])
        : [],
    );
    const others = requests.some(({ path }) => /\/(?:flexClusters|serverless)\b|tenantUpgrade/i.test(path));
    const older = requests.some(({ address }) => address.kind === 'admin-api-v1');
    const later = dates.length > 0 && dates.every((date) => date >= '2023-02-01');
    known = requests.length > 0 && later && !others && !older;
    asked.set(file, known);
  }
  return known;
}
