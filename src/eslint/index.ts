import plugin from './plugin.ts';
export type { ConfigName, Configs } from './configs.ts';
export type { ConnlintPlugin } from './plugin.ts';

export default plugin;
// What `require('connlint/eslint')` gives. TypeScript before 5.6 cannot read this name: it gets the types of plugin.ts.
export { plugin as 'module.exports' };
