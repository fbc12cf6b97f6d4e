import type { Procedure } from '../step.ts';
import { planCommand } from './commands.ts';
import { placesOf } from './replacements.ts';
import { step } from './usual-steps.ts';

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
      placesOf(subject, ['admin-api-v1']),
    ),
    step(
      {
        title: 'Send the version with every request',
        detail: `Accept: ${type} on every call; the same type, or application/json, as Content-Type where a body is sent. A call without a version is answered with 406, one to a version past its end with 410. A resource that has no version of this day answers with its newest one before it.`,
      },
      null,
      placesOf(subject, ['admin-api-v2', 'media-type']),
    ),
    step({
      title: 'Adapt requests to the changes of the new version',
      detail: `Read the changelog of every resource that is used, between the version of today and ${to}. Answers carry the headers Deprecation and Sunset when a version is about to end.`,
    }),
    step(
      {
        title: 'Review what reads or writes the cluster record',
        detail: `From 2023-02-01 on the record has no ${subject.profile.fields.removed.join(', ')}. Strings stand in connectionStrings, regions in replicationSpecs.regionConfigs; from 2024-08-05 on every shard is an element of replicationSpecs.`,
      },
      null,
      placesOf(subject, ['removed-field']),
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
