import type { FoundHost, FoundString, HostGroup } from '../classify/found-string.ts';

/** Text between two items of one list, such as `", "`, a new line with a dash, or `", 27017), new ServerAddress("`. */
const BETWEEN = /^[\s"'`,;:\-[\]{}()=>*]{1,60}(?:[\w.]{1,30}[\s"'`,;:\-[\]{}()=>*]{1,60}){0,5}$/;
const MAX_BETWEEN = 160;

/** How far from a list its replica-set option is searched, in code units. */
const WINDOW = 300;
const REPLICA_SET = /replica_?-?set/i;

/**
 * Groups nodes of one cluster that are written separately, as items of an array or list. The first node gets the group.
 */
export function withHostGroups(text: string, strings: readonly FoundString[]): FoundString[] {
  const marked = [...strings];
  for (let at = 0; at < strings.length;) {
    let end = at + 1;
    if (nodeOf(strings[at]!)) while (end < strings.length && isNeighbour(text, strings[end - 1]!, strings[end]!)) end++;
    if (end - at > 1) marked[at] = { ...strings[at]!, group: groupOf(text, strings.slice(at, end)) };
    at = end;
  }
  return marked;
}

/** The only host of a string without a scheme, if it is a node. */
function nodeOf({ form, hosts, literal, uri }: FoundString): FoundHost | null {
  const [host] = hosts;
  const isNode = hosts.length === 1 && host!.class.node && !host!.class.placeholder && !host!.resolved;
  return form === 'host' && uri === null && isNode && literal.context === 'code' ? host! : null;
}

function isNeighbour(text: string, first: FoundString, next: FoundString): boolean {
  const [a, b] = [nodeOf(first), nodeOf(next)];
  if (!a || a.class.cluster !== b?.class.cluster || a.class.token !== b.class.token || a.host === b.host) return false;
  const { endOffset } = first.range;
  return next.range.offset - endOffset <= MAX_BETWEEN && BETWEEN.test(text.slice(endOffset, next.range.offset));
}

function groupOf(text: string, strings: readonly FoundString[]): HostGroup {
  const { offset } = strings[0]!.range;
  const { endOffset } = strings.at(-1)!.range;
  const around = text.slice(Math.max(0, offset - WINDOW), offset) + text.slice(endOffset, endOffset + WINDOW);
  const port = /\b(?:27017|27016)\b/.exec(text.slice(offset, endOffset + 40))?.[0];
  return {
    hosts: strings.flatMap(({ hosts }) => hosts),
    hasReplicaSet: REPLICA_SET.test(around),
    port: port === undefined ? null : Number(port),
  };
}
