import { describe, expect, it } from 'vitest';
import { cleanString } from '../../src/facts/cluster-record.ts';
import { readFacts } from '../../src/facts/read.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { clusterIn, record } from '../support/facts-fixture.ts';

const H = 'willow.qz7xt.mongodb.net';

describe('strings of a record', () => {
  it.each<[text: unknown, clean: string | undefined]>([
    [`mongodb+srv://${H}`, `mongodb+srv://${H}`],
    [` mongodb+srv://u:p@${H}/x `, `mongodb+srv://${H}/x`],
    [`mongodb://u:p@w@${H}:27017,a.${H}/x`, `mongodb://${H}:27017,a.${H}/x`],
    [`mongodb://${H}/?ssl=true&proxyPassword=x&a=b`, `mongodb://${H}/?ssl=true`],
    [`mongodb://${H}/?authMechanismProperties=x`, `mongodb://${H}/?`],
    [`mongodb://${H}/?xProxyPassword=x&proxyPasswords=y`, `mongodb://${H}/?`],
    [`mongodb://${H},db.example.com/x`, undefined],
    ['mongodb://db.example.com/x', undefined],
    [`mongodb://${H}:27017:1/x`, undefined],
    [`mongodb://${H},/x`, undefined],
    [H, undefined],
    ['mongodb://', undefined],
    ['', undefined],
    [1, undefined],
  ])('%j', (text, clean) => {
    expect(cleanString(text, ATLAS)?.text).toBe(clean);
  });

  it('have hosts with ports, in small letters', () => {
    expect(cleanString(`mongodb://A.${H}:1,b.${H}?x=1`, ATLAS)?.hosts).toEqual([
      { host: `a.${H}`, port: 1 },
      { host: `b.${H}`, port: null },
    ]);
    expect(cleanString(`mongodb://a.${H},b!c`, ATLAS)).toBeUndefined();
  });

  it('are reported by their fields and hosts, each once', () => {
    const { listed, aliases, tokens } = clusterIn({
      ...record(),
      connectionStrings: {
        standard: `mongodb://AC-abc1234-shard-00-00.qz7xt.mongodb.net:27017/?replicaSet=atlas-w4xyz1-shard-0&ssl=true`,
        standardSrv: `mongodb+srv://willow-abc12.mongodb.net`,
        private: `mongodb://willow-shard-00-00-pri.qz7xt.mongodb.net:27017/?replicaSet=atlas-w4xyz1-shard-0`,
        awsPrivateLink: { 'vpce-1': `mongodb://pl-0-us-east-1.qz7xt.mongodb.net:1024`, 'vpce-2': 'x' },
        awsPrivateLinkSrv: { 'vpce-1': `mongodb+srv://willow-pl-0.qz7xt.mongodb.net` },
        privateEndpoint: [
          { srvConnectionString: `mongodb+srv://willow-pl-0.qz7xt.mongodb.net` },
          { srvConnectionString: `mongodb+srv://willow-pl-1-lb.qz7xt.mongodb.net` },
        ],
      },
    });
    expect(listed.map(({ field, kind, form, endpoint }) => [field, kind, form, endpoint])).toEqual([
      ['connectionStrings.standardSrv', 'legacy', 'srv', null],
      ['connectionStrings.standard', 'standard', 'direct', null],
      ['connectionStrings.private', 'private', 'direct', null],
      ['connectionStrings.privateEndpoint[0].srvConnectionString', 'private-endpoint', 'srv', 0],
      ['connectionStrings.privateEndpoint[1].srvConnectionString', 'optimized', 'srv', 1],
      ['connectionStrings.awsPrivateLink[vpce-1]', 'private-endpoint', 'direct', null],
    ]);
    expect([...aliases].sort()).toEqual(['ac-abc1234', 'atlas-w4xyz1', 'willow']);
    expect([...tokens].sort()).toEqual(['abc12', 'qz7xt']);
  });
});

describe('Terraform’s resources', () => {
  const read = (value: object) => readFacts(value, { file: 'state.json', as: null, profile: ATLAS });
  const state = (type: string, values: object) => ({
    format_version: '1.0',
    values: { root_module: { resources: [{ type: `mongodbatlas_${type}`, values }] } },
  });
  it.each<[type: string, attributes: object, kinds: string[]]>([
    ['privatelink_endpoint_service', { private_link_id: 'a', endpoint_service_id: 'b' }, ['endpoint-link']],
    ['privatelink_endpoint_service', { private_link_id: 'a', interface_endpoint_id: 'b' }, ['endpoint-link']],
    ['privatelink_endpoint_service', { private_link_id: 'a' }, []],
    ['privatelink_endpoint_service', { endpoint_service_id: 'b' }, []],
    ['private_ip_mode', { enabled: true }, ['setting']],
    ['private_ip_mode', {}, []],
    ['custom_dns_configuration_cluster_aws', { enabled: false }, ['setting']],
    ['unheard_of', { enabled: true }, []],
    ['advanced_clusters', { project_id: 'p', results: [{ name: 'a' }, { name: 'b' }] }, ['cluster', 'cluster']],
  ])('%s with %j', (type, attributes, kinds) => {
    const { pieces, notices } = read(state(type, attributes));
    expect(pieces.map(({ kind }) => kind)).toEqual(kinds);
    expect(notices).toHaveLength(kinds.length === 0 ? 1 : 0);
  });

  it('are only in a state as JSON', () => {
    const said = (value: object): string[] => {
      const { problems, notices } = read(value);
      return [...problems, ...notices].map(({ message }) => message);
    };
    expect(said({ format_version: '1.0' })).toEqual(['The file contains nothing that connlint can use.']);
    const other = ['not a fact file: connlint does not know this form.'];
    expect(said({ version: 4, terraform_version: '1.9.0', resources: [] })).toEqual(other);
    expect(said({ format_version: '1.2', terraform_version: '1.9.0', planned_values: {} })).toEqual(other);
  });
});
