import type { Range } from '../text/source.ts';

export type Scheme = 'direct' | 'srv';

/**
 * A host of the list. Offsets are offsets in the parsed text and cover `host` and `:port`. In a loose list
 * (`host:1024,1025`) the bare number is a host of its own: it covers the number, and `hostRange` is its predecessor's.
 */
export interface UriHost extends Range {
  /** As written (percent-decoded for Unix sockets), without brackets around an IPv6 literal. May contain placeholders. */
  readonly host: string;
  readonly hostRange: Range;
  readonly port: number | null;
  /** The port as written, without the colon; `null` when there is none. */
  readonly portRange: Range | null;
}

export interface UriOption extends Range {
  /** As written. */
  readonly name: string;
  readonly nameRange: Range;
  /** Percent-decoded; `null` for an option without `=` and for a value that holds a literal secret. */
  readonly value: string | null;
  readonly valueRange: Range | null;
  /** True when the value must not leave the program. */
  readonly secret: boolean;
  /** The characters to hide; absent when nothing of the value is a literal secret. */
  readonly secretRange?: Range;
}

/** What is wrong with the text itself. `code` is the id of the rule that reports it, or of the grammar. */
export interface UriIssue extends Range {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** One sentence without any credential in it. */
  readonly message: string;
  /** A known option name that is probably meant. */
  readonly suggestion?: string;
  /** True when there is only one way to repair this: no other name is as near, user info and hosts split in one way. */
  readonly unique?: boolean;
  /** What the string lacks: a client that is given it beside the string is complete. */
  readonly lacks?: Lack;
}

export type Lack = 'user' | 'password' | 'properties' | 'proxy';

/** A connection string taken apart. Secrets are ranges, never text. */
export interface ConnectionString extends Range {
  /** `null` when the text does not begin with a scheme. */
  readonly scheme: Scheme | null;
  readonly schemeRange: Range;
  readonly userRange: Range | null;
  /** An empty range for `user:@host`. */
  readonly passwordRange: Range | null;
  readonly hosts: readonly UriHost[];
  /** The whole host list. */
  readonly hostsRange: Range;
  /** Percent-decoded; `null` when the path is missing or empty. */
  readonly database: string | null;
  readonly databaseRange: Range | null;
  readonly options: readonly UriOption[];
  readonly issues: readonly UriIssue[];
}
