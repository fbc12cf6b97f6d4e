import { describe, expect, it } from 'vitest';
import { lintText } from '../support/lint-text.ts';

const HOST = 'quay.k2j4h.mongodb.net';
const NODES = 'quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017';

const rulesOf = (path: string, text: string): string[] => lintText(path, text).map(({ rule }) => rule);

describe('givenBeside', () => {
  it.each([
    ['a.ts', `new MongoClient('mongodb+srv://${HOST}/?authMechanism=MONGODB-OIDC', { serverApi: '1' });`],
    ['a.py', `client = AsyncMongoClient("mongodb+srv://${HOST}/?authMechanism=SCRAM-SHA-1", tz_aware=True)`],
    [
      'a.go',
      `client, err := mongo.Connect(ctx, options.Client().ApplyURI("mongodb+srv://${HOST}/?authMechanism=PLAIN").SetAppName("a"))`,
    ],
    ['A.java', `var c = MongoClients.create("mongodb+srv://${HOST}/?authMechanism=SCRAM-SHA-256");`],
    ['a.rs', `let c = Client::with_uri_str("mongodb+srv://${HOST}/?authMechanism=PLAIN").await?;`],
  ])('reports in %s what the whole call of the client leaves out', (path, text) => {
    expect(rulesOf(path, `${text}\n`)).toEqual(['authsource-trap']);
  });

  it.each([
    ['a.env', `URI=mongodb+srv://${HOST}/?authMechanism=MONGODB-OIDC`],
    [
      'a.yaml',
      `spring:\n  data:\n    mongodb:\n      uri: mongodb+srv://${HOST}/?authMechanism=SCRAM-SHA-256\n      username: app`,
    ],
    ['a.ts', `const uri = 'mongodb+srv://${HOST}/?authMechanism=PLAIN';\nconnect(uri, { auth });`],
    ['a.ts', `new MongoClient('mongodb+srv://${HOST}/?authMechanism=PLAIN', options);`],
    ['a.ts', `new MongoClient('mongodb+srv://${HOST}/?authMechanism=PLAIN', { ...rest });`],
    [
      'a.ts',
      `new MongoClient('mongodb+srv://${HOST}/?authMechanism=MONGODB-OIDC', {\n  authMechanismProperties: { OIDC_CALLBACK: token },\n});`,
    ],
    ['a.py', `MongoClient("mongodb+srv://${HOST}/?authMechanism=PLAIN", username=user, password=pw)`],
    ['a.py', `MongoClient("mongodb+srv://app@${HOST}/?authMechanism=PLAIN", **kwargs)`],
    ['a.rb', `Mongo::Client.new('mongodb+srv://${HOST}/?authMechanism=PLAIN', user: 'app', password: ENV['PW'])`],
    ['a.php', `$c = new MongoDB\\Client('mongodb+srv://${HOST}/?authMechanism=PLAIN', ['username' => $user]);`],
    [
      'a.go',
      `mongo.Connect(ctx, options.Client().ApplyURI("mongodb+srv://${HOST}/?authMechanism=PLAIN").SetAuth(credential))`,
    ],
    [
      'A.cs',
      `var s = MongoClientSettings.FromConnectionString("mongodb+srv://${HOST}/?authMechanism=PLAIN");\ns.Credential = credential;`,
    ],
    [
      'A.java',
      `b.applyConnectionString(new ConnectionString("mongodb+srv://${HOST}/?authMechanism=PLAIN")).credential(c);`,
    ],
    [
      'a.rs',
      `let mut o = ClientOptions::parse("mongodb+srv://${HOST}/?authMechanism=MONGODB-OIDC").await?;\no.credential = Some(c);`,
    ],
    ['run.sh', `mongosh "mongodb+srv://${HOST}/?authMechanism=PLAIN" --username "$U"`],
    ['a.js', "connect('mongodb://localhost/?proxyPort=1080', { proxyHost });"],
  ])('is silent in %s where something else may complete the string: %s', (path, text) => {
    expect(rulesOf(path, `${text}\n`)).toEqual([]);
  });

  it.each([
    ['a.py', `c = MongoClient("mongodb://${NODES}/", tls=True)`],
    ['a.js', `const uri = 'mongodb://${NODES}/';\nmongoose.connect(uri, {\n  ssl: true,\n});`],
    [
      'A.java',
      `builder.applyConnectionString(new ConnectionString("mongodb://${NODES}/"))\n  .applyToSslSettings(ssl -> ssl.enabled(true));`,
    ],
    ['a.properties', `app.mongo.uri=mongodb://${NODES}/\napp.mongo.ssl.enabled=true`],
    ['run.sh', `mongodump --uri "mongodb://${NODES}/" --ssl`],
    ['compose.yaml', `environment:\n  MONGO_URL: mongodb://${NODES}/\n  MONGO_TLS: "true"`],
    ['a.cs', `var s = MongoClientSettings.FromUrl(new MongoUrl("mongodb://${NODES}/"));\ns.UseTls = true;`],
  ])('sees in %s that TLS is switched on elsewhere', (path, text) => {
    expect(rulesOf(path, `${text}\n`)).not.toContain('tls-weakened');
    expect(rulesOf(path, `${text.replace(/tls|ssl/gi, 'x')}\n`)).toContain('tls-weakened');
  });

  it('sees the database of the users beside the string', () => {
    const uri = `mongodb://app:\${PW}@${NODES}/books?tls=true`;
    expect(rulesOf('a.py', `c = MongoClient(f"${uri.replace('${', '{')}", authSource="admin")\n`)).toEqual([]);
    expect(rulesOf('a.sh', `mongodump --uri "${uri}" --authenticationDatabase admin\n`)).toEqual([]);
    expect(rulesOf('a.sh', `mongodump --uri "${uri}" --gzip\n`)).toEqual(['authsource-trap']);
  });

  it('does not take options of another call for those of a client', () => {
    const text =
      `a = MongoClient("mongodb://localhost/a", username="app", password=pw)\n` +
      `b = MongoClient("mongodb+srv://${HOST}/?authMechanism=PLAIN")\n`;
    expect(rulesOf('a.py', text)).toContain('authsource-trap');
  });
});
