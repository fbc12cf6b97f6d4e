import { daysBetween, operations, plannedVersion, RELEASES, versionFor } from '../src/admin-api/versions.ts';
import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule, type CollectedItem, type FoundFile, type RuleContext } from '../src/lint/rule.ts';
import { askedVersions, isWithinRelease, TOOL_WORDS } from '../src/admin-api/tool-releases.ts';

/** The version date of a Go client's module is that of the API versions that it calls. */
const GO_CLIENT = /\bgo\.mongodb\.org\/atlas-sdk\/v(20\d\d)(\d\d)(\d\d)\d{3}\b/g;

const required = (version: string): string =>
  `terraform {\n  required_providers {\n    mongodbatlas = {\n      source  = "mongodb/mongodbatlas"\n      version = "${version}"\n    }\n  }\n}\n`;
const locked = (version: string): string =>
  `provider "registry.terraform.io/mongodb/mongodbatlas" {\n  version = "${version}"\n}\n`;
const LATE = { warnDays: 300 };

/** Resources whose calls are retired, and those that call current versions (provider's code, 2026-08). */
const RESOURCES = [
  { of: 'Terraform', old: '`mongodbatlas_cluster`', next: '`mongodbatlas_advanced_cluster`' },
  { of: 'Pulumi', old: '`Cluster`', next: '`AdvancedCluster`' },
] as const;
/** Where code declares or reads one of them. */
const USED = /"mongodbatlas_(advanced_)?cluster"|\bmongodbatlas\.(Advanced)?Cluster\(/g;

/** A release or client that is required, or a cluster resource that is used. */
type FloorItem = CollectedItem &
  (
    | {
        readonly message: 'release' | 'resource' | 'client' | 'planned';
        readonly data: Readonly<Record<string, string>>;
      }
    | { readonly uses: 'old' | 'next' }
  );

export default defineRule({
  id: 'iac-provider-floor',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  trigger: { anchors: TOOL_WORDS },
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  changes: ['admin-api'],
  withoutPlan: true,
  docs: {
    what: 'A release of a provider, client or command-line program that uses retiring versions of the Administration API.',
    why: 'Each release uses fixed versions. When they end, calls fail with 410 (`VERSION_GONE`), as on 2 March 2026. In Terraform and Pulumi only the old cluster resource makes these calls, also in newer releases, so a newer release alone does not help.',
    todo: 'Move from `mongodbatlas_cluster` to `mongodbatlas_advanced_cluster` (Pulumi: from `Cluster` to `AdvancedCluster`). For a command-line program or a client, use a release with current versions.',
    severities: { error: 'if a move to a newer version is planned and the code uses the release' },
    sources: RELEASES.map(({ source }) => source),
  },
  messages: {
    release: '{tool} {text} uses retiring versions of the Administration API. Calls failed with 410 in March 2026.',
    resource:
      '{tool} {text} uses retiring versions of the Administration API for {old}. Newer releases do too. Use {next}.',
    client: 'This client uses version {date} of "{operation}", which ends on {sunset}.',
    planned: 'This client is made for version {date} of the API. The plan moves to {to}.',
  },
  examples: {
    invalid: [
      { title: 'pinned in Terraform', files: { 'versions.tf': required('⟦2.7.0⟧') } },
      { title: 'patches only', files: { 'versions.tf': required('⟦~> 1.41.0⟧') } },
      {
        title: 'both resources',
        files: {
          'main.tf':
            'resource "mongodbatlas_advanced_cluster" "a" {\n  name = "a"\n}\nresource "mongodbatlas_cluster" "b" {\n  name = "b"\n}\n',
          'versions.tf': required('⟦2.7.0⟧'),
        },
      },
      {
        title: 'the lock file decides',
        files: { '.terraform.lock.hcl': locked('⟦2.7.0⟧'), 'versions.tf': required('~> 2.0') },
      },
      {
        title: 'a pin and the lock file that repeats it',
        files: {
          '.terraform.lock.hcl': locked('2.7.0').replace('}', '  constraints = "2.7.0"\n}'),
          'versions.tf': required('⟦2.7.0⟧'),
        },
      },
      { title: 'Pulumi', files: { 'package.json': '{ "dependencies": { "@pulumi/mongodbatlas": "⟦3.30.0⟧" } }\n' } },
      {
        title: 'Pulumi in Python',
        files: { 'requirements.txt': 'pulumi-mongodbatlas==⟦3.30.0⟧\n'.replace('==⟦', '⟦==') },
      },
      { title: 'the command-line program', files: { Dockerfile: 'FROM mongodb/atlas:v⟦1.53.0⟧\n' } },
      {
        title: 'the old resource, before a planned move',
        files: {
          'main.tf': 'resource "mongodbatlas_cluster" "b" {\n  name = "b"\n}\n',
          'versions.tf': required('⟦2.7.0⟧'),
        },
        config: { plan: [{ change: 'admin-api', to: '2025-03-12' }] },
        severity: 'error',
      },
      {
        title: 'a client of an older version than planned',
        files: { 'go.mod': 'require ⟦go.mongodb.org/atlas-sdk/v20240805005⟧ v20240805005.0.0\n' },
        config: { plan: [{ change: 'admin-api', to: '2025-03-12' }] },
        severity: 'error',
      },
      {
        title: 'a client of a version that ends soon',
        files: { 'go.mod': 'require ⟦go.mongodb.org/atlas-sdk/v20230201008⟧ v20230201008.0.0\n' },
        config: LATE,
      },
    ],
    valid: [
      {
        title: 'the new resource',
        files: {
          'main.tf': 'resource "mongodbatlas_advanced_cluster" "a" {\n  name = "a"\n}\n',
          'versions.tf': required('2.7.0'),
        },
      },
      { title: 'a newer one', files: { 'versions.tf': required('2.20.1') } },
      { title: 'a newer release is allowed', files: { 'versions.tf': required('~> 2.0') } },
      { title: 'a lower bound', files: { 'versions.tf': required('>= 1.20') } },
      {
        title: 'another provider',
        files: { 'versions.tf': required('2.7.0').replaceAll('mongodb/mongodbatlas', 'other/atlas') },
      },
      {
        title: 'an unknown release',
        files: { 'package.json': '{ "dependencies": { "@pulumi/mongodbatlas": "3.10.0" } }\n' },
      },
      { title: 'the database itself', files: { Dockerfile: 'FROM mongodb/mongodb-atlas-local:1.53.0\n' } },
      {
        title: 'a client of a current version',
        files: { 'go.mod': 'require go.mongodb.org/atlas-sdk/v20250312006 v20250312006.0.0\n' },
        config: LATE,
      },
      { title: 'a comment', files: { 'versions.tf': '# version = "2.7.0" of mongodb/mongodbatlas\n' } },
    ],
  },
  collect(file, context): FloorItem[] {
    const asked = askedVersions(
      file,
      RELEASES.flatMap(({ packages }) => packages),
    );
    const releases = asked.flatMap(({ name, range, text, at, allowed }): FloorItem[] => {
      const release = RELEASES.find((one) => one.packages.includes(name.toLowerCase()) || one.packages.includes(name));
      if (!release || !isWithinRelease(range, release)) return [];
      // The pin is reported where it is written.
      if (allowed && isWithinRelease(allowed, release)) return [];
      const resource = RESOURCES.find(({ of }) => release.tool.startsWith(of));
      return [{ message: resource ? 'resource' : 'release', data: { tool: release.tool, text, ...resource }, at }];
    });
    const matches = codeMatches(file.source.text, USED);
    const uses = (['old', 'next'] as const).flatMap((kind): FloorItem[] => {
      const first = matches.find(({ match }) => ((match[1] ?? match[2]) === undefined) === (kind === 'old'));
      return first ? [{ uses: kind, at: { offset: first.offset, endOffset: first.endOffset } }] : [];
    });
    return [...releases, ...uses, ...clients(file, context)];
  },
  check(files, { plan }) {
    const isPlanned = plannedVersion(plan) !== null;
    const uses = new Set(files.flatMap(({ items }) => items.flatMap((item) => ('uses' in item ? [item.uses] : []))));
    const isReplaced = uses.has('next') && !uses.has('old');
    return files.flatMap(({ path, items }) =>
      items.flatMap((item) => {
        if ('uses' in item || (isReplaced && item.message === 'resource')) return [];
        const { message, data, at } = item;
        // A release alone calls nothing.
        const isInUse = message !== 'resource' || uses.has('old');
        return [{ message, data, at, file: path, ...(isPlanned && isInUse && { severity: 'error' as const }) }];
      }),
    );
  },
});

function clients({ source: { path, text } }: FoundFile, { today, warnDays, plan }: RuleContext): FloorItem[] {
  if (!/(?:^|\/)go\.mod$/.test(path)) return [];
  const operation = operations().find(({ id }) => id === 'listGroupClusters');
  const to = plannedVersion(plan);
  return codeMatches(text, GO_CLIENT).flatMap(({ match, offset, endOffset }): FloorItem[] => {
    const asked = match.slice(1, 4).join('-');
    const at = { offset, endOffset };
    if (to !== null && asked < to) return [{ message: 'planned', data: { date: asked, to }, at }];
    const version = operation && versionFor(operation, asked);
    if (!operation || !version?.sunset || daysBetween(today, version.sunset) > warnDays) return [];
    const data = { date: version.date, operation: operation.name, sunset: version.sunset };
    return [{ message: 'client', data, at }];
  });
}
