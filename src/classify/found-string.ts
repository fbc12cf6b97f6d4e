import type { HostClass } from './classify-host.ts';
import type { ConnectionString, UriHost } from '../parse/connection-string.ts';
import type { Family, Kind } from './host-shapes.ts';
import type { Literal } from '../text/literal.ts';
import type { Provider } from './service.ts';
import { countBefore, overlaps } from '../text/source.ts';
import type { Range } from '../text/source.ts';

/** One host of a found string, with what its name says. Offsets are offsets in the literal's value. */
export interface FoundHost extends UriHost {
  readonly class: HostClass;
  /** True when the name was followed to a constant: it stands elsewhere in the text and is reported there. */
  readonly resolved: boolean;
}

/** Where a program takes a connection string from that does not stand in the tree. */
export type ExternalSource = 'env' | 'secret' | 'vault' | 'parameter' | 'unknown';

/** What a place of kind `external` reads. */
export interface External {
  /** Of the variable, the secret or the parameter; of the expression where nothing tells more. */
  readonly name: string;
  readonly source: ExternalSource;
}

/** Nodes of one cluster, written one by one, that are one host list. */
export interface HostGroup {
  readonly hosts: readonly FoundHost[];
  /** True where a replica-set option is set beside it. */
  readonly hasReplicaSet: boolean;
  /** The first port that is written beside one of the hosts. */
  readonly port: number | null;
}

/** A connection string, host list, address, media type or field name of the text. */
export interface FoundString {
  /** Place in the source text. */
  readonly range: Range;
  readonly literal: Literal;
  /** Place in the literal's value. */
  readonly inValue: Range;
  readonly kind: Kind;
  readonly family: Family;
  readonly form: 'srv' | 'direct' | 'host' | 'url' | null;
  readonly provider: Provider | null;
  readonly region: string | null;
  readonly cluster: string | null;
  readonly token: string | null;
  readonly hosts: readonly FoundHost[];
  /** The string taken apart, for texts with a scheme; offsets are offsets in the literal's value. */
  readonly uri: ConnectionString | null;
  /** Ranges of the value that must not be shown: in order, without overlaps. */
  readonly secrets: readonly Range[];
  /** Of the kind `external` only. */
  readonly external?: External;
  /** Of the first of several nodes that are written one by one. */
  readonly group?: HostGroup;
}

/** Most strings that are told apart inside of another one: hosts of which any may be meant in its placeholders. */
export const MAX_NESTED = 20;

/** True where the name may be a part of a credential: it is not shown, and nothing is told of it elsewhere. */
export function isHidden({ secrets }: FoundString, { hostRange }: FoundHost): boolean {
  const secret = secrets[countBefore(secrets, ({ endOffset }) => endOffset <= hostRange.offset)];
  return secret !== undefined && overlaps(secret, hostRange);
}
