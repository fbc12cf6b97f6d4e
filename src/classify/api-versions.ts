import { once } from '../text/source.ts';
import type { Frozen } from '../text/json.ts';
import data from './api-versions.json' with { type: 'json' };

/**
 * A release of a tool that calls fixed versions of the API: package names in manifests, the first affected release as
 * `major.minor` (`null` for all up to `to`), and the last one, with all its patches.
 */
export type ToolRelease = VersionData['releases'][number];

/** An operation below the base address, with `{}` for a parameter, and its versions with their sunsets. */
export interface OperationData {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly versions: Readonly<Record<string, string | null>>;
  /** Of all versions, with or without a sunset. */
  readonly deprecated?: boolean;
}

/**
 * Written by `npm run api-versions -- <specification>`. Names and releases are edited by hand; `names` are those of
 * operations that cannot be derived from their ids.
 */
export type VersionData = Frozen<Omit<typeof data, 'names' | 'operations'>> & {
  readonly names: Readonly<Record<string, string>>;
  readonly operations: readonly OperationData[];
};

export const VERSION_DATA: VersionData = data;

/** All version dates of the specification, oldest first. */
export const versionDates = once((): readonly string[] =>
  [...new Set(VERSION_DATA.operations.flatMap(({ versions }) => Object.keys(versions)))].sort(),
);
