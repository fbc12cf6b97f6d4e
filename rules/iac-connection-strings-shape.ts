import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { itemsByModule, type FiledItem } from '../src/iac/terraform.ts';
import { defineRule, type CollectedItem, type FoundFile, type ProjectRuleResult } from '../src/lint/rule.ts';

const STRINGS =
  /(\bin[ \t]{1,8}(?:data\.)?)?\bmongodbatlas_advanced_cluster\.[\w-]{1,80}(?:\[[^\]\n]{1,80}\])?\.connection_strings(\[(?:0|\*)\]|\.(?:0|\*)(?=\.)|(?=\.[a-z])|(?=[ \t]{0,8}:))/g;
const REQUIRED = /\bmongodbatlas[ \t]{0,32}=[ \t]{0,8}\{[^{}]{0,400}?\bversion[ \t]{0,32}=[ \t]{0,8}"([^"\n]{1,80})"/g;
const LOCKED =
  /\bprovider[ \t]{1,8}"[^"\n]{0,80}\/mongodb\/mongodbatlas"[ \t]{0,8}\{\s{0,40}version[ \t]{0,32}=[ \t]{0,8}"(\d[^"\n]{0,40})"/g;

const uri = (rest: string): string => `x = data.mongodbatlas_advanced_cluster.till.${rest}\n`;
const release = (version: string): string =>
  `terraform {\n  required_providers {\n    mongodbatlas = {\n      source  = "mongodb/mongodbatlas"\n      version = "${version}"\n    }\n  }\n}\n`;

export default defineRule({
  id: 'iac-connection-strings-shape',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: '`connection_strings` of `mongodbatlas_advanced_cluster` read as a list with provider 2 or later, or as an object with an older one.',
    why: 'Release 2.0.0 of the provider changed the list to an object. The other form fails at plan time.',
    todo: 'Use no index with release 2 and later, and `[0]` with older releases.',
    sources: ['Terraform provider for MongoDB Atlas, upgrade guide 2.0.0'],
  },
  messages: {
    list: '`connection_strings` is an object since release 2 of the provider. Remove the index.',
    object: '`connection_strings` is a list before release 2 of the provider. Write `connection_strings[0]`.',
    iterated: '`connection_strings` is an object since release 2 of the provider. This iterates over its fields.',
  },
  examples: {
    invalid: [
      {
        title: 'an index with release 2',
        files: { 'main.tf': uri('⟦connection_strings[0]⟧.standard_srv'), 'versions.tf': release('~> 2.0') },
        fixed: 'connection_strings',
      },
      {
        title: 'an index as Terraform 0.11 wrote it',
        files: { 'main.tf': uri('⟦connection_strings.0⟧.standard'), 'versions.tf': release('>= 2.1, < 3.0') },
        fixed: 'connection_strings',
      },
      {
        title: 'the release is in the lock file',
        files: {
          'main.tf': uri('⟦connection_strings[*]⟧.standard'),
          '.terraform.lock.hcl': 'provider "registry.terraform.io/mongodb/mongodbatlas" {\n  version = "2.20.1"\n}\n',
        },
        fixed: 'connection_strings',
      },
      {
        title: 'no index with release 1',
        files: { 'main.tf': uri('⟦connection_strings⟧.standard_srv'), 'versions.tf': release('1.41.1') },
        fixed: 'connection_strings[0]',
      },
      {
        title: 'iterated with release 2',
        files: {
          'main.tf': 'x = [for cs in mongodbatlas_advanced_cluster.till.⟦connection_strings⟧ : cs.standard]\n',
          'versions.tf': release('2.0.0'),
        },
      },
    ],
    valid: [
      {
        title: 'an index with release 1',
        files: { 'a.tf': uri('connection_strings[0].standard'), 'v.tf': release('~> 1.30') },
      },
      {
        title: 'an object with release 2',
        files: { 'a.tf': uri('connection_strings.standard'), 'v.tf': release('~> 2.0') },
      },
      { title: 'the release is unknown', files: { 'a.tf': uri('connection_strings[0].standard') } },
      { title: 'either release', files: { 'a.tf': uri('connection_strings[0].standard'), 'v.tf': release('>= 1.20') } },
      {
        title: 'the older resource stays a list',
        files: { 'a.tf': 'x = mongodbatlas_cluster.till.connection_strings[0].standard\n', 'v.tf': release('~> 2.0') },
      },
      {
        title: 'another module',
        files: { 'a/main.tf': uri('connection_strings[0].standard'), 'b/versions.tf': release('~> 2.0') },
      },
    ],
  },
  trigger: {
    anchors: ['connection_strings', 'mongodbatlas'],
    path: /\.(?:tf|tofu)(?:\.json)?$|\.terraform\.lock\.hcl$/i,
  },
  collect: shapesIn,
  check(files) {
    return itemsByModule(files).flatMap((items) => {
      const shape = shapeOf(items);
      return items.flatMap((item) =>
        shape !== null && item.is === 'use' && WRONG[shape].includes(item.as) ? [problemOf(item)] : [],
      );
    });
  },
});

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
