import { isDate } from '../../../config/values.ts';
import type { Expectations } from '../../../fleet/repository.ts';
import { UserError } from '../../../node/errors.ts';
import { openFleet, type Fleet } from '../../../node/fleet/ledgers.ts';
import { readNames, readOwnerMap } from '../../../node/fleet/plan.ts';
import { displayArgument } from '../../../node/fs/paths.ts';
import type { OwnersOf } from '../../../owners/codeowners.ts';
import { COMMON, type OptionTable, type Parsed } from '../../options.ts';

export const LEDGERS =
  'Each repository writes its ledger with `connlint list --format ledger=FILE`, in CI or in a clone. A ledger is a ' +
  'file, or any .jsonl file in a folder. Their order does not matter.';

export const OWNERS = 'Owners come from CODEOWNERS of each repository.';

/** Options of every action. */
export const FLEET: OptionTable = {
  facts: {
    value: 'file|folder',
    many: true,
    help: 'Read these fact files instead of those of the config. May be repeated.',
    group: 'Config',
  },
  owners: {
    value: 'file',
    help: 'Take owners that no ledger names from this file in the form of CODEOWNERS, with paths like /acme/billing/.',
    group: 'Config',
  },
  expect: {
    value: 'file',
    help: 'Name the repositories that must answer, one per line.',
    group: 'Files',
  },
  'max-age': { value: 'days', help: 'Do not rely on ledgers that are older: 14d.', group: 'Files' },
  ...COMMON,
};

/** The ledgers on the command line. Throws a `UserError`. */
export function fleetOf(parsed: Parsed): Fleet {
  if (parsed.positionals.length === 0) {
    throw new UserError('no ledger is named', 'Name files, a folder or a glob: connlint fleet uses ledgers/');
  }
  return openFleet(parsed.positionals, process.cwd());
}

interface FleetChoice extends Omit<Expectations, 'today' | 'profile'> {
  readonly ownersOf: OwnersOf | null;
}

/** The requirements for ledgers from the options. Throws a `UserError`. */
export function fleetChoice(parsed: Parsed): FleetChoice {
  const [expect, owners] = [parsed.value('expect'), parsed.value('owners')];
  return {
    repositories: expect === undefined ? [] : readNames(expect),
    maxAge: maxAge(parsed),
    ownersOf: owners === undefined ? null : readOwnerMap(owners),
  };
}

function maxAge(parsed: Parsed): number | null {
  const text = parsed.value('max-age');
  if (text === undefined) return null;
  const [, days] = /^(\d{1,5})d?$/.exec(text) ?? [];
  if (days === undefined) throw new UserError(`--max-age ${displayArgument(text)} is not an age`, 'Write days: 14d.');
  return Number(days);
}

/** The date of an option. Throws a `UserError` for anything else. */
export function dateOf(parsed: Parsed, name: string): string | null {
  const text = parsed.value(name);
  if (text === undefined) return null;
  if (!isDate(text)) throw new UserError(`--${name} is not a date: ${displayArgument(text)}`, 'Write YYYY-MM-DD.');
  return text;
}
