import { isTerraformPath } from '../src/read/families.ts';
import { defineReason, defineRule, offer, problemsAmong, type RuleProblem } from '../src/lint/rule.ts';
import { folderOf, grouped, rewriting, textBefore, type Range, type Source } from '../src/text/source.ts';
import { declaringFolder, releaseOf, releasesIn, removedInTwo, shapeItems } from '../src/iac/provider-release.ts';
import { assigned } from '../src/read/values.ts';
import { spelledLike } from '../src/lint/replacements.ts';
import { supportSince } from '../src/drivers/drivers.ts';
import { createdBefore, clusterNamed, projectOf } from '../src/facts/query.ts';
import type { FoundFile } from '../src/classify/found-string.ts';
import type { Facts } from '../src/facts/facts.ts';

/** The attribute with the same string. `same` if it also has the same options, which `mongo_uri` had not. */
const NOW: Readonly<Record<string, { readonly field: string; readonly same: boolean }>> = {
  srv_address: { field: 'standard_srv', same: true },
  mongo_uri_with_options: { field: 'standard', same: true },
  mongo_uri: { field: 'standard', same: false },
  mongo_uri_updated: { field: 'standard', same: false },
};

const TERRAFORM_FILES = /\.(?:tf|tofu)(?:\.json)?$|\.terraform\.lock\.hcl$/i;

export default defineRule({
  id: 'iac-removed',
  basis: 'code',
  reasons: {
    attribute: {
      trigger: { anchors: ['mongo_uri', 'srv_address', 'mongoUri', 'MongoUri', 'srvAddress', 'SrvAddress'] },
      messages: {
        absent: '`{resource}` has no attribute `{name}`. Read `connection_strings`.',
        old: '`{name}` comes from an old version of the API. Read `{now}`.',
      },
      checkFile: (file, { facts }) =>
        file.strings.flatMap(({ range: at, cluster, attribute, ...string }): RuleProblem[] => {
          const name = file.source.text.slice(at.offset, at.endOffset);
          const now = NOW[name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()];
          // `srvAddress` is also a field of API records.
          if (!now || (!attribute && string.kind !== 'removed-field')) return [];
          const resource = attribute?.address ? resourceOf(attribute.address) : madeBy(file.source, at);
          if (!resource) return [];
          if (/advanced/i.test(resource)) return [{ message: 'absent', data: { resource, name }, at }];
          const text = spelledLike(name, `connection_strings[0].${now.field}`);
          const made = isTerraformPath(file.source.path) ? rewriting(`Read ${text}`, at, text) : undefined;
          const offered = offer(made, now.same && isSamePath(cluster, facts));
          return [{ message: 'old', data: { name, now: text }, severity: 'warning', at, ...offered }];
        }),
    },
    'aws-map': defineReason({
      trigger: { anchors: ['aws_private_link', 'awsPrivateLink', 'mongodbatlas'] },
      messages: {
        map: '`{name}` is deprecated. Filter `private_endpoint` by the id of your endpoint.',
        absent: '`{resource}` has no `{name}`. Filter `private_endpoint` by the id of your endpoint.',
        empty: '`{name}` is empty since provider 1.12.0. Filter `private_endpoint` by the id of your endpoint.',
      },
      collect: ({ source, strings }) => [...mapsIn(strings), ...releasesIn(source)],
      checkModule(items) {
        const isEmpty = supportSince(EMPTY_SINCE, releaseOf(items)) === 'fine';
        return problemsAmong(items).map((problem) =>
          isEmpty && problem.message === 'map' && problem.data.resource !== ''
            ? { ...problem, message: 'empty', severity: 'error' }
            : problem,
        );
      },
    }),
    shape: defineReason({
      trigger: {
        anchors: ['connection_string', 'mongodbatlas', 'module "', '"module": {', '"module":{', '_srv'],
        path: TERRAFORM_FILES,
      },
      messages: {
        list: '`connection_strings` is an object since release 2 of the provider. Remove the index.',
        object: '`connection_strings` is a list before release 2 of the provider. Write `connection_strings[0]`.',
        iterated: '`connection_strings` is an object since release 2 of the provider. This iterates over its fields.',
      },
      collect: ({ source }) => shapeItems(source),
      checkProject(items) {
        const modules = grouped(items, ({ file }) => folderOf(file));
        const declaring = declaringFolder(items);
        return problemsAmong(items).filter(({ message, target, file }) => {
          const declared = declaring(target, folderOf(file));
          if (declared === null) return false;
          const own = releaseOf(modules.get(declared) ?? []) ?? releaseOf(modules.get(folderOf(file)) ?? []);
          const support = supportSince(TWO, own);
          return support !== 'unknown' && (message === 'object') !== (support === 'fine');
        });
      },
    }),
    'release-2': defineReason({
      trigger: { anchors: ['mongodbatlas'], path: TERRAFORM_FILES },
      messages: {
        gone: '`{resource}` has no `{name}` since release 2 of the provider. {todo}',
        block:
          '`{name}` is an attribute since release 2 of the provider. Write `{name} =` for it and the blocks inside.',
        map: '`{name}` is a map since release 2 of the provider. Write `{name} = { key = "value" }`.',
      },
      collect: ({ source }) => [...removedInTwo(source), ...releasesIn(source)],
      checkModule: (items) => (supportSince(TWO, releaseOf(items)) === 'fine' ? problemsAmong(items) : []),
    }),
  },
});

/** Legacy names on Azure and Google Cloud may lead to private addresses. All others lead where the current ones do. */
function isSamePath(name: string | null, all: Facts): boolean {
  if (name === null) return false;
  const facts = projectOf(all, { cluster: name });
  const cluster = clusterNamed(facts, name);
  if (!cluster) return false;
  const onAws = cluster.providers?.every((provider) => provider === 'aws') ?? false;
  return onAws || createdBefore(cluster, '2020-03-31') === false || facts.project.peeringOnly?.value === false;
}

/** `mongodbatlas_cluster` of an address, `null` for a local or a module. */
const resourceOf = (address: string): string | null => /\bmongodbatlas_\w+/.exec(address)?.[0] ?? null;

/** The class of the variable that a Pulumi program reads an attribute of, in any of its languages. */
function madeBy(source: Source, { offset }: Range): string | undefined {
  const { text } = source;
  const name = /([A-Za-z_]\w{0,60})\.$/.exec(textBefore(text, offset, 62))?.[1];
  if (name === undefined || !/pulumi[/_.-]mongodbatlas/i.test(text)) return undefined;
  const made = assigned(source, name).flatMap((at) => MADE.exec(text.slice(at.offset, at.endOffset))?.[1] ?? []);
  // A name may be assigned several times. The last cluster assigned counts.
  return made.at(-1);
}

const MADE = /^(?:new[ \t]{1,4})?(?:[\w.]{1,40}\.)?(?:New)?(Cluster|AdvancedCluster)\(/;

const TWO = '2.0.0';
/** Upgrade guide 1.12.0; terraform-provider-mongodbatlas 1658. */
const EMPTY_SINCE = '1.12.0';
const ADVANCED = 'mongodbatlas_advanced_cluster';

const mapsIn = (strings: FoundFile['strings']) =>
  strings.flatMap(({ attribute, literal, name, range: at }) => {
    if (!attribute?.field?.startsWith('awsPrivateLink')) return [];
    // Not in a program, and not where the text does not show it.
    const resource = attribute.address && resourceOf(attribute.address);
    // In the newer resource, a list has no map.
    const isList = resource === ADVANCED && /connection_strings(?:\[|\.\d)/.test(name ?? '');
    const data = { name: literal.value, resource: isList ? '' : (resource ?? '') };
    const isAbsent = data.resource === ADVANCED;
    return [{ message: isAbsent ? 'absent' : 'map', severity: isAbsent ? 'error' : 'warning', data, at } as const];
  });
