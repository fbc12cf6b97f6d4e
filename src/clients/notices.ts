/** A dated end of a product, announced by the vendor. */
export interface DatedNotice {
  /** Day after which it no longer works or is no longer supported, `YYYY-MM-DD`. */
  readonly ends: string;
  /** What ends, at the beginning of a sentence. */
  readonly what: string;
  /** What to do, one sentence. */
  readonly todo: string;
}

/** Endpoints of Google Cloud without port mapping (MongoDB Atlas documentation, private endpoints, read 2026-11). */
export const UNMAPPED_ENDPOINTS_END = '2027-04-30';

/** Announcements of the vendor with a date, by the reason of `vendor-notice`. Sunsets of API versions are in `api-version`. */
export const NOTICES = {
  // MongoDB Atlas documentation, BI Connector: no longer supported after September 2026 (read 2026-11).
  'bi-connector': { ends: '2026-09-30', what: 'The BI Connector', todo: 'Move to the SQL interface.' },
  // MongoDB Atlas App Services documentation, deprecation of the Data API and HTTPS endpoints (read 2026-11).
  'data-api': {
    ends: '2025-09-30',
    what: 'The Data API',
    todo: 'Connect with a driver, or put an API of your own in front of it.',
  },
  // MongoDB Atlas documentation, serverless instances; pulumi-mongodbatlas issue 623 (read 2026-11).
  serverless: { ends: '2026-01-22', what: 'Serverless instances', todo: 'Use a Flex or dedicated cluster.' },
} as const satisfies Readonly<Record<string, DatedNotice>>;
