import { createRequire } from 'node:module';

/**
 * Loads a dependency at the moment it is needed, synchronously: a hook on twenty staged files must not wait for parsers
 * and matchers that it does not use. `npm run bundle` turns a call with a literal name into `require`, so that the
 * package goes into the bundle and is still loaded on first need.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the module's type
export const load = createRequire(import.meta.url) as <T>(name: string) => T;
