import { isTerraformPath } from '../src/read/families.ts';
import { codeMatches } from '../src/read/page.ts';
import type { FactName } from '../src/facts/facts.ts';
import { clusterNamed, projectOf } from '../src/facts/query.ts';
import { clusterLabel } from '../src/facts/cluster-record.ts';
import { infrastructureMatches, resourcesOf, type ClusterInCode } from '../src/iac/terraform.ts';
import { hclAttribute } from '../src/iac/hcl.ts';
import { clusterOfUse, endpointItems, peeringItems } from '../src/iac/attributes.ts';
import { defineReason, defineRule, problemsAmong, type ProjectRuleResult } from '../src/lint/rule.ts';
import type { RuleContext, RuleProblem } from '../src/lint/rule.ts';
import { anyForm, escapePattern, grouped, oncePer, rewriting } from '../src/text/source.ts';
import type { FiledItem, NamedItem, Range, Fix } from '../src/text/source.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import type { FoundFile } from '../src/classify/found-string.ts';

/** What only the optimized string has in the name of its attribute. Without it, the name is that of the plain one. */
const OPTIMIZED = /(?<=^srv_?)shard_?optimized_?(?=connection_?string$)/i;

/** The attribute with the same kind of string for an endpoint. Only a single endpoint can be read by index. */
const OF_ENDPOINT: Readonly<Record<string, string>> = {
  'ConnectionStrings.Private': 'PrivateEndpoints',
  'ConnectionStrings.PrivateSrv': 'PrivateEndpointsSrv',
  private: 'private_endpoint[0].connection_string',
  private_srv: 'private_endpoint[0].srv_connection_string',
};

const POSITION =
  /\b(private_endpoint(?:\[\d{1,3}\]|\.\d{1,3}(?=\.))|local\.[\w-]{1,80}\[\d{1,3}\](?=\.srv_(?:shard_optimized_)?connection_string\b))|\b(?:element\([ \t]{0,4}[\w.[\]]{1,200}?)(private_endpoint[ \t]{0,4},[ \t]{0,4}\d{1,3}(?=[ \t]{0,4}\)))/g;

/** The same in programs of Pulumi and CDK for Terraform. */
const PROGRAM = /\b((?:privateEndpoints?|private_endpoints?)(?:\[\d{1,3}\]|\.get\(\d{1,3}\)))(?=\??\.|\[["'])/g;

/** A resource of the Atlas operator. Secrets of another operator have other keys. */
const atlasKind = oncePer(({ operatorGroup }: ServiceProfile) =>
  anyForm('g', [
    String.raw`\bapiVersion:[ \t]{0,8}["']?${escapePattern(operatorGroup)}/`,
    String.raw`\bkind:[ \t]{0,8}["']?Atlas(?:Project|Deployment|DatabaseUser)\b`,
  ]),
);

/** The id of a database user where a string or its format takes the name. */
const USER_ID =
  /:\/\/(?:\$\{|%s[^"\n]{0,200}",\s{0,40})(mongodbatlas_database_user\.[\w-]{1,80}(?:\[[^\]\n]{1,40}\])?\.id)(?=[\s},)])/g;

const instead = (at: Range, text: string | undefined): Fix[] => (text ? [rewriting(`Read ${text}`, at, text)] : []);

export default defineRule({
  id: 'attribute-kind',
  basis: 'code',
  trigger: { anchors: ['atlas', 'private_endpoint', 'privateEndpoint'], orStrings: ['attribute'] },
  reasons: {
    optimized: defineReason({
      withoutPlan: true,
      // Its replacement is in the words of the code.
      supersedes: ['multi-region-optimized-string'],
      messages: {
        replica: 'A replica set has no optimized string. `{name}` is empty.',
        provider: 'Only AWS has optimized strings. `{name}` is empty.',
        regions: 'A cluster of several regions has no optimized string without regionalized endpoints.',
        planned: 'The optimized string stops working with the planned regions unless regionalized endpoints are on.',
      },
      collect: endpointItems,
      checkModule(items, context) {
        const isRegionalized = items.some(({ is }) => is === 'regionalized');
        return items.flatMap((item): ProjectRuleResult[] => {
          const { at, file, attribute: name } = item;
          const now = name.replace(OPTIMIZED, '');
          const cluster = now === name ? undefined : clusterOfUse(item, items);
          const message = cluster ? obstacleOf(cluster, isRegionalized, context) : null;
          if (message === null) return [];
          if (message === MODE) return [{ missing: MODE, at, file }];
          return [{ message, data: { name }, at, file, suggestions: instead(at, now) }];
        });
      },
    }),
    peering: defineReason({
      confidence: 'medium',
      messages: { peering: '`{name}` is the string for peering, but this stack only has private endpoints.' },
      collect: peeringItems,
      checkModule(items: readonly FiledItem<NamedItem>[], { facts }) {
        // A template or program is a stack of its own.
        const stacks = grouped(items, ({ file }) => (isTerraformPath(file) ? '' : file));
        return Object.values(facts.project.peering ?? {}).includes(true)
          ? []
          : [...stacks.values()].flatMap(peeringReads);
      },
    }),
    position: defineReason({
      messages: { position: '`{text}` reads an endpoint by its position. Filter by `endpoint_id` instead.' },
      collect: endpointsIn,
      checkModule(items) {
        const [service, other] = items.filter((item) => 'isRepeated' in item);
        return service && !service.isRepeated && !other ? [] : problemsAmong(items);
      },
    }),
    user: {
      messages: { id: '`{text}` is an encoded id. The name of the user is `username`.' },
      checkFile: ({ source }) =>
        (isTerraformPath(source.path) ? codeMatches(source, USER_ID) : []).map(({ name: text, endOffset }) => {
          const at = { offset: endOffset - 'id'.length, endOffset };
          return { message: 'id', data: { text }, at, suggestions: instead(at, 'username') };
        }),
    },
    'secret-key': defineReason({
      messages: {
        dotted: 'The operator does not write `{key}`. Its keys have no dot (`{now}`).',
        public: '`{key}` is for a private network, but this workload runs in a public one.',
        numbered: '`{key}` is numbered by position. Peering or another endpoint shifts the numbers.',
      },
      collect: secretKeysIn,
      checkProject(items) {
        const problems = problemsAmong(items);
        // Without a resource of the operator, the keys may be those of another one.
        return problems.length < items.length ? problems : problems.filter(({ message }) => message !== 'dotted');
      },
    }),
    cli: {
      messages: { empty: '`--type privateEndpoint` prints nothing for the replica set "{cluster}".' },
      checkString({ name, cluster: label, range }, { facts }, { source: { text } }) {
        const call = name?.startsWith('atlas ') ? text.slice(range.offset, range.endOffset) : '';
        const option = call && /--type[ =]["']?privateEndpoint["']?(?!\w)/.exec(call);
        if (!option || label === null || /[ \t](?:-o|--output)[ =]["']?json/.test(call)) return [];
        const offset = range.offset + option.index;
        const at = { offset, endOffset: offset + option[0].length };
        const [cluster, other] = facts.clusters.filter((known) => known.label === clusterLabel(label));
        if (cluster?.sharded === undefined || other) return [{ missing: 'cluster type', at }];
        const suggestions = [rewriting('Print the record as JSON', at, '-o json')];
        return cluster.sharded ? [] : [{ message: 'empty', data: { cluster: cluster.name }, at, suggestions }];
      },
    },
  },
});

const MODE = 'regionalized private endpoints (regionalMode)' satisfies FactName;

/** Why a cluster has no optimized string, or the missing fact that decides it. `null` for neither. */
function obstacleOf(cluster: ClusterInCode, isRegionalized: boolean, { plan, facts: all }: RuleContext) {
  const { name, type, providers, regions } = cluster;
  const facts = projectOf(all, { cluster: name ?? '' });
  if (type === 'REPLICASET' || clusterNamed(facts, name ?? '')?.sharded === false) return 'replica';
  if (providers.length > 0 && !providers.includes('AWS')) return 'provider';
  const isOn = isRegionalized || facts.project.regionalizedPrivateEndpoints?.value;
  if (isOn === true) return null;
  if (regions.length > 1) return isOn === false ? 'regions' : MODE;
  const planned = plan
    .filter((one) => one.change === 'multi-region')
    .filter((one) => ['*', name].includes(one.cluster) && one.regionalizedPrivateEndpoints !== true);
  if (planned.length === 0) return null;
  return isOn === false || planned.some((one) => one.regionalizedPrivateEndpoints === false) ? 'planned' : MODE;
}

function peeringReads(items: readonly FiledItem<NamedItem>[]): ProjectRuleResult[] {
  const by = grouped(items, ({ is }) => is);
  const services = by.get('endpoint-service')?.length ?? 0;
  if ((services === 0 && !by.has('endpoint')) || by.has('peering')) return [];
  return (by.get('read') ?? []).map(({ at, file, name }) => {
    const now = services === 1 || name.startsWith('ConnectionStrings.') ? OF_ENDPOINT[name] : undefined;
    return { message: 'peering', data: { name }, at, file, suggestions: instead(at, now) };
  });
}

const REPEATS = ['count', 'for_each'];

function endpointsIn({ source }: FoundFile) {
  const positions = infrastructureMatches(source, POSITION, PROGRAM);
  const services = resourcesOf(source, /^resource privatelink_endpoint_service$/);
  return [
    ...positions.map(({ name: text, at }) => ({ message: 'position', data: { text }, at })),
    ...services.map((block) => ({ isRepeated: REPEATS.some((name) => hclAttribute(block, name)), at: block.head })),
  ];
}

function secretKeysIn({ source, strings }: FoundFile, { network, profile }: RuleContext) {
  const [resource] = codeMatches(source, atlasKind(profile));
  const keys = strings.flatMap(({ range: at, name: written, attribute }) => {
    const key = attribute?.isOperator ? (written?.replace(/^.*\//, '') ?? '') : '';
    const problem = (message: string, now = ''): RuleProblem[] => [
      { message, data: { key, now }, at, suggestions: instead(at, now) },
    ];
    // The operator writes no dots.
    const [, dotted] = /\.(\w+)$/.exec(key) ?? [];
    if (dotted !== undefined) return problem('dotted', `connectionString${dotted[0]!.toUpperCase()}${dotted.slice(1)}`);
    if (!key.startsWith('connectionStringPrivate')) return [];
    if (network === 'public') return problem('public', key.replace('Private', 'Standard').replace(/\d{1,4}$/, ''));
    return attribute?.index === null ? [] : problem('numbered');
  });
  return resource ? [{ at: resource.at }, ...keys] : keys;
}
