import { RULES } from '../../../rules/index.ts';
import { breakingStrings, isBroken } from '../../fleet/breaking.ts';
import { vanishedStrings } from '../../facts/vanished-strings.ts';
import type { StringUse } from '../../fleet/breaking.ts';
import { fleetGaps } from '../../fleet/repository.ts';
import type { Notice } from '../../lint/finding.ts';
import { projectFiles } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import { relativePath } from '../../node/fs/paths.ts';
import { openFleet } from '../../node/fleet/ledgers.ts';
import { listProject } from '../../node/list.ts';
import { recordsAt } from '../../node/project/fact-files.ts';
import type { Project } from '../../node/project/project.ts';
import {
  breakingEnd,
  breakingJson,
  breakingMarkdown,
  breakingSarif,
  breakingText,
} from '../../report/command/breaking.ts';
import { chooseFormats, maxFileSize, terminalFor } from '../arguments.ts';
import { projectFromOptions, verdictView } from '../project-options.ts';
import { emit, withProgress, printEnd, printNotices } from '../output.ts';
import { COMMON, FILES, parseOptions, REPOSITORY, SARIF_CATEGORY } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';

export const options: OptionTable = {
  before: { value: 'path', help: 'Read the earlier records: a fact file, or a folder of them.', group: 'Change' },
  after: { value: 'path', help: 'Read the later records.', group: 'Change' },
  ignore: FILES.ignore!,
  'max-file-size': FILES['max-file-size']!,
  ...REPOSITORY,
  ...SARIF_CATEGORY,
  ...COMMON,
};
const FORMATS = ['text', 'json', 'markdown', 'sarif'] as const;

export const formats = FORMATS;
export const notes =
  'Compares every connection string of the records, whatever changed between them. A string breaks when it ' +
  'vanishes and product code, configuration or infrastructure uses it. Uses come from the ledgers, or from the ' +
  'working tree when none is named.';
export const exitCodes =
  'Exit codes: 0 no string in use vanishes, 1 one does, 2 wrong use or no records, 3 internal error';

export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args, options, 'breaking');
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const [before, after] = [pathOf(parsed, 'before'), pathOf(parsed, 'after')];
  const project = projectFromOptions(parsed, RULES);
  const { profile } = project.settings;
  const [earlier, later] = [recordsAt(before, project.cwd, profile), recordsAt(after, project.cwd, profile)];
  const records = new Set([...earlier.files, ...later.files]);
  const used = parsed.positionals.length > 0 ? usesInLedgers(project, parsed) : usesInTree(project, parsed, records);
  const compared = breakingStrings(vanishedStrings(earlier.facts, later.facts), used.uses);
  const report = { ...compared, gaps: used.gaps };
  const view = await verdictView(project, parsed, formats);
  const open = report.undecided.map(({ repository, file, line }) => ({
    code: 'placeholder-in-host',
    file: repository === undefined ? file : `${repository} ${file}`,
    message: `line ${line}: no record decides a host with a placeholder`,
  }));
  printNotices([...project.notices, ...used.notices, ...open], parsed);
  emit(formats, (format, file) => {
    if (format === 'json') return breakingJson(report);
    if (format === 'markdown') return breakingMarkdown(report);
    if (format === 'sarif') return breakingSarif(report, relativePath(project.cwd, later.files[0]!), view);
    return breakingText(report, terminalFor(parsed, file), parsed.flag('verbose'));
  });
  printEnd(formats, () => breakingEnd(report));
  return isBroken(report) ? 1 : 0;
}

interface UsesInTree {
  readonly uses: readonly StringUse[];
  readonly gaps: readonly string[];
  readonly notices: readonly Notice[];
}

/** Records in the tree are not uses of their strings. */
function usesInTree(project: Project, parsed: Parsed, records: ReadonlySet<string>): UsesInTree {
  const list = projectFiles(project, { paths: [], noIgnore: parsed.toggle('ignore') === false });
  const tree = { ...list, files: list.files.filter(({ absolute }) => !records.has(absolute)) };
  const maxBytes = maxFileSize(parsed);
  const listed = withProgress(parsed, (progress) => listProject(project, tree, { progress, maxBytes }));
  return { uses: listed.records, gaps: [], notices: listed.notices };
}

function usesInLedgers({ settings: { profile } }: Project, { positionals }: Parsed): UsesInTree {
  const repositories = [...openFleet(positionals, process.cwd()).repositories()];
  const any = { repositories: [], maxAge: null, today: '', profile };
  return {
    uses: repositories.flatMap(({ files }) => files.flatMap(({ uses }) => uses)),
    gaps: repositories.flatMap((repository) => fleetGaps(repository, any).map(({ message }) => message)),
    notices: [],
  };
}

function pathOf(parsed: Parsed, name: string): string {
  const path = parsed.value(name);
  if (path === undefined) {
    throw new UserError(`--${name} is missing`, 'Name two states of the records: --before <path> --after <path>.');
  }
  return path;
}
