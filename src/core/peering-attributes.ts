import { codeMatches } from './code-matches.ts';
import { hclBlocks } from './hcl.ts';
import type { FoundFile, Note } from './rule.ts';
import { stringsUses } from './terraform-cluster.ts';
import { isTerraformPath } from './terraform-text.ts';

/** What makes a private path, by the names of Terraform, CloudFormation, the CDK and Pulumi. */
const ENDPOINT =
  /\bMongoDB::Atlas::PrivateEndpoint(?!RegionalMode)\w{0,20}\b|\b(?:new[ \t]{1,4})?(?:[\w.]{1,40}\.)?(?:New)?(?:PrivateLinkEndpoint(?:Service)?|CfnPrivateEndpoint\w{0,12}|AtlasBasicPrivateEndpoint)\(/g;
const PEERING =
  /\bMongoDB::Atlas::NetworkPeering\b|\b(?:New)?(?:NetworkPeering|CfnNetworkPeering|CustomDnsConfigurationClusterAws)\(/g;
const TERRAFORM_ENDPOINT = /^mongodbatlas_privatelink_endpoint(?:_service)?$/;
const TERRAFORM_PEERING = /^mongodbatlas_(?:network_peering|custom_dns_configuration_cluster_aws)s?$/;

const PRIVATE = /^(?:\[0\]|\.0|\[\*\])?\.(private_srv|private)(?!\w)/;
/** `ConnectionStrings.Private` of a template, `connectionStrings[0].privateSrv` of a program. */
const CODE =
  /\b(?:ConnectionStrings\.(PrivateSrv|Private)|(?:connectionStrings|connection_strings|ConnectionStrings)\b[^\n;]{1,120}?(?:\.|\[["'])(privateSrv|private_srv|private|PrivateSrv|Private))(?!\w)/g;

/**
 * Notes about one module: `endpoint`, `peering`, and `read <attribute>` for each peering string that is read. A template or
 * a program is a stack of its own: its notes begin with `own `.
 */
export function peeringNotes(file: FoundFile): Note[] {
  return isTerraformPath(file.source.path) ? terraformNotes(file) : codeNotes(file);
}

function terraformNotes({ source: { text } }: FoundFile): Note[] {
  const blocks = hclBlocks(text);
  const resources = blocks.flatMap(({ type, labels, head }): Note[] => {
    const name = type === 'resource' || type === 'data' ? (labels[0] ?? '') : '';
    if (TERRAFORM_PEERING.test(name)) return [{ at: head, about: 'peering' }];
    return TERRAFORM_ENDPOINT.test(name)
      ? [{ at: head, about: name.endsWith('_service') ? 'endpoint service' : 'endpoint' }]
      : [];
  });
  const reads = stringsUses(blocks, text).flatMap(({ endOffset, rest }): Note[] => {
    const match = PRIVATE.exec(rest);
    if (!match) return [];
    const end = endOffset + match[0].length;
    return [{ at: { offset: end - match[1]!.length, endOffset: end }, about: `read ${match[1]!}` }];
  });
  return [...resources, ...reads];
}

function codeNotes({ source: { text } }: FoundFile): Note[] {
  if (!/mongodbatlas|MongoDB::Atlas/i.test(text)) return [];
  const places = (pattern: RegExp, about: string): Note[] =>
    codeMatches(text, pattern).map(({ offset, endOffset }) => ({ at: { offset, endOffset }, about: `own ${about}` }));
  const reads = codeMatches(text, CODE).map(({ match, endOffset }): Note => {
    const name = match[1] ?? match[2]!;
    return {
      at: { offset: endOffset - name.length, endOffset },
      about: `own read ${match[1] === undefined ? '' : 'ConnectionStrings.'}${name}`,
    };
  });
  return [...places(ENDPOINT, 'endpoint'), ...places(PEERING, 'peering'), ...reads];
}
