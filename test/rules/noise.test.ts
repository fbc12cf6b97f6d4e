import { describe, expect, it } from 'vitest';
import { lintText } from '../support/lint-text.ts';

const HOST = 'till.k2j4h.mongodb.net';
const NODES = ['00', '01', '02'].map((node) => `till-shard-00-${node}.k2j4h.mongodb.net:27017`).join(',');
const API = 'https://cloud.mongodb.com/api/atlas';
/** A rule with its severity. */
type Row = readonly [path: string, text: string, ...report: readonly string[]];

function holds(row: readonly string[]): void {
  const [path = '', text = '', ...report] = row;
  expect(lintText(path, `${text}\n`).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(report);
}

describe('what a program completes', () => {
  it.each<Row>([
    ['a.js', `new MongoClient("mongodb+srv://${HOST}/?authMechanism=MONGODB-OIDC", { authMechanismProperties: p });`],
    ['a.py', `U = "mongodb+srv://${HOST}/?authMechanism=MONGODB-OIDC"`],
    ['a.go', `opts.ApplyURI("mongodb+srv://${HOST}/?authMechanism=PLAIN").SetAuth(options.Credential{Username: u})`],
    ['a.sh', `mongosh "mongodb+srv://${HOST}/?authMechanism=SCRAM-SHA-256" --username till`],
    ['a.java', `withUser("mongodb+srv://${HOST}/?authMechanism=PLAIN", user, password);`],
    ['a.js', `mongoose.connect("mongodb://${NODES}/x?authSource=admin", {\n  ssl: true,\n});`],
    ['a.py', `MongoClient("mongodb://${NODES}/?authSource=admin",\n    tls=True)`],
  ])('is not missing in %s: %s', (...row) => holds(row));
});

describe('markup, notations and placeholders', () => {
  it.each<Row>([
    ['a.md', 'the &#x60;mongodb+srv://&#x60; scheme'],
    ['a.md', `Set &#x60;mongodb+srv://${HOST}/?tls=true&#x60; or &amp;quot;mongodb://db.corp.internal/?w=1&amp;quot;.`],
    ['a.py', `"""mongodb://[user:pw@]host1[:port1][,host2[:port2],...][/[db][?options]]"""`],
    ['a.md', `mongodb+srv://${HOST}/?options...`],
    ['a.py', `U = "mongodb+srv://${HOST}/?w=majority..."`],
    ['a.env', 'U=mongodb://**HOST**:**PORT**/books'],
    ['a.c', '/* "mongodb://u:p@localhost:port/books?queryoptions=1" */'],
    ['a.js', "const user = ''; const u = `mongodb+srv://${user}:@-k2j4h.mongodb.net`;"],
  ])('are not faults in %s: %s', (...row) => holds(row));
});

describe('names that mean something else', () => {
  it.each<Row>([
    ['a.env', 'U=mongodb://u:${P}@0.till.mongodb.net:27017,1.till.mongodb.net:27017/?tls=true'],
    ['a.go', 'uri := "mongodb://" + host + "/$external?replicaSet=rs0&authMechanism=MONGODB-X509"'],
    ['a.py', `c = pymongo.MongoClient("mongodb+srv://${HOST}/", read_preference=ReadPreference.SECONDARY)`],
    ['a.toml', 'icon = "mongodb://files/icons/small/till.png"'],
    ['a.env', 'MONGODB_ATLAS_PRIVATE_API_KEY=87654321-4321-4321-4321-cba987654321'],
    ['a.env', 'U=mongodb+srv://till:D1ff%40cult7@db7.example.com/'],
    ['a.md', '`privateEndpoint[n].srvShardOptimizedConnectionString` of mongodbatlas is for AWS.'],
    ['a.yaml', 'openapi: 3.0.1\ninfo:\n  description: Within a `replicationSpec` of clusterType (connectionStrings).'],
  ])('are not faults in %s: %s', (...row) => holds(row));
});

describe('calls that are none', () => {
  it.each<Row>([
    ['a.test.ts', `expect(get).toHaveBeenCalledWith("${API}/v2/orgs", { headers: { Accept: "application/json" } });`],
    ['src/mock.py', `responses.add(responses.GET, "${API}/v2/orgs", headers={"Accept": "application/json"})`],
    ['openapi.json', '{ "openapi": "3.0.1", "paths": { "/api/atlas/v1.0/orgs": {} } }', 'api-unversioned-path info'],
    ['guide.md', `curl ${API}/v1.0/orgs`, 'api-unversioned-path info'],
    ['answer.json', `{ "links": [{ "rel": "self", "href": "${API}/v1.0/orgs/1" }] }`, 'api-unversioned-path info'],
    [
      'spec.yaml',
      'openapi: 3.0.1\npaths:\n  /api/atlas/v2/groups/{g}/clusters:\n    get:\n      application/vnd.atlas.2023-01-01+json: {}',
      'api-version info',
    ],
    ['CHANGELOG.md', 'mongodbatlas 0.8.2, terraform-provider-mongodbatlas/1.20.0'],
    ['a.go', 'ua := "terraform-provider-mongodbatlas/1.20.0"'],
  ])('weigh little in %s: %s', (...row) => holds(row));
});

describe('strings as the service gives them out, in documents and tests', () => {
  const ENDPOINT = 'pl-0-us-east-1.k2j4h.mongodb.net';
  const LIST = `mongodb://${[1024, 1025, 1026].map((port) => `${ENDPOINT}:${port}`).join(',')}/?ssl=true&authSource=admin`;
  it.each<Row>([
    ['guide.md', `\`${LIST}\``, 'direct-list info'],
    ['test/answer.json', `{ "standard": "${LIST}" }`, 'direct-list info'],
    ['spec/uri.json', '{ "tests": [{ "description": "a port", "uri": "mongodb+srv://a.example.com:1/" }] }'],
    ['a.env', LIST.replace('mongodb', 'U=mongodb'), 'direct-list warning'],
  ])('weigh less in %s: %s', (...row) => holds(row));
});
