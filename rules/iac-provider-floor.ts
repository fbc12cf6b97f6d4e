import { daysBetween } from '../src/config/forms.ts';
import { codeMatches } from '../src/read/page.ts';
import { operations, plannedVersion, releasesOf, TOOL_WORDS, versionFor } from '../src/admin-api/versions.ts';
import { defineRule, problemsAmong, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { oncePerPlace } from '../src/lint/variables.ts';
import { folderOf, type FiledItem } from '../src/text/source.ts';
import type { FoundFile } from '../src/classify/found-string.ts';

/** The version date of a Go client's module is that of the API versions that it calls. */
const GO_CLIENT = /\bgo\.mongodb\.org\/atlas-sdk\/v(20\d\d)(\d\d)(\d\d)\d{3}\b/g;

/** Resources whose calls are retired, and those that call current versions (provider's code, 2026-08). */
const RESOURCES = [
  { of: 'Terraform', old: '`mongodbatlas_cluster`', next: '`mongodbatlas_advanced_cluster`' },
  { of: 'Pulumi', old: '`Cluster`', next: '`AdvancedCluster`' },
] as const;

const USED = /"mongodbatlas_(advanced_)?cluster"|\bmongodbatlas\.(Advanced)?Cluster\(/g;

export default defineRule({
  id: 'iac-provider-floor',
  basis: 'code',
  confidence: 'medium',
  withoutPlan: true,
  trigger: { anchors: TOOL_WORDS },
  messages: {
    release: '{tool} {text} uses retiring versions of the Administration API. Calls failed with 410 in March 2026.',
    resource:
      '{tool} {text} uses retiring versions of the Administration API for {old}. Newer releases do too. Use {next}.',
    client: 'This client uses version {date} of "{operation}", which ends on {sunset}.',
    planned: 'This client is made for version {date} of the API. The plan moves to {to}.',
  },
  collect(file, context) {
    const releases = releasesOf(file).map(({ tool, text, at, isRetired, isOlder }) => {
      const resource = RESOURCES.find(({ of }) => tool.startsWith(of));
      const problem = { message: resource ? 'resource' : 'release', data: { tool, text, ...resource } };
      return { ...(isRetired && !isOlder && problem), at, is: resource ? 'provider' : 'tool' };
    });
    const [old] = codeMatches(file.source, USED).filter(({ match }) => (match[1] ?? match[2]) === undefined);
    return [...releases, ...(old ? [{ at: old.at, is: 'old resource' }] : []), ...clients(file, context)];
  },
  checkProject(items, { plan }) {
    const isPlanned = plannedVersion(plan) !== null;
    const severity = isPlanned ? { severity: 'error' as const } : {};
    const all = (kind: string) => items.filter((item) => 'is' in item && item.is === kind);
    const [old, providers] = [all('old resource'), all('provider')];
    // Without a release: most make these calls.
    const open = old.filter((one) => isPlanned && !providers.some((release) => isInStack(one, release)));
    const problems = problemsAmong(items).flatMap((problem) => {
      // Only the old resource calls retiring versions, so it is what has to go.
      const place = problem.message === 'resource' ? old.find((one) => isInStack(one, problem)) : problem;
      return place ? [{ ...problem, at: place.at, file: place.file, ...severity }] : [];
    });
    return [...oncePerPlace(problems), ...open.map((one) => ({ ...one, missing: 'API version of a call' as const }))];
  },
});

/** True for a file of the folder in which a release is required, or of a module below or beside it. */
const isInStack = ({ file }: FiledItem, required: FiledItem): boolean =>
  file.startsWith(folderOf(required.file)) || /(?:^|\/)modules\//.test(file);

function clients({ source }: FoundFile, { today, warnDays, plan }: RuleContext) {
  if (!/(?:^|\/)go\.mod$/.test(source.path)) return [];
  const operation = operations().find(({ id }) => id === 'listGroupClusters');
  const to = plannedVersion(plan);
  return codeMatches(source, GO_CLIENT).flatMap(({ match, offset, endOffset }): RuleProblem[] => {
    const asked = match.slice(1, 4).join('-');
    const at = { offset, endOffset };
    if (to !== null && asked < to) return [{ message: 'planned', data: { date: asked, to }, at }];
    const version = operation && versionFor(operation, asked);
    if (!operation || !version?.sunset || daysBetween(today, version.sunset) > warnDays) return [];
    return [{ message: 'client', data: { date: version.date, operation: operation.name, sunset: version.sunset }, at }];
  });
}
