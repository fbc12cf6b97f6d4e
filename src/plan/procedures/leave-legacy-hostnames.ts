import WORDS from './words.json' with { type: 'json' };
import { readsLegacy, type Procedure } from '../subject.ts';
import { gateStep, mayBeLegacy, named, readStep, replaceSteps } from '../steps.ts';

const words = WORDS['leave-legacy-hostnames'];

/** Strings with the names of before 31 March 2020 are replaced (vendor FAQ on connection changes, 2026-08). */
export const leaveLegacyHostnames: Procedure<'leave-legacy-hostnames'> = {
  runbook(subject) {
    const about = 'The end of the legacy names.';
    const old = subject.clusters.filter(({ listed }) => listed.some(({ kind }) => kind === 'legacy'));
    if (subject.breaking.length === 0) return { about, steps: [] };
    return {
      about,
      steps: [
        old.length > 0 && readStep(subject, words.read, { clusters: named(old.map(({ name }) => name)) }),
        replaceSteps(subject, subject.breaking, words.replace),
        gateStep(subject, 'the names are given up'),
      ],
    };
  },
  concerns: mayBeLegacy,
  spares: true,
  mayBreak: readsLegacy,
};
