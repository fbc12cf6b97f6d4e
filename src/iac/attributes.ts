import attributeForms from './attribute-forms.json' with { type: 'json' };
import { isTerraformPath } from '../read/families.ts';
import { codeMatches } from '../read/page.ts';
import { hclAttribute } from './hcl.ts';
import { resourcesOf, terraformClusters, type ClusterInCode } from './terraform.ts';
import { namedForms, only, type FiledItem, type NamedItem, type Range, type Source } from '../text/source.ts';
import type { FoundFile, FoundString } from '../classify/found-string.ts';

const FORMS = namedForms(attributeForms.clusters);

const NOT_SHOWN: ClusterInCode = { name: null, project: null, type: null, providers: [], regions: [] };

/** A read of the optimized string, as written, with its cluster, or a cluster or a setting that Terraform declares. */
type EndpointItem = Readonly<ReturnType<typeof endpointItem>>;
const endpointItem = (is: 'use' | 'cluster' | 'regionalized', at: Range, cluster = NOT_SHOWN, attribute = '') => {
  return { is, at, attribute, ...cluster };
};

/** What code declares about the cluster of a use. If the use does not show it, that of the only cluster of the module. */
export function clusterOfUse(use: FiledItem<EndpointItem>, module: readonly EndpointItem[]): ClusterInCode | undefined {
  if (!isTerraformPath(use.file)) return use;
  const declared = module.filter(({ is }) => is === 'cluster');
  if (use.name === null) return declared.length === 1 ? declared[0] : undefined;
  return declared.find(({ name }) => name === use.name) ?? use;
}

/** Reads of the optimized string, and the clusters that the text declares. */
export function endpointItems({ source, strings }: FoundFile): EndpointItem[] {
  const shown = isTerraformPath(source.path) ? NOT_SHOWN : declaredIn(source);
  if (!shown) return [];
  const modes = resourcesOf(source, MODE).filter((block) => hclAttribute(block, 'enabled')?.text !== 'false');
  return [
    ...createdClusters(source).map(({ block, ...cluster }) => endpointItem('cluster', block.head, cluster)),
    ...modes.map(({ head }) => endpointItem('regionalized', head)),
    ...readsOf(strings, ['srvShardOptimizedConnectionString']).map(({ range: at, cluster: name }) =>
      endpointItem('use', at, { ...shown, name }, source.text.slice(at.offset, at.endOffset)),
    ),
  ];
}

const createdClusters = (source: Source) => terraformClusters(source).filter(({ block }) => block.type === 'resource');

const readsOf = (strings: FoundFile['strings'], fields: readonly string[]): readonly FoundString[] =>
  strings.filter(({ attribute, literal }) => literal.context === 'code' && fields.includes(attribute?.field ?? ''));

/** A program or template declares the type of its clusters itself. */
function declaredIn(source: Source): ClusterInCode | null {
  if (!/mongodbatlas|MongoDB::Atlas/i.test(source.text)) return null;
  const type = only(new Set(codeMatches(source, FORMS.codeType).map(({ name }) => name.toUpperCase())));
  return type === undefined ? null : { ...NOT_SHOWN, type };
}

/** Resources of private paths, and the attributes for peering that are read. */
export function peeringItems({ source, strings }: FoundFile): NamedItem[] {
  const own = !isTerraformPath(source.path);
  const reads = readsOf(strings, ['private', 'privateSrv']).map(({ range: at }) => {
    const name = source.text.slice(at.offset, at.endOffset);
    const isOfTemplate = own && source.text.endsWith('ConnectionStrings.', at.offset);
    return { is: 'read', at, name: isOfTemplate ? `ConnectionStrings.${name}` : name };
  });
  // A stack without a read shows nothing.
  if (own && reads.length === 0) return [];
  const made = (is: string, terraform: RegExp, program: RegExp): NamedItem[] => {
    const resources = resourcesOf(source, terraform).map(({ head }) => head);
    const places = own ? codeMatches(source, program).map(({ at }) => at) : resources;
    return places.map((at) => ({ is, at, name: '' }));
  };
  return [
    ...made('endpoint', / privatelink_endpoint$/, FORMS.endpoint),
    ...(own ? [] : made('endpoint-service', / privatelink_endpoint_service$/, FORMS.endpoint)),
    ...made('peering', / (?:network_peering|custom_dns_configuration_cluster_aws)s?$/, FORMS.peering),
    ...reads,
  ];
}

const MODE = / private_endpoint_regional_mode$/;

/** A replica set that code creates, as a problem of the rule, with the id of its project, if that is a literal. */
const replicaSet = (at: Range, project: string | null) => ({ message: 'creates', at, project });

/** Replica sets that code creates, and the project setting that conflicts with them. */
export function replicaSetItems({ source }: FoundFile) {
  if (!isTerraformPath(source.path)) return programReplicaSets(source);
  const modes = resourcesOf(source, MODE).flatMap((block) => {
    const enabled = hclAttribute(block, 'enabled');
    return block.type === 'resource' && enabled?.text === 'true' ? [{ at: enabled }] : [];
  });
  const created = createdClusters(source).filter(({ type }) => type === 'REPLICASET');
  return [...modes, ...created.map(({ block, project }) => replicaSet(hclAttribute(block, 'cluster_type')!, project))];
}

/** Replica sets that a program, a template, the operator, a call of the API or the Atlas CLI creates. */
function programReplicaSets(source: Source) {
  if (!FORMS.creates.test(source.text) || (source.path.endsWith('.json') && FORMS.answer.test(source.text))) return [];
  const declared = codeMatches(source, FORMS.codeType).filter(({ match }) => match[1]!.toUpperCase() === 'REPLICASET');
  return [...declared, ...codeMatches(source, FORMS.created)].map(({ match, at, ...whole }) =>
    replicaSet(match[1]?.startsWith('--') ? at : whole, null),
  );
}
