import { daysBetween } from '../config/forms.ts';
import type { Severity } from '../config/severity.ts';

/** A dated end of a product, announced by the vendor. */
export interface DatedNotice {
  /** Day after which it no longer works or is no longer supported, `YYYY-MM-DD`. */
  readonly ends: string;
  /** What ends, at the beginning of a sentence. */
  readonly what: string;
  /** What to do, one sentence. */
  readonly todo: string;
  /** Hosts of strings. */
  readonly host?: RegExp;
  /** Last label of a service host before the vendor's domain. */
  readonly service?: string;
  /** Code of infrastructure. A group that takes part is reported. */
  readonly code?: RegExp;
  /** Every text with such code contains one of these words. */
  readonly words?: readonly string[];
}

/** What `endpoint-architecture` says: the hosts are of Google Cloud only if the record of their cluster says so. */
export const UNMAPPED_ENDPOINTS: DatedNotice = {
  ends: '2027-04-30',
  what: 'Google Cloud endpoints without port mapping',
  todo: 'Move to port-mapped endpoints.',
  // MongoDB Atlas documentation, private endpoints (read 2026-11).
  host: /(?:^|-)pl-\d/,
};

/** Announcements of the vendor with a date, by the reason of `vendor-notice`. Sunsets of API versions are in `api-version`. */
export const NOTICES = {
  'bi-connector': {
    ends: '2026-09-30',
    what: 'The BI Connector',
    todo: 'Move to the SQL interface.',
    // MongoDB Atlas documentation, BI Connector: no longer supported after September 2026 (read 2026-11).
    host: /-biconnector(?:-pri)?(?:-pl-\d+)?[.-]/,
  },
  'data-api': {
    ends: '2025-09-30',
    what: 'The Data API',
    todo: 'Connect with a driver, or put an API of your own in front of it.',
    // MongoDB Atlas App Services documentation, deprecation of the Data API and HTTPS endpoints (read 2026-11).
    service: 'data',
  },
  serverless: {
    ends: '2026-01-22',
    what: 'Serverless instances',
    todo: 'Use a Flex or dedicated cluster.',
    // MongoDB Atlas documentation, serverless instances; pulumi-mongodbatlas issue 623 (read 2026-11).
    host: /^[\w-]+-pe-\d{1,3}\./,
    words: [
      'serverless_instance',
      'service_serverless',
      'serverlessSpec',
      'ServerlessInstance',
      'Atlas::Serverless',
      'atlas',
    ],
    code: /\b(?:resource|data)[ \t]{1,8}"(mongodbatlas_serverless_instance|mongodbatlas_privatelink_endpoint(?:_service)?_serverless)"|\bmongodbatlas:(?:index[/:\w]{0,40}:)?(ServerlessInstance)\b|\bmongodbatlas[\w.]{0,40}\.crossplane\.io\/\w{1,20}\s{1,9}kind:[ \t]{1,4}(ServerlessInstance)\b|(?:^|\n)[ \t]{0,40}(serverlessSpec)[ \t]{0,4}:|\b(MongoDB::Atlas::Serverless(?:Instance|PrivateEndpoint))\b|\bnew[ \t]{1,8}(?:[\w.]{1,40}\.)?(ServerlessInstance)\(|\b(CfnServerlessInstance)\(|\b(?:mongodbatlas|atlas)\.(?:New)?(ServerlessInstance)\(|\batlas[ \t]{1,8}(serverless)[ \t]{1,8}create\b/g,
  },
} as const satisfies Readonly<Record<string, DatedNotice>>;

/** `null` before the days in which an end is announced, then `info`, and `warning` from the end on. */
export function noticeSeverity({ ends }: DatedNotice, today: string, warnDays: number): Severity | null {
  if (today > ends) return 'warning';
  return daysBetween(today, ends) <= warnDays ? 'info' : null;
}
