import { load } from './load.ts';

export const VERSION = load<{ readonly version: string }>('connlint/package.json').version;
