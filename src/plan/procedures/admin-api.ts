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
    const about = `The end of the versions before ${to}.`;
    if (found.length === 0 && used.every(({ string }) => !isOfApi(string))) return { about, steps: [] };
    // Base paths, dates and headers are words of the documentation, which the finding writes in place.
    const names = { to, path: api.path, type: `${api.mediaType}.${to}+json`, ...removedFields(profile, to) };
    const edits = words.edits.map(({ rules, title, detail }): Step | false => {
      const places = replacements(found.filter(({ finding }) => rules.includes(finding.rule)));
      return places.length > 0 && step({ kind: 'replace', title, detail, places, undo: words.undo }, names);
    });
    const deploy = found.length > 0 && step({ kind: 'deploy', ...words.deploy });
    return { about, steps: [edits, deploy, gateStep(subject, 'the old versions end')] };
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

function removedFields({ fields }: ServiceProfile, to: string) {
  const names = fields.removed.map((name) => (name === 'regionsConfig' ? 'replicationSpecs.regionsConfig' : name));
  return { removed: names.join(', '), later: to >= '2024-08-05' ? words.later : '' };
}
