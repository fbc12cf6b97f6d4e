import type { OptionTable } from './options.ts';

/** A command in help and on the command line. Its code is loaded when it runs. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  /** Complete command lines. */
  readonly examples: readonly string[];
  readonly load: () => Promise<CommandModule>;
}

/** A command that only has actions, each with options of its own. */
export interface CommandGroup {
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly string[];
  readonly actions: Readonly<Record<string, Command>>;
}

export interface CommandModule {
  readonly options: OptionTable;
  /** Those of --format. */
  readonly formats?: readonly string[];
  /** Additional help, printed below the options: paragraphs of one line, or lines of a name and its meaning. */
  readonly notes?: string;
  /** If they differ from the common ones. */
  readonly exitCodes?: string;
  /** Runs the command and returns the exit code. */
  run(args: readonly string[]): number | Promise<number>;
}

export const COMMANDS: Readonly<Record<string, Command | CommandGroup>> = {
  check: {
    usage: 'connlint [check] [options] [path...]',
    summary: 'Run the rules and report (default).',
    examples: [
      'connlint',
      'connlint src --format concise',
      'connlint --staged',
      'connlint --since origin/main --format sarif=connlint.sarif',
      'connlint --fix',
    ],
    load: () => import('./commands/check.ts'),
  },
  list: {
    usage: 'connlint list [options] [path...]',
    summary: 'List every string with its kind.',
    examples: ['connlint list', 'connlint list src --format csv=strings.csv', 'connlint list --against origin/main'],
    load: () => import('./commands/list.ts'),
  },
  plan: {
    usage: 'connlint plan [options] [path...]',
    summary: 'Print verdict and runbook of planned changes.',
    examples: [
      'connlint plan',
      'connlint plan --change multi-region --cluster pulse --regions US_EAST_1,EU_WEST_1',
      'connlint plan --format markdown=plan.md',
    ],
    load: () => import('./commands/plan.ts'),
  },
  breaking: {
    usage: 'connlint breaking --before <file|folder> --after <file|folder> [options] [ledger...]',
    summary: 'Print the strings in use that vanish between two states of the cluster records.',
    examples: [
      'connlint breaking --before facts/2026-11-01.json --after facts/2026-11-22.json',
      'connlint breaking --before old --after new ledgers --format markdown=breaking.md',
    ],
    load: () => import('./commands/breaking.ts'),
  },
  classify: {
    usage: 'connlint classify [options] <text...> | -',
    summary: 'Print the kind of given strings, and whether they are valid.',
    examples: ['connlint classify "$MONGODB_URI"', 'connlint classify - < strings.txt'],
    load: () => import('./commands/classify.ts'),
  },
  explain: {
    usage: 'connlint explain [options] [<rule> | <kind> | <finding id> [path...]]',
    summary: 'Explain a rule, a kind, or one finding of this project.',
    examples: [
      'connlint explain',
      'connlint explain legacy-host',
      'connlint explain private-endpoint',
      'connlint explain connlint/v1:0123456789abcdef',
    ],
    load: () => import('./commands/explain.ts'),
  },
  inventory: {
    usage: 'connlint inventory pull | show | check | set-private-ip-mode [options] [path...]',
    summary: 'Fetch project data from the Administration API, show it, compare the code with it.',
    examples: [
      'connlint inventory pull --out facts/prod.json',
      'connlint inventory show',
      'connlint inventory check src',
    ],
    actions: {
      pull: {
        usage: 'connlint inventory pull [options]',
        summary: 'Read projects from the Administration API into fact files.',
        examples: [
          'connlint inventory pull --out facts/prod.json',
          'connlint inventory pull --project 5c9a0e4f1b2c3d4e5f6a7080',
        ],
        load: () => import('./commands/inventory/pull.ts'),
      },
      show: {
        usage: 'connlint inventory show [options]',
        summary: 'Print what the config and the fact files contain, with sources, and what is not known.',
        examples: ['connlint inventory show', 'connlint inventory show --format json'],
        load: () => import('./commands/inventory/show.ts'),
      },
      check: {
        usage: 'connlint inventory check [options] [path...]',
        summary: 'Compare hostnames in the code with records and scrape targets.',
        examples: ['connlint inventory check', 'connlint inventory check src'],
        load: () => import('./commands/inventory/check.ts'),
      },
      'set-private-ip-mode': {
        usage: 'connlint inventory set-private-ip-mode off --project <id> [options] [path...]',
        summary: 'Turn peering-only mode of a project off.',
        examples: ['connlint inventory set-private-ip-mode off --project 5c9a0e4f1b2c3d4e5f6a7080'],
        load: () => import('./commands/inventory/private-ip-mode.ts'),
      },
    },
  },
  baseline: {
    usage: 'connlint baseline create | update | check [options] [path...]',
    summary: 'Accept all current findings, so that only new ones are reported.',
    examples: ['connlint baseline create', 'connlint baseline update', 'connlint baseline check'],
    load: () => import('./commands/baseline.ts'),
  },
  merge: {
    usage: 'connlint merge [options] <report...>',
    summary: 'Join the results of shards into one report.',
    examples: ['connlint merge shards --format sarif=connlint.sarif'],
    load: () => import('./commands/merge.ts'),
  },
  fleet: {
    usage: 'connlint fleet uses | plan | issues [options] <ledger...>',
    summary: 'Answer questions about all repositories from their ledgers.',
    examples: [
      'connlint list --format ledger=connlint.ledger.jsonl',
      'connlint fleet uses ledgers --cluster metrics --kind legacy',
      'connlint fleet plan ledgers --facts facts --expect repositories.txt --max-age 14d',
      'connlint fleet issues ledgers --out issues',
    ],
    actions: {
      uses: {
        usage: 'connlint fleet uses [options] <ledger...>',
        summary: 'Print who uses which strings.',
        examples: [
          'connlint fleet uses ledgers',
          'connlint fleet uses ledgers --cluster metrics --kind legacy',
          'connlint fleet uses ledgers --format csv=uses.csv',
        ],
        load: () => import('./commands/fleet/uses.ts'),
      },
      plan: {
        usage: 'connlint fleet plan [options] <ledger...>',
        summary: 'Print one verdict and one runbook of each planned change for all repositories.',
        examples: [
          'connlint fleet plan ledgers --facts facts --expect repositories.txt --max-age 14d',
          'connlint fleet plan ledgers --facts facts --change shard --cluster metrics',
        ],
        load: () => import('./commands/fleet/plan.ts'),
      },
      issues: {
        usage: 'connlint fleet issues --out <folder> [options] <ledger...>',
        summary: 'Write one text per owner about what to change before the planned changes.',
        examples: ['connlint fleet issues ledgers --out issues --deadline 2027-03-31'],
        load: () => import('./commands/fleet/issues.ts'),
      },
    },
  },
  init: {
    usage: 'connlint init [options]',
    summary: 'Write a commented config, or files for hooks and CI.',
    examples: ['connlint init', 'connlint init --ci github --hook pre-commit'],
    load: () => import('./commands/init.ts'),
  },
  config: {
    usage: 'connlint config print <file> | schema',
    summary: 'Print the settings of a file with their sources, or the schema of the config.',
    examples: ['connlint config print src/app.ts', 'connlint config schema'],
    load: () => import('./commands/config.ts'),
  },
};

/** Every command and action by the words that name it. */
export function allCommands(): [words: string, command: Command][] {
  return Object.entries(COMMANDS).flatMap(([name, command]): [string, Command][] =>
    'actions' in command
      ? Object.entries(command.actions).map(([action, one]) => [`${name} ${action}`, one])
      : [[name, command]],
  );
}
