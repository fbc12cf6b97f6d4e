import type { ConfigObject, Plugin, RulesConfig } from '@eslint/core';
import type { Rule, Severity } from '../core/rule.ts';
import { ALL_TEXT_FILES, UNOWNED_FILES } from './claimed-files.ts';
import type { Claim } from './claimed-files.ts';
import { CONFIG_RULE } from './config-rule.ts';

export interface Configs {
  /** Every rule, in every language; carries only formats that no other plugin owns. */
  readonly recommended: ConfigObject[];
  /** Carries JSON, YAML, TOML, Markdown and more as plain text too. To be put before everything else. */
  readonly 'all-files': ConfigObject[];
}

/** ESLint knows no third level. */
const LEVELS: Readonly<Record<Severity, 'error' | 'warn'>> = { error: 'error', warning: 'warn', info: 'warn' };

export function configsOf(plugin: Plugin, rules: readonly Rule[]): Configs {
  const levels: RulesConfig = Object.fromEntries([
    // First, so that it and no other tells of a config that cannot be used.
    [`connlint/${CONFIG_RULE}`, 'error'] as const,
    ...rules.map(({ id, severity }) => [`connlint/${id}`, LEVELS[severity]] as const),
  ]);
  const plugins = { connlint: plugin };
  const config = (name: string, claim: Claim): ConfigObject[] => [
    // No language options here: they would reach whichever language a file has in the end.
    { name: `connlint/${name}/text`, ...claim, plugins, language: 'connlint/text' },
    { name: `connlint/${name}/rules`, plugins, rules: levels },
  ];
  return { recommended: config('recommended', UNOWNED_FILES), 'all-files': config('all-files', ALL_TEXT_FILES) };
}
