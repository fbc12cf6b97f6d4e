import { nameOf } from '../../lint/finding.ts';
import type { Procedure, PlanSubject, Step, StepKind, StepPlace } from '../subject.ts';
import { planCommand } from '../commands.ts';
import { step } from '../steps.ts';
import type { ServiceProfile } from '../../classify/service.ts';

/** The places of the first step, and those of the second. */
const PATHS = ['api-unversioned-path'];
const VERSIONS = ['api-missing-accept', 'api-version/sunset', 'api-version/unknown-date'];
const FIELDS = ['api-field/removed', 'api-field/root-shape'];
const TOOLS = ['iac-provider-floor'];

/**
 * The four steps of the migration guide of the versioned API (2026-08), then the deployment and a check of the result.
 */
export const adminApi: Procedure<'admin-api'> = (subject) => {
  const { api } = subject.profile;
  const { to } = subject.change;
  const type = `${api.mediaType}.${to}+json`;
  return [
    step(
      {
        title: 'Change the base address to the versioned API',
        detail: `Replace ${api.path}v1.0/ (or v1.5) with ${api.path}v2/. For nearly all resources, the rest of the path stays the same.`,
      },
      null,
      moved(subject, PATHS),
      kindOf(subject, PATHS),
    ),
    step(
      {
        title: 'Send the version with every request',
        detail: `Send "Accept: ${type}" with every request, and the same type, or application/json, as Content-Type of a body. A request without a version fails with 406, one for a version that is no longer supported with 410. A resource without a version of this date answers with its latest version before it.`,
      },
      null,
      moved(subject, VERSIONS),
      kindOf(subject, VERSIONS),
    ),
    step({
      title: 'Adapt requests to the changes of the new version',
      detail: `Read the changelog of every resource in use, from the current version to ${to}. From v1.0 to 2023-02-01, only clusters change. Requests for 2023-01-01 need only the first two steps, but that version is deprecated. Responses have the headers Deprecation and Sunset when a version is about to end.`,
    }),
    step(
      {
        title: 'Review the code that reads or writes the cluster record',
        detail: removedByOperation(subject.profile, to),
      },
      null,
      moved(subject, FIELDS),
      kindOf(subject, FIELDS),
    ),
    ...tools(subject),
    deployPrograms(),
    step(
      {
        title: 'Verify',
        detail: 'The command must print READY, and no request may end with status 406 or 410.',
      },
      planCommand(subject.change),
      [],
      'verify',
    ),
  ];
};

/**
 * The places of these rules, with the text afterwards. Base paths, dates and headers are words of the
 * documentation, which no record lists.
 */
function moved(subject: PlanSubject, rules: readonly string[]): readonly StepPlace[] {
  return [...subject.left, ...subject.later]
    .filter(({ finding }) => rules.includes(nameOf(finding)))
    .map(({ place }) => ({ ...place, proven: false, recorded: false }));
}

/** Missing where the tree requires no release that is known to use an older version. */
function tools(subject: Parameters<typeof adminApi>[0]): Step[] {
  const places = moved(subject, TOOLS);
  if (places.length === 0) return [];
  const words = {
    title: 'Replace providers, clients and command-line programs',
    detail: `Each release uses fixed versions of the API. Use releases that use ${subject.change.to} or a later version, and the new cluster resource of Terraform and Pulumi.`,
  };
  return [step(words, null, places, kindOf(subject, TOOLS))];
}

function deployPrograms(): Step {
  const words = {
    title: 'Deploy and restart the programs',
    detail:
      'Run the changed programs against a test project first. Then deploy them to every environment and restart them.',
  };
  return { ...step(words, null, [], 'deploy'), undo: 'Deploy the previous programs.' };
}

/** Warnings do not block. */
function kindOf({ left }: PlanSubject, rules: readonly string[]): StepKind {
  return left.some(({ finding }) => rules.includes(nameOf(finding))) ? 'replace' : 'prepare';
}

/** What version 2023-02-01 changes for clusters, by operation (migration guide of the versioned API, 2026-08). */
const OPERATIONS: readonly (readonly [operation: string, where: string])[] = [
  ['create (POST)', 'request and response'],
  ['list (GET)', 'response, below results'],
  ['get one (GET)', 'response'],
  ['modify (PATCH)', 'response'],
];

/** The fields that are removed and their replacements, for each operation on clusters. */
function removedByOperation({ fields }: ServiceProfile, to: string): string {
  if (to < '2023-02-01')
    return 'Version 2023-01-01 has the same cluster record as the unversioned API: nothing to change.';
  const lists = fields.removed
    .map((name) => (name === 'regionsConfig' ? 'replicationSpecs.regionsConfig' : name))
    .join(', ');
  const operations = OPERATIONS.map(([operation, where]) => `${operation}: ${where}`).join('; ');
  const later =
    to >= '2024-08-05'
      ? ' From 2024-08-05 on every shard is an element of replicationSpecs (no replicationSpecs.numShards), and diskSizeGB is part of the hardware of each region.'
      : '';
  return `Since 2023-02-01, these fields no longer exist: ${lists}. By operation: ${operations}. New: replicationSpecs.regionConfigs instead of regionsConfig; strings are in connectionStrings.${later}`;
}
