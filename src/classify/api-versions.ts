import { once } from '../text/source.ts';
import data from './api-versions.json' with { type: 'json' };

/** A release of a tool that calls fixed versions of the API. */
export interface ToolRelease {
  readonly tool: string;
  /** Package names in manifests. */
  readonly packages: readonly string[];
  /** First affected release, `major.minor`, or `null` for all up to `to`. */
  readonly from: string | null;
  /** Last affected release, with all its patches. */
  readonly to: string;
  readonly source: string;
}

/** An operation in the data file: versions with their sunsets. */
export interface OperationData {
  readonly id: string;
  readonly method: string;
  /** Below the base address. `{}` is a parameter. */
  readonly path: string;
  readonly versions: Readonly<Record<string, string | null>>;
  /** Of all versions, with or without a sunset. */
  readonly deprecated?: boolean;
}

/** Written by `npm run api-versions -- <specification>`. Names and releases are edited by hand. */
export interface VersionData {
  readonly source: string;
  readonly date: string;
  /** Names of operations that cannot be derived from their ids. */
  readonly names: Readonly<Record<string, string>>;
  readonly releases: readonly ToolRelease[];
  readonly operations: readonly OperationData[];
}

export const VERSION_DATA: VersionData = data;

/** All version dates of the specification, oldest first. */
export const versionDates = once((): readonly string[] =>
  [...new Set(VERSION_DATA.operations.flatMap(({ versions }) => Object.keys(versions)))].sort(),
);
