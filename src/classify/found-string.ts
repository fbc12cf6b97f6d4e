import type { HostClass } from './classify-host.ts';
import type { ConnectionString, UriHost } from '../parse/connection-string.ts';
import type { Family, Kind } from './host-shapes.ts';
import type { Literal } from '../text/literal.ts';
import { countBefore, overlaps, type Parameter, type Range, type Source } from '../text/source.ts';

/** A host of a found string with its class. Offsets are offsets in the literal's value. */
export interface FoundHost extends UriHost {
  readonly class: HostClass;
  /** True if the name was resolved to a constant, which is reported at its own place. */
  readonly resolved: boolean;
}

/** How a string reaches a client: as text, in a field, from infrastructure code, from outside the tree, or unknown. */
export type Via = 'literal' | 'field' | 'attribute' | ReadSource;

/** Where a program reads a connection string that is not in the tree. */
export type ReadSource = 'env' | 'secret' | 'vault' | 'parameter' | 'unknown';

/** What an attribute of infrastructure code reads. */
export interface AttributeRead {
  /** Below `connectionStrings` of a record or of one of its endpoints (`standardSrv`); `null`: the whole object. */
  readonly field: string | null;
  /** Position in the list of endpoints, if one is written. */
  readonly index: number | null;
  /** True for a key of the operator's secret, which may have the string of an endpoint under a private name. */
  readonly isOperator: boolean;
  /** What Terraform code reads it from: `data.mongodbatlas_cluster.main`, a local, a module. `null` if not shown. */
  readonly address: string | null;
}

export interface StorePlace {
  readonly name: string;
  /** Empty for a store with a single value. */
  readonly key: string;
  /** `null` where the file names none. */
  readonly namespace: string | null;
  /** True for a reference to the place, false for what it holds. */
  readonly isRead: boolean;
  /** In Terraform, the resources that keep the value: `aws_ssm_parameter.uri`. */
  readonly addresses?: readonly string[];
}

/** Nodes of one cluster without a scheme, in one text or written separately: a host list in parts. */
export interface HostGroup {
  readonly hosts: readonly FoundHost[];
  /** True if a client, or a replica set, is named next to it, or if commas join the hosts. */
  readonly isOfClient: boolean;
  /** The first port of replica set nodes or routers that is written next to one of the hosts. */
  readonly port: number | null;
}

/** Where a read has its value: in its own text, in a module with settings, or in any member of an object or a list. */
export type ReadOrigin = 'text' | 'settings' | 'members';

/** A connection string, host list, address, media type or field name in the text. */
export interface FoundString extends Pick<HostClass, 'provider' | 'region' | 'cluster' | 'token'> {
  readonly range: Range;
  /** It begins and ends with the string. */
  readonly literal: Literal;
  readonly kind: Kind;
  readonly family: Family;
  readonly via: Via;
  /** Name of the variable, secret, parameter or attribute; `null` for a text. */
  readonly name: string | null;
  readonly form: 'srv' | 'direct' | 'host' | 'url' | null;
  readonly hosts: readonly FoundHost[];
  /** The parsed string, for texts with a scheme. Offsets are offsets in the literal's value. */
  readonly uri: ConnectionString | null;
  /** The secret that has the value, or that the program reads it from. */
  readonly store?: StorePlace | undefined;
  /** True for the default that code has for a variable, and for its value in one command. */
  readonly isDefault?: true;
  /** True for a constant of a program, which does not set an environment variable. */
  readonly isConstant?: true | undefined;
  readonly origin?: ReadOrigin | undefined;
  /** The name of the function or property that returns the string. */
  readonly returnedBy?: string;
  /** The function that passes it on, and as which argument it gets it. */
  readonly parameter?: Parameter | undefined;
  /** The attribute that gives a text its host; `null` if the text is put into another string, which is judged. */
  readonly givenBy?: string | null;
  /** Only for attributes. */
  readonly attribute?: AttributeRead;
  /** Only for nodes without a scheme, and for the first of those that are written separately. */
  readonly group?: HostGroup;
  /** Where a replica-set option is passed beside the string. */
  readonly replicaSet?: Range | undefined;
}

/** Maximum number of strings within another string: the hosts that a placeholder of it may contain. */
export const MAX_NESTED = 20;

export interface FoundFile {
  readonly source: Source;
  readonly strings: readonly FoundString[];
  /** Where the text has words of the rules' triggers, in lower case. Found in the same pass as the strings. */
  readonly anchors: ReadonlyMap<string, readonly number[]>;
}

/** False for a parameter of which only callers in other files are asked. */
export const isReported = ({ parameter }: FoundString): boolean => parameter?.isServed !== true;

/** A string by its place: as found, or as it is printed. */
type Placed = Range | { readonly range: Range };
const rangeOf = (string: Placed): Range => ('range' in string ? string.range : string);

/** The host of a string that contains an offset of its value. */
export const hostAt = ({ hosts }: FoundString, at: number): FoundHost | undefined =>
  hosts.find(({ hostRange }) => hostRange.offset <= at && at < hostRange.endOffset);

/** The innermost string that a range touches. Strings are sorted, and nested strings follow the outer one. */
export const stringAt = <S extends Placed>(strings: readonly S[], at: Range): S | null =>
  strings[stringIndexAt(strings, at)] ?? null;

/** Its index, or -1: the innermost string that contains the range, otherwise one that overlaps it. */
export function stringIndexAt(strings: readonly Placed[], at: Range): number {
  const after = countBefore(strings, (string) => rangeOf(string).offset <= at.offset);
  let overlapping = -1;
  for (let index = after - 1; index >= Math.max(0, after - 1 - MAX_NESTED); index--) {
    const { endOffset } = rangeOf(strings[index]!);
    if (endOffset >= at.endOffset) return index;
    if (endOffset > at.offset && overlapping < 0) overlapping = index;
  }
  if (overlapping >= 0) return overlapping;
  const next = strings[after];
  return next && overlaps(rangeOf(next), at) ? after : -1;
}
