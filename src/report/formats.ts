import type { FileMark } from '../find/own-files.ts';
import type { Content } from '../text/source.ts';
import type { ReportView } from './report-view.ts';

/** Writes one format. */
export interface Renderer {
  readonly render: (view: ReportView) => Content;
  /** A sentence on what the usual reader of the format leaves out of this report; `null` when nothing. */
  readonly limits?: (view: ReportView) => string | null;
}

type Need = 'byteColumns' | 'lineHashes' | 'plan' | 'ledger';

interface ReportFormat {
  /** Loads the code that writes it: a run loads the formats it was asked for. */
  readonly load: () => Promise<Renderer>;
  /** How its reports begin. A report in the tree quotes strings of other files and has none of its own. */
  readonly mark: FileMark;
  /** What it shows beside findings with lines and columns. */
  readonly needs?: readonly Need[];
  /** True if connlint reads it again. Its strings are masked character by character, so that all offsets stay valid. */
  readonly isReadAgain?: true;
}

/** The formats that are written from a finished report. A new one is its file and its entry here. */
const FORMATS = {
  json: {
    load: async () => ({ render: (await import('./json.ts')).jsonReport }),
    mark: { begins: /^\{\s*"version":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"connlint"/ },
  },
  jsonl: {
    load: async () => ({ render: (await import('./json.ts')).jsonlReport }),
    mark: { begins: /^\{"id":"connlint\/v\d+:/ },
  },
  sarif: {
    load: async () => {
      const [{ sarifReport }, { sarifLimits }] = await Promise.all([
        import('./sarif/log.ts'),
        import('./sarif/results.ts'),
      ]);
      return { render: sarifReport, limits: sarifLimits };
    },
    mark: { begins: /^\{\s*"\$schema":\s*"[^"\n]*sarif/, contains: ['"driver": {\n          "name": "connlint"'] },
    needs: ['lineHashes'],
  },
  github: {
    load: async () => ({ render: (await import('./github.ts')).githubReport }),
    mark: { begins: /^::(?:error|warning|notice) file=/, contains: ['title=connlint '] },
  },
  gitlab: {
    load: async () => ({ render: (await import('./gitlab.ts')).gitlabReport }),
    mark: { begins: /^\[\s*\{\s*"description":/, contains: ['"fingerprint": "connlint/'] },
  },
  junit: {
    load: async () => ({ render: (await import('./junit.ts')).junitReport }),
    mark: { begins: /^<\?xml[^>\n]*\?>\s*<testsuites name="connlint"/ },
  },
  checkstyle: {
    load: async () => ({ render: (await import('./checkstyle.ts')).checkstyleReport }),
    mark: { begins: /^<\?xml[^>\n]*\?>\s*<checkstyle /, contains: [' source="connlint.'] },
  },
  rdjsonl: {
    load: async () => ({ render: (await import('./rdjsonl.ts')).rdjsonlReport }),
    mark: { begins: /^\{"message":/, contains: ['"source":{"name":"connlint"}'] },
    needs: ['byteColumns'],
  },
  sonar: {
    load: async () => ({ render: (await import('./sonar.ts')).sonarReport }),
    mark: { begins: /^\{\s*"rules":/, contains: ['"engineId": "connlint"'] },
    needs: ['byteColumns'],
  },
  markdown: {
    load: async () => ({ render: (await import('./job-summary.ts')).markdownReport }),
    mark: { begins: /^## connlint: \d/ },
  },
  html: {
    load: async () => ({ render: (await import('./html/report.ts')).htmlReport }),
    mark: { begins: /^<!doctype html>/, contains: ['<meta name="generator" content="connlint">'] },
    needs: ['plan'],
  },
  ledger: {
    load: async () => ({ render: (await import('./ledger.ts')).ledgerReport }),
    mark: { begins: /^\{"connlint-ledger":\d/ },
    needs: ['ledger'],
    isReadAgain: true,
  },
} as const satisfies Record<string, ReportFormat>;

export type ViewFormat = keyof typeof FORMATS;
export const VIEW_FORMATS = Object.keys(FORMATS) as readonly ViewFormat[];

/** Formats that can be written without the files. A ledger needs their texts. */
export const MERGED_FORMATS = VIEW_FORMATS.filter((format) => format !== 'ledger');

/** What `connlint check` can write. */
export const CHECK_FORMATS = ['text', 'full', 'concise', ...VIEW_FORMATS, 'patch', 'blob'] as const;

export function isViewFormat(format: string): format is ViewFormat {
  return Object.hasOwn(FORMATS, format);
}

/** The result of a shard, which is merged into any format. Plans are judged then. */
const BLOB: Pick<ReportFormat, 'needs' | 'isReadAgain'> = { needs: ['byteColumns', 'lineHashes'], isReadAgain: true };

function traitsOf(format: string): Pick<ReportFormat, 'needs' | 'isReadAgain'> {
  const known: Readonly<Record<string, ReportFormat>> = FORMATS;
  return format === 'blob' ? BLOB : isViewFormat(format) ? known[format]! : {};
}

export const isNeeded = (need: Need, formats: readonly string[]): boolean =>
  formats.some((format) => traitsOf(format).needs?.includes(need));

export const isReadAgain = (format: string): boolean => traitsOf(format).isReadAgain === true;

/** The renderers of the formats among these. */
export async function loadRenderers(formats: readonly string[]): Promise<ReadonlyMap<string, Renderer>> {
  const wanted = [...new Set(formats.filter(isViewFormat))];
  return new Map(await Promise.all(wanted.map(async (format) => [format, await FORMATS[format].load()] as const)));
}

/** The start of the text for one owner. */
export const ISSUE_MARK = /^<!-- connlint-issue:v1 [0-9a-f]{16} -->\n/;

/** The start of each report that connlint writes, including lists of strings. */
export const REPORT_MARKS: readonly FileMark[] = [
  ...Object.values(FORMATS).map(({ mark }): FileMark => mark),
  { begins: /^(?:owners,repository,revision,)?cluster,kind,environment,file,line,column,key,context,form,family,/ },
  { begins: /^\{\s*"version":\s*\d+,\s*"(?:gaps|connlint-fleet)":/ },
  { begins: ISSUE_MARK },
  {
    begins: /^(?:\[\s*)?\{\s*"file":/,
    contains: ['"endColumn":', '"endOffset":', '"kind":', '"family":', '"token":'],
  },
];
