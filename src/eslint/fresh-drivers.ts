import { driverLookup } from '../core/driver-module.ts';
import type { DriverLookup } from '../core/driver-module.ts';
import { manifestTree } from '../node/manifest-files.ts';

/** So long manifests are taken to be as they were, in milliseconds: a run over many files reads each of them once. */
const FRESH = 5_000;

/** The drivers of the modules below a folder, for a program that goes on while people edit their manifests. */
export function freshDrivers(folder: string): DriverLookup {
  let lookup: DriverLookup | null = null;
  let readAt = 0;
  return (path) => {
    const now = Date.now();
    if (!lookup || Math.abs(now - readAt) > FRESH) {
      lookup = driverLookup(manifestTree(folder));
      readAt = now;
    }
    return lookup(path);
  };
}
