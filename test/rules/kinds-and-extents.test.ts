import { describe, expect, it } from 'vitest';
import { lintText, linted } from '../support/lint-text.ts';

/** Text with `⟦…⟧` around each string, the kinds of the strings, and the rules that speak. */
type Row = readonly [path: string, marked: string, kinds?: string, rules?: string];

const plain = (marked: string): string => marked.replace(/[⟦⟧]/g, '');

/** The same marks around what is listed. */
function listed(path: string, text: string): string {
  const { strings } = linted(path, text);
  let shown = text;
  for (const { offset, endOffset } of [...strings].sort((a, b) => b.offset - a.offset)) {
    shown = `${shown.slice(0, offset)}⟦${shown.slice(offset, endOffset)}⟧${shown.slice(endOffset)}`;
  }
  return shown;
}

function holds(path = '', marked = '', kinds = '', rules = ''): void {
  const text = `${plain(marked)}\n`;
  expect(listed(path, text)).toBe(`${marked}\n`);
  expect(
    linted(path, text)
      .strings.map(({ kind }) => kind)
      .join(' '),
  ).toBe(kinds);
  expect([...new Set(lintText(path, text).map(({ rule }) => rule))].join(' ')).toBe(rules);
}

const OTHER = 'not-service';
const FORM = 'templated-unknown';

describe('kinds and extents', () => {
  it.each<Row>([
    // Fields that later records still have, and sentences about removed ones.
    ['a.js', 'const on = spec.regionConfigs[1].autoScaling; // clusterType, connectionStrings'],
    [
      'a.json',
      '{ "clusterType": "GEOSHARDED", "replicationSpecs": [{ "regionConfigs": [{ "autoScaling": { "compute": {} } }] }] }',
    ],
    ['a.go', '// Of replicationSpecs[n].regionConfigs[m].autoScaling and clusterType, within a `replicationSpec`.'],
    ['a.md', 'A `replicationSpec` with `providerSettings` was in the cluster record (clusterType, connectionStrings).'],
    // An SRV name of one label is no placeholder.
    ['a.js', 'const u = "⟦mongodb+srv://mongo/⟧";', OTHER],
    ['a.env', 'U=⟦mongodb+srv://your-host/books⟧', FORM],
    // Prose behind a scheme.
    ['a.ts', '/** All mongodb://connection strings of it, and each mongodb+srv://URL. */'],
    ['a.md', 'Both mongodb:// and mongodb+srv:// are schemes; a mongodb://URI has one.'],
    // A path of other products, one of them hosted.
    ['a.py', 'U = "⟦https://cloud.mongodb.com/api/public/v1.0/orgs/5f1a/users⟧"', 'other-service-host'],
    ['a.py', 'U = OPS_MANAGER + "/api/public/v1.0/groups/5f1a/alertConfigs" # not Atlas'],
    ['a.py', 'U = base + "/api/public/v1.0/groups/5f1a/alertConfigs"'],
    ['a.js', 'fetch("https://shop.example.com/api/public/v1.0/orders")'],
    ['a.js', 'fetch("/api/public/v1.0/orders") // not of MongoDB'],
    // A placeholder for a port.
    ['a.env', 'U=⟦mongodb+srv://<host>:<port>/books⟧', FORM],
    ['a.env', 'U=⟦mongodb://db.corp.internal:PORT/books⟧', OTHER],
    ['a.env', 'U=⟦mongodb+srv://quay.k2j4h.mongodb.net:27017/books⟧', 'standard', 'uri-refused'],
    // Media types.
    ['a.py', 'H = {"Accept": "⟦application/vnd.atlas.2027-02-01.upcoming+json⟧"}', 'media-type'],
    ['a.py', 'H = {"Accept": "⟦application/vnd.atlas.preview+json⟧"}', 'media-type', 'api-version'],
    // Names that are broken at a hyphen.
    ['a.txt', 'nodes ⟦pl-1-eu-central-\n1.k2j4h.mongodb.net⟧ and', 'private-endpoint'],
    ['a.md', 'see ⟦till-shard-00-\n02.k2j4h.mongodb.net⟧ there', 'standard'],
    // Brackets, full stops, and markup behind a string.
    ['a.md', 'That (⟦mongodb+srv://u:p@till.k2j4h.mongodb.net⟧).', 'standard'],
    ['a.go', 'fmt.Errorf("cannot reach (⟦mongodb+srv://till.k2j4h.mongodb.net⟧): %w", err)', 'standard'],
    ['a.js', 'log(`gave up on [⟦mongodb+srv://till.k2j4h.mongodb.net/books⟧].`);', 'standard'],
    ['a.md', '**⟦mongodb+srv://till.k2j4h.mongodb.net/⟧**, _⟦mongodb://localhost:27017⟧_', `standard ${OTHER}`],
    ['a.txt', 'Is it ⟦mongodb://localhost:27017⟧? Or ⟦mongodb://db.corp.internal/x⟧; who knows.', `${OTHER} ${OTHER}`],
    ['a.json', '{ "m": "no \\"⟦mongodb+srv://till.k2j4h.mongodb.net/books⟧\\", sorry\\n" }', 'standard'],
    ['a.html', '<li>⟦mongodb+srv://till.k2j4h.mongodb.net/books⟧</li><br>', 'standard'],
    // Descriptions of the syntax.
    ['a.md', '`⟦mongodb://[user:password@]host1[:port1][,host2[:port2],...[,hostN[:portN]]][/[db][?options]]⟧`.', FORM],
    ['a.md', '⟦mongodb+srv://[user:password@]host[/[defaultauthdb][?options]]⟧, and', FORM],
    ['a.js', 'const u = "⟦mongodb://u:p@[::1]:27017,[fe80::1]/books⟧";', OTHER],
    ['a.yaml', 'urls: [⟦mongodb://a.corp.internal/x⟧, ⟦mongodb://b.corp.internal/y⟧]', `${OTHER} ${OTHER}`],
    // Bare hosts in prose.
    [
      'a.md',
      'Of "⟦till-pri.k2j4h.mongodb.net⟧", (⟦till-pl-0.k2j4h.mongodb.net⟧) and `⟦till-pl-0-lb.k2j4h.mongodb.net⟧`.',
      'private private-endpoint optimized',
    ],
    ['a.log', 'ENOTFOUND _mongodb._tcp.⟦till.k2j4h.mongodb.net⟧', 'standard'],
    // The labels decide where the domain is a variable.
    ['a.tf', 'uri = "⟦mongodb+srv://${var.name}-pl-0-lb.${var.domain}/books⟧"', 'optimized'],
    ['a.js', 'const u = `⟦mongodb://pl-0-eu-west-1.${domain}:1024/?tls=true⟧`;', 'private-endpoint', 'direct-list'],
    // A name in a comment is no constant.
    [
      'a.js',
      '// const HOST = "⟦till.k2j4h.mongodb.net⟧"\nconst u = `⟦mongodb+srv://${HOST}/books⟧`;',
      `standard ${FORM}`,
    ],
  ])('%s: %s', (path, marked, kinds, rules) => holds(path, marked, kinds, rules));
});

describe('strings that are easily missed', () => {
  it.each<Row>([
    // User names that begin with a sign.
    ['a.json', '{ "u": "⟦mongodb://!till:x@db.corp.internal/books⟧" }', OTHER],
    ['a.yaml', 'u: "⟦mongodb://$till:R4k7tz0V@db.corp.internal/books⟧"', OTHER, 'credentials-in-text'],
    ['a.py', 'u = "⟦mongodb://$till:${PW}@db.corp.internal/books⟧"', OTHER],
    ['a.json', '{ "u": "⟦mongodb://$USER:$PASS@$HOST/books⟧" }', FORM],
    ['a.toml', 'u = "⟦mongodb://$USER:${PASS}@${HOST}/books⟧"', FORM],
    ['a.js', 'u = "⟦mongodb://*&till:x@db.corp.internal/books⟧"', OTHER],
    // Calls whose base is a verb or a variable.
    ['a.go', 'p := fmt.Sprintf("⟦%s/api/atlas/v2/orgs/%s/apiKeys⟧", base, id)', 'admin-api-v2'],
    ['a.py', 'p = "⟦%s/api/atlas/v2/groups/%s⟧" % (base, group)', 'admin-api-v2'],
    ['a.js', "const p = util.format('⟦%s/api/atlas/v2/groups/%s⟧', base, group)", 'admin-api-v2'],
    ['a.py', 'p = f"⟦{BASE}api/atlas/v2/groups/{group}⟧"', 'admin-api-v2'],
    ['a.js', 'const p = `⟦${base}api/atlas/v2/orgs/${org}⟧`;', 'admin-api-v2'],
    // Any first segment.
    ['a.py', 'U = "⟦https://cloud.mongodb.com/api/atlas/v2/unauth/controlPlaneIPAddresses⟧"', 'admin-api-v2'],
    ['a.py', 'U = "⟦/api/atlas/v2/eventTypes⟧"', 'admin-api-v2'],
    ['a.py', 'U = "/api/atlas/v2/entity/guid/7"'],
    // Colours of a terminal.
    ['a.log', 'at \u001b[33m⟦mongodb+srv://till.k2j4h.mongodb.net/⟧\u001b[39m', 'standard'],
    ['a.log', 'at \u001b[1;33m⟦till.k2j4h.mongodb.net⟧\u001b[0m', 'standard'],
    ['a.js', "log('\\x1b[36m⟦mongodb://localhost:27017⟧\\x1b[0m');", OTHER],
    // No host.
    ['a.env', 'U=⟦mongodb:///run/mongodb.sock⟧', OTHER, 'uri-refused'],
    ['a.env', 'U=⟦mongodb://%2Frun%2Fmongodb.sock/books⟧', OTHER],
    // Signs in user info.
    ['a.py', 'U = "⟦mongodb+srv://till:R4k`7tz@till.k2j4h.mongodb.net/⟧"', 'standard', 'credentials-in-text'],
    ['a.txt', '⟦mongodb+srv://<<the user>>:<<the password>>@<<my cluster>>.mongodb.net/books⟧', FORM],
    // Weak passwords of real hosts.
    ['a.env', 'U=⟦mongodb+srv://till:till@till.k2j4h.mongodb.net/⟧', 'standard', 'credentials-in-text'],
    ['a.env', 'U=⟦mongodb+srv://till:till@cluster.mongodb.net/⟧', 'other-service-host'],
    // Placeholders of build tools and pipelines.
    ['a.env', 'U=⟦mongodb+srv://@@USER@@:@@PASS@@@@@HOST@@/@@DB@@⟧', FORM],
    ['a.env', 'U=⟦mongodb+srv://@@USER@@:@@PASS@@@till.k2j4h.mongodb.net/⟧', 'standard'],
    ['a.env', 'U=⟦mongodb://@DB_HOST@:@DB_PORT@/books⟧', FORM],
    ['a.properties', 'u=⟦mongodb://@db.user@:@db.password@@@db.host@:27017/books⟧', FORM],
    ['a.env', 'U=⟦mongodb+srv://__USER__:__PASSWORD__@__HOST__/__DB__⟧', FORM],
    ['a.yaml', 'u: ⟦mongodb+srv://((user)):((db.password))@((host))/books⟧', FORM],
    [
      'a.env',
      'U=⟦mongodb+srv://till:@@R4k7tz0V@till.k2j4h.mongodb.net/⟧',
      'standard',
      'credentials-in-text userinfo-unescaped',
    ],
    ['a.js', 'const re = /^mongodb:\\/\\/((?:[^,]+),?)+$/;'],
    // A sentence is no part of a string.
    ['a.js', 'const port = "the usual one"; const u = "⟦mongodb://localhost:" + port + "/books⟧";', OTHER],
    ['a.js', 'const host = "some host"; const u = `⟦mongodb://${host}:27017/books⟧`;', FORM],
  ])('%s: %s', (path, marked, kinds, rules) => holds(path, marked, kinds, rules));
});
