import { grouped } from '../src/text/source.ts';
import { itemsByModule, type FiledItem } from '../src/iac/terraform.ts';
import { PATH_WORDS, peeringItems, type PeeringItem } from '../src/iac/attributes.ts';
import { defineRule, type ProjectRuleResult, type Fix } from '../src/lint/rule.ts';

const endpoint = (name: string): string =>
  `resource "mongodbatlas_privatelink_endpoint_service" "${name}" {\n  provider_name = "AWS"\n}\n`;
const output = (rest: string): string =>
  `output "uri" {\n  value = mongodbatlas_advanced_cluster.till.connection_strings${rest}\n}\n`;
const PEERING = 'resource "mongodbatlas_network_peering" "p" {\n  provider_name = "AWS"\n}\n';
const template = (attribute: string, resources: string): string =>
  `Resources:\n  Till:\n    Type: MongoDB::Atlas::Cluster\n${resources}Outputs:\n  Uri:\n    Value: !GetAtt Till.${attribute}\n`;
const LINK = '  Link:\n    Type: MongoDB::Atlas::PrivateEndpoint\n';

/** The attribute with the same kind of string for an endpoint. */
const TEMPLATE_NAMES: Readonly<Record<string, string>> = {
  Private: 'PrivateEndpoints',
  PrivateSrv: 'PrivateEndpointsSrv',
};
const TERRAFORM_NAMES: Readonly<Record<string, string>> = {
  private: 'connection_string',
  private_srv: 'srv_connection_string',
};

export default defineRule({
  id: 'iac-peering-attribute-for-endpoint',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'The attribute of the peering string (`private`, `private_srv`, `ConnectionStrings.Private`) in a stack with private endpoints and without peering.',
    why: 'These attributes are for peering. Without it they are empty, and a CloudFormation stack fails because the attribute does not exist.',
    todo: 'Read `private_endpoint` (`ConnectionStrings.PrivateEndpoints…`), by the id of your endpoint.',
    sources: [
      'mongodb/mongodbatlas-cloudformation-resources issue 555',
      'Terraform provider for MongoDB Atlas, documentation of the cluster resources (2026-08)',
    ],
  },
  messages: { peering: '`{name}` is the string for peering, but this stack only has private endpoints.' },
  examples: {
    invalid: [
      {
        title: 'Terraform',
        files: { 'main.tf': output('[0].⟦private_srv⟧'), 'net.tf': endpoint('a') + endpoint('b') },
      },
      {
        title: 'Terraform with one endpoint',
        files: { 'main.tf': endpoint('a') + output('.⟦private⟧') },
        suggested: 'private_endpoint[0].connection_string',
      },
      {
        title: 'CloudFormation',
        files: { 'stack.yaml': template('ConnectionStrings.⟦Private⟧', LINK) },
        suggested: 'PrivateEndpoints',
      },
      {
        title: 'CloudFormation as JSON',
        files: {
          'stack.json':
            '{ "Resources": { "C": { "Type": "MongoDB::Atlas::Cluster" }, "P": { "Type": "MongoDB::Atlas::PrivateEndpointService" } },\n  "Outputs": { "Uri": { "Value": { "Fn::GetAtt": ["C", "ConnectionStrings.⟦PrivateSrv⟧"] } } } }\n',
        },
        suggested: 'PrivateEndpointsSrv',
      },
      {
        title: 'the CDK',
        files: {
          'stack.ts':
            "import { AtlasBasic, AtlasBasicPrivateEndpoint } from 'awscdk-resources-mongodbatlas';\nnew AtlasBasicPrivateEndpoint(this, 'pe', {});\nconst uri = basic.mCluster.getAtt('ConnectionStrings.⟦PrivateSrv⟧').toString();\n",
        },
      },
      {
        title: 'Pulumi',
        files: {
          'index.ts':
            "import * as atlas from '@pulumi/mongodbatlas';\nnew atlas.PrivateLinkEndpoint('pe', {});\nexport const uri = cluster.connectionStrings[0].⟦privateSrv⟧;\n",
          'main.py':
            'import pulumi_mongodbatlas as atlas\npe = atlas.PrivateLinkEndpointService("pe")\npulumi.export("uri", cluster.connection_strings.apply(lambda cs: cs[0].⟦private_srv⟧))\n',
        },
      },
    ],
    valid: [
      { title: 'with peering', files: { 'main.tf': output('[0].private_srv'), 'net.tf': endpoint('a') + PEERING } },
      { title: 'without an endpoint', files: { 'main.tf': output('[0].private_srv') } },
      {
        title: 'the endpoint attribute',
        files: { 'main.tf': endpoint('a') + output('.private_endpoint[0].srv_connection_string') },
      },
      {
        title: 'a template with peering',
        files: {
          'a.yaml': template('ConnectionStrings.Private', `${LINK}  Peer:\n    Type: MongoDB::Atlas::NetworkPeering\n`),
        },
      },
      {
        title: 'another template',
        files: {
          'a.yaml': template('ConnectionStrings.Private', ''),
          'b.yaml': template('ConnectionStrings.StandardSrv', LINK),
        },
      },
      { title: 'the standard string', files: { 'a.yaml': template('ConnectionStrings.StandardSrv', LINK) } },
    ],
  },
  trigger: { anchors: ['mongodbatlas', 'MongoDB::Atlas'], beside: PATH_WORDS },
  collect: peeringItems,
  check(files, { facts }) {
    if ((facts.project.peering?.value.length ?? 0) > 0) return [];
    return itemsByModule(files).flatMap((items) => stacksOf(items).flatMap(judged));
  },
});

/** The Terraform files of a folder are one stack. Each template or program is a stack. */
function stacksOf(items: readonly FiledItem<PeeringItem>[]): (readonly FiledItem<PeeringItem>[])[] {
  return [...grouped(items, ({ own, file }) => (own ? file : '')).values()];
}

function judged(items: readonly FiledItem<PeeringItem>[]): ProjectRuleResult[] {
  const services = items.filter(({ is }) => is === 'endpoint-service').length;
  const hasEndpoint = services > 0 || items.some(({ is }) => is === 'endpoint');
  if (!hasEndpoint || items.some(({ is }) => is === 'peering')) return [];
  return items.flatMap(({ is, at, file, attribute: name }): ProjectRuleResult[] => {
    if (is !== 'read') return [];
    const now = replacement(name, services);
    const suggestions: Fix[] = now === null ? [] : [{ title: `Read ${now}`, edits: [{ ...at, text: now }] }];
    return [{ message: 'peering', data: { name }, at, file, suggestions }];
  });
}

/** Only a single endpoint can be read by index. */
function replacement(name: string, services: number): string | null {
  const own = TEMPLATE_NAMES[name.replace('ConnectionStrings.', '')];
  if (name.startsWith('ConnectionStrings.')) return own ?? null;
  const field = TERRAFORM_NAMES[name];
  return field !== undefined && services === 1 ? `private_endpoint[0].${field}` : null;
}
