import { load } from './lazy.ts';

/** Version of this package. */
export const VERSION = load<{ readonly version: string }>('connlint/package.json').version;
