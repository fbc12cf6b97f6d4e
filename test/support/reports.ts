import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connlint, withFiles } from './cli.ts';
import type { Run } from './cli.ts';

const FORMATS = ['json', 'sarif', 'github', 'gitlab', 'junit', 'markdown', 'html'] as const;

export type Format = (typeof FORMATS)[number];

export interface Reported extends Run {
  readonly report: Readonly<Record<Format, string>>;
}

/** Runs `check` once and reads the reports of all formats, which are written outside of the scanned folder. */
export function reportsOf(folder: string, args: readonly string[] = [], env: Record<string, string> = {}): Reported {
  const out = mkdtempSync(join(tmpdir(), 'connlint-reports-'));
  try {
    const formats = FORMATS.flatMap((format) => ['--format', `${format}=${join(out, format)}`]);
    const run = connlint(['check', ...formats, ...args], { cwd: folder, env: { ...OUTSIDE, ...env } });
    const read = (format: Format): [Format, string] => [format, readFileSync(join(out, format), 'utf8')];
    return { ...run, report: Object.fromEntries(FORMATS.map(read)) as Record<Format, string> };
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** As on a machine that is not a GitHub runner. */
const OUTSIDE = { GITHUB_SERVER_URL: '', GITHUB_REPOSITORY: '', GITHUB_SHA: '' };

/** The reports of a repository with these files, for a run in one of its folders. */
export function reported(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[] = [],
  folder = '',
): Reported {
  return withFiles(files, (root) => {
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    return reportsOf(join(root, folder), args);
  });
}

export interface SarifPlace {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: SarifRegion;
  };
  readonly message?: { readonly text: string };
  readonly id?: number;
}

export interface SarifRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly SarifPlace[];
  readonly relatedLocations?: readonly SarifPlace[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly fixes?: readonly {
    readonly artifactChanges: readonly {
      readonly replacements: readonly {
        readonly deletedRegion: { readonly charOffset: number; readonly charLength: number };
        readonly insertedContent: { readonly text: string };
      }[];
    }[];
  }[];
  readonly suppressions?: readonly { readonly kind: string; readonly justification?: string }[];
}

export interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly rules: readonly {
        readonly id: string;
        readonly help: { readonly text: string };
        readonly properties: { readonly tags: readonly string[]; readonly 'security-severity'?: string };
      }[];
    };
  };
  readonly invocations: readonly {
    readonly toolExecutionNotifications?: readonly {
      readonly descriptor: { readonly id: string };
      readonly message: { readonly text: string };
      readonly locations?: readonly { readonly physicalLocation: { readonly artifactLocation: { uri: string } } }[];
    }[];
  }[];
  readonly results: readonly SarifResult[];
}

/** The only run of a SARIF report. */
export function sarifRun(report: string): SarifRun {
  const { runs } = JSON.parse(report) as { readonly runs: readonly SarifRun[] };
  const [run] = runs;
  if (!run || runs.length > 1) throw new Error(`${runs.length} runs`);
  return run;
}
