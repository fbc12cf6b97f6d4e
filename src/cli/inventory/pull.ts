import { RULES } from '../../../rules/index.ts';
import { hideSecrets } from '../../core/fact-clean.ts';
import type { PartReport, PullReport } from '../../core/pull-report.ts';
import { ATLAS } from '../../core/service.ts';
import { onlyProject } from '../../node/api-project.ts';
import { pullFacts } from '../../node/api-pull.ts';
import { UserError } from '../../node/errors.ts';
import { chooseFactFile, writeFacts } from '../../node/inventory-file.ts';
import type { FactFileChoice } from '../../node/inventory-file.ts';
import { openConfig, utcToday } from '../../node/project.ts';
import type { OpenedConfig } from '../../node/project.ts';
import { shownPath } from '../../node/shown-path.ts';
import { pullJson, pullText } from '../../report/pull.ts';
import { emit } from '../formats.ts';
import { chooseFormats, configChoice, todayOf } from '../choices.ts';
import { sayNotices } from '../notices.ts';
import { COMMON, parseOptions } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { colorsFor, tell } from '../terminal.ts';
import { API_OPTIONS, apiAccess, refuseSecrets } from './api-options.ts';
import type { ApiAccess } from './api-options.ts';

export const options: OptionTable = {
  ...API_OPTIONS,
  out: { value: 'file', help: 'The fact file to write; one that connlint did not write is never replaced.' },
  ...COMMON,
};

/** Reads the project's facts into a file. 0: all there, 1: written, but something could not be read, 2: nothing written. */
export async function run(args: readonly string[]): Promise<number> {
  refuseSecrets(args, ATLAS);
  const parsed = parseOptions(args, options, 'inventory');
  if (parsed.positionals.length > 0) throw new UserError('inventory pull takes no further argument');
  const formats = chooseFormats(parsed.values('format'), ['text', 'json'], 'text');
  const cwd = process.cwd();
  const opened = openConfig({ cwd, config: configChoice(parsed), rules: RULES });
  const choice = chooseFactFile(opened, cwd, parsed.value('out'));
  const access = apiAccess(parsed, opened.profile);
  const report = await pulled(access, opened, choice, todayOf(parsed) ?? utcToday());
  const colors = colorsFor(parsed, process.stdout);
  emit(formats, (format) => (format === 'json' ? pullJson(report) : pullText(report, colors)));
  sayNotices(access.session.notices, parsed);
  sayMissing(report.parts, choice, parsed);
  return report.parts.some(({ state }) => state === 'denied') ? 1 : 0;
}

async function pulled(
  { session, project, as }: ApiAccess,
  { profile }: OpenedConfig,
  { path }: FactFileChoice,
  day: string,
): Promise<PullReport> {
  try {
    const group = project ?? (await onlyProject(session));
    const { file, parts } = await pullFacts(session, group, day);
    writeFacts(path, file, profile);
    return { file: shownPath(path), project: group, as, parts };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint = [error.hint, 'Nothing was written.'].filter((line) => line !== null).join('\n');
    throw new UserError(hideSecrets(error.message, session.secrets), hideSecrets(hint, session.secrets));
  }
}

function sayMissing(parts: readonly PartReport[], { path, isNamed }: FactFileChoice, parsed: Parsed): void {
  if (parsed.flag('quiet')) return;
  for (const { words, state, detail, cost, hint } of parts) {
    if (state === 'denied') tell(`connlint: ${words} could not be read (${detail}): ${cost}\n${hint ?? ''}\n`);
  }
  if (isNamed) return;
  tell(`connlint: name the file in the config, so that it is used: "inventory": ${JSON.stringify(shownPath(path))}\n`);
}
