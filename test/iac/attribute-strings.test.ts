import { describe, expect, it } from 'vitest';
import { attributeStrings } from '../../src/iac/attribute-strings.ts';
import type { TreeFile } from '../../src/iac/attribute-clusters.ts';

const CLUSTER = 'resource "mongodbatlas_advanced_cluster" "c" {\n  name = "gw"\n}\n';
const X = 'mongodbatlas_advanced_cluster.c.connection_strings';

type Form = readonly [path: string, text: string, ...found: readonly string[]];

/** `kind cluster attribute` of each string. */
const FORMS: readonly Form[] = [
  ['a.tf', `${CLUSTER}output "u" {\n  value = ${X}.private_srv\n}\n`, 'private gw private_srv'],
  ['a.tf', `${CLUSTER}output "u" {\n  value = ${X}[0].standard_srv\n}\n`, 'standard gw standard_srv'],
  ['a.tf', `${CLUSTER}output "u" {\n  value = ${X}.0.standard\n}\n`, 'standard gw standard'],
  ['a.tf', `${CLUSTER}output "u" {\n  value = one(${X}[*].standard_srv)\n}\n`, 'standard gw standard_srv'],
  ['a.tf', `${CLUSTER}output "u" {\n  value = element(${X}.*.private, 0)\n}\n`, 'private gw private'],
  ['a.tf', `${CLUSTER}output "u" {\n  value = lookup(${X}[0], "standard_srv")\n}\n`, 'standard gw standard_srv'],
  ['a.tf', `${CLUSTER}output "u" {\n  value = ${X}["standard_srv"]\n}\n`, 'standard gw standard_srv'],
  [
    'a.tf',
    `${CLUSTER}output "u" {\n  value = ${X}.private_endpoint[0].srv_connection_string\n}\n`,
    'private-endpoint gw srv_connection_string',
  ],
  [
    'a.tf',
    `${CLUSTER}output "u" {\n  value = ${X}[0].private_endpoint[0].connection_string\n}\n`,
    'private-endpoint gw connection_string',
  ],
  [
    'a.tf',
    `${CLUSTER}locals {\n  u = [for pe in ${X}.private_endpoint : pe.srv_shard_optimized_connection_string][0]\n}\n`,
    'optimized gw srv_shard_optimized_connection_string',
  ],
  [
    'a.tf',
    `${CLUSTER}locals {\n  pe = ${X}[0].private_endpoint\n  u = local.pe[0].srv_connection_string\n}\n`,
    'private-endpoint gw srv_connection_string',
  ],
  [
    'a.tf',
    `${CLUSTER}locals {\n  u = coalesce(${X}.private_srv, ${X}.standard_srv)\n}\n`,
    'private gw private_srv',
    'standard gw standard_srv',
  ],
  [
    'a.tf',
    `${CLUSTER}locals {\n  u = "mongodb+srv://\${var.u}@\${replace(${X}[0].standard_srv, "mongodb+srv://", "")}/x"\n}\n`,
    'standard gw standard_srv',
  ],
  ['a.tf', `${CLUSTER}locals {\n  u = format("%s/x", ${X}.standard_srv)\n}\n`, 'standard gw standard_srv'],
  ['a.tf', `${CLUSTER}output "all" {\n  value = ${X}\n}\n`, 'external gw connection_strings'],
  ['a.tf', `${CLUSTER}output "u" {\n  value = mongodbatlas_advanced_cluster.c.mongo_uri\n}\n`, 'standard gw mongo_uri'],
  [
    'a.tf',
    `${CLUSTER}output "u" {\n  value = mongodbatlas_advanced_cluster.c.srv_address\n}\n`,
    'standard gw srv_address',
  ],
  ['a.tf', `${CLUSTER}# value = ${X}.private_srv\n`],
  // Read by name from an object that the text does not show.
  ['a.py', 'import pulumi_mongodbatlas\nuri = config.get("mongo_uri")\n'],
  ['a.py', 'import pulumi_mongodbatlas\nuri = config.get("srv_address")\n', 'standard null srv_address'],
  [
    'a.tf',
    'data "mongodbatlas_advanced_cluster" "d" {\n  name = var.n\n}\noutput "u" {\n  value = data.mongodbatlas_advanced_cluster.d.connection_strings.private_srv\n}\n',
    'private null private_srv',
  ],
  [
    'a.tf',
    `variable "n" {\n  default = "gw"\n}\ndata "mongodbatlas_cluster" "d" {\n  name = var.n\n}\nlocals {\n  u = data.mongodbatlas_cluster.d.connection_strings[0].aws_private_link_srv["vpce-1"]\n}\n`,
    'private-endpoint gw aws_private_link_srv',
  ],
  [
    'a.tf',
    'module "m" {\n  source = "x/y"\n  cluster_name = "gw"\n}\noutput "u" {\n  value = module.m.connection_strings.private_srv\n}\n',
    'private gw private_srv',
  ],
  [
    'index.ts',
    "import * as atlas from '@pulumi/mongodbatlas';\nconst c = new atlas.AdvancedCluster('gw', { projectId: 'p' });\nexport const u = c.connectionStrings.privateEndpoints[0].srvShardOptimizedConnectionString;\n",
    'optimized gw srvShardOptimizedConnectionString',
  ],
  [
    'index.ts',
    "import * as atlas from '@pulumi/mongodbatlas';\nconst c = new atlas.Cluster('x', {\n  name: 'gw',\n});\nexport const u = c.connectionStrings.apply(cs => cs[0].standardSrv!);\n",
    'standard gw standardSrv',
  ],
  [
    'index.ts',
    "import * as atlas from '@pulumi/mongodbatlas';\nexport const u = c.connectionStrings.apply(cs => cs[0].privateEndpoints);\n",
    'private-endpoint null privateEndpoints',
  ],
  [
    'stack.ts',
    "import { AtlasBasic } from 'awscdk-resources-mongodbatlas';\nconst u = c.connectionStrings.get(0).privateEndpoint;\nnew CfnOutput(this, 'v', { value: c.connectionStrings.privateEndpoint });\n",
    'private-endpoint null privateEndpoint',
    'private-endpoint null privateEndpoint',
  ],
  [
    '__main__.py',
    'import pulumi_mongodbatlas as mongodbatlas\nc = mongodbatlas.Cluster("x", name="gw")\npulumi.export("u", c.connection_strings[0].private_srv)\n',
    'private gw private_srv',
  ],
  [
    '__main__.py',
    'import pulumi_mongodbatlas as atlas\nc = atlas.get_cluster(name="gw", project_id=p)\nu = c.connection_strings.apply(lambda cs: cs[0]["standard_srv"])\n',
    'standard gw standard_srv',
  ],
  [
    'main.go',
    'import "github.com/pulumi/pulumi-mongodbatlas/sdk/v3/go/mongodbatlas"\n\tc, err := mongodbatlas.NewCluster(ctx, "x", &mongodbatlas.ClusterArgs{\n\t\tName: pulumi.String("gw"),\n\t})\n\tctx.Export("u", c.ConnectionStrings.Index(pulumi.Int(0)).StandardSrv())\n',
    'standard gw StandardSrv',
  ],
  [
    'main.go',
    'import "go.mongodb.org/atlas-sdk/v20240805003/admin"\n\tu := cluster.GetConnectionStrings().GetPrivateSrv()\n',
    'private null PrivateSrv',
  ],
  [
    'main.go',
    'import "go.mongodb.org/atlas-sdk/v20240805003/admin"\n\tcs := cluster.GetConnectionStrings()\n\tuse(cs.GetStandardSrv())\n',
    'standard null StandardSrv',
  ],
  [
    'Stack.cs',
    'using Pulumi.Mongodbatlas;\nvar c = new AdvancedCluster("x", new AdvancedClusterArgs { Name = "gw" });\nUri = c.ConnectionStrings.Apply(cs => cs.PrivateSrv);\n',
    'private gw PrivateSrv',
  ],
  [
    'Pulumi.yaml',
    'resources:\n  c:\n    type: mongodbatlas:AdvancedCluster\n    properties:\n      name: gw\noutputs:\n  u: ${c.connectionStrings.standardSrv}\n',
    'standard gw standardSrv',
  ],
  [
    'Pulumi.yaml',
    'resources:\n  c:\n    type: mongodbatlas:AdvancedCluster\n    properties:\n      name: gw\noutputs:\n  u: ${c.connectionStrings.privateEndpoints[0].srvConnectionString}\n',
    'private-endpoint gw srvConnectionString',
  ],
  [
    'index.ts',
    'import * as atlas from "@pulumi/mongodbatlas";\nconst c = new atlas.Cluster("c", { name: "gw" });\nexport const u = c.connectionStrings.apply((s) => s.privateEndpoints![0].srvConnectionString);\n',
    'private-endpoint gw srvConnectionString',
  ],
  [
    'index.ts',
    'import * as atlas from "@pulumi/mongodbatlas";\nconst c = new atlas.Cluster("c", { name: "gw" });\nexport const u = c.connectionStrings.apply(([{ privateEndpoints: [{ srvConnectionString: s }] }]) => s);\n',
    'private-endpoint gw srvConnectionString',
  ],
  [
    'main.ts',
    "import { Cluster } from '@cdktf/provider-mongodbatlas';\nconst c = new Cluster(this, 'x', { name: 'gw' });\nnew TerraformOutput(this, 'u', { value: c.connectionStrings.get(0).standardSrv });\n",
    'standard gw standardSrv',
  ],
  [
    'stack.ts',
    "import { CfnCluster } from 'awscdk-resources-mongodbatlas';\nconst c = new CfnCluster(this, 'x', { name: 'gw' });\nconst u = c.getAtt('ConnectionStrings.PrivateEndpointsSrv').toString();\n",
    'private-endpoint gw PrivateEndpointsSrv',
  ],
  [
    'stack.py',
    'from awscdk_resources_mongodbatlas import CfnCluster\nc = CfnCluster(self, "x", name="gw")\nu = c.attr_connection_strings_private_srv\n',
    'private gw private_srv',
  ],
  [
    'template.yaml',
    'Resources:\n  C:\n    Type: MongoDB::Atlas::Cluster\n    Properties:\n      Name: gw\n  P:\n    Type: AWS::SSM::Parameter\n    Properties:\n      Value: !GetAtt C.ConnectionStrings.SRVShardOptimizedConnectionString\n',
    'optimized gw SRVShardOptimizedConnectionString',
  ],
  [
    'template.yaml',
    'Resources:\n  C:\n    Type: MongoDB::Atlas::Cluster\n    Properties:\n      Name: gw\nOutputs:\n  U:\n    Value: !Sub "${C.ConnectionStrings.StandardSrv}/x"\n',
    'standard gw StandardSrv',
  ],
  [
    'template.json',
    '{"Resources":{"C":{"Type":"MongoDB::Atlas::Cluster","Properties":{"Name":"gw"}}},"Outputs":{"U":{"Value":{"Fn::GetAtt":["C","ConnectionStrings.PrivateSrv"]}}}}',
    'private gw PrivateSrv',
  ],
  [
    'deploy.sh',
    'URI=$(atlas clusters connectionStrings describe gw --type privateEndpoint)\n',
    'optimized gw atlas clusters connectionStrings describe gw --type privateEndpoint',
  ],
  [
    'ci.yml',
    'run: U=$(atlas clusters cs describe ci-${{ github.run_id }})\n',
    'standard null atlas clusters cs describe ci-${{ github.run_id }}',
  ],
  [
    'a.tf',
    `${CLUSTER}locals {\n  u = length(${X}[0].private) > 0 ? ${X}[0].private : ""\n  n = length(${X})\n}\n`,
    'private gw private',
  ],
  ['deploy.sh', 'U=$(atlas clusters cs describe gw)\n', 'standard gw atlas clusters cs describe gw'],
  [
    'deploy.sh',
    'U=$(atlas clusters connectionStrings describe gw \\\n  --type privateEndpoint)\n',
    'optimized gw atlas clusters connectionStrings describe gw --type privateEndpoint',
  ],
  [
    'deploy.py',
    'u = run(["atlas", "clusters", "connectionStrings", "describe", "gw", "--type", "private"])\n',
    'private gw atlas", "clusters", "connectionStrings", "describe", "gw", "--type", "private"]',
  ],
  [
    'values.yaml',
    'env:\n  DB:\n    existingSecret: p-gw-app\n    existingSecretKey: connectionStringPrivateSrv\n',
    'private null connectionStringPrivateSrv',
  ],
  ['a.go', 'u := string(s.Data["connectionStringPrivateShard"])\n', 'optimized null connectionStringPrivateShard'],
  [
    'deploy.sh',
    "U=$(atlas clusters connectionStrings describe gw -o json | jq -r '.connectionStrings.privateEndpoint[0].srvConnectionString')\n",
    'private-endpoint gw atlas clusters connectionStrings describe gw -o json',
  ],
  [
    'deploy.sh',
    'U=$(atlas clusters describe gw -o json | jq -r .connectionStrings.standardSrv)\n',
    'standard gw standardSrv',
  ],
  [
    'pod.yaml',
    'env:\n  - name: DB\n    valueFrom:\n      secretKeyRef:\n        name: p-gw-app\n        key: connectionStringPrivateShard\n',
    'optimized null p-gw-app/connectionStringPrivateShard',
  ],
  [
    'pod.yaml',
    'env:\n  - name: DB\n    valueFrom:\n      secretKeyRef:\n        key: connectionString.standardSrv\n        name: p-gw-app\n',
    'standard null p-gw-app/connectionString.standardSrv',
  ],
  [
    'main.tf',
    `locals {\n  all = ${X}\n}\noutput "u" {\n  value = local.all.private_srv\n}\n`,
    'private null private_srv',
  ],
  ['main.tf', `locals {\n  all = ${X}\n}\nuse = local.all\n`, 'external null connection_strings'],
  // `standard` alone is an attribute of anything.
  ['main.tf', `locals {\n  all = ${X}\n}\nuse = local.all.standard\n`, 'external null connection_strings'],
  [
    'main.tf',
    `locals {\n  connection_strings = ${X}\n}\nuse = local.connection_strings.standard\n`,
    'standard null standard',
  ],
  ['live/main.tf', 'output "u" {\n  value = module.db.all[0].private_srv\n}\n', 'private null private_srv'],
  // A variable, a secret, a local and an output of the same name, which are no attributes of a cluster.
  [
    'a.tf',
    `${CLUSTER}a = var.mongo_uri\nb = data.vault_kv_secret_v2.db.data["srv_address"]\nc = module.db.mongo_uri\nd = each.value.srv_address\n`,
  ],
  ['a.tf', `${CLUSTER}locals {\n  mongo_uri = "mongodb+srv://\${local.h}/x"\n}\na = local.mongo_uri\n`],
  [
    'index.ts',
    '// @pulumi/mongodbatlas\nconst c = new atlas.Cluster("gw", { name: "gw" });\nuse(settings.mongoUri, c.mongoUri);\n',
    'standard gw mongoUri',
  ],
  // The index of a cluster, and other products with the same attribute.
  ['a.tf', `x = ${X}[aws_region.here.name].connection_strings[0].standard_srv\n`, 'standard null standard_srv'],
  [
    'a.tf',
    [
      'MONGO_URI = azurerm_cosmosdb_account.db.connection_strings[0]',
      'mongo_uri = data.azurerm_cosmosdb_account.db.connection_strings[1]',
      'all = [azurerm_cosmosdb_account.db[0].connection_strings]',
      'cosmos = module.platform.cosmosdb_account.connection_strings[0]',
    ].join('\n'),
  ],
  ['README.md', `\`${X}.private_srv\`\n`],
  ['src/a.ts', "export const connectionStrings = { standard: 'x' };\nuse(connectionStrings.standard);\n"],
];

describe('strings that infrastructure code hands on', () => {
  it.each(FORMS)('%s %s', (path, text, ...found) => {
    const seen = attributeStrings({ path, text }).map(
      ({ kind, cluster, name, range, attribute }) =>
        `${kind} ${cluster} ${attribute?.isOperator || name?.startsWith('atlas ') ? name : text.slice(range.offset, range.endOffset)}`,
    );
    expect(seen).toEqual(found);
  });

  it.each([
    ['a.tf', `x = element(${X}, 0).standard_srv`, `element(${X},0).standard_srv`],
    ['a.tf', `x = { for k, c in mongodbatlas_cluster.all : k => c.srv_address }`, 'c.srv_address'],
    [
      'a.py',
      '# pulumi-mongodbatlas\nx = f({"pw": "plainword"})["connection_strings"].private_srv\n',
      'f(…)["connection_strings"].private_srv',
    ],
    [
      'a.ts',
      "// mongodbatlas\nx = login('plainword').connectionStrings.standardSrv;\n",
      'login(…).connectionStrings.standardSrv',
    ],
    [
      'a.json',
      `{"mongodbatlas":1,"connectionStrings":{"a":"${'x'.repeat(400)} plainword"},"privateEndpoint":[{"pw":"plainword"}],"srvConnectionString":"y"}`,
      'srvConnectionString',
    ],
    [
      'a.json',
      `{"mongodbatlas":1,"connectionStrings":[${'[1],'.repeat(120)}"plainword"],"srvConnectionString":"y"}`,
      'srvConnectionString',
    ],
    [
      'a.py',
      '# pulumi-mongodbatlas\nx = c.connection_strings[0]["private_srv"]\n',
      'c.connection_strings[0].private_srv',
    ],
    [
      'a.ts',
      '// @cdktf/provider-mongodbatlas\nx = f(c.connectionStrings.get(0).standardSrv);\n',
      'c.connectionStrings.get(0).standardSrv',
    ],
    [
      'a.yaml',
      'Type: MongoDB::Atlas::Cluster\nValue: !GetAtt C.ConnectionStrings.PrivateSrv\n',
      'C.ConnectionStrings.PrivateSrv',
    ],
  ])('names an attribute by its path: %s %s', (path, text, name) => {
    expect(attributeStrings({ path, text })[0]?.name).toBe(name);
  });

  it('finds the cluster in other files of the module', () => {
    const files: Readonly<Record<string, string>> = {
      'infra/main.tf': CLUSTER.replace('"gw"', 'var.name'),
      // A file that Terraform loads comes before the default.
      'infra/variables.tf': 'variable "name" {\n  default = "dev"\n}\n',
      'infra/prod.auto.tfvars': 'name = "gw"\n',
      'modules/atlas/main.tf': CLUSTER,
    };
    const tree: TreeFile['tree'] = {
      namesIn: (folder) =>
        Object.keys(files).flatMap((file) => (file.startsWith(`${folder}/`) ? [file.slice(folder.length + 1)] : [])),
      textOf: (file) => files[file] ?? '',
    };
    const clusterIn = (path: string, text: string) => attributeStrings({ path, text }, { path, tree })[0]?.cluster;
    expect(clusterIn('infra/out.tf', `output "u" {\n  value = ${X}.private_srv\n}\n`)).toBe('gw');
    const module =
      'module "m" {\n  source = "../modules/atlas"\n}\noutput "u" {\n  value = module.m.connection_strings.private_srv\n}\n';
    expect(clusterIn('live/main.tf', module)).toBe('gw');
  });
});
