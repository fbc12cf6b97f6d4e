import { providerOfRegion } from '../classify/host-shapes.ts';
import { recordName, textOf } from '../text/json.ts';
import type { Region } from './facts.ts';
import { hostRegion, sameRegion } from '../classify/regions.ts';
import { PROVIDERS, type Provider } from '../classify/service.ts';

/** `AWS`, `aws` → `aws`, `null` for tenants and everything else that is not a cloud provider. */
export function providerOf(value: unknown): Provider | null {
  const name = textOf(value)?.toLowerCase();
  return PROVIDERS.find((provider) => provider === name) ?? null;
}

/** A region as written, with its provider if it is known or clear from the spelling. */
export function regionOf(value: unknown, provider: Provider | null): Region | undefined {
  const name = recordName(value);
  if (!name) return undefined;
  const known = provider ?? providerOfRegion(name);
  return { provider: known, region: hostRegion(name, known), name };
}

/** True if both are the same region. An unknown provider matches any. */
export function equalRegions(a: Region, b: Region): boolean {
  if (a.provider && b.provider && a.provider !== b.provider) return false;
  return sameRegion(a.name, b.name, a.provider ?? b.provider);
}

export const regionsWithout = (regions: readonly Region[], others: readonly Region[]): readonly Region[] =>
  regions.filter((region) => !others.some((other) => equalRegions(region, other)));

export const distinctRegions = (regions: readonly Region[]): readonly Region[] =>
  regions.reduce<readonly Region[]>((found, region) => [...found, ...regionsWithout([region], found)], []);

export const namesOf = (regions: readonly Region[]): string => [...new Set(regions.map(({ name }) => name))].join(', ');
