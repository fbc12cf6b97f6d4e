/** A dated end of a product or name. */
export interface DatedNotice {
  readonly id: string;
  /** Day after which it no longer works or is no longer supported, `YYYY-MM-DD`. */
  readonly ends: string;
  /** What ends, at the beginning of a sentence. */
  readonly what: string;
  /** What to do, one sentence. */
  readonly todo: string;
  readonly source: string;
  /** Day on which the source was read. */
  readonly read: string;
  /** True for hosts of strings with this first part. */
  readonly host?: RegExp;
  /** First label of a host of the vendor's services. */
  readonly service?: string;
  /** Code of infrastructure. The first group, if there is one, is reported. */
  readonly code?: RegExp;
  /** Every text with such code contains one of these words. */
  readonly words?: readonly string[];
}

const SERVERLESS = {
  ends: '2026-01-22',
  what: 'Serverless instances',
  todo: 'Use a Flex or dedicated cluster.',
  source: 'MongoDB Atlas documentation, serverless instances; pulumi-mongodbatlas issue 623',
  read: '2026-11-25',
} as const;

/** Announcements of the vendor with a date. Notices about Google Cloud endpoints are in rule `endpoint-architecture`. */
export const NOTICES: readonly DatedNotice[] = [
  {
    id: 'bi-connector',
    ends: '2026-09-30',
    what: 'The BI Connector',
    todo: 'Move to the SQL interface.',
    source: 'MongoDB Atlas documentation, BI Connector: no longer supported after September 2026',
    read: '2026-11-25',
    host: /-biconnector(?:-pri)?(?:-pl-\d+)?[.-]/,
  },
  {
    id: 'data-api',
    ends: '2025-09-30',
    what: 'The Data API and custom HTTPS endpoints',
    todo: 'Connect with a driver, or put an API of your own in front of it.',
    source: 'MongoDB Atlas App Services documentation, deprecation of the Data API',
    read: '2026-11-25',
    service: 'data',
  },
  { id: 'serverless-host', ...SERVERLESS, host: /^[\w-]+-pe-\d{1,3}\./ },
  {
    id: 'serverless',
    ...SERVERLESS,
    words: ['mongodbatlas_serverless_instance', 'serverlessSpec', 'ServerlessInstance'],
    code: /\bresource[ \t]{1,8}"(mongodbatlas_serverless_instance)"|^[ \t]{0,40}(serverlessSpec)[ \t]{0,4}:|\b(MongoDB::Atlas::ServerlessInstance)\b|\bnew[ \t]{1,8}(?:[\w.]{1,40}\.)?((?:Cfn)?ServerlessInstance)\(|\b(?:mongodbatlas|atlas)\.(?:New)?(ServerlessInstance)\(/gm,
  },
];

/** True if the day is at most this many days before the end. */
export function isNear({ ends }: Pick<DatedNotice, 'ends'>, today: string, warnDays: number): boolean {
  return Date.parse(ends) - Date.parse(today) <= warnDays * 86_400_000;
}

export const isOver = ({ ends }: Pick<DatedNotice, 'ends'>, today: string): boolean => today > ends;
