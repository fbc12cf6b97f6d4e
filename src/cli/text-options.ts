import { nearestName } from '../text/edit-distance.ts';
import { UserError } from '../node/errors.ts';
import { shownArgument } from '../node/fs/paths.ts';
import { terminalOf } from '../report/terminal.ts';
import type { Terminal } from '../report/terminal.ts';
import type { GroupBy, TextOptions } from '../report/text.ts';
import type { Parsed } from './options.ts';
import { colorsFor } from './output.ts';

// The layout of reports for people, by options and terminal.

/** Standard output, with the width of its terminal. */
export function stdoutTerminal(parsed: Parsed): Terminal {
  const columns = process.stdout.isTTY ? process.stdout.columns : 0;
  return terminalOf(colorsFor(parsed, process.stdout), columns > 0 ? columns : null);
}

export function stderrTerminal(parsed: Parsed): Terminal {
  return terminalOf(colorsFor(parsed, process.stderr), null);
}

const GROUPINGS: readonly GroupBy[] = ['file', 'rule', 'cluster'];

/** Throws a `UserError` for an invalid value. */
export function textOptions(parsed: Parsed): TextOptions {
  const name = parsed.value('group-by');
  const groupBy = GROUPINGS.find((known) => known === name) ?? null;
  if (name !== undefined && groupBy === null) {
    const nearest = nearestName(name, GROUPINGS);
    throw new UserError(
      `unknown group ${shownArgument(name)}.${nearest ? ` Did you mean ${nearest}?` : ''}`,
      `Groups: ${GROUPINGS.join(', ')}.`,
    );
  }
  const limit = parsed.value('limit');
  if (limit !== undefined && !/^\d{1,9}$/.test(limit))
    throw new UserError('--limit needs a whole number; 0 prints all findings');
  return {
    terminal: stdoutTerminal(parsed),
    groupBy,
    limit: limit === undefined ? null : Number(limit),
    showIds: parsed.flag('show-ids'),
    errorsOnly: parsed.flag('quiet'),
    verbose: parsed.flag('verbose'),
  };
}
