import { describe, expect, it } from 'vitest';
import type { Example } from '../support/rule-pages.ts';
import { applied, runExample } from '../support/run-example.ts';
import type { Fix } from '../../src/text/source.ts';

/** The first fix or suggestion that a rule makes for the one file of an example. */
function fixed(rule: string, text: string, how: 'fix' | 'suggestion', more: Partial<Example> = {}): string | null {
  const { findings } = runExample({ title: '', files: { 'app.env': text }, ...more });
  const finding = findings.find((one) => one.rule === rule);
  const fix: Fix | null | undefined = how === 'fix' ? finding?.fix : finding?.suggestions[0];
  return fix ? applied(text, fix) : null;
}

/** A record with all the strings of a cluster of one shard. */
const QUAY = {
  name: 'quay',
  connectionStrings: {
    standard:
      'mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017/?ssl=true&authSource=admin',
    standardSrv: 'mongodb+srv://quay.k2j4h.mongodb.net',
  },
};
const facts = { 'quay.json': QUAY };

describe('scheme-host-mismatch', () => {
  it('changes the scheme by itself only when the record lists the pair', () => {
    const text = 'URI=mongodb://${U}:${P}@quay.k2j4h.mongodb.net:27017/books?w=1\n';
    const right = 'URI=mongodb+srv://${U}:${P}@quay.k2j4h.mongodb.net/books?w=1\n';
    expect(fixed('scheme-host-mismatch', text, 'fix')).toBeNull();
    expect(fixed('scheme-host-mismatch', text, 'suggestion')).toBe(right);
    expect(fixed('scheme-host-mismatch', text, 'fix', { facts })).toBe(right);
  });

  it('never fixes a node behind an SRV scheme: two ways are open', () => {
    const text = 'URI=mongodb+srv://quay-shard-00-00.k2j4h.mongodb.net/books\n';
    expect(fixed('scheme-host-mismatch', text, 'fix', { facts })).toBeNull();
    const right = 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books\n';
    expect(fixed('scheme-host-mismatch', text, 'suggestion', { facts })).toBe(right);
  });
});

describe('direct-list', () => {
  it('suggests the SRV string, without a directConnection that would contradict it', () => {
    const text = 'URI=mongodb://quay-shard-00-01.k2j4h.mongodb.net:27017/r?tls=true&directConnection=true\n';
    expect(fixed('direct-list', text, 'fix', { facts })).toBeNull();
    expect(fixed('direct-list', text, 'suggestion', { facts })).toBe(
      'URI=mongodb+srv://quay.k2j4h.mongodb.net/r?tls=true\n',
    );
  });

  it('suggests nothing where the name of the cluster is not to be seen', () => {
    const text = 'URI=mongodb://ac-1a2b3c4-shard-00-01.k2j4h7z.mongodb.net:27017/r?tls=true\n';
    expect(fixed('direct-list', text, 'suggestion')).toBeNull();
  });
});

describe('host-list-mixed', () => {
  it('suggests the list of the record, and the same list without the repetition', () => {
    const twice =
      'URI=mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-00.k2j4h.mongodb.net:27017/r?tls=true\n';
    expect(fixed('host-list-mixed', twice, 'suggestion', { facts })).toBe(
      'URI=mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017/r?tls=true\n',
    );
    expect(fixed('host-list-mixed', twice, 'suggestion')).toBe(
      'URI=mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017/r?tls=true\n',
    );
  });
});

describe('options', () => {
  it.each([
    ['uri-refused', 'tally-pl-0-lb.k2j4h.mongodb.net/t?replicaSet=rs0', 'tally-pl-0-lb.k2j4h.mongodb.net/t'],
    ['uri-refused', 'tally-pl-0-lb.k2j4h.mongodb.net/?srvMaxHosts=2&w=1', 'tally-pl-0-lb.k2j4h.mongodb.net/?w=1'],
    ['uri-refused', 'db.corp.example/?w=1&directConnection=true&j=true', 'db.corp.example/?w=1&j=true'],
    ['option', 'db.corp.example/?w=1&w=1&journal=true', 'db.corp.example/?w=1&journal=true'],
    ['uri-refused', 'db.corp.example:27017/x', 'db.corp.example/x'],
  ])('%s: %s becomes %s', (rule, before, after) => {
    expect(fixed(rule, `URI=mongodb+srv://${before}\n`, 'fix')).toBe(`URI=mongodb+srv://${after}\n`);
  });

  it('leaves the separator of HTML in order', () => {
    const files = { 'a.xml': '<a url="mongodb://n1.corp.example/?w=1&amp;srvMaxHosts=2&amp;journal=true"/>\n' };
    const { findings } = runExample({ title: '', files });
    expect(applied(files['a.xml'], findings[0]!.fix!)).toBe(
      '<a url="mongodb://n1.corp.example/?w=1&amp;journal=true"/>\n',
    );
  });

  it('adds an option in the escapes of the text around', () => {
    const nodes = 'quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017';
    const files = { 'a.xml': `<a url="mongodb://\${u}:\${p}@${nodes}/books?tls=true&amp;w=1"/>\n` };
    const { findings } = runExample({ title: '', files });
    const trap = findings.find(({ rule }) => rule === 'authsource-trap');
    expect(applied(files['a.xml'], trap!.suggestions[0]!)).toContain('tls=true&amp;w=1&amp;authSource=admin"');
  });
});

describe('userinfo-unescaped', () => {
  const fixOf = (path: string, text: string): string | null => {
    const { findings } = runExample({ title: '', files: { [path]: text } });
    const finding = findings.find(({ rule }) => rule === 'userinfo-unescaped');
    expect(finding).toBeDefined();
    return finding?.fix ? applied(text, finding.fix) : null;
  };

  it('encodes every wrong character and nothing else', () => {
    expect(fixOf('a.env', 'U=mongodb://a@b:c:d%zz#e@n1.corp.example/x\n')).toBe(
      'U=mongodb://a%40b:c%3Ad%25zz%23e@n1.corp.example/x\n',
    );
  });

  it('does not touch what it cannot see: escapes, formats of a print function, encoded text', () => {
    expect(fixOf('a.js', "const u = 'mongodb://app:c\\u0040d@n1.corp.example/x';\n")).toBeNull();
    expect(fixOf('a.c', 'snprintf(b, n, "mongodb://app:c@d@%s/x", host);\n')).toBeNull();
    expect(fixOf('a.bat', 'set U=mongodb://app:c@d@n1.corp.example/x\r\n')).toBeNull();
    const encoded = Buffer.from('mongodb://app:c@d@n1.corp.example/x').toString('base64');
    expect(fixOf('a.yaml', `data:\n  uri: ${encoded}\n`)).toBeNull();
  });
});

describe('secrets', () => {
  it.each([
    ['compose.prod.yml', '${DB_PASSWORD}'],
    ['config/application-live.yml', '${DB_PASSWORD}'],
    ['deploy/secret.yaml', null],
    ['group_vars/all.yml', null],
  ])('come from the environment where the format expands a variable: %s', (path, reference) => {
    const text = 'uri: mongodb+srv://app:Kelp-77-drift@quay.k2j4h.mongodb.net/b\n';
    const right = reference && text.replace('Kelp-77-drift', reference);
    expect(fixed('credentials-in-text', text, 'suggestion', { files: { [path]: text } })).toBe(right);
  });

  it('stay out of everything that a finding says', () => {
    const secrets = [
      'Kelp-77-drift',
      'Hx27-net-weave',
      'mdb_sa_sk_Zq81kd02Lw9xVb37Tn55',
      '3f2b9c1e-77aa-4d0e-9b1c-5a6d7e8f9012',
    ];
    const files = {
      'a.py': `URI = "mongodb+srv://app:${secrets[0]}@quay.k2j4h.mongodb.net:27017/b?retryWries=true&proxyPassword=${secrets[0]}"\n`,
      'b.yaml': `basic_auth:\n  username: prom_user_1\n  password: ${secrets[1]}\n`,
      'c.sh': `S=${secrets[2]}\ncurl -u "abcdwxyz:${secrets[3]}" --digest https://cloud.mongodb.com/api/atlas/v2/groups\n`,
      'd.sh': `curl "https://prom_user_1:${secrets[1]}@cloud.mongodb.com/prometheus/v1.0/groups/65c1a0/discovery"\n`,
    };
    const { findings } = runExample({ title: '', files });
    const found = findings.filter(({ rule }) => rule === 'credentials-in-text');
    expect(found.map(({ file }) => file)).toEqual(['a.py', 'a.py', 'b.yaml', 'c.sh', 'c.sh', 'd.sh']);
    expect(found.filter(({ file }) => file === 'b.yaml' || file === 'c.sh').map(({ text }) => text)).toEqual([
      '***',
      '***',
      '***',
    ]);
    for (const secret of secrets) expect(JSON.stringify(findings)).not.toContain(secret);
  });
});
