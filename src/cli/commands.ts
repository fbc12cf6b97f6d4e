import type { OptionTable } from './options.ts';

/** What a command needs to be found and explained; its code is loaded when it runs. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export interface CommandModule {
  readonly options: OptionTable;
  /** Further help below the options. */
  readonly notes?: string;
  /** Runs the command; the number is the exit code. */
  run(args: readonly string[]): number | Promise<number>;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  check: {
    usage: 'connlint [check] [options] [path…]',
    summary: 'Find, classify and judge connection strings.',
    load: () => import('./commands/check.ts'),
  },
  list: {
    usage: 'connlint list [options] [path…]',
    summary: 'List every string with its kind; run no rule.',
    load: () => import('./commands/list.ts'),
  },
  classify: {
    usage: 'connlint classify [options] <text…> | -',
    summary: 'Say what given strings or hosts are and whether they are valid.',
    load: () => import('./commands/classify.ts'),
  },
  explain: {
    usage: 'connlint explain [options] [<rule> | <finding id> [path…]]',
    summary: 'Explain a rule, or one finding of this project.',
    load: () => import('./commands/explain.ts'),
  },
  plan: {
    usage: 'connlint plan [options] [path…]',
    summary: 'Judge planned changes: what breaks where, and what to do in which order.',
    load: () => import('./commands/plan.ts'),
  },
  inventory: {
    usage: 'connlint inventory pull | show | check | set-private-ip-mode off [options] [path…]',
    summary: 'Get the facts of a project from the administration API; show them; hold the code against them.',
    load: () => import('./commands/inventory.ts'),
  },
  baseline: {
    usage: 'connlint baseline create | update | check [options] [path…]',
    summary: 'Accept the findings of today, so that only new ones are reported.',
    load: () => import('./commands/baseline.ts'),
  },
  merge: {
    usage: 'connlint merge [options] <report…>',
    summary: 'Join the results of shards into one report.',
    load: () => import('./commands/merge.ts'),
  },
  init: {
    usage: 'connlint init [options]',
    summary: 'Write a config to begin with, from what the tree shows.',
    load: () => import('./commands/init.ts'),
  },
  config: {
    usage: 'connlint config print <file> | schema',
    summary: 'Show which settings hold for a file and why, or the schema of the config.',
    load: () => import('./commands/config.ts'),
  },
};
