import type { PlannedChange } from '../core/config-plan.ts';
import type { Notice } from '../core/finding.ts';
import { judgeChange } from '../core/plan.ts';
import type { PlanEntry } from '../core/plan.ts';
import { settingsForChange } from '../lint/plan-settings.ts';
import { check } from './check.ts';
import type { Summary } from '../core/report.ts';
import type { FileList } from './list-files.ts';
import type { Project } from './project.ts';
import type { ScanOptions } from './scan-files.ts';

export interface Planned {
  readonly entries: readonly PlanEntry[];
  readonly notices: readonly Notice[];
  /** Of the files that were looked at. */
  readonly summary: Summary | null;
}

/**
 * Judges each planned change by a run of its own over the files.
 * @param changes in the order of the report; those of the config are recognised and placed there
 */
export function planChanges(
  project: Project,
  list: FileList,
  changes: readonly PlannedChange[],
  options: ScanOptions = {},
): Planned {
  const notices = new Map<string, Notice>();
  let summary: Summary | null = null;
  const entries = changes.map((change) => {
    const at = project.config.plan.indexOf(change);
    const settings = settingsForChange(project.settings, change, at < 0 ? null : at);
    const { report, linted } = check({ ...project, config: settings.config, settings }, list, options);
    for (const notice of report.notices) notices.set(JSON.stringify(notice), notice);
    const { findings, unknown } = report;
    summary = report.summary;
    return judgeChange({
      change,
      profile: settings.profile,
      facts: settings.facts,
      files: linted,
      findings,
      unknown,
    });
  });
  return { entries, notices: [...notices.values()], summary };
}
