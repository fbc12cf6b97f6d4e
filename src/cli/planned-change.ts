import { CHANGE_NAMES } from '../core/config-plan.ts';
import type { PlannedChange } from '../core/config-plan.ts';
import { validateConfig } from '../core/config.ts';
import type { ConfigProblem } from '../core/config.ts';
import { UserError } from '../node/errors.ts';
import type { OptionTable, Parsed } from './options.ts';

/** Options that name a planned change on the command line. */
export const CHANGE_OPTIONS: OptionTable = {
  change: { value: 'name', help: `Judge this change instead of the config's plan: ${CHANGE_NAMES.join(', ')}.` },
  cluster: { value: 'name', help: 'Its cluster, or "*" for every cluster.' },
  regions: { value: 'a,b', help: 'multi-region: all regions after the change.' },
  regionalized: { value: 'true|false', help: 'multi-region: whether regionalized private endpoints will be on.' },
  to: { value: 'x', help: 'cloud-provider: aws, azure or gcp. admin-api: date of the version.' },
  enabled: { value: 'true|false', help: 'regionalized-endpoints, custom-dns: the setting after the change.' },
};

/** An option and the key of the config's plan that it stands for. */
const KEYS: readonly (readonly [option: string, key: string, read: (text: string, option: string) => unknown])[] = [
  ['cluster', 'cluster', (text) => text],
  ['regions', 'regions', list],
  ['regionalized', 'regionalizedPrivateEndpoints', flag],
  ['to', 'to', (text) => text],
  ['enabled', 'enabled', flag],
];

/**
 * The change that the command line names, checked as one of the config would be; `null` when it names none. Throws a
 * `UserError` that says which option is wrong.
 */
export function changeOf(options: Parsed): PlannedChange | null {
  const change = options.value('change');
  const given = KEYS.flatMap(([option, key, read]) => {
    const text = options.value(option);
    return text === undefined ? [] : [{ option, key, value: read(text, option) }];
  });
  if (change === undefined) {
    const [first] = given;
    if (first) throw new UserError(`--${first.option} needs --change`, `Changes: ${CHANGE_NAMES.join(', ')}.`);
    return null;
  }
  const entry = Object.fromEntries([['change', change], ...given.map(({ key, value }) => [key, value])] as [
    string,
    unknown,
  ][]);
  const checked = validateConfig({ plan: [entry] }, []);
  if ('problems' in checked) throw optionError(checked.problems);
  return checked.config.plan[0] ?? null;
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function flag(text: string, option: string): boolean {
  if (text !== 'true' && text !== 'false') throw new UserError(`--${option} must be true or false`);
  return text === 'true';
}

/** The config's own message, at the option instead of the place in a config. */
function optionError([first, ...more]: readonly ConfigProblem[]): UserError {
  const told = (problem: ConfigProblem): string => {
    const key = problem.keys[2];
    const option = KEYS.find(([, name]) => name === key)?.[0] ?? 'change';
    return `--${option}: ${problem.message}`;
  };
  const missing = /^the key "(\w+)" is missing$/.exec(first?.message ?? '')?.[1];
  const option = KEYS.find(([, name]) => name === missing)?.[0];
  const hint = option ? `Add --${option} <${CHANGE_OPTIONS[option]?.value ?? ''}>.` : (first?.hint ?? null);
  return new UserError(
    first ? told(first) : '--change is not valid',
    [hint, ...more.map(told)].filter(Boolean).join('\n') || null,
  );
}
