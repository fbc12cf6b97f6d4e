import WORDS from './words.json' with { type: 'json' };
import { isOfApi, type Procedure } from '../subject.ts';
import { gateStep, open, replacements, step, type Step } from '../steps.ts';
import type { ServiceProfile } from '../../classify/service.ts';

const words = WORDS['admin-api'];

/** The steps of the migration guide of the versioned API (2026-08). */
export const adminApi: Procedure<'admin-api'> = {
  runbook(subject) {
    const { profile, change, used, found } = subject;
    const { api } = profile;
    const { to } = change;
    const type = `${api.mediaType}.${to}+json`;
    const about = `The end of the versions before ${to}.`;
    if (found.length === 0 && used.every(({ string }) => !isOfApi(string))) return { about, steps: [] };
    // Base paths, dates and headers are words of the documentation, which the finding writes in place.
    const edit = (rules: readonly string[], title: string, detail: string): Step | false => {
      const places = replacements(found.filter(({ finding }) => rules.includes(finding.rule)));
      return places.length > 0 && step({ kind: 'replace', title, detail, places, undo: 'Restore the previous code.' });
    };
    return {
      about,
      steps: [
        edit(
          ['api-unversioned-path'],
          'Change the base address to the versioned API',
          `Replace ${api.path}v1.0/ (or v1.5) with ${api.path}v2/.`,
        ),
        edit(
          ['api-missing-accept', 'api-version'],
          'Send the version with every request',
          `Send "Accept: ${type}", and the same type, or application/json, as Content-Type of a body. A request without a version fails with 406, one for a version that has ended with 410.`,
        ),
        edit(['api-field'], 'Review the code that reads or writes the cluster record', removedFields(profile, to)),
        edit(
          ['iac-provider-floor'],
          'Replace providers, clients and command-line programs',
          `Each release uses fixed versions of the API. Use releases that use ${to} or a later one, and the new cluster resource.`,
        ),
        found.length > 0 && step({ kind: 'deploy', ...words.deploy }),
        gateStep(subject, 'the old versions end'),
      ],
    };
  },
  // A move to an older version undoes what the newer one brought, which no rule checks.
  refusals({ change, used }) {
    const newer = used.flatMap(({ string, place }) => {
      const date = /\d{4}-\d{2}-\d{2}/.exec(place.from)?.[0] ?? '';
      return string.kind === 'media-type' && date > change.to ? [place] : [];
    });
    const message = `Calls use a version that is newer than ${change.to}.`;
    return [newer.length > 0 && open(message, 'Plan a move to that version or a later one.', newer)];
  },
};

function removedFields({ fields }: ServiceProfile, to: string): string {
  const names = fields.removed.map((name) => (name === 'regionsConfig' ? 'replicationSpecs.regionsConfig' : name));
  const later =
    to >= '2024-08-05'
      ? ' From 2024-08-05 on, every shard is an element of replicationSpecs, and diskSizeGB is part of the hardware of each region.'
      : '';
  return `Since 2023-02-01, these no longer exist: ${names.join(', ')}.${later}`;
}
