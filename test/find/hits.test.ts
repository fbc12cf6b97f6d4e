import { describe, expect, it } from 'vitest';
import { anchorWords, base64Forms, findHits } from '../../src/find/hits.ts';
import { applyService } from '../../src/config/schema.ts';
import type { ServiceOverride } from '../../src/config/schema.ts';
import { ATLAS } from '../../src/classify/service.ts';

/** Every hit as `kind text`, in order. */
function hits(text: string, override: ServiceOverride = {}): string[] {
  return findHits(text, applyService(ATLAS, override)).map(
    ({ kind, offset, endOffset }) => `${kind} ${text.slice(offset, endOffset)}`,
  );
}

describe('a string of the service is found', () => {
  const long = 'a'.repeat(200);
  it.each<[text: string, ...hits: string[]]>([
    ['mongodb://a', 'scheme mongodb://'],
    ['say MongoDB+SRV://a', 'scheme MongoDB+SRV://'],
    ['mongo://a', 'scheme mongo://'],
    ['amongodb://a', 'scheme mongodb://'],
    ['mongodb://a,mongodb+srv://b', 'scheme mongodb://', 'scheme mongodb+srv://'],
    // Without slashes, user info must follow.
    ['mongodb:u:p@h', 'scheme mongodb:'],
    ['mongodb:abc@x', 'scheme mongodb:'],
    ['mongodb:ab@x'],
    ['mongodb: u@x'],
    ['mongodb:"abc@x'],
    ["mongodb:a'bc@x"],
    [`mongodb:${long}@x`, 'scheme mongodb:'],
    [`mongodb:${long}a@x`],
    ['mongodb:/a'],
    ['mongodb'],
    ['mongodb//a'],
    // With the escapes of other texts.
    [String.raw`mongodb+srv:\/\/a`, String.raw`scheme mongodb+srv:\/\/`],
    [String.raw`mongodb\+srv\:\\\/\\\/a`, String.raw`scheme mongodb\+srv\:\\\/\\\/`],
    ['mongodb%2Bsrv%3A%2F%2Fa', 'scheme mongodb%2Bsrv%3A%2F%2F'],
    ['mongodb%252Bsrv%253A%252F%252Fa', 'scheme mongodb%252Bsrv%253A%252F%252F'],
    [String.raw`mongodb\u002bsrv\u003a\u002f\u002fa`, String.raw`scheme mongodb\u002bsrv\u003a\u002f\u002f`],
    [String.raw`mongodb\x2bsrv\x3a\x2f\x2fa`, String.raw`scheme mongodb\x2bsrv\x3a\x2f\x2f`],
    ['mongodb&#43;srv&#58;&#47;&#x2F;a', 'scheme mongodb&#43;srv&#58;&#47;&#x2F;'],
    ['mongodb&#x2b;srv&#x3a;//a', 'scheme mongodb&#x2b;srv&#x3a;//'],
  ])('by its scheme in %j', (text, ...expected) => {
    expect(hits(text)).toEqual(expected);
  });

  it.each<[text: string, ...hits: string[]]>([
    ['x.mongodb.net', 'host .mongodb.net'],
    ['X.MONGODB.NET', 'host .MONGODB.NET'],
    ['mongodb.net'],
    ['x.mongodb-net'],
    ['xmongodb.net'],
    ['x.mongodbxnet'],
    ['x.mongodb-dev.net, x.mongodb-dev.com, x.mongodbgov.net', 'host .mongodb-dev.net', 'host .mongodbgov.net'],
    ['a.mongodb.net,b.mongodb.net', 'host .mongodb.net', 'host .mongodb.net'],
    ['.mongodb.net.mongodb.net', 'host .mongodb.net', 'host .mongodb.net'],
    ['x.mongodb.mongodb.net', 'host .mongodb.net'],
    [String.raw`x\.mongodb\\.net`, String.raw`host \.mongodb\\.net`],
    [String.raw`x\\\.mongodb-dev\\\.net`, String.raw`host \\\.mongodb-dev\\\.net`],
    ['x[.]mongodb[.]net', 'host [.]mongodb[.]net'],
    ['x%2Emongodb%2enet', 'host %2Emongodb%2enet'],
    [String.raw`x\u002emongodb\u002ddev\\u002enet`, String.raw`host \u002emongodb\u002ddev\\u002enet`],
    [String.raw`x.mongodb\x2ddev.net`, String.raw`host .mongodb\x2ddev.net`],
    ['mongodb+srv://u:p@a.b.mongodb.net/x', 'scheme mongodb+srv://', 'host .mongodb.net'],
    ['mongodb://x, x.mongodb.net, mongodb://y', 'scheme mongodb://', 'host .mongodb.net', 'scheme mongodb://'],
  ])('by its host in %j', (text, ...expected) => {
    expect(hits(text)).toEqual(expected);
  });

  it.each<[text: string, ...hits: string[]]>([
    ['https://cloud.mongodb.com/api/public/v1.0', 'console cloud.mongodb.com/api/public'],
    ['https://realm.mongodb.com/api/x realm.mongodb.com/app', 'console realm.mongodb.com/api'],
    ['https://mongodb.com/api/x'],
    ['https://a.mongodb-api.com/x', 'console mongodb-api.com'],
    ['https://cloud.mongodb.com/api/atlas/v2', 'api api/atlas/v2'],
    ['API/ATLAS/V1.0/', 'api API/ATLAS/V1'],
    ['/api/atlas/version'],
    ['.mongodb.net/api/atlas/v2', 'host .mongodb.net', 'api api/atlas/v2'],
    ['Application/VND.atlas.2024-08-05+json', 'media-type Application/VND.atlas'],
    ['application/vndxatlas'],
    ['https://h/Prometheus/v1.0/groups', 'metrics Prometheus/v1.0'],
    ['https://h/prometheus/v1x0'],
    ['mongoURIWithOptions', 'field mongoURIWithOptions'],
    ['a.mongoURI = b.srvAddress', 'field mongoURI', 'field srvAddress'],
    // Field names and base64 are case-sensitive.
    ['MONGOURI srvaddress'],
    ['bw9uz29kyjovl3u6cebo'],
  ])('by what else the service has in %j', (text, ...expected) => {
    expect(hits(text)).toEqual(expected);
  });

  it.each([
    ['', 'base64 bW9uZ29kY'],
    ['a', 'base64 1vbmdvZG'],
    ['ab', 'base64 tb25nb2Ri'],
    ['abc', 'base64 bW9uZ29kY'],
  ])('in base64, behind %j', (before, expected) => {
    expect(hits(btoa(`${before}mongodb+srv://u:p@h`))).toEqual([expected]);
  });

  it('in base64 that is inside of what is found, too', () => {
    const service = { schemes: ['shipdata'], fields: { removed: ['oc2hpcGRhdGEField'] } };
    expect(hits('oc2hpcGRhdGEField', service)).toEqual(['field oc2hpcGRhdGEField', 'base64 c2hpcGRhdG']);
  });
});

describe('another service', () => {
  const acme: ServiceOverride = {
    schemes: ['acmedb', 'acmedb+srv'],
    domains: ['eu1.acme-cloud.io'],
    api: { path: '/v9/acme(x)/', mediaType: 'application/vnd.acme' },
    metrics: { path: '/acme-metrics' },
    fields: { removed: ['acmeHost', 'acmeHostList', 'eu1'] },
  };
  it.each<[text: string, ...hits: string[]]>([
    ['acmedb+srv://x.eu1.acme-cloud.io', 'scheme acmedb+srv://', 'host .eu1.acme-cloud.io'],
    ['mongodb://x.mongodb.net'],
    // The name without `db` counts only if enough follows it.
    ['acme://x', 'scheme acme://'],
    ['x/v9/acme(x)/v1', 'api v9/acme(x)/v1'],
    ['x/v9/acmex/v1'],
    ['application/vnd.acme', 'media-type application/vnd.acme'],
    ['x/acme-metrics/y', 'metrics acme-metrics'],
    ['acmeHost, acmeHostList', 'field acmeHost', 'field acmeHostList'],
    // The hit that begins first counts, whichever word was found.
    ['x.eu1.acme-cloud.io', 'host .eu1.acme-cloud.io'],
    ['x.eu1.acme-cloud.com', 'field eu1'],
  ])('is found in %j', (text, ...expected) => {
    expect(hits(text, acme)).toEqual(expected);
  });

  it.each([
    [['abcdb'], 'abc://x', []],
    [['abcddb'], 'abcd://x', ['scheme abcd://']],
    [['abcdxx'], 'abcd://x', []],
  ])('with the schemes %j has %j as a slip or not', (schemes, text, expected) => {
    expect(hits(text, { schemes })).toEqual(expected);
  });

  it('may have a domain without any letter of ASCII', () => {
    expect(hits('https://x.бд.рф/a', { domains: ['бд.рф'] })).toEqual(['host .бд.рф']);
  });

  it('is remembered beside the first one', () => {
    const [one, other] = [applyService(ATLAS, acme), applyService(ATLAS, {})];
    const text = 'acmedb://x mongodb://x';
    for (const profile of [one, other, one, other]) {
      const [hit, ...more] = findHits(text, profile);
      expect(more).toEqual([]);
      expect(hit?.offset).toBe(profile === one ? 0 : 11);
    }
  });
});

describe('the words of which one is in every text with a string', () => {
  it('are those of the service, the shortest ones', () => {
    const fields = ['autoscaling', 'motorclient', 'numshards', 'providerbackupenabled', 'providersettings'];
    const more = ['regionsconfig', 'replicationfactor', 'replicationspec', 'srvaddress'];
    const clients = [
      'clientoptions::parse',
      'mango->new',
      'monger.core',
      'moped::session',
      'agenda"',
      "agenda'",
      'beanie',
      'clients:',
      'connect-mdbc',
      'connect-via-uri',
      'create_datastore',
      'djongo',
      'gridfsstorage',
      'mgo.dial',
      'qmgo.config',
      'pymodm',
      'monk"',
      "monk'",
      'mc_worker_api',
      'parse-server',
      'pulsecron',
      'typegoose',
      'with_uri_str',
    ];
    const code = [
      'connectionstring',
      'connection_string',
      'srv_address',
      'standard_srv',
      'private_srv',
      'atlas cluster',
      'state.atlas',
    ];
    const paths = ['api/atlas/v', 'application/vnd.atlas', 'prometheus/v1.0'];
    const rest = ['-pl-0', '-pl-1', 'mongo', ...paths, ...paths.map((path) => path.replaceAll('/', '\\/'))];
    expect(anchorWords(ATLAS)).toEqual(
      ['1vbmdvzg', 'bw9uz29ky', 'tb25nb2ri', ...fields, ...more, ...clients, ...code, ...rest].sort(),
    );
  });

  it('take the short name in a scheme, which clients have without one', () => {
    const words = (schemes: string[]): string[] =>
      anchorWords(applyService(ATLAS, { schemes, fields: { removed: [] } }));
    expect(words(['shipdb'])).toContain('ship');
    expect(words(['shipdb'])).not.toContain('shipdb');
    expect(words(['freightdb', 'freight+srv'])).toContain('freight');
    expect(words(['freight', 'parcel+srv'])).toEqual(expect.arrayContaining(['freight', 'parcel']));
    expect(words(['freight-db'])).toContain('freight');
  });

  it.each(['mongodb', 'ab', 'abc', 'x'])('are found in base64 behind any number of bytes: %s', (word) => {
    for (const before of ['', 'a', 'ab', 'abc', '\u00FF\u00FF', '~']) {
      for (const after of ['', '\u00FF', '//']) {
        const text = btoa(before + word + after);
        expect(text).toContain(base64Forms(word)[before.length % 3]);
      }
    }
    expect(base64Forms(word).map(({ length }) => length)).toEqual(
      [0, 1, 2].map((shift) => Math.floor(((shift + word.length) * 8) / 6) - (shift && shift + 1)),
    );
  });
});
