import { RULES } from '../../../../rules/index.ts';
import { USE_FILTERS, fleetUses, type FleetUses } from '../../../fleet/uses.ts';
import { usesHtml } from '../../../report/fleet/html.ts';
import { usesCsv, usesJson, usesMarkdown, usesText } from '../../../report/fleet/uses.ts';
import type { Terminal } from '../../../report/terminal.ts';
import type { Content } from '../../../text/source.ts';
import { chooseFormats, unknownName, terminalFor } from '../../arguments.ts';
import { projectFromOptions } from '../../project-options.ts';
import { EXIT_CODES_DONE, parseOptions, type OptionTable } from '../../options.ts';
import { emit, printNotices } from '../../output.ts';
import { KINDS } from '../../../classify/host-shapes.ts';
import { FILE_ROLES } from '../../../config/roles.ts';
import { displayArgument } from '../../../node/fs/paths.ts';
import { plural } from '../../../report/escape.ts';
import { fleetChoice, FLEET, fleetOf, LEDGERS, OWNERS } from './options.ts';

const FORMATS: Readonly<Record<string, (uses: FleetUses, terminal: Terminal) => Content>> = {
  text: usesText,
  json: usesJson,
  csv: usesCsv,
  markdown: usesMarkdown,
  html: usesHtml,
};
export const formats = Object.keys(FORMATS);

const filter = (value: string, help: string): OptionTable[string] => ({ value, many: true, help, group: 'Files' });

export const options: OptionTable = {
  cluster: filter('name', 'Print only the uses of this cluster. May be repeated, like all filters.'),
  kind: filter('kind', 'Print only strings of this kind.'),
  owner: filter('name', 'Print only the uses of this owner, or "no owner".'),
  repository: filter('name', 'Print only the uses of this repository.'),
  environment: filter('name', 'Print only the uses of this environment.'),
  role: filter('role', 'Print only the uses in files of this role.'),
  ...FLEET,
};
export const notes = `${LEDGERS} ${OWNERS}`;
export const exitCodes = EXIT_CODES_DONE;

/** Lists the uses of all repositories. */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'fleet uses');
  const choices = chooseFormats(parsed.values('format'), formats, 'text');
  const choice = fleetChoice(parsed);
  const project = projectFromOptions(parsed, RULES);
  const fleet = fleetOf(parsed);
  const filters = Object.fromEntries(USE_FILTERS.map((name) => [name, parsed.values(name)]));
  refuseOthers('kind', filters.kind ?? [], KINDS);
  refuseOthers('role', filters.role ?? [], FILE_ROLES);
  const { facts, today, profile } = project.settings;
  const uses = fleetUses(fleet.repositories(), filters, { ...choice, names: fleet.names, facts, today, profile });
  const open = uses.gaps.map(({ message }) => ({ code: 'fleet', file: '', message }));
  const unmatched = uses.unmatched.map(({ filter: name, value, meant }) => ({
    code: 'fleet',
    file: '',
    message: `no use with ${name} ${displayArgument(value)} in ${plural(uses.repositories, 'ledger')}.${meant === null ? '' : ` Did you mean ${meant}?`}`,
  }));
  printNotices([...project.notices, ...open, ...unmatched], parsed);
  emit(choices, (format, file) => FORMATS[format]!(uses, terminalFor(parsed, file)));
  return 0;
}

/** Throws a `UserError` for a value that is none of these: it would match nothing. */
function refuseOthers(option: string, values: readonly string[], known: readonly string[]): void {
  const wrong = values.find((value) => !known.includes(value.toLowerCase()));
  if (wrong === undefined) return;
  throw unknownName(option, wrong, known, `--${option} takes: ${known.join(', ')}.`);
}
