import type { FoundString } from '../classify/found-string.ts';
import type { StringFeature, StringRule } from './rule.ts';
import type { RuleSetup } from './run-rules.ts';
import { oncePer } from '../text/source.ts';

/** One bit each, so that the features of a string are one number that is quick to compare and look up. */
const FEATURES: readonly StringFeature[] = [
  'standard',
  'private',
  'private-endpoint',
  'optimized',
  'legacy',
  'other-service-host',
  'templated-unknown',
  'not-service',
  'external',
  'admin-api-v1',
  'admin-api-v2',
  'media-type',
  'removed-field',
  'metrics-discovery',
  'form:srv',
  'form:direct',
  'form:host',
  'form:url',
  'uri',
  'options',
  'fault',
  'own-host',
  'node',
  'legacy-name',
];

const BITS: ReadonlyMap<StringFeature, number> = new Map(FEATURES.map((feature, at) => [feature, 1 << at]));
const bit = (feature: StringFeature): number => BITS.get(feature)!;

export function featureMask(features: readonly StringFeature[]): number {
  return features.reduce((mask, feature) => mask | bit(feature), 0);
}

const [URI, OPTIONS, FAULT, OWN_HOST, NODE, LEGACY_NAME] = (
  ['uri', 'options', 'fault', 'own-host', 'node', 'legacy-name'] as const
).map(bit) as [number, number, number, number, number, number];

/** The features of a string, one bit each. */
export function featuresOf({ kind, form, uri, hosts }: FoundString): number {
  let features = bit(kind);
  if (form !== null) features |= bit(`form:${form}`);
  if (uri) {
    features |= URI;
    if (uri.options.length > 0) features |= OPTIONS;
    if (uri.issues.length > 0) features |= FAULT;
  }
  for (const host of hosts) {
    if (host.class.domain === null) continue;
    features |= OWN_HOST | bit(host.class.kind);
    if (host.class.node) features |= NODE;
    if (host.class.family === 'legacy') features |= LEGACY_NAME;
  }
  return features;
}

/** A rule about strings with its settings for a file. */
export type StringSetup = RuleSetup & { readonly rule: StringRule };

interface FeatureIndex {
  readonly setups: readonly (readonly [setup: StringSetup, any: number, all: number])[];
  /** By features of a string: the rules that can report it. Few combinations occur. */
  readonly byFeatures: Map<number, readonly StringSetup[]>;
}

const indexOf = oncePer((setups: readonly RuleSetup[]): FeatureIndex => {
  const own = setups.filter((setup): setup is StringSetup => setup.rule.scope === 'string');
  return {
    setups: own.map((setup) => {
      const { any = [], all = [] } = setup.rule.trigger;
      return [setup, featureMask(any), featureMask(all)];
    }),
    byFeatures: new Map(),
  };
});

const NONE: readonly never[] = [];

/** The rules that can report a string, in the order of the settings. */
export function setupsFor(string: FoundString, setups: readonly RuleSetup[]): readonly StringSetup[] {
  // The text contains nothing of the string itself.
  if (string.kind === 'external') return NONE;
  const { setups: own, byFeatures } = indexOf(setups);
  const features = featuresOf(string);
  let found = byFeatures.get(features);
  if (!found) {
    found = own
      .filter(([, any, all]) => (any === 0 || (features & any) !== 0) && (features & all) === all)
      .map(([setup]) => setup);
    byFeatures.set(features, found);
  }
  return found;
}
