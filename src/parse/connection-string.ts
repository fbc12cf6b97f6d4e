import type { Range } from '../text/source.ts';

export type Scheme = 'direct' | 'srv';

/**
 * A host of the list. Offsets are those in the parsed text and cover `host:port`. In a loose list (`host:1024,1025`) the
 * bare number counts as a host: its range covers the number, and `hostRange` is that of the host before it.
 */
export interface UriHost extends Range {
  /** As written (sockets percent-decoded), without the brackets of IPv6. May contain placeholders. */
  readonly host: string;
  readonly hostRange: Range;
  readonly port: number | null;
  /** The port as written, without the colon, or `null` if there is none. */
  readonly portRange: Range | null;
}

export interface UriOption extends Range {
  /** As written. */
  readonly name: string;
  readonly nameRange: Range;
  /** Percent-decoded, or `null` for an option without `=` and for a value that contains a literal secret. */
  readonly value: string | null;
  readonly valueRange: Range | null;
  /** True if the value must not appear in any output. */
  readonly secret: boolean;
}

/** A fault in the text of the string. `code` is the id of the rule that reports it, or of the grammar. */
export interface UriIssue extends Range {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** One sentence without credentials. */
  readonly message: string;
  /** The known option name that is probably meant. */
  readonly suggestion?: string;
  /** True if there is only one fix: no other name is as close, and the parts can be split in one way only. */
  readonly unique?: boolean;
  /** The option that it contradicts, if either one can be removed. */
  readonly other?: Range;
  /** True if some driver accepts the string, so that it may be in use. */
  readonly tolerated?: true;
  /** The part that is missing, if a client that is given this part separately is complete. */
  readonly lacks?: Lack;
}

/** `unknown` if a piece that a program fills in may contain it. */
export type Presence = 'yes' | 'no' | 'unknown';

export type Lack = 'user' | 'password' | 'properties' | 'proxy';

/** A parsed connection string. Secrets are ranges, never text. */
export interface ConnectionString extends Range {
  /** `null` if the text does not begin with a scheme. */
  readonly scheme: Scheme | null;
  readonly schemeRange: Range;
  readonly userRange: Range | null;
  /** An empty range for `user:@host`. */
  readonly passwordRange: Range | null;
  readonly hosts: readonly UriHost[];
  readonly hostsRange: Range;
  /** Percent-decoded, or `null` if the path is missing or empty. */
  readonly database: string | null;
  readonly databaseRange: Range | null;
  readonly options: readonly UriOption[];
  readonly issues: readonly UriIssue[];
}
