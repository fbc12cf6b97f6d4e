import { describe, expect, it } from 'vitest';
import type { FactName } from '../../src/facts/facts.ts';
import { notKnown } from '../../src/facts/facts.ts';

describe('notKnown', () => {
  it.each<[FactName, string]>([
    ['cluster type', 'the cluster type is not known'],
    ['peering-only mode (privateIpMode)', 'the peering-only mode is not known'],
    ['regions of the peering connections', 'the regions of the peering connections are not known'],
    ['regionalized private endpoints (regionalMode)', 'whether private endpoints are regionalized is not known'],
  ])('says of the %s what a sentence can end with', (fact, words) => {
    expect(notKnown(fact)).toBe(words);
  });
});
