import { createRequire } from 'node:module';

/**
 * Loads a dependency synchronously when it is needed. A hook on twenty staged files must not wait for parsers and
 * matchers that it does not use. `npm run bundle` replaces a call with a literal name by `require`, so that the package
 * is part of the bundle and still loaded when needed.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the module's type
export const load = createRequire(import.meta.url) as <T>(name: string) => T;
