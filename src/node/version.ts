import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('connlint/package.json') as { readonly version: string };

/** Version of this package. */
export const VERSION = manifest.version;
