import plugin from './plugin.ts';
export type { Configs } from './configs.ts';
export type { ConnlintPlugin } from './plugin.ts';

export default plugin;
// The result of `require('connlint/eslint')`. TypeScript before 5.6 cannot read this name and uses the types of
// plugin.ts.
export { plugin as 'module.exports' };
