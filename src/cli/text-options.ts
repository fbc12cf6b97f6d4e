import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import picocolors from 'picocolors';
import { VERSION } from '../node/version.ts';
import { ruleAddress } from '../report/escape.ts';
import { UserError } from '../node/errors.ts';
import { shownArgument } from '../node/fs/paths.ts';
import { terminalOf } from '../report/terminal.ts';
import type { Terminal } from '../report/terminal.ts';
import type { GroupBy, TextOptions } from '../report/text.ts';
import type { Parsed } from './options.ts';
import { colorsFor } from './output.ts';
import { unknownName } from './unknown-name.ts';

// The layout of reports for people, by options and terminal.

/** Standard output with the width of its terminal, or a file, which has neither colours nor links. */
export function terminalFor(parsed: Parsed, file: string | null = null): Terminal {
  if (file !== null) return terminalOf(picocolors.createColors(false), null);
  const columns = process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : null;
  const colors = colorsFor(parsed, process.stdout);
  return terminalOf(colors, columns, columns !== null && colors.isColorSupported ? LINKS : undefined);
}

/** In the form of OSC 8. */
const linked = (text: string, address: string): string => `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;

const LINKS: Terminal['links'] = {
  file: (text, path) => linked(text, pathToFileURL(resolve(path)).href),
  rule: (text, id) => linked(text, ruleAddress(id, VERSION)),
};

export function stderrTerminal(parsed: Parsed): Terminal {
  return terminalOf(colorsFor(parsed, process.stderr), null);
}

const GROUPINGS: readonly GroupBy[] = ['file', 'rule', 'cluster'];

/** Throws a `UserError` for an invalid value. */
export function textOptions(parsed: Parsed): TextOptions {
  const name = parsed.value('group-by');
  const groupBy = GROUPINGS.find((known) => known === name) ?? null;
  if (name !== undefined && groupBy === null)
    throw unknownName('group', name, GROUPINGS, `Groups: ${GROUPINGS.join(', ')}.`);
  const limit = parsed.value('limit');
  if (limit !== undefined && !/^\d{1,9}$/.test(limit))
    throw new UserError(
      `--limit ${shownArgument(limit)} is not a number`,
      'Write a whole number; 0 prints all findings.',
    );
  return {
    terminal: terminalFor(parsed),
    groupBy,
    limit: limit === undefined ? null : Number(limit),
    showIds: parsed.flag('show-ids'),
    errorsOnly: parsed.flag('quiet'),
    verbose: parsed.flag('verbose'),
  };
}
