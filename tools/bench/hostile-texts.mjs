// Texts that are written to cost a linter more time than their size: each entry is [name, files, arguments], where
// `files` creates the text of each file for a size in bytes. Add every text that was once slow.
import { Buffer } from 'node:buffer';
import { manyFiles } from './many-files.mjs';

const HOST = 'ab123.mongodb.net';
const uri = (n) => `mongodb+srv://app:s3cr3tPw@cluster${n}.${HOST}/x`;
const API = 'https://cloud.mongodb.com/api/atlas/v2/groups/5f1a';
const MEDIA = 'application/vnd.atlas.2023-01-01+json';

/** Repeats a text. */
const repeat = (text, bytes) => text.repeat(Math.ceil(bytes / text.length));
/** Numbered pieces. */
function pieces(make, bytes, between = '') {
  const parts = [];
  for (let n = 0, size = 0; size < bytes; n++) {
    const part = make(n) + between;
    parts.push(part);
    size += part.length;
  }
  return parts.join('');
}
const nested = (open, close, bytes, inner = '') => {
  const depth = Math.ceil(bytes / (open.length + close.length));
  return open.repeat(depth) + inner + close.repeat(depth);
};

/** For every language reader: name, and text of a given size; `q` is a quote of the language. */
const ANY_LANGUAGE = [
  ['strings, one a line', (b, q) => pieces((n) => `x${n} = ${q}${uri(n)}${q}`, b, '\n')],
  ['strings in one line', (b, q) => `x = [${pieces((n) => `${q}${uri(n)}${q}, `, b)}]`],
  ['bare strings in one line', (b) => pieces((n) => uri(n), b, ' ')],
  ['strings without a space between', (b) => pieces((n) => uri(n), b, ';')],
  ['quotes that never close', (b, q) => pieces((n) => `${q}${uri(n)} `, b, '\n')],
  ['other quotes in one line', (b, q) => `${repeat(`"'\`${q}`, b / 2)}${pieces((n) => uri(n), b / 2, ' ')}`],
  ['schemes over and over', (b) => repeat('mongodb://', b)],
  ['SRV schemes with spaces', (b) => repeat('mongodb+srv:// ', b)],
  ['placeholders without an end', (b) => repeat('mongodb://${', b)],
  ['braces without an end', (b, q) => `${q}mongodb://${repeat('{{', b)}`],
  ['nested placeholders', (b, q) => `${q}mongodb://${nested('${a:-', '}', b)}@c.${HOST}${q}`],
  ['placeholders in one string', (b, q) => `${q}mongodb://${repeat('${A}-', b)}@c.${HOST}${q}`],
  ['user info without an end', (b) => `mongodb://${repeat('a:b@', b)}`],
  ['user info, each cut', (b) => repeat('mongodb://user:pass\n', b)],
  ['a host list without an end', (b, q) => `${q}mongodb://${pieces((n) => `n${n}.${HOST}:27017`, b, ',')}`],
  [
    'host lists of one cluster',
    (b, q) =>
      pieces(
        (n) =>
          `${q}mongodb://${Array.from({ length: 30 }, (_, m) => `c${n}-shard-00-${m}.${HOST}:27017`).join()}/?ssl=true${q}`,
        b,
        '\n',
      ),
  ],
  ['long options', (b, q) => `${q}mongodb://c.${HOST}/?${pieces((n) => `opt${n}=v${n}`, b, '&')}${q}`],
  ['repeated options', (b, q) => `${q}mongodb://c.${HOST}/?${repeat('w=1&', b)}${q}`],
  ['read preference tags', (b, q) => `${q}mongodb://c.${HOST}/?${repeat('readPreferenceTags=dc:ny,rack:1&', b)}${q}`],
  ['a long database name', (b, q) => `${q}mongodb://c.${HOST}/${repeat('a', b)}${q}`],
  ['long user names', (b, q) => `${q}mongodb://${repeat('a', b)}:b@c.${HOST}/${q}`],
  ['percent signs', (b, q) => `${q}mongodb://${repeat('%40', b)}@c.${HOST}/${q}`],
  ['broken percent signs', (b, q) => `${q}mongodb://u:p@c.${HOST}/?a=${repeat('%', b)}${q}`],
  ['backslashes', (b, q) => `${q}mongodb://u:${repeat('\\', b)}@c.${HOST}${q}`],
  ['backslashes in front of quotes', (b, q) => `${q}${repeat(`\\${q}mongodb://`, b)}`],
  ['concatenation', (b, q) => `x = ${q}mongodb://${q} ${repeat(`+ ${q}a${q} `, b)}`],
  ['concatenations without an end', (b, q) => repeat(`${q}mongodb://${q} + `, b)],
  ['concatenation over lines', (b, q) => `x = (${q}mongodb://a${q}\n${repeat(`  + ${q}b${q}\n`, b)})`],
  ['adjacent strings', (b, q) => `x = (${q}mongodb://a${q}\n${repeat(`  ${q}b${q}\n`, b)})`],
  [
    'constants in a row',
    (b, q) => pieces((n) => `a${n} = ${q}c${n}.${HOST}${q}\nu${n} = ${q}mongodb://${q} + a${n}\n`, b),
  ],
  [
    'one name, assigned often',
    (b, q) => pieces((n) => `host = ${q}c${n}.${HOST}${q}\nx = ${q}mongodb://${q} + host\n`, b),
  ],
  ['hosts over and over', (b) => repeat(`a.${HOST} `, b)],
  ['domains glued together', (b) => repeat('.mongodb.net', b)],
  ['hosts with long labels', (b) => repeat(`${'a-'.repeat(120)}.${HOST} `, b)],
  ['labels without an end', (b) => `${repeat('a.', b)}mongodb.net`],
  ['hyphens and dots', (b) => repeat('-.mongodb.net-', b)],
  ['base64 of strings', (b, q) => pieces((n) => `${q}${Buffer.from(uri(n)).toString('base64')}${q}`, b, '\n')],
  ['base64 without an end', (b, q) => `${q}${repeat('bW9uZ29kYjovL', b)}`],
  ['long base64', (b, q) => `${q}${Buffer.from(pieces((n) => uri(n), b * 0.75, ' ')).toString('base64')}${q}`],
  [
    'nested base64',
    (b, q) => {
      let t = uri(1);
      while (t.length < b) t = Buffer.from(`${t} ${uri(2)}`).toString('base64');
      return `${q}${t}${q}`;
    },
  ],
  ['comment marks', (b) => `${repeat('/* // # -- <!-- ', b / 2)}${pieces((n) => uri(n), b / 2, ' ')}`],
  ['comments that never end', (b) => pieces((n) => `/* ${uri(n)} `, b, '\n')],
  ['comment lines', (b) => pieces((n) => `// ${uri(n)}\n# ${uri(n)}\n`, b)],
  [
    'suppressions for the next line',
    (b) => pieces((n) => `// connlint-disable-next-line srv-port -- reason ${n}\n# x\n`, b),
  ],
  ['suppressions that stack', (b) => pieces((n) => `# connlint-disable-next-line srv-port -- reason ${n}\n`, b)],
  ['suppressions in one line', (b) => pieces((n) => `/* connlint-disable-line srv-port -- reason ${n} */ `, b)],
  [
    'suppressed strings in one line',
    (b, q) =>
      pieces(
        (n) => `${q}mongodb+srv://u:p@c${n}.${HOST}:27017${q} /* connlint-disable-line srv-port -- reason ${n} */ `,
        b,
      ),
  ],
  [
    'suppressed strings',
    (b, q) =>
      pieces(
        (n) => `x = ${q}mongodb+srv://u:p@c${n}.${HOST}:27017${q} // connlint-disable-line srv-port -- reason ${n}\n`,
        b,
      ),
  ],
  [
    'suppressed blocks',
    (b) => pieces((n) => `/* connlint-disable srv-port -- reason ${n} */\n/* connlint-enable srv-port */\n`, b),
  ],
  ['blocks that stay open', (b) => pieces((n) => `/* connlint-disable srv-port -- reason ${n} */\n`, b)],
  ['blocks that end nothing', (b) => repeat(`/* connlint-enable srv-port */\n`, b)],
  [
    'suppressions of many rules',
    (b) =>
      `/* connlint-disable ${pieces((n) => `rule${n}`, Math.min(b, 1500), ', ')} -- r */\n${repeat(`/* connlint-disable ${repeat('srv-port, ', 1500)} -- reason */\n`, b)}`,
  ],
  ['suppressions that never end', (b) => repeat('/* connlint-disable srv-port -- ', b)],
  ['suppression with a string', (b) => pieces((n) => `# connlint-disable-line srv-port -- ${uri(n)}\n`, b)],
  ['misspelt suppressions', (b) => repeat('// connlint-disable-lines srv-prot -- x\n', b)],
  ['unknown rules', (b) => pieces((n) => `// connlint-disable-line rule-${n} -- x\n`, b)],
  ['API addresses', (b, q) => pieces((n) => `x${n} = ${q}${API}/clusters/c${n}${q}\n`, b)],
  ['API addresses in one line', (b, q) => pieces((n) => `${q}${API}/clusters/c${n}${q}, `, b)],
  ['API paths without an end', (b) => repeat('/api/atlas/v2', b)],
  [
    'API calls',
    (b, q) =>
      pieces((n) => `client.get(${q}${API}/clusters/c${n}${q}, headers={${q}Accept${q}: ${q}${MEDIA}${q}})\n`, b),
  ],
  ['API calls in one statement', (b, q) => `x = [${pieces((n) => `fetch(${q}${API}/clusters/c${n}${q}), `, b)}]`],
  ['API calls in one call', (b, q) => `x(${pieces((n) => `get(${q}${API}/clusters/c${n}${q}, { headers: h }), `, b)})`],
  ['nested API calls', (b, q) => nested(`fetch(${q}${API}/clusters${q}, `, ')', b)],
  [
    'API calls by a base',
    (b, q) => `base = ${q}${API}${q}\n${pieces((n) => `get(base + ${q}/clusters/c${n}${q}, headers)\n`, b)}`,
  ],
  [
    'API calls by a base, in one line',
    (b, q) => `base = ${q}${API}${q}; ${pieces((n) => `get(base + ${q}/clusters/c${n}${q}); `, b)}`,
  ],
  [
    'API calls by many bases',
    (b, q) => pieces((n) => `base${n} = ${q}${API}${q}\nget(base${n} + ${q}/clusters${q}, headers)\n`, b),
  ],
  [
    'API calls with named headers',
    (b, q) =>
      pieces(
        (n) => `headers = {${q}Accept${q}: ${q}${MEDIA}${q}}\nget(${q}${API}/clusters/c${n}${q}, headers=headers)\n`,
        b,
      ),
  ],
  [
    'API calls with headers of one name',
    (b, q) => `headers = {}\n${pieces((n) => `get(${q}${API}/clusters/c${n}${q}, headers=headers)\n`, b)}`,
  ],
  [
    'API calls, many names',
    (b, q) => pieces((n) => `get(${q}${API}/clusters${q}, headers=h${n}, json=j${n}, data=d${n})\n`, b),
  ],
  [
    'API calls with bodies',
    (b, q) =>
      pieces(
        (n) =>
          `patch(${q}${API}/clusters/c${n}${q}, json={${q}numShards${q}: 1, ${q}replicationSpecs${q}: [{${q}regionConfigs${q}: []}]})\n`,
        b,
      ),
  ],
  [
    'one API call, long body',
    (b, q) => `patch(${q}${API}/clusters/c${q}, json={${repeat(`${q}numShards${q}: 1, ${q}diskSizeGB${q}: 2, `, b)}})`,
  ],
  ['API addresses, then braces', (b, q) => `${pieces((n) => `${q}${API}/c${n}${q}\n`, b / 2)}${repeat('{', b / 2)}`],
  ['API addresses in brackets', (b, q) => `${repeat('(', b / 2)}${pieces((n) => `${q}${API}/c${n}${q},`, b / 2)}`],
  ['media types', (b, q) => repeat(`${q}${MEDIA}${q}, `, b)],
  ['media types and addresses', (b, q) => pieces((n) => `${q}${MEDIA}${q}, ${q}${API}/clusters/c${n}${q}\n`, b)],
  [
    'removed fields',
    (b, q) =>
      repeat(`${q}numShards${q}: 1, ${q}providerBackupEnabled${q}: 2, ${q}mongoURI${q}: 1, ${q}srvAddress${q}: 2\n`, b),
  ],
  ['removed fields in one line', (b, q) => repeat(`${q}numShards${q}: 1, ${q}providerSettings${q}: {}, `, b)],
  [
    'removed fields beside the API',
    (b, q) =>
      `${q}${API}/clusters${q}, ${q}application/vnd.atlas.2024-08-05+json${q}\n${repeat(`x.numShards = c[${q}autoScaling${q}]; ${q}mongoURI${q};\n`, b)}`,
  ],
  [
    'metrics',
    (b, q) => pieces((n) => `url: ${q}https://cloud.mongodb.com/prometheus/v1.0/groups/5f1a${n}/discovery${q}\n`, b),
  ],
  [
    'metrics in one line',
    (b, q) => repeat(`${q}https://cloud.mongodb.com/prometheus/v1.0/groups/5f1a/discovery${q}, `, b),
  ],
  ['node names', (b, q) => repeat(`${q}c-shard-00-00.${HOST}${q} + ${q}-shard-00-0${q} + n; `, b)],
  ['node names built', (b, q) => repeat(`x = name + ${q}-shard-00-0${q} + i + ${q}.${HOST}:27017${q}\n`, b)],
  [
    'Terraform words',
    (b) =>
      repeat(
        'mongodbatlas_advanced_cluster connection_strings[0].private_endpoint[0].srv_connection_string trimprefix( private_srv ',
        b,
      ),
  ],
  ['driver words', (b) => repeat('mongodb-driver-sync mongodb pymongo go.mongodb.org/mongo-driver ', b)],
  ['peering words', (b) => repeat('connectionStrings.private MongoDB::Atlas::NetworkPeering privateIpMode ', b)],
  ['Kubernetes words', (b) => repeat('connectionString.standardSrv connectionStringPrivate secretKeyRef key: ', b)],
  ['zeros', (b) => `${'\0'.repeat(b / 2)}${pieces((n) => uri(n), b / 2, '\0')}`],
  ['empty lines', (b) => `${'\n'.repeat(b / 2)}${pieces((n) => uri(n), b / 2, '\n\n')}`],
  ['carriage returns', (b) => pieces((n) => uri(n), b, '\r')],
  ['white space', (b, q) => `x =${' '.repeat(b / 2)}${q}${uri(1)}${q}${' '.repeat(b / 2)}`],
  ['a scheme, then white space', (b, q) => `${q}mongodb://${q}${' '.repeat(b)}+ x`],
  ['entities', (b) => repeat('mongodb&#58;&#47;&#47;u&#58;p&#64;a.mongodb.net&amp;', b)],
  ['escapes', (b, q) => `${q}${repeat('mongodb:\\u002f\\u002fu:p\\u0040a.mongodb.net\\n', b)}${q}`],
];

/** File and quote, for readers that differ most. */
const LANGUAGES = [
  ['a.json', '"'],
  ['a.js', '"'],
  ['a.ts', '`'],
  ['a.py', "'"],
  ['a.sh', '"'],
  ['a.yaml', '"'],
  ['a.tf', '"'],
  ['a.md', '`'],
  ['a.xml', '"'],
  ['.env', ''],
  ['a.properties', ''],
  ['a.java', '"'],
  ['a.toml', '"'],
  ['a.go', '"'],
  ['a.sql', "'"],
  ['a.c', '"'],
  ['a.cs', '"'],
  ['a.rb', "'"],
  ['a.php', '"'],
  ['a.swift', '"'],
  ['a.rs', '"'],
  ['a.hs', '"'],
  ['a.awk', '"'],
  ['a.ps1', '"'],
  ['a.bat', '"'],
  ['a.lua', '"'],
  ['a.vb', '"'],
  ['a.kt', '"'],
  ['a.clj', '"'],
  ['a.http', '"'],
  ['a.txt', '"'],
  ['Dockerfile', '"'],
];

/** For a single language: name, file, text. */
const OWN = [
  [
    'doubling templates',
    'a.js',
    (b) => `const a0 = 'mongodb://a';\n${pieces((n) => `const a${n + 1} = \`\${a${n}}\${a${n}}\`;\n`, b)}`,
  ],
  ['growing sums', 'a.js', (b) => `const a0 = 'mongodb://a';\n${pieces((n) => `const a${n + 1} = a${n} + 'b';\n`, b)}`],
  [
    'constants, backwards',
    'a.js',
    (b) => {
      const m = Math.ceil(b / 28);
      return `${Array.from({ length: m }, (_, n) => `const a${n} = a${n + 1} + 'b';\n`).join('')}const a${m} = 'mongodb://a';\n`;
    },
  ],
  [
    'constants in a circle',
    'a.js',
    (b) => {
      const m = Math.ceil(b / 40);
      return Array.from({ length: m }, (_, n) => `const a${n} = \`mongodb://\${a${(n + 1) % m}}\`;\n`).join('');
    },
  ],
  [
    'one constant used often',
    'a.js',
    (b) => `const h = 'c.${HOST}';\n${pieces((n) => `f(\`mongodb://u${n}@\${h}/\`);\n`, b)}`,
  ],
  [
    'one long constant used often',
    'a.js',
    (b) => `const h = '${repeat(`c.${HOST},`, b / 2)}';\n${pieces((n) => `f(\`mongodb://u${n}@\${h}/\`);\n`, b / 2)}`,
  ],
  [
    'a long list joined often',
    'a.js',
    (b) =>
      `const h = [${pieces((n) => `'c${n}.${HOST}'`, b / 2, ', ')}];\n${pieces((n) => `f('mongodb://u${n}@' + h.join(','));\n`, b / 2)}`,
  ],
  [
    'properties of a long object',
    'a.js',
    (b) =>
      `const o = {${pieces((n) => `k${n}: 'c${n}.${HOST}'`, b / 2, ', ')}};\n${pieces((n) => `f('mongodb://' + o.k${n});\n`, b / 2)}`,
  ],
  [
    'objects in objects',
    'a.js',
    (b) => `const o = ${nested('{ a: ', '}', b, `'c.${HOST}'`)}; f('mongodb://' + o.a.a.a);`,
  ],
  [
    'aliases',
    'a.js',
    (b) =>
      `const a0 = { h: 'c.${HOST}' };\n${pieces((n) => `const a${n + 1} = a${n};\nf('mongodb://' + a${n}.h);\n`, b)}`,
  ],
  ['a sum', 'a.js', (b) => `f('mongodb://' + ${repeat("a + 'b' + ", b)} c);`],
  [
    'sums in brackets',
    'a.js',
    (b) => `f(${nested("('mongodb://' + ", ')', Math.min(b, 20_000), 'c')} + ${repeat("'mongodb://' + a + ", b)} c);`,
  ],
  ['calls in calls', 'a.js', (b) => `${pieces((n) => `f('mongodb://' + g(h('c${n}.${HOST}')) + x);\n`, b)}`],
  [
    'templates in templates',
    'a.js',
    (b) =>
      `f(${nested('`mongodb://${', '}`', Math.min(b, 4_000), 'x')}); ${repeat('f(`mongodb://${g(`a${b}`)}`);\n', b)}`,
  ],
  ['a template of many pieces', 'a.js', (b) => `f(\`mongodb://${repeat('${a}', b)}\`)`],
  ['a template of many constants', 'a.js', (b) => `const a = 'x'; f(\`mongodb://${repeat('${a}', b)}\`)`],
  [
    'concat calls',
    'a.js',
    (b) =>
      `f('mongodb://'${repeat(".concat('a', b)", Math.min(b, 30_000))}); ${repeat("f('mongodb://'.concat('a', b));\n", b)}`,
  ],
  [
    'conditions',
    'a.js',
    (b) =>
      `f(${repeat('x ? `mongodb://${a}` : ', Math.min(b, 20_000))}1); ${repeat('f(x ? `mongodb://${a}` : y);\n', b)}`,
  ],
  ['statements without an end', 'a.js', (b) => `f(\`mongodb://\${a}\`); ${repeat('(', b)}`],
  ['regular expressions', 'a.js', (b) => repeat('/mongodb:\\/\\/[^/]+/.test(`mongodb://${a}`);\n', b)],
  ['functions', 'a.js', (b) => pieces((n) => `function f${n}(h) { const u = 'mongodb://' + h; return u; }\n`, b)],
  [
    'assignments of one name',
    'a.js',
    (b) => `let h = 'a';\n${pieces((n) => `h = 'c${n}.${HOST}'; f('mongodb://' + h);\n`, b)}`,
  ],
  ['Vue', 'a.vue', (b) => `<script>\n${pieces((n) => `f('mongodb://' + a${n});\n`, b)}</script>`],
  ['Vue, many scripts', 'a.vue', (b) => pieces((n) => `<script>f('mongodb://' + a${n});</script>\n`, b)],
  ['types', 'a.ts', (b) => pieces((n) => `type T${n} = \`mongodb://\${string}\`;\n`, b)],
  [
    'resources',
    'a.tf',
    (b) =>
      pieces(
        (n) =>
          `resource "mongodbatlas_advanced_cluster" "c${n}" {\n  name = "c${n}"\n  cluster_type = "REPLICASET"\n}\n`,
        b,
      ),
  ],
  [
    'resources and their reads',
    'a.tf',
    (b) =>
      pieces(
        (n) =>
          `resource "mongodbatlas_advanced_cluster" "c${n}" {\n  name = "c${n}"\n}\noutput "o${n}" {\n  value = mongodbatlas_advanced_cluster.c${n}.connection_strings[0].private_endpoint[0].srv_connection_string\n}\n`,
        b,
      ),
  ],
  [
    'data sources and their reads',
    'a.tf',
    (b) =>
      pieces(
        (n) =>
          `data "mongodbatlas_cluster" "c${n}" {\n  name = mongodbatlas_cluster.d${n}.name\n}\nlocals {\n  a = data.mongodbatlas_cluster.c${n}.connection_strings.0.private_srv\n}\n`,
        b,
      ),
  ],
  [
    'reads of one cluster',
    'a.tf',
    (b) =>
      `resource "mongodbatlas_cluster" "c" {\n}\n${repeat('output "o" {\n  value = mongodbatlas_cluster.c.connection_strings[0].standard_srv\n}\n', b)}`,
  ],
  [
    'reads in one expression',
    'a.tf',
    (b) =>
      `locals {\n  a = [${repeat('mongodbatlas_cluster.c.connection_strings[0].private_endpoint[0].srv_connection_string, ', b)}]\n}`,
  ],
  [
    'reads with calls around',
    'a.tf',
    (b) =>
      `locals {\n${repeat('  a = trimprefix(replace(mongodbatlas_cluster.c.connection_strings[0].standard_srv, "x", "y"), "mongodb+srv://")\n', b)}}`,
  ],
  [
    'calls in calls of Terraform',
    'a.tf',
    (b) =>
      `locals {\n a = ${nested('trimprefix(', ', "mongodb+srv://")', b, 'mongodbatlas_cluster.c.connection_strings[0].standard_srv')}\n}`,
  ],
  [
    'endpoints',
    'a.tf',
    (b) =>
      pieces(
        (n) =>
          `resource "mongodbatlas_privatelink_endpoint" "e${n}" {\n  region = "US_EAST_1"\n}\nresource "mongodbatlas_privatelink_endpoint_service" "s${n}" {\n  private_link_id = mongodbatlas_privatelink_endpoint.e${n}.id\n}\n`,
        b,
      ),
  ],
  [
    'providers',
    'a.tf',
    (b) =>
      repeat(
        'terraform {\n  required_providers {\n    mongodbatlas = {\n      source = "mongodb/mongodbatlas"\n      version = ">= 1.0"\n    }\n  }\n}\n',
        b,
      ),
  ],
  ['open blocks', 'a.tf', (b) => repeat('resource "mongodbatlas_cluster" "c" {\n', b)],
  ['blocks in blocks', 'a.tf', (b) => `resource "mongodbatlas_cluster" "c" ${nested('{ a ', '}', b)}`],
  ['open heredocs', 'a.tf', (b) => `resource "mongodbatlas_cluster" "c" {\n${pieces((n) => `a = <<EOT${n}\n`, b)}}`],
  ['open strings', 'a.tf', (b) => `resource "mongodbatlas_cluster" "c" {\n${repeat('a = "${', b)}`],
  ['strings in strings', 'a.tf', (b) => `resource "mongodbatlas_cluster" "c" {\n a = ${nested('"${', '}"', b)}\n}`],
  ['quotes in strings, lines', 'a.tf', (b) => `resource "mongodbatlas_cluster" "c" {\n${repeat('a = "${"\n', b)}`],
  ['settings', 'a.tf', (b) => `resource "mongodbatlas_cluster" "c" {\n${pieces((n) => `  a${n} = "b"\n`, b)}}`],
  ['settings of one name', 'a.tf', (b) => `resource "mongodbatlas_cluster" "c" {\n${repeat('  name = "b"\n', b)}}`],
  [
    'region blocks',
    'a.tf',
    (b) =>
      `resource "mongodbatlas_advanced_cluster" "c" {\n${repeat('  replication_specs {\n    region_configs {\n      provider_name = "AWS"\n      region_name = "US_EAST_1"\n    }\n  }\n', b)}}`,
  ],
  ['labels', 'a.tf', (b) => `mongodbatlas_cluster ${repeat('"a" ', b)}{}`],
  ['words without blocks', 'a.tf', (b) => `mongodbatlas_cluster\n${repeat('a ', b)}`],
  [
    'variables',
    'a.tf',
    (b) =>
      pieces(
        (n) =>
          `variable "v${n}" {\n  default = "x"\n}\nlocals {\n  u${n} = "mongodb+srv://\${var.v${n}}:\${var.v${n}}@c.${HOST}"\n}\n`,
        b,
      ),
  ],
  [
    'CloudFormation',
    'a.yaml',
    (b) =>
      `Resources:\n${pieces((n) => `  C${n}:\n    Type: MongoDB::Atlas::Cluster\n    Properties:\n      ClusterType: REPLICASET\n      X: !GetAtt C${n}.ConnectionStrings.PrivateSrv\n`, b)}`,
  ],
  [
    'nested YAML',
    'a.yaml',
    (b) => {
      let t = '';
      for (let n = 0; t.length < b; n++) t += `${' '.repeat(n % 2_000)}a:\n`;
      return `x: ${uri(1)}\n${t}scrape_configs: prometheus /discovery mongodbatlas\n`;
    },
  ],
  [
    'flow YAML',
    'a.yaml',
    (b) => `scrape_configs: ${nested('[', ']', b)}\nx: /prometheus/v1.0/groups/a/discovery\ny: ${uri(1)}`,
  ],
  [
    'anchors of YAML',
    'a.yaml',
    (b) => `a0: &a0 [x, x]\n${pieces((n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`, b)}x: ${uri(1)}\n`,
  ],
  [
    'Prometheus jobs',
    'prometheus.yml',
    (b) =>
      `scrape_configs:\n${pieces((n) => `  - job_name: j${n}\n    scheme: http\n    http_sd_configs:\n      - url: https://cloud.mongodb.com/prometheus/v1.0/groups/5f1a/discovery\n`, b)}`,
  ],
  [
    'Prometheus targets',
    'prometheus.yml',
    (b) =>
      `scrape_configs:\n  - job_name: x\n    static_configs:\n      - targets:\n${pieces((n) => `          - c${n}-shard-00-00.${HOST}:27018\n`, b)}`,
  ],
  [
    'Prometheus targets in one line',
    'prometheus.yml',
    (b) =>
      `scrape_configs:\n  - job_name: x\n    static_configs:\n      - targets: [${pieces((n) => `c${n}-shard-00-00.${HOST}:27018, `, b)}]`,
  ],
  [
    'deep Prometheus',
    'prometheus.yml',
    (b) =>
      `scrape_configs:\n${repeat('  - job_name: x\n    http_sd_configs:\n', b)}      - url: https://cloud.mongodb.com/prometheus/v1.0/groups/5f1a/discovery`,
  ],
  [
    'Kubernetes documents',
    'a.yaml',
    (b) =>
      pieces(
        (n) =>
          `---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: s${n}\nstringData:\n  connectionString.standardSrv: ${uri(n)}\n`,
        b,
      ),
  ],
  [
    'Kubernetes references',
    'a.yaml',
    (b) =>
      `kind: Deployment\n${repeat('        - name: U\n          valueFrom:\n            secretKeyRef:\n              name: s\n              key: connectionString.standardSrv\n', b)}`,
  ],
  ['nested JSON', 'a.json', (b) => `${nested('{"a":', '}', b, `"${uri(1)}"`)}`],
  ['nested JSON lists', 'a.json', (b) => nested('[', ']', b, `"${uri(1)}"`)],
  [
    'strings in nested JSON',
    'a.json',
    (b) => `${repeat('{"a":', Math.min(b / 2, 50_000))}[${pieces((n) => `"${uri(n)}",`, b / 2)}`,
  ],
  ['keys of JSON', 'a.json', (b) => `{${pieces((n) => `"k${n}":"${uri(n)}",`, b)}"z":1}`],
  ['keys without an end', 'a.json', (b) => `{"${repeat('k', b)}":"${uri(1)}"}`],
  [
    'cluster records',
    'a.json',
    (b) =>
      `{"results":[${pieces((n) => `{"name":"c${n}","mongoURI":"mongodb://c${n}-shard-00-00.${HOST}:27017","srvAddress":"mongodb+srv://c${n}.${HOST}","numShards":1,"providerSettings":{"instanceSizeName":"M10"},"connectionStrings":{"standardSrv":"mongodb+srv://c${n}.${HOST}"}},`, b)}{}]}`,
  ],
  [
    'a host list in JSON',
    'a.json',
    (b) => `["mongodb://u:p@${pieces((n) => `c-shard-00-${n}.${HOST}:27017`, b, ',')}x/?replicaSet=a"]`,
  ],
  [
    'a host list with ports',
    'a.json',
    (b) => `["mongodb+srv://u:p@${pieces((n) => `c${n}.${HOST}:1017`, b, ',')}x/?replicaSet=a"]`,
  ],
  [
    'a mixed host list',
    'a.json',
    (b) =>
      `["mongodb://u:p@${pieces((n) => `pl-0-us-east-1.${HOST}:${1024 + (n % 60000)},c-shard-00-${n}-pri.${HOST}:27017`, b, ',')}x"]`,
  ],
  ['hosts of equal names', 'a.json', (b) => `["mongodb://u:p@${repeat(`c-shard-00-00.${HOST}:27017,`, b)}x"]`],
  ['hosts with wrong ports', 'a.json', (b) => `["mongodb://u:p@${repeat(`c-shard-00-00.${HOST}:99999,a:b:c,`, b)}x"]`],
  ['legacy hosts', 'a.json', (b) => `[${pieces((n) => `"mongodb+srv://c${n}-ab123.mongodb.net",`, b)}1]`],
  [
    'one cluster in many ways',
    'a.json',
    (b) =>
      `[${pieces((n) => `"mongodb+srv://c-pl-0.${HOST}/d${n}","mongodb+srv://c-pri.${HOST}","mongodb+srv://c.${HOST}",`, b)}1]`,
  ],
  ['notebook', 'a.ipynb', (b) => `{"cells":[{"source":[${pieces((n) => `"x = '${uri(n)}'\\n",`, b)}""]}]}`],
  [
    'JSON in JSON',
    'a.json',
    (b) => {
      let t = `{"u":"${uri(1)}"}`;
      while (t.length < b) t = `{"a":${JSON.stringify(t)},"b":1}`;
      return t;
    },
  ],
  ['fences', 'a.md', (b) => pieces((n) => `\`\`\`js\nf("${uri(n)}" + x)\n\`\`\`\n`, b)],
  ['fences that never close', 'a.md', (b) => pieces((n) => `\`\`\`\`${'`'.repeat(n % 50)}js\nf("${uri(n)}")\n`, b)],
  ['code in a line', 'a.md', (b) => pieces((n) => `\`${uri(n)}\``, b, ' ')],
  ['links', 'a.md', (b) => pieces((n) => `[a](${uri(n)})`, b, '')],
  ['directives of reST', 'a.rst', (b) => pieces((n) => `.. code-block:: sh\n\n   mongosh "${uri(n)}"\n\n`, b)],
  ['curl', 'a.sh', (b) => pieces((n) => `curl ${API}/clusters/c${n}\n`, b)],
  [
    'curl with variables',
    'a.sh',
    (b) => pieces((n) => `curl "$BASE/api/atlas/v2/groups/$G/clusters/c${n}" -H "$ACCEPT" -d "$BODY"\n`, b),
  ],
  ['curl with continued lines', 'a.sh', (b) => `curl \\\n${pieces((n) => `  ${API}/c${n} \\\n`, b)}`],
  ['curl in one line', 'a.sh', (b) => pieces((n) => `curl ${API}/c${n}; `, b)],
  ['curl with heredocs', 'a.sh', (b) => pieces((n) => `curl ${API}/c${n} -d @- <<EOF\n{"numShards": 1}\nEOF\n`, b)],
  ['assignments of the shell', 'a.sh', (b) => pieces((n) => `H${n}=c${n}.${HOST}\nU${n}="mongodb://u:p@$H${n}/"\n`, b)],
  [
    'arrays of the shell',
    'a.sh',
    (b) => `ARGS=(${repeat('-H "a: b" ', b / 2)})\n${pieces((n) => `curl "\${ARGS[@]}" ${API}/c${n}\n`, b / 2)}`,
  ],
  ['requests', 'a.http', (b) => pieces((n) => `GET ${API}/clusters/c${n}\nAccept: ${MEDIA}\n\n###\n`, b)],
  ['one long request', 'a.http', (b) => `POST ${API}/clusters\nAccept: ${MEDIA}\n\n${repeat('{"numShards": 1}\n', b)}`],
  ['nested XML', 'a.xml', (b) => nested('<a>', '</a>', b, uri(1))],
  ['attributes of XML', 'a.xml', (b) => `<a ${pieces((n) => `b${n}="${uri(n)}" `, b)}/>`],
  ['nested TOML', 'a.toml', (b) => `a = ${nested('[', ']', b, `"${uri(1)}"`)}`],
  ['tables of TOML', 'a.toml', (b) => pieces((n) => `[a.b${n}]\nu = "${uri(n)}"\n`, b)],
  ['keys of properties', 'a.properties', (b) => pieces((n) => `spring.data.mongodb.uri${n}=${uri(n)}\n`, b)],
  ['continued properties', 'a.properties', (b) => `u=mongodb://a\\\n${repeat(' b,\\\n', b)}`],
  ['Spring placeholders', 'application.properties', (b) => `u=mongodb://${nested('${A:', '}', b)}\n`],
  ['variables of .env', '.env', (b) => pieces((n) => `H${n}=c${n}.${HOST}\nU${n}=mongodb://$H${n}/\n`, b)],
  [
    'words as user names',
    'a.json',
    (b) =>
      `[${pieces((n) => `{"k${n}":"mongodb://username${n}:password${n}@c${n}.${HOST}/username${n}?appName=password${n}"},`, b)}1]`,
  ],
  [
    'one secret everywhere',
    'a.json',
    (b) =>
      `["mongodb://app:secretsecret@c.${HOST}",${pieces((n) => `{"secretsecret${n}":"mongodb+srv://c${n}.${HOST}:27017/secretsecret"},`, b)}1]`,
  ],
  [
    'long secrets',
    'a.json',
    (b) =>
      `[${pieces((n) => `"mongodb://u:${String(n).repeat(30)}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@c${n}.${HOST}",`, b)}1]`,
  ],
  [
    'secrets that begin alike',
    'a.json',
    (b) => `[${pieces((n) => `"mongodb://aaaaaa:aaaaaa${n}@c${n}.${HOST}/aaaaaa",`, b)}1]`,
  ],
  ['manifest', 'package.json', (b) => `{"dependencies":{${pieces((n) => `"p${n}":"^1.0.0",`, b)}"mongodb":"^3.0.0"}}`],
  [
    'lock file',
    'package-lock.json',
    (b) =>
      `{"packages":{${pieces((n) => `"node_modules/p${n}":{"version":"1.0.0"},`, b)}"node_modules/mongodb":{"version":"3.0.0"}}}`,
  ],
  ['requirements', 'requirements.txt', (b) => `pymongo==3.0\n${pieces((n) => `p${n}==1.0 \\\n`, b)}`],
  [
    'go.mod',
    'go.mod',
    (b) => `module a\nrequire (\n${pieces((n) => `  a.b/c${n} v1.0.0\n`, b)}  go.mongodb.org/mongo-driver v1.0.0\n)`,
  ],
  [
    'pom.xml',
    'pom.xml',
    (b) =>
      `<project>${pieces((n) => `<dependency><groupId>org.mongodb</groupId><artifactId>a${n}</artifactId><version>\${v${n}}</version></dependency>`, b)}</project>`,
  ],
  ['open pom.xml', 'pom.xml', (b) => repeat('<dependency><groupId>org.mongodb', b)],
  [
    'properties of pom.xml',
    'pom.xml',
    (b) =>
      `<project><properties>${pieces((n) => `<v${n}>\${v${n + 1}}</v${n}>`, b)}</properties><dependency><groupId>org.mongodb</groupId><artifactId>mongodb-driver-sync</artifactId><version>\${v0}</version></dependency></project>`,
  ],
  [
    'build.gradle',
    'build.gradle',
    (b) => pieces((n) => `def v${n} = '1.0'\nimplementation "org.mongodb:a${n}:$v${n}"\n`, b),
  ],
  [
    'build.sbt',
    'build.sbt',
    (b) => pieces((n) => `val v${n} = "1.0"\nlibraryDependencies += "org.mongodb" % "a${n}" % v${n}\n`, b),
  ],
  ['Gemfile', 'Gemfile', (b) => pieces((n) => `gem 'g${n}', '~> 1.0'\n`, b)],
  [
    'Cargo.toml',
    'Cargo.toml',
    (b) => `[dependencies]\n${pieces((n) => `p${n} = { version = "1", features = ["a"] }\n`, b)}`,
  ],
  ['yarn.lock', 'yarn.lock', (b) => pieces((n) => `p${n}@^1.0.0:\n  version "1.0.0"\n`, b)],
  [
    'pnpm-lock.yaml',
    'pnpm-lock.yaml',
    (b) => `lockfileVersion: '9.0'\npackages:\n${pieces((n) => `  p${n}@1.0.0:\n    resolution: {}\n`, b)}`,
  ],
  ['poetry', 'pyproject.toml', (b) => `[tool.poetry.dependencies]\n${pieces((n) => `p${n} = "^1"\n`, b)}pymongo = "3"`],
  ['.gitignore', '.gitignore', (b) => pieces((n) => `a${n}\n`, Math.min(b, 200_000))],
  ['CODEOWNERS', 'CODEOWNERS', (b) => pieces((n) => `/a${n} @o\n`, b)],
];

/** Strings with fixes and findings of all kinds, for reports. */
const findings = (b) =>
  `[${pieces((n) => `"mongodb+srv://app:p@ss@c${n}.${HOST}:27017/db?retryWrites=true&replicaSet=x${n}",\n`, b)}1]`;
const repeatedOptions = (count) => (b) =>
  `[${pieces((n) => `"mongodb+srv://app:pass@c${n}.${HOST}/?${repeat('a=b&', 4 * count)}w=1",\n`, b)}1]`;
const sameFindings = (b) => `[${repeat(`"Mongodb+srv://app:pass@c.${HOST}:27017/db?w=1",\n`, b)}1]`;
const inOneLine = (b) => `[${repeat(`"Mongodb+srv://app:pass@c.${HOST}:27017/db?w=1", `, b)}1]`;
const FORMATS =
  'text full concise json jsonl sarif github gitlab junit checkstyle rdjsonl sonar markdown html patch blob ledger'.split(
    ' ',
  );

/** Name, files with their texts, command-line arguments. */
export function hostileTexts(formats = FORMATS) {
  const check = (file) => ['check', file, '--no-config', '--fail-on', 'never'];
  const entries = [];
  for (const [file, quote] of LANGUAGES)
    for (const [name, make] of ANY_LANGUAGE)
      entries.push([`${file}: ${name}`, { [file]: (b) => make(b, quote) }, check(file)]);
  for (const [name, file, make] of OWN) {
    const seen = /^(?:\.gitignore|CODEOWNERS)$|lock|\.mod$|package|require|pom|gradle|sbt|Gemfile|Cargo|pyproject/.test(
      file,
    );
    const files = seen ? { [file]: make, 'b.js': () => `f("mongodb+srv://u:p@c-pl-0-lb.${HOST}")` } : { [file]: make };
    entries.push([`${file}: ${name}`, files, check(seen ? '.' : file)]);
  }
  for (const format of formats)
    for (const [name, make] of [
      ['findings', findings],
      ['equal findings', sameFindings],
      ['findings in one line', inOneLine],
    ])
      entries.push([`${format}: ${name}`, { 'a.json': make }, [...check('a.json'), '--format', `${format}=out`]]);
  for (const format of ['text', 'json', 'jsonl', 'markdown', 'csv', 'html'])
    entries.push([
      `list ${format}`,
      { 'a.json': findings },
      ['list', 'a.json', '--no-config', '--format', `${format}=out`],
    ]);
  for (const [name, make] of [
    ['findings', findings],
    ['equal findings', sameFindings],
    ['findings in one line', inOneLine],
    ['repeated options', repeatedOptions(40)],
    ['options repeated too often', repeatedOptions(1900)],
  ]) {
    entries.push([`fix: ${name}`, { 'a.json': make }, [...check('a.json'), '--fix']]);
    entries.push([`dry run: ${name}`, { 'a.json': make }, [...check('a.json'), '--fix-dry-run', '--show-secrets']]);
    entries.push([`baseline: ${name}`, { 'a.json': make }, ['baseline', 'create', 'a.json', '--no-config']]);
    entries.push([
      `plan: ${name}`,
      { 'a.json': make },
      [
        'plan',
        'a.json',
        '--no-config',
        '--change',
        'multi-region',
        '--cluster',
        '*',
        '--regions',
        'US_EAST_1,EU_WEST_1',
      ],
    ]);
  }
  entries.push([
    'classify',
    { 'a.txt': (b) => pieces((n) => uri(n), b, '\n') },
    ['classify', '-', '--format', 'json'],
    'a.txt',
  ]);
  entries.push([
    'classify: one line',
    { 'a.txt': (b) => `mongodb://${repeat('a:b@c,', b)}` },
    ['classify', '-'],
    'a.txt',
  ]);
  const string = () => `["mongodb+srv://u:p@c1.${HOST}:27017"]`;
  const config = (make) => ({ 'connlint.config.json': make, 'a.json': string });
  const inConfig = ['check', 'a.json', '--fail-on', 'never'];
  entries.push([
    'config: suppressions',
    config(
      (b) =>
        `{"suppressions":[${pieces((n) => `{"rule":"srv-port","host":"c${n}.x","reason":"r"}`, b, ',')}{"rule":"srv-port","host":"y","reason":"r"}]}`,
    ),
    inConfig,
  ]);
  entries.push([
    'config: clusters',
    config((b) => `{"clusters":{${pieces((n) => `"c${n}":{"provider":"AWS"}`, b, ',')}"z":{"provider":"AWS"}}}`),
    inConfig,
  ]);
  entries.push(['config: nesting', config((b) => `{"rules":${nested('[', ']', b)}}`), inConfig]);
  entries.push([
    'config: plan',
    config(
      (b) =>
        `{"plan":[${pieces((n) => `{"change":"multi-region","cluster":"c${n}"}`, Math.min(b, 200_000), ',')}{"change":"shard","cluster":"z"}]}`,
    ),
    inConfig,
  ]);
  const facts = (make) => ({ ...config(() => '{"inventory":"facts.json"}'), 'facts.json': make });
  entries.push([
    'facts: clusters',
    facts(
      (b) =>
        `{"results":[${pieces((n) => `{"name":"c${n}","clusterType":"REPLICASET","connectionStrings":{"standardSrv":"mongodb+srv://c${n}.${HOST}","standard":"mongodb://c${n}-shard-00-00.${HOST}:27017/?ssl=true"}}`, b, ',')}{"name":"z"}]}`,
    ),
    inConfig,
  ]);
  entries.push([
    'facts: one cluster',
    facts(
      (b) =>
        `{"results":[{"name":"c1","clusterType":"REPLICASET","connectionStrings":{"standardSrv":"mongodb+srv://c1.${HOST}","privateEndpoint":[${pieces((n) => `{"srvConnectionString":"mongodb+srv://c1-pl-${n}.${HOST}","endpoints":[{"endpointId":"v${n}","providerName":"AWS","region":"US_EAST_1"}]}`, b, ',')}{}]}}]}`,
    ),
    inConfig,
  ]);
  entries.push([
    'facts: host list',
    facts(
      (b) =>
        `{"results":[{"name":"c1","connectionStrings":{"standard":"mongodb://${pieces((n) => `c1-shard-00-${n}.${HOST}:27017`, b, ',')}x"}}]}`,
    ),
    inConfig,
  ]);
  entries.push([
    'facts: Terraform state',
    facts(
      (b) =>
        `{"format_version":"1.0","values":{"root_module":{"resources":[${pieces((n) => `{"type":"mongodbatlas_advanced_cluster","name":"c${n}","values":{"name":"c${n}","connection_strings":[{"standard_srv":"mongodb+srv://c${n}.${HOST}"}]}}`, b, ',')}{}]}}}`,
    ),
    inConfig,
  ]);
  const base = {
    'a.json': string,
    '.connlint-baseline': (b) =>
      `connlint/v1\n${pieces((n) => `connlint/v1:${String(n).padStart(16, '0')}  srv-port  a.json\n`, b)}`,
  };
  entries.push(['baseline: read', base, check('a.json')]);
  entries.push(['baseline: update', base, ['baseline', 'update', 'a.json', '--no-config']]);
  entries.push(['baseline: check', base, ['baseline', 'check', 'a.json', '--no-config']]);
  for (const [name, entry] of Object.entries({
    overrides: (n) => `{"files":["src${n}/**"],"rules":{"srv-port":"off"}}`,
    ignores: (n) => `"src${n}/**"`,
    include: (n) => `"src${n}/**"`,
  }))
    // There is a limit to the number of patterns that anybody writes.
    entries.push([
      `config: ${name}`,
      {
        ...config(
          (b) => `{"${name}":[${pieces(entry, b / 64, ',')}${entry('z')}${name === 'include' ? ',"**"' : ''}]}`,
        ),
        'b.json': findings,
      },
      ['check', '.', '--fail-on', 'never'],
    ]);
  entries.push([
    'config: external',
    config((b) => `{"external":{${pieces((n) => `"NAME_${n}":"not-service"`, b, ',')}"Z":"not-service"}}`),
    inConfig,
  ]);
  for (const [name, more] of [
    [
      'plan: many strings and records',
      ['--change', 'multi-region', '--cluster', '*', '--regions', 'US_EAST_1,EU_WEST_1'],
    ],
    ['plan: many names to leave', ['--change', 'leave-legacy-hostnames']],
  ])
    entries.push([
      name,
      {
        ...facts(
          (b) =>
            `{"results":[${pieces((n) => `{"name":"c${n}","clusterType":"REPLICASET","connectionStrings":{"standardSrv":"mongodb+srv://c${n}.${HOST}"}}`, b / 4, ',')}{"name":"z"}]}`,
        ),
        'b.env': (b) => pieces((n) => `U${n}=mongodb+srv://u:p@c${n}.${HOST}\n`, b / 4),
        'c.js': (b) => pieces((n) => `new MongoClient(process.env.U${n});\n`, b / 4),
      },
      ['plan', '.', ...more, '--format', 'json=out'],
    ]);
  entries.push(...manyFiles(formats));
  return entries.map(([name, files, args, stdin = null]) => ({ name, files, args, stdin }));
}
