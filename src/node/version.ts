import { load } from './load.ts';

/** Version of this package. */
export const VERSION = load<{ readonly version: string }>('connlint/package.json').version;
