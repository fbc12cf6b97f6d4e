import { describe, expect, it } from 'vitest';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

const till = clusterRecord('till');
const reasonsOf = (entry: ReturnType<typeof entryOf>): string => entry.reasons.map(({ message }) => message).join(' ');

describe('a change is never ready while a string comes from outside', () => {
  const move = { change: 'cloud-provider', cluster: 'till', to: 'gcp' };
  const clusters = [till, clusterRecord('shop')];
  const seen = 'new MongoClient("mongodb+srv://till.h6j2m.mongodb.net/t");\n';
  const read = 'new MongoClient(process.env.STORE);\n';
  const verdictOf = (files: Record<string, string>, config: object = {}): string =>
    entryOf({ files, clusters, config: { plan: [move], ...config } }).verdict;

  it('in the tree of its strings', () => {
    const entry = entryOf({
      files: { 'apps/till/a.js': seen, 'apps/till/b.js': read },
      clusters,
      config: { plan: [move] },
    });
    expect([entry.verdict, reasonsOf(entry)]).toEqual(['undecided', expect.stringContaining('"STORE"')]);
    const first = entry.steps.find(({ title }) => title.includes('outside the tree'));
    expect(first?.detail).toContain('`"external": { "STORE": "<cluster>" }`');
    expect(first?.places[0]).toMatchObject({ file: 'apps/till/b.js', from: 'process.env.STORE' });
  });

  it('and nothing shows whose it is, but not where the strings of another cluster are beside it', () => {
    expect(verdictOf({ 'apps/till/a.js': seen, 'apps/kiosk/b.js': read })).toBe('undecided');
    const other = seen.replace('till', 'shop');
    expect(verdictOf({ 'apps/till/a.js': seen, 'apps/shop/a.js': other, 'apps/shop/b.js': read })).toBe('ready');
    expect(verdictOf({ 'apps/till/a.js': seen, 'apps/till/test/b.test.js': read, 'docs/x.md': read })).toBe('ready');
  });

  it('unless the tree, a dump of values or the config gives it', () => {
    const files = { 'apps/till/a.js': seen, 'apps/till/b.js': read };
    const value = 'STORE=mongodb+srv://shop.h6j2m.mongodb.net/s\n';
    expect(verdictOf({ ...files, 'apps/till/.env': value })).toBe('ready');
    expect(verdictOf({ ...files, 'apps/till/.env.production': value })).toBe('ready');
    for (const name of ['development', 'staging', 'test'])
      expect(verdictOf({ ...files, [`apps/till/.env.${name}`]: value })).toBe('undecided');
    for (const external of ['shop', 'not-service'])
      expect(verdictOf(files, { external: { STORE: external } })).toBe('ready');
  });

  it.each(['shpo', 'no-service', '*', 'acme/shop', 'till2'])(
    'nor because the config names %s, which nothing knows',
    (name) => {
      const files = { 'apps/till/a.js': seen, 'apps/till/b.js': read };
      const config = { plan: [move], external: { STORE: name } };
      const entry = entryOf({ files, clusters, config });
      expect([entry.verdict, reasonsOf(entry)]).toEqual([
        'undecided',
        expect.stringContaining(`\`external\` gives STORE the cluster "${name}", which is not known.`),
      ]);
      const host = { 'apps/till/a.js': seen, 'apps/till/.env': 'STORE=mongodb+srv://${STORE}/s\n' };
      expect(reasonsOf(entryOf({ files: host, clusters, config }))).toContain('which is not known');
    },
  );

  it('unless a record, the config or a string knows the cluster that the config names', () => {
    const files = { 'apps/till/a.js': seen, 'apps/till/b.js': read };
    const external = { STORE: 'depot' };
    expect(verdictOf(files, { external })).toBe('undecided');
    expect(verdictOf(files, { external, projects: [{ clusters: { depot: { provider: 'aws' } } }] })).toBe('ready');
    const other = { 'apps/depot/a.js': 'new MongoClient("mongodb+srv://depot.h6j2m.mongodb.net/d");\n' };
    expect(verdictOf({ ...files, ...other }, { external })).toBe('ready');
  });

  it("nor while only a developer's machine has its value", () => {
    const files = { 'apps/till/a.js': seen, 'apps/till/b.js': read };
    const compose = 'services:\n  api:\n    environment:\n      STORE: mongodb://mongo:27017/s\n';
    const map = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  STORE: mongodb://mongo:27017/s\n';
    expect(verdictOf({ ...files, 'apps/till/.env': 'STORE=mongodb://localhost:27017/s\n' })).toBe('undecided');
    expect(verdictOf({ ...files, 'compose.yaml': compose })).toBe('undecided');
    expect(verdictOf({ ...files, 'k8s/values.yaml': map })).toBe('ready');
    expect(verdictOf({ ...files, 'apps/till/.env': 'STORE=mongodb://db.stock.example:27017/s\n' })).toBe('ready');
  });

  it('whatever the variable of another program has', () => {
    const value = 'STORE=mongodb+srv://shop.h6j2m.mongodb.net/s\n';
    const files = { 'apps/till/a.js': seen, 'apps/kiosk/b.js': read };
    expect(verdictOf({ ...files, 'apps/shop/.env': value })).toBe('undecided');
    for (const path of ['.env', 'deploy/.env', 'apps/kiosk/.env'])
      expect(verdictOf({ ...files, [path]: value })).toBe('ready');
    const beside = { 'till/a.js': seen, 'kiosk/b.js': read, 'shop/b.js': read };
    expect(verdictOf({ ...beside, 'shop/.env': value })).toBe('undecided');
    expect(verdictOf({ ...beside, 'env/.env': value })).toBe('ready');
  });

  it('from a store of secrets, unless what is stored there is in the tree', () => {
    const secret =
      'kind: Deployment\nenv:\n  - name: MONGO_URI\n    valueFrom: { secretKeyRef: { name: m, key: uri } }\n';
    const workflow = 'env:\n  MONGO_URI: ${{ secrets.MONGO_URI }}\n';
    const url = 'mongodb+srv://shop.h6j2m.mongodb.net/s';
    for (const [path, text] of [
      ['k8s/deploy.yaml', secret],
      ['.github/workflows/a.yml', workflow],
    ] as const) {
      const files = { 'a.js': seen, [path]: text };
      expect(verdictOf({ ...files, '.env': `MONGO_URI=${url}\n` })).toBe('undecided');
      const stored = `apiVersion: v1\nkind: Secret\nstringData:\n  MONGO_URI: ${url}\n`;
      expect(verdictOf({ ...files, 'k8s/secret.yaml': stored })).toBe('ready');
    }
  });

  it('and asks in the same way about a host that a variable gives', () => {
    const files = { 'apps/till/a.js': seen, 'apps/till/.env': 'STORE=mongodb+srv://${STORE_HOST}/s\n' };
    const entry = entryOf({ files, clusters, config: { plan: [move] } });
    expect(entry.verdict).toBe('undecided');
    const first = entry.steps.find(({ title }) => title.includes('host is not visible'));
    expect(first?.detail).toContain('`"external": { "STORE_HOST": "<cluster>" }`');
    expect(verdictOf(files, { external: { STORE_HOST: 'shop' } })).toBe('ready');
    expect(verdictOf({ ...files, 'apps/till/prod.env': 'STORE_HOST=shop.h6j2m.mongodb.net\n' })).toBe('ready');
    expect(verdictOf({ ...files, 'apps/shop/prod.env': 'STORE_HOST=shop.h6j2m.mongodb.net\n' })).toBe('undecided');
    const value = 'STORE=mongodb+srv://${STORE_HOST}/s\nSTORE_HOST=mongo\n';
    expect(verdictOf({ 'apps/till/a.js': seen, 'apps/till/.env': value })).toBe('undecided');
    expect(verdictOf(files, { external: { OTHER: 'shop' } })).toBe('undecided');
  });

  it('judges the strings of a dump like those of the tree', () => {
    const legacy = clusterRecord('till', { provider: 'AZURE', created: '2019-03-04T05:06:07Z' });
    const uri = Buffer.from('mongodb+srv://app:s3cretpw9@till-h6j2m.azure.mongodb.net/t').toString('base64');
    const dump = { kind: 'List', items: [{ kind: 'Secret', metadata: { name: 'a' }, data: { STORE: uri } }] };
    const project = {
      files: { 'a.js': read, 'facts.json': JSON.stringify([legacy]), 'secrets.json': JSON.stringify(dump, null, 1) },
    };
    const inventory = { clusters: 'facts.json', values: 'secrets.json' };
    const config = { plan: [{ change: 'disable-peering-only' }], projects: [{ inventory, peeringOnly: true }] };
    const entry = entryOf({ ...project, config });
    expect([entry.verdict, entry.strings.map(({ file }) => file)]).toEqual(['blocked', ['secrets.json']]);
    expect(JSON.stringify(entry)).not.toContain('s3cretpw9');
  });
});
