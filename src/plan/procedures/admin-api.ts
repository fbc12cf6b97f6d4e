import type { Procedure, PlanSubject, StepKind, StepPlace } from '../subject.ts';
import { planCommand } from '../commands.ts';
import { step } from '../steps.ts';
import type { ServiceProfile } from '../../classify/service.ts';

/** Where the first step speaks, and where the second does. */
const PATHS = ['api-unversioned-path'];
const VERSIONS = ['api-missing-accept-version', 'api-version-sunset', 'api-date-unknown'];
const FIELDS = ['api-removed-field', 'api-root-shape-2024'];

/** The four steps of the migration guide of the versioned API (2026-08), then a look at what came of them. */
export const adminApi: Procedure<'admin-api'> = (subject) => {
  const { api } = subject.profile;
  const { to } = subject.change;
  const type = `${api.mediaType}.${to}+json`;
  return [
    step(
      {
        title: 'Change the base address to the versioned API',
        detail: `From ${api.path}v1.0/ (or v1.5) to ${api.path}v2/. What follows the version stays for nearly all resources.`,
      },
      null,
      moved(subject, PATHS),
      kindOf(subject, PATHS),
    ),
    step(
      {
        title: 'Send the version with every request',
        detail: `Accept: ${type} on every call; the same type, or application/json, as Content-Type where a body is sent. A call without a version is answered with 406, one to a version past its end with 410. A resource that has no version of this day answers with its newest one before it.`,
      },
      null,
      moved(subject, VERSIONS),
      kindOf(subject, VERSIONS),
    ),
    step({
      title: 'Adapt requests to the changes of the new version',
      detail: `Read the changelog of every resource that is used, between the version of today and ${to}. From v1.0 to 2023-02-01 only clusters change; what stays at 2023-01-01 needs the first two steps alone, but that version is deprecated. Answers carry the headers Deprecation and Sunset when a version is about to end.`,
    }),
    step(
      { title: 'Review what reads or writes the cluster record', detail: removedByOperation(subject.profile, to) },
      null,
      moved(subject, FIELDS),
      kindOf(subject, FIELDS),
    ),
    step(
      {
        title: 'Verify',
        detail:
          'The command must say ready. Run the programs against a project for tests before they meet the real one.',
      },
      planCommand(subject.change),
      [],
      'verify',
    ),
  ];
};

/**
 * The places of these rules, with what stands there afterwards. Base paths, dates and headers are words of the
 * documentation, which no record lists.
 */
export function moved(subject: PlanSubject, rules: readonly string[]): readonly StepPlace[] {
  return [...subject.left, ...subject.later]
    .filter(({ finding }) => rules.includes(finding.rule))
    .map(({ place }) => ({ ...place, proven: false, recorded: false }));
}

/** Warnings do not stand in the way. */
function kindOf({ left }: PlanSubject, rules: readonly string[]): StepKind {
  return left.some(({ finding }) => rules.includes(finding.rule)) ? 'replace' : 'prepare';
}

/** What version 2023-02-01 changes for clusters, by operation (migration guide of the versioned API, 2026-08). */
const OPERATIONS: readonly (readonly [operation: string, where: string])[] = [
  ['create (POST)', 'request and response'],
  ['list (GET)', 'response, below results'],
  ['get one (GET)', 'response'],
  ['modify (PATCH)', 'response'],
];

/** The fields that go, for each operation on clusters, and what comes instead. */
export function removedByOperation({ fields }: ServiceProfile, to: string): string {
  if (to < '2023-02-01')
    return 'Version 2023-01-01 has the same cluster record as the unversioned API: nothing changes here.';
  const lists = fields.removed
    .map((name) => (name === 'regionsConfig' ? 'replicationSpecs.regionsConfig' : name))
    .join(', ');
  const operations = OPERATIONS.map(([operation, where]) => `${operation}: ${where}`).join('; ');
  const later =
    to >= '2024-08-05'
      ? ' From 2024-08-05 on every shard is an element of replicationSpecs (no replicationSpecs.numShards), and diskSizeGB stands inside the hardware of each region.'
      : '';
  return `Since 2023-02-01 these fields are gone: ${lists}. By operation: ${operations}. New: replicationSpecs.regionConfigs instead of regionsConfig; strings stand in connectionStrings.${later}`;
}
