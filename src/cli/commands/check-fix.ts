import { unknownName } from '../unknown-name.ts';
import type { Notice } from '../../lint/finding.ts';
import type { Checked } from '../../node/check.ts';
import { FILE_ROLES } from '../../config/roles.ts';
import type { FileRole } from '../../config/roles.ts';
import { UserError } from '../../node/errors.ts';
import type { Project } from '../../node/project/project.ts';
import type { ReportInput } from '../../node/report-view.ts';
import type { FormatChoice } from '../arguments.ts';
import { hidesNotices } from '../options.ts';
import type { Parsed } from '../options.ts';
import { tell } from '../output.ts';

export type FixMode = 'none' | 'apply' | 'dry-run';

/** The default format. A dry run prints a patch. */
export function usualFormat(mode: FixMode): 'text' | 'patch' {
  return mode === 'dry-run' ? 'patch' : 'text';
}

/** The formats, with a patch on standard output if a dry run prints nothing else there. */
export function withPatch<F extends string>(
  choices: readonly FormatChoice<F | 'patch'>[],
  mode: FixMode,
): readonly FormatChoice<F | 'patch'>[] {
  const hasPatch = choices.some(({ format }) => format === 'patch');
  if (hasPatch && mode === 'apply') {
    throw new UserError(
      'the format patch shows changes before they are applied',
      'Use --fix-dry-run instead of --fix.',
    );
  }
  const isSilent = !hasPatch && choices.every(({ file }) => file !== null);
  return mode === 'dry-run' && isSilent ? [...choices, { format: 'patch', file: null }] : choices;
}

/** Throws a `UserError` for options that have a meaning for fixes only, where none is applied or shown. */
export function refuseUnusedFixOptions(parsed: Parsed, mode: FixMode, hasPatch: boolean): void {
  if (hasPatch) return;
  if (parsed.flag('show-secrets')) throw new UserError('--show-secrets needs --fix-dry-run');
  if (mode === 'none' && parsed.values('fix-roles').length > 0)
    throw new UserError('--fix-roles needs --fix or --fix-dry-run');
}

/** What to do with fixes. Throws a `UserError` for options that contradict each other. */
export function fixMode(parsed: Parsed): FixMode {
  const [apply, dryRun] = [parsed.flag('fix'), parsed.flag('fix-dry-run')];
  if (apply && dryRun)
    throw new UserError('--fix and --fix-dry-run cannot be combined', 'Use --fix-dry-run to see the changes first.');
  if (apply && parsed.value('stdin-filename') !== undefined) {
    throw new UserError(
      '--fix cannot change standard input',
      'Pass the file as an argument, or print a patch with --fix-dry-run.',
    );
  }
  return apply ? 'apply' : dryRun ? 'dry-run' : 'none';
}

/** Additional roles in which fixes are applied. Throws a `UserError` for an unknown role. */
function fixRoles(parsed: Parsed): ReadonlySet<FileRole> {
  const words = parsed.values('fix-roles').flatMap((value) => value.split(','));
  const wrong = words.find((word) => !FILE_ROLES.some((role) => role === word));
  if (wrong !== undefined) throw unknownName('role', wrong, FILE_ROLES, `Roles: ${FILE_ROLES.join(', ')}.`);
  return new Set(words as FileRole[]);
}

/** Applies the fixes if requested. Returns the report of the remaining findings, and what the files contain now. */
export async function afterFixes(
  project: Project,
  checked: Checked,
  mode: FixMode,
  parsed: Parsed,
): Promise<ReportInput & Pick<Checked, 'results'>> {
  if (mode !== 'apply') return checked;
  const { fixFiles } = await import('../../node/fix-files.ts');
  const { report, lines, results, count, files } = fixFiles(project, checked, fixRoles(parsed));
  if (!hidesNotices(parsed) && count > 0)
    tell(`connlint: fixed ${plural(count, 'finding')} in ${plural(files, 'file')}\n`);
  return { report, lines, results };
}

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/**
 * The patch with the changes of `--fix`. With `--fix-dry-run` it shows all changed lines, or is refused. As a format of
 * the report it leaves out lines with credentials.
 */
export async function patchBytes(
  project: Project,
  checked: Checked,
  mode: FixMode,
  parsed: Parsed,
  { file }: FormatChoice<string>,
): Promise<PatchOutput> {
  const { patchesOf } = await import('../../node/fix-files.ts');
  const shows = parsed.flag('show-secrets');
  const fromStdin = parsed.value('stdin-filename') !== undefined;
  const withSecrets = shows || mode === 'dry-run';
  const patches = patchesOf(project, checked, { withSecrets, fromStdin, roles: fixRoles(parsed) });
  const isSeen = inCi() || (file === null && process.stdout.isTTY);
  const [first] = patches.secretFiles;
  if (first !== undefined && mode === 'dry-run' && !shows && isSeen) {
    throw new UserError(
      `the patch would show credentials in ${patches.secretFiles.slice(0, 5).join(', ')}`,
      'Apply the fixes with --fix, write the patch to a private file, or allow it with --show-secrets.',
    );
  }
  const notices = [...patches.notices];
  if (!withSecrets) notices.push(...patches.secretFiles.map(leftOut));
  if (patches.openEnd) notices.push(OPEN_END);
  return { bytes: patches.bytes, notices };
}

export interface PatchOutput {
  readonly bytes: Uint8Array;
  readonly notices: readonly Notice[];
}

export const NO_PATCH: PatchOutput = { bytes: new Uint8Array(), notices: [] };

const leftOut = (file: string): Notice => ({
  code: 'not-in-patch',
  file,
  message: 'changes of lines with credentials are not in the patch (--show-secrets)',
});

const OPEN_END: Notice = {
  code: 'patch-without-context',
  file: '',
  message: 'lines with credentials are left out around changes: apply the patch with `git apply --unidiff-zero`',
};

function inCi(): boolean {
  const { CI } = process.env;
  return CI !== undefined && !['', '0', 'false'].includes(CI);
}
