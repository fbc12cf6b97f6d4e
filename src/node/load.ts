import { createRequire } from 'node:module';

/**
 * Loads a dependency synchronously when it is needed: a hook must not wait for matchers that it does not use. The bundle
 * has `require` instead of a call with a literal name, so that the package is part of it and still loaded when needed.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the module's type
export const load = createRequire(import.meta.url) as <T>(name: string) => T;
