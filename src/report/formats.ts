import { everyItem, everyLine, hasNoSetting, onlyElements, onlyKeys, type FileMark } from '../find/own-files.ts';
import type { Content } from '../text/source.ts';
import type { ReportView } from './report-view.ts';

/** Writes one format. */
export interface Renderer {
  readonly render: (view: ReportView) => Content;
  /** A sentence on what the usual reader of the format leaves out of this report; `null` when nothing. */
  readonly limits?: (view: ReportView) => string | null;
}

type Need = 'byteColumns' | 'lineHashes' | 'plan' | 'ledger';

/** A report in the tree quotes strings of other files and has none of its own, so its start is known. */
interface ReportFormat extends FileMark {
  /** Loads the code that writes it: a run loads the formats it was asked for. */
  readonly load: () => Promise<Renderer>;
  /** What it shows beside findings with lines and columns. */
  readonly needs?: readonly Need[];
  /** True if connlint reads it again. Its strings are masked character by character, so that all offsets stay valid. */
  readonly isReadAgain?: true;
}

/** The formats that are written from a finished report. A new one is its file and its entry here. */
const FORMATS = {
  json: {
    load: async () => ({ render: (await import('./json.ts')).jsonReport }),
    begins: /^\{\s*"version":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"connlint"/,
    isWhole: onlyKeys('version tool findings notices unknown summary'),
  },
  jsonl: {
    load: async () => ({ render: (await import('./json.ts')).jsonlReport }),
    begins: /^\{"id":"connlint\/v\d+:/,
    isWhole: everyLine(/^\{"id":"connlint\/v\d+:/),
  },
  sarif: {
    load: async () => {
      const { sarifReport, sarifLimits } = await import('./sarif/log.ts');
      return { render: sarifReport, limits: sarifLimits };
    },
    begins: /^\{\s*"\$schema":\s*"[^"\n]*sarif/,
    contains: ['"driver": {\n          "name": "connlint"'],
    isWhole: onlyKeys('$schema version runs'),
    needs: ['lineHashes'],
  },
  github: {
    load: async () => ({ render: (await import('./github.ts')).githubReport }),
    begins: /^::(?:error|warning|notice) file=/,
    contains: ['title=connlint '],
    isWhole: everyLine(/^::(?:error|warning|notice) /),
  },
  gitlab: {
    load: async () => ({ render: (await import('./gitlab.ts')).gitlabReport }),
    begins: /^\[\s*\{\s*"description":/,
    contains: ['"fingerprint": "connlint/'],
    isWhole: everyItem('description check_name fingerprint severity location'),
  },
  junit: {
    load: async () => ({ render: (await import('./junit.ts')).junitReport }),
    begins: /^<\?xml[^>\n]*\?>\s*<testsuites name="connlint"/,
    isWhole: onlyElements('testsuites testsuite testcase failure'),
  },
  checkstyle: {
    load: async () => ({ render: (await import('./checkstyle.ts')).checkstyleReport }),
    begins: /^<\?xml[^>\n]*\?>\s*<checkstyle /,
    contains: [' source="connlint.'],
    isWhole: onlyElements('checkstyle file error'),
  },
  rdjsonl: {
    load: async () => ({ render: (await import('./rdjsonl.ts')).rdjsonlReport }),
    begins: /^\{"message":/,
    contains: ['"source":{"name":"connlint"}'],
    isWhole: everyLine(/^\{"message":/),
    needs: ['byteColumns'],
  },
  sonar: {
    load: async () => ({ render: (await import('./sonar.ts')).sonarReport }),
    begins: /^\{\s*"rules":/,
    contains: ['"engineId": "connlint"'],
    isWhole: onlyKeys('rules issues'),
    needs: ['byteColumns'],
  },
  markdown: {
    load: async () => ({ render: (await import('./job-summary.ts')).markdownReport }),
    begins: /^## connlint: \d/,
    isWhole: hasNoSetting,
  },
  html: {
    load: async () => ({ render: (await import('./html/report.ts')).htmlReport }),
    begins: /^<!doctype html>/,
    contains: ['<meta name="generator" content="connlint">'],
    isWhole: (text) => text.trimEnd().endsWith('</html>'),
    needs: ['plan'],
  },
  ledger: {
    load: async () => ({ render: (await import('./json.ts')).ledgerReport }),
    begins: /^\{"connlint-ledger":\d/,
    isWhole: everyLine(/^\{"(?:connlint-ledger"|type":"(?:file|use)")/),
    needs: ['ledger'],
    isReadAgain: true,
  },
} as const satisfies Record<string, ReportFormat>;

type ViewFormat = keyof typeof FORMATS;
const VIEW_FORMATS = Object.keys(FORMATS) as readonly ViewFormat[];

/** Formats that can be written without the files. A ledger needs their texts. */
export const mergedFormats = (): readonly ViewFormat[] => VIEW_FORMATS.filter((format) => format !== 'ledger');

/** What `connlint check` can write. */
export const CHECK_FORMATS = ['text', 'full', 'concise', ...VIEW_FORMATS, 'patch', 'blob'] as const;
export type CheckFormat = (typeof CHECK_FORMATS)[number];

/** The result of a shard, which is merged into any format. Plans are judged then. */
const BLOB: Partial<ReportFormat> = { needs: ['byteColumns', 'lineHashes'], isReadAgain: true };
const KNOWN: Readonly<Record<string, Partial<ReportFormat>>> = { ...FORMATS, blob: BLOB };

export const isNeeded = (need: Need, formats: readonly string[]): boolean =>
  formats.some((format) => KNOWN[format]?.needs?.includes(need));

export const isReadAgain = (format: string): boolean => KNOWN[format]?.isReadAgain === true;

/** The renderers of the formats among these. */
export async function loadRenderers(formats: readonly string[]): Promise<ReadonlyMap<string, Renderer>> {
  const renderers = new Map<string, Renderer>();
  for (const format of formats)
    if (Object.hasOwn(FORMATS, format)) renderers.set(format, await FORMATS[format as ViewFormat].load());
  return renderers;
}

/** The start of the text for one owner. */
export const ISSUE_MARK = /^<!-- connlint-issue:v1 [0-9a-f]{16} -->\n/;

const RECORD_FIELDS = ['"endColumn":', '"endOffset":', '"kind":', '"family":', '"token":'];

/** The form of each report that connlint writes, including lists of strings. */
export const REPORT_MARKS: readonly FileMark[] = [
  ...Object.values<FileMark>(FORMATS),
  {
    begins: /^(?:owners,repository,revision,)?cluster,kind,environment,file,line,column,key,context,form,family,/,
    isWhole: everyLine(/^(?:[^,\n]*,){14}/),
  },
  {
    begins: /^\{\s*"version":\s*\d+,\s*"(?:gaps|connlint-fleet)":/,
    isWhole: onlyKeys('version connlint-fleet gaps uses issues repositories open changes'),
  },
  { begins: ISSUE_MARK, isWhole: hasNoSetting },
  {
    begins: /^\[\s*\{\s*"file":/,
    contains: RECORD_FIELDS,
    isWhole: everyItem('file endColumn endOffset kind family token'),
  },
  { begins: /^\{"file":/, contains: RECORD_FIELDS, isWhole: everyLine(/^\{"file":.*"endOffset":/) },
];
