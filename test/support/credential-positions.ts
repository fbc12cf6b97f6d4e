// Where a credential stands: in a connection string or an address, or beside one. `§u` is the user name, `§p` the password.

const HOST = 'shop.k2m4q.mongodb.net';
const AT = `@${HOST}/db`;
const QUERY = `mongodb+srv://${HOST}/db?`;
const API = 'https://cloud.mongodb.com/api/atlas/v2/groups/5f1a5f1a5f1a5f1a5f1a5f1a';
const OLD_API = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1a5f1a5f1a5f1a5f1a5f1a';
const STRING = `mongodb+srv://${HOST}:27017/db`;

/** In the place of a password: what makes it look like a placeholder. */
const BRACKETS =
  `{§} \${§} {{§}} #{§} $(§) %§% %(§)s <§> <<§>> [§] [[§]] $§ \\(§) «§» __§__ ***§*** xxx§xxx {§:-x} \${X:-§} \${X:§}
  \${env.X:-§} \${{§}} {0}§ %s§ §%d {password=§} {password:§}`.split(/\s+/);
/** In the middle of a password. */
const SIGNS = '@ / : # ? % [ ] , ; & | ^ { } $ ( ) = + ! ~ ß 日 .. // @@ /@ :/ ?# %2 %zz'.split(' ');
const OPTIONS =
  `tlsCertificateKeyFilePassword sslPEMKeyPassword tlsClientCertKeyPassword proxyPassword proxyUsername password passwd
  pwd username user token accessToken access_token apiKey secret clientSecret privateKey publicKey key sig signature sessionToken
  AWS_SESSION_TOKEN AWS_SECRET_ACCESS_KEY authorization bearer jwt kmsProviders masterKey x-token credentials tlsKey passphrase foo x q state
  nonce auth authMechanismProperty proxy schemaMap comment tag session otp hash`.split(/\s+/);
const KNOWN =
  `replicaSet authSource appName srvServiceName gssapiServiceName readPreferenceTags tlsCAFile tlsCertificateKeyFile sslCA
  ssl_keyfile compressors w authMechanism
  readPreference connectTimeoutMS ssl maxPoolSize proxyHost localThresholdMS readConcernLevel uuidRepresentation`.split(
    /\s+/,
  );
const PROPERTIES =
  `SERVICE_NAME SERVICE_REALM AWS_SESSION_TOKEN AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID TOKEN_RESOURCE PASSWORD CLIENT_SECRET OIDC_TOKEN
  SERVICE_NAME:mongodb,X ENVIRONMENT:azure,TOKEN_RESOURCE`.split(/\s+/);

/** Strings and addresses. */
export const POSITIONS: readonly string[] = [
  `mongodb+srv://§u:§p${AT}`,
  `mongodb://§u:§p@a.k2m4q.mongodb.net:27017,b.k2m4q.mongodb.net:27017/db`,
  `mongodb://§u:§p@a.k2m4q.mongodb.net:27017,§u:§p@b.k2m4q.mongodb.net:27017/db`,
  `mongodb://§u@db1.example.com:27017/db`,
  `mongodb+srv://:§p${AT}`,
  `mongodb+srv://§u:§p@${HOST}/§p?authSource=§p&appName=§u`,
  `mongodb+srv://§u@corp.example.com:§p${AT}`,
  `mongodb+srv://CN=§u,OU=x${AT}?authMechanism=MONGODB-X509`,
  ...BRACKETS.map((form) => `mongodb+srv://${form.replace('§', '§u')}:${form.replace('§', '§p')}${AT}`),
  ...SIGNS.map((sign) => `mongodb+srv://§u:§1${sign}§2${AT}`),
  ...OPTIONS.flatMap((name) => [`${QUERY}w=1&${name}=§p&ssl=true`, `${QUERY}w=1&${name}=Bearer%20§p`]),
  ...['password', 'token', 'foo'].flatMap((name) => [
    `${QUERY}w=1;${name}=§p`,
    `${QUERY}w=1&amp;${name}=§p`,
    `${QUERY}w=1?${name}=§p`,
    `${QUERY}w=1%26${name}%3D§p`,
    `${QUERY}w=1&${name}:§p`,
    `${QUERY}w=1,${name}=§p`,
    `${QUERY}${name}='§p'`,
    `mongodb+srv://${HOST}?${name}=§p`,
  ]),
  ...KNOWN.flatMap((name) => [
    `${QUERY}${name}=§p`,
    `${QUERY}${name}=/home/§u/§p.pem`,
    `${QUERY}${name}=§u:§p`,
    `${QUERY}${name}=password=§p`,
    `${QUERY}${name}=http://§u:§p@h/`,
    `${QUERY}${name}=http%3A%2F%2F§u%3A§p%40h`,
  ]),
  ...PROPERTIES.flatMap((name) => [
    `${QUERY}authMechanismProperties=${name}:§p`,
    `${QUERY}authMechanismProperties=${name}%3A§p`,
  ]),
  'mongodb://hvs.§p',
  ...['§p', '{"AWS_SESSION_TOKEN":"§p"}', 'AWS_SESSION_TOKEN:§1,§2'].map(
    (text) => `${QUERY}authMechanismProperties=${text}`,
  ),
  ...['/', ';password=', '.', '$', '//', '|', '%2F', ':', '@', ',', '=', '%3A', '#', '#token=', '&password='].map(
    (sign) => `mongodb+srv://${HOST}/db${sign}§p`,
  ),
  `mongodb+srv://${HOST}/dbmongodb+srv://§u:§p${AT}`,
  `mongodb://${HOST}:§p/db`,
  `${HOST}:27017/db?proxyHost=§p`,
  `${HOST}/db?w=1&password=§p`,
  `mongodb://h1.k2m4q.mongodb.net:27017,§p/db`,
  ...['§u', '§u:', '§u:§p', '§u:§p@', '§u:§p@/db', '§u@', '§u.§p'].map((text) => `mongodb+srv://${text}`),
  ...['§u:§p', '§u:§p/db'].map((text) => `mongodb://${text}`),
  `mongodb+srv://§u%3A§p%40${HOST}`,
  `mongodb+srv://§u:§p${HOST}/x`,
  `mongodb+srv:///§u:§p${AT}`,
  `mongodb+srv:/§u:§p${AT}`,
  `mongodb+srv://mongodb+srv://§u:§p${AT}`,
  `MONGODB+SRV://§u:§p${AT}`,
  `jdbc:mongodb+srv://§u:§p${AT}`,
  `https://§u:§p${AT}`,
  `§u:§p${AT}`,
  ...['groups', 'groups?username=§u&password=§p', 'groups#token=§p'].map(
    (path) => `https://§u:§p@cloud.mongodb.com/api/atlas/v2/${path}`,
  ),
  ...[
    '?username=§u&password=§p',
    '?apiKey=§u&pretty=true',
    '#access_token=§p',
    ';token=§p',
    '/databaseUsers/admin/§u',
    '/clusters:§p',
    '/clusters@§p',
    '/clusters%3Ftoken%3D§p',
    '/peers/ab!§1~§2*c',
  ].map((rest) => `${API}${rest}`),
  `https://§u:§p@cloud.mongodb.com/prometheus/v1.0/groups/5f1a5f1a5f1a5f1a5f1a5f1a/discovery`,
  `https://cloud.mongodb.com/api/oauth/token?client_id=§u&client_secret=§p`,
];

/** Files in which the credential stands beside a string that has findings, or that is filled in with it. */
export const BESIDE: readonly (readonly [path: string, text: string])[] = [
  ['a.sh', `mongosh "${STRING}" --username §u --password §p\n`],
  ['a.sh', `mongoimport -u §u -p§p --uri "${STRING}"\n`],
  ['a.sh', `mongosh "mongodb+srv://$(vault read -field=u §p):x@${HOST}:27017/"\n`],
  ['a.sh', `curl --user "§u:§p" --digest ${OLD_API}/clusters\n`],
  ['a.sh', `curl -H "Authorization: Bearer §p" -d '{"numShards":1,"password":"§p"}' ${OLD_API}/clusters\n`],
  ['a.sh', `PASS='§p'\nmongosh "mongodb+srv://§u:\${PASS}@${HOST}:27017/db"\n`],
  ['a.sh', `mongosh "mongodb+srv://\${U:-§u}:\${P:=§p}@${HOST}:27017/db"\n`],
  ['a.sh', `mongosh "mongodb+srv://app:$(echo §p | base64 -d)@${HOST}:27017/db"\n`],
  ['a.py', `requests.get("${OLD_API}/clusters", auth=HTTPDigestAuth("§u", "§p"))\n`],
  ['a.py', `c = MongoClient("${STRING}", username="§u", password="§p")\n`],
  ['a.py', `u = "mongodb+srv://%s:%s@${HOST}:27017/db" % ("§u", "§p")\n`],
  ['a.py', `u = "mongodb+srv://{u}:{p}@${HOST}:27017/db".format(u="§u", p="§p")\n`],
  ['a.py', `u = f"mongodb+srv://{quote_plus('§u')}:{quote_plus('§p')}@${HOST}:27017/db"\n`],
  ['a.js', `const p = '§p';\nconst u = \`mongodb+srv://\${process.env.U || '§u'}:\${p}@${HOST}:27017/db\`;\n`],
  [
    'a.js',
    `fetch('${API}/clusters', { headers: { Authorization: 'Bearer §p' }, body: JSON.stringify({ numShards: 1, pw: '§p' }) });\n`,
  ],
  [
    'a.js',
    `// connlint-disable-next-line uri-refused -- login §u with §p\nf('mongodb+srv://§u:§p@${HOST}:27017/db');\n`,
  ],
  ['a.js', `// connlint-disable-next-line §p until=§p -- x\nf('mongodb+srv://§u:§p@${HOST}:27017/db');\n`],
  ['a.js', `// connlint-disable-next-line uri-refused until=§p -- x\nf('mongodb+srv://${HOST}:27017/db');\n`],
  ['a.js', `// connlint-disable-next-line §p -- x\nf('mongodb+srv://${HOST}:27017/db');\n`],
  ['a.js', `const §p = '${STRING}';\nprocess.env.§u = '${STRING}';\n`],
  ['a.js', `const c = new MongoClient(process.env.URI_§p);\n`],
  ['a.js', `const c = new MongoClient(await vault.read('secret/§p'));\n`],
  ['a.py', `c = MongoClient(open("/run/secrets/§p").read())\n`],
  ['a.js', `const u = \`mongodb+srv://${HOST}/{§p}\`;\n`],
  ['a.py', `u = f"mongodb+srv://app:{os.environ.get('§p')}@${HOST}:27017/db"\n`],
  ['a.js', `const c = { '§u': { "§p": '${STRING}' } };\n`],
  ['a.js', `connect('mongodb+srv://§u:§p@${HOST}:27017/db', 'mongodb+srv://${HOST}:27017/§u'); login('§u', '§p');\n`],
  ['a.go', `u := fmt.Sprintf("mongodb+srv://%s:%s@${HOST}:27017/db", "§u", url.QueryEscape("§p"))\n`],
  ['A.java', `static final String PASS = "§p";\nString u = "mongodb+srv://§u:" + PASS + "@${HOST}:27017/db";\n`],
  ['a.cs', `var pass = "§p";\nvar u = $"mongodb+srv://§u:{pass}@${HOST}:27017/db";\n`],
  ['a.php', `<?php $u = sprintf('mongodb+srv://%s:%s@${HOST}:27017/db', '§u', '§p');\n`],
  ['a.rb', `pass = '§p'\nu = "mongodb+srv://§u:#{CGI.escape('§p')}@${HOST}:27017/db"\n`],
  ['a.tf', `locals {\n  u = format("mongodb+srv://%s:%s@${HOST}:27017/db", "§u", "§p")\n}\n`],
  ['terraform.tfvars', `password = "§p"\nuri = "${STRING}"\n`],
  ['deploy.yaml', `env:\n  - name: MONGODB_PASSWORD\n    value: "§p"\n  - name: URI\n    value: ${STRING}\n`],
  ['docker-compose.yml', `services:\n  a:\n    command: mongosh ${STRING} --username §u --password §p\n`],
  ['ci.yml', `env:\n  M: mongodb+srv://\${{ secrets.U || '§u' }}:\${{ secrets.P || '§p' }}@${HOST}:27017/db\n`],
  ['vars.yml', `uri: "mongodb+srv://{{ u }}:{{ p | default('§p') }}@${HOST}:27017/db"\n`],
  [
    'prometheus.yml',
    `scrape_configs:\n  - basic_auth: { username: §u, password: §p }\n    http_sd_configs:\n      - url: ${API.replace('api/atlas/v2', 'prometheus/v1.0')}/discovery\n`,
  ],
  ['appsettings.json', `{"User": "§u", "Password": "§p", "C": "${STRING};User Id=§u;Password=§p"}\n`],
  ['application.yml', `uri: mongodb+srv://\${MU:§u}:\${MP:§p}@${HOST}:27017/db\n`],
  ['a.properties', `mongo.§p.uri=${STRING}\n`],
  ['a.env', `URI_§p=mongodb+srv://§u:§p@${HOST}:27017/db\n`],
  ['a.env', `M=${STRING} # password §p, user §u\n`],
  ['a.env', `R=redis://§u:§p@h:6379\nM=${STRING}\n`],
  ['a.json', `{"users": {"§u": {"§p": {"uri": "${STRING}"}}}}\n`],
  ['a.yaml', `creds:\n  §u:\n    §p: ${STRING}\n`],
  ['a.toml', `[db."§u"]\n"§p" = "${STRING}"\n`],
  ['a.ini', `[§u]\npassword=§p\nuri=${STRING}\n`],
  ['a.sql', `INSERT INTO c VALUES ('§u', '§p', '${STRING}');\n`],
  ['a.csv', `§u,§p,${STRING}\n`],
  ['a.md', `| §u | §p | ${STRING} |\n`],
  ['a.html', `<a href="mongodb+srv://§u:§p@${HOST}:27017/db" data-password="§p">§u</a>\n`],
  ['a.log', `connect ${STRING} user=§u password=§p failed\n`],
  ['a.http', `GET ${OLD_API}/clusters\nAuthorization: Digest §u §p\n\n{"password": "§p", "numShards": 1}\n`],
  ['Dockerfile', `ARG PASS=§p\nRUN mongosh "${STRING}" -u §u -p §p\n`],
  ['Dockerfile', `CMD ["mongosh", "${STRING}", "-u", "§u", "-p", "§p"]\n`],
  ['package.json', `{"dependencies": {"mongodb": "git+https://§u:§p@github.com/acme/driver"}, "uri": "${STRING}"}\n`],
  ['Makefile', `PASS ?= §p\nrun:\n\tmongosh mongodb+srv://§u:$(PASS)@${HOST}:27017/db -p §p\n`],
  ['hooks.yaml', `webhook: https://hooks.example.com/services/T00/§p\nuri: ${STRING}\n`],
  ['a.yaml', `a: "mongodb+srv://§u:§1\\\n   §2@${HOST}:27017/db"\n`],
  ['a.txt', `mongodb+srv://§u:\n§p@${HOST}:27017/db\n`],
];
