import { moved } from './api-moves.ts';
import { removedByOperation } from './api-operations.ts';
import type { Procedure } from '../step.ts';
import { planCommand } from './commands.ts';
import { step } from './usual-steps.ts';

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
      moved(subject, PATHS, ['admin-api-v1']),
    ),
    step(
      {
        title: 'Send the version with every request',
        detail: `Accept: ${type} on every call; the same type, or application/json, as Content-Type where a body is sent. A call without a version is answered with 406, one to a version past its end with 410. A resource that has no version of this day answers with its newest one before it.`,
      },
      null,
      moved(subject, VERSIONS, ['admin-api-v2', 'media-type']),
    ),
    step({
      title: 'Adapt requests to the changes of the new version',
      detail: `Read the changelog of every resource that is used, between the version of today and ${to}. From v1.0 to 2023-02-01 only clusters change; what stays at 2023-01-01 needs the first two steps alone, but that version is deprecated. Answers carry the headers Deprecation and Sunset when a version is about to end.`,
    }),
    step(
      { title: 'Review what reads or writes the cluster record', detail: removedByOperation(subject.profile, to) },
      null,
      moved(subject, FIELDS, ['removed-field']),
    ),
    step(
      {
        title: 'Verify',
        detail:
          'The command must say ready. Run the programs against a project for tests before they meet the real one.',
      },
      planCommand(subject.change),
    ),
  ];
};
