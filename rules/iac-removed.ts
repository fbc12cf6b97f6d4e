import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import {
  defineReason,
  defineRule,
  type RuleProblem,
  type CollectedItem,
  type FoundFile,
  type ProjectRuleResult,
} from '../src/lint/rule.ts';
import type { Range, Source } from '../src/text/source.ts';
import {
  behind,
  clusterIndex,
  isTerraformPath,
  terraformClusters,
  itemsByModule,
  type FiledItem,
} from '../src/iac/terraform.ts';
import { createdBefore } from '../src/facts/eligibility.ts';
import { clustersNamed, projectNaming } from '../src/facts/query.ts';
import type { Facts } from '../src/facts/facts.ts';

const NAMES = 'mongo_uri_with_options|mongo_uri_updated|mongo_uri|srv_address';

const CLUSTERS = '(?:data\\.)?(mongodbatlas_(?:advanced_)?cluster)\\.[\\w-]{1,80}';

const INDEX = '(?:\\[(?:[^\\[\\]\\n]|\\[[^\\[\\]\\n]{0,40}\\]){1,80}\\])?';

/** The last part matches `values(…)[*]` and `one(…)`. */
const ATTRIBUTE = new RegExp(`\\b(${CLUSTERS})${INDEX}(?:\\)${INDEX})?\\.(${NAMES})(?!\\w)`, 'g');

/** `for name, cluster in mongodbatlas_cluster.all :`, whose variable is read later. */
const EACH = new RegExp(
  `\\bfor[ \\t]{1,8}(?:\\w{1,60}[ \\t]{0,8},[ \\t]{0,8})?(\\w{1,60})[ \\t]{1,8}in[ \\t]{1,8}(?:values\\()?${CLUSTERS}${INDEX}\\)?[ \\t]{0,8}:`,
  'g',
);

/** How far after the head of a `for` its variable is searched, in code units. */
const BODY = 400;

/** The attribute with the same string. `same` if it also has the same options, which `mongo_uri` had not. */
const NOW: Readonly<Record<string, { readonly field: string; readonly same: boolean }>> = {
  srv_address: { field: 'standard_srv', same: true },
  mongo_uri_with_options: { field: 'standard', same: true },
  mongo_uri: { field: 'standard', same: false },
  mongo_uri_updated: { field: 'standard', same: false },
};

const ATTRIBUTE_AWS_MAP = /\.(aws_private_link(?:_srv)?)(?!\w)/g;

/** The same in Pulumi programs. */
const PROGRAM = /\.(awsPrivateLink(?:Srv)?|aws_private_link(?:_srv)?)(?!\w)/g;

/**
 * An attribute of an object, as in provider 2.0 and later. This resource never has the map there (provider's 1.12.0
 * guide).
 */
const NEVER_THERE = /mongodbatlas_advanced_cluster\.[\w.-]{1,120}\.connection_strings$/;

const STRINGS =
  /(\bin[ \t]{1,8}(?:data\.)?)?\bmongodbatlas_advanced_cluster\.[\w-]{1,80}(?:\[[^\]\n]{1,80}\])?\.connection_strings(\[(?:0|\*)\]|\.(?:0|\*)(?=\.)|(?=\.[a-z])|(?=[ \t]{0,8}:))/g;

const REQUIRED = /\bmongodbatlas[ \t]{0,32}=[ \t]{0,8}\{[^{}]{0,400}?\bversion[ \t]{0,32}=[ \t]{0,8}"([^"\n]{1,80})"/g;

const LOCKED =
  /\bprovider[ \t]{1,8}"[^"\n]{0,80}\/mongodb\/mongodbatlas"[ \t]{0,8}\{\s{0,40}version[ \t]{0,32}=[ \t]{0,8}"(\d[^"\n]{0,40})"/g;

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
      checkFile({ source }, { facts }) {
        if (!isTerraformPath(source.path)) return pulumi(source);
        const clusters = clusterIndex(terraformClusters(source));
        return readAttributes(source.text).map(({ resource, address, name, at }): RuleProblem => {
          if (resource === 'mongodbatlas_advanced_cluster') return { message: 'absent', data: { resource, name }, at };
          const { field, same } = NOW[name]!;
          const proven = same && address !== null && isSamePath(behind(address, clusters)?.named ?? null, facts);
          const now = `connection_strings[0].${field}`;
          const change = { title: `Read ${now}`, edits: [{ ...at, text: now }] };
          const problem = { message: 'old', data: { name, now }, severity: 'warning', at } as const;
          return proven ? { ...problem, fix: change } : { ...problem, suggestions: [change] };
        });
      },
    },
    'aws-map': {
      trigger: { anchors: ['aws_private_link', 'awsPrivateLink'] },
      messages: {
        map: '`{name}` is deprecated. Filter `private_endpoint` by the id of your endpoint.',
        absent:
          '`mongodbatlas_advanced_cluster` has no `{name}`. Filter `private_endpoint` by the id of your endpoint.',
      },
      checkFile({ source }) {
        const terraform = isTerraformPath(source.path);
        if (!terraform && !/pulumi[/_-]mongodbatlas/.test(source.text)) return [];
        return codeMatches(source.text, terraform ? ATTRIBUTE_AWS_MAP : PROGRAM).map(({ match, offset, endOffset }) => {
          const isAbsent = NEVER_THERE.test(source.text.slice(Math.max(0, offset - 200), offset));
          return {
            message: isAbsent ? 'absent' : 'map',
            ...(isAbsent && { severity: 'error' as const }),
            data: { name: match[1]! },
            at: { offset: offset + 1, endOffset },
          };
        });
      },
    },
    shape: defineReason({
      trigger: {
        anchors: ['connection_strings', 'mongodbatlas'],
        path: /\.(?:tf|tofu)(?:\.json)?$|\.terraform\.lock\.hcl$/i,
      },
      messages: {
        list: '`connection_strings` is an object since release 2 of the provider. Remove the index.',
        object: '`connection_strings` is a list before release 2 of the provider. Write `connection_strings[0]`.',
        iterated: '`connection_strings` is an object since release 2 of the provider. This iterates over its fields.',
      },
      collect: shapesIn,
      checkProject(files) {
        return itemsByModule(files).flatMap((items) => {
          const shape = shapeOf(items);
          return items.flatMap((item) =>
            shape !== null && item.is === 'use' && WRONG[shape].includes(item.as) ? [problemOf(item)] : [],
          );
        });
      },
    }),
  },
});

/** Legacy names on Azure and Google Cloud may lead to private addresses. All others lead where the current ones do. */
function isSamePath(name: string | null, all: Facts): boolean {
  if (name === null) return false;
  const facts = projectNaming(all, name);
  const [cluster, other] = clustersNamed(facts, name);
  if (!cluster || other) return false;
  const onAws = cluster.providers?.value.every((provider) => provider === 'aws') ?? false;
  return onAws || createdBefore(cluster, '2020-03-31') === false || facts.project.peeringOnly?.value === false;
}

interface Read {
  readonly resource: string;
  /** Of the resource or the data source, `null` for the variable of a loop. */
  readonly address: string | null;
  readonly name: string;
  readonly at: Range;
}

function readAttributes(text: string): Read[] {
  const plain = codeMatches(text, ATTRIBUTE).map(({ match: [, address = '', resource = '', name = ''], endOffset }) => {
    return { resource, address, name, at: { offset: endOffset - name.length, endOffset } };
  });
  const each = codeMatches(text, EACH).flatMap(({ match: [, variable = '', resource = ''], endOffset: from }) => {
    const [body = ''] = text.slice(from, from + BODY).split(/\bfor\b|\n\}/, 1);
    return [...body.matchAll(new RegExp(`(?<![\\w.])${variable}\\.(${NAMES})(?!\\w)`, 'g'))].map((read): Read => {
      const endOffset = from + read.index + read[0].length;
      return { resource, address: null, name: read[1]!, at: { offset: endOffset - read[1]!.length, endOffset } };
    });
  });
  return [...plain, ...each];
}

/** Variables that contain Pulumi's `Cluster`, whose outputs may be read, in any of its languages. */
const MADE =
  /\b([A-Za-z_]\w{0,60})(?:[ \t]{0,4},[ \t]{0,4}err)?(?:[ \t]{0,4}:[ \t]{0,4}[\w.]{1,60})?[ \t]{0,4}:?=[ \t]{0,4}(?:new[ \t]{1,4})?(?:[\w.]{1,40}\.)?(?:New)?(Cluster|AdvancedCluster)\(/g;

const READ =
  /\b([A-Za-z_]\w{0,60})\.([sS]rvAddress|srv_address|[mM]ongoUri(?:WithOptions|Updated)?|mongo_uri(?:_with_options|_updated)?)\b/g;

function pulumi({ text }: Source): RuleProblem[] {
  if (!/pulumi[/_.-]mongodbatlas/i.test(text)) return [];
  // A name may be assigned several times. A read from it is reported once, for the last cluster assigned.
  const made = new Map(codeMatches(text, MADE).map(({ match: [, name = '', resource = ''] }) => [name, resource]));
  return codeMatches(text, READ).flatMap(({ match: [, name = '', written = ''], endOffset }): RuleProblem[] => {
    const resource = made.get(name);
    if (resource === undefined) return [];
    const at = { offset: endOffset - written.length, endOffset };
    if (resource === 'AdvancedCluster') return [{ message: 'absent', data: { resource, name: written }, at }];
    const snake = written.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
    const now = spelledLike(written, `connection_strings[0].${NOW[snake]!.field}`);
    return [{ message: 'old', data: { name: written, now }, severity: 'warning', at }];
  });
}

/** Python keeps Terraform's spelling, the other languages use camel case. */
function spelledLike(written: string, words: string): string {
  if (written.includes('_')) return words;
  const camel = words.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return /^[A-Z]/.test(written) ? camel.replace(/(?<![a-zA-Z])[a-z]/g, (letter) => letter.toUpperCase()) : camel;
}

type Shape = 'list' | 'object';

/** How code uses the attribute. */
interface ShapeUse extends CollectedItem {
  readonly is: 'use';
  readonly as: Shape | 'iterated';
}

/** A locked or required provider release, with the shape of its attribute. */
interface ShapeOfRelease extends CollectedItem {
  readonly is: 'locked' | 'required';
  readonly shape: Shape | 'either';
}

type ShapeItem = ShapeUse | ShapeOfRelease;

const WRONG: Readonly<Record<Shape, readonly ShapeUse['as'][]>> = {
  list: ['object'],
  object: ['list', 'iterated'],
};

/** The lock file decides, then the constraint. `null` without either, or if two contradict each other. */
function shapeOf(items: readonly ShapeItem[]): Shape | null {
  const releases = (is: ShapeOfRelease['is']): ShapeOfRelease['shape'][] =>
    items.flatMap((item) => (item.is === is ? [item.shape] : []));
  const locked = releases('locked');
  const [shape, ...others] = new Set(locked.length > 0 ? locked : releases('required'));
  return others.length > 0 || shape === undefined || shape === 'either' ? null : shape;
}

function problemOf({ file, at, as }: FiledItem<ShapeUse>): ProjectRuleResult {
  if (as === 'iterated') return { message: as, at, file };
  const text = as === 'list' ? 'connection_strings' : 'connection_strings[0]';
  return { message: as, at, file, fix: { title: `Write ${text}`, edits: [{ ...at, text }] } };
}

/** The shape in the releases that a constraint allows: `~> 1.30`, `>= 2.0, < 3`. */
function allowed(constraint: string): ShapeOfRelease['shape'] {
  const parts = [...constraint.matchAll(/(~>|>=|<=|!=|[<>=])?[ \t]{0,4}v?(\d{1,4})((?:\.\d{1,5}){0,2})/g)];
  const majors = parts.map(([, sign = '=', major = '', rest = '']) => ({ sign, major: Number(major), rest }));
  const pinned = ({ sign, rest }: { sign: string; rest: string }): boolean =>
    sign === '=' || (sign === '~>' && rest !== '');
  if (majors.some((part) => part.sign !== '!=' && !part.sign.startsWith('<') && part.major >= 2)) return 'object';
  const below = majors.some(
    ({ sign, major, rest }) => sign === '<' && (major < 2 || (major === 2 && !/[1-9]/.test(rest))),
  );
  return below || majors.some((part) => pinned(part) && part.major < 2) ? 'list' : 'either';
}

function shapesIn({ source: { path, text } }: FoundFile): ShapeItem[] {
  if (path.endsWith('.terraform.lock.hcl')) return releases(text, LOCKED, 'locked');
  const uses = codeMatches(text, STRINGS).flatMap(({ match, endOffset }): ShapeUse[] => {
    const index = match[2]!;
    const offset = endOffset - index.length - 'connection_strings'.length;
    const as = index !== '' ? 'list' : text[endOffset] === '.' ? 'object' : 'iterated';
    return as === 'iterated' && match[1] === undefined ? [] : [{ is: 'use', at: { offset, endOffset }, as }];
  });
  return [...uses, ...releases(text, REQUIRED, 'required')];
}

function releases(text: string, pattern: RegExp, is: ShapeOfRelease['is']): ShapeOfRelease[] {
  return codeMatches(text, pattern).map(({ match, offset, endOffset }) => ({
    is,
    at: { offset, endOffset },
    shape: allowed(match[1]!),
  }));
}
