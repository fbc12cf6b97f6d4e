import { clusterNameOf } from '../config/plan.ts';
import { hostAt, type FoundHost, type FoundString } from '../classify/found-string.ts';
import { PLACEHOLDER, type Placeholder } from '../text/literal.ts';
import { folderOf, grouped, joinedPath } from '../text/source.ts';
import { open, type OpenPoint } from './steps.ts';
import { clusterNamed } from '../facts/query.ts';
import { isOfFile, valuesIn } from '../lint/values/named-reads.ts';
import { endsOf } from '../lint/values/read-values.ts';
import { isVague } from '../lint/recorded.ts';
import { isOfApi, PRIVATE_KINDS, type PlanSubject, type UsedString } from './subject.ts';

/** What can be unknown about a string, and the message for it. */
const QUESTIONS = {
  value: (name: string) => `The value of ${name} is not in this tree.`,
  list: (name: string) => `All strings of a cluster are handed on by ${name}.`,
  host: (name: string) => `The host comes from ${name}, whose value is not in this tree.`,
  end: (name: string) =>
    `The end of a cluster's name comes from ${name}: it may have the mark of another kind (-pri, -pl-0, -lb).`,
  cluster: (name: string) => `The cluster of ${name} is not known.`,
} as const;

/** A string with something unknown about it, and the name under which a value would answer the question. */
type OpenString = UsedString & { readonly asked: keyof typeof QUESTIONS; readonly name: string };

type MayBreak = (string: FoundString) => boolean;

/** Strings from outside without a value, without a visible host, or of an unknown cluster. One point per name. */
export function openStrings(subject: PlanSubject, mayBreak: MayBreak, isSpared = false): readonly OpenPoint[] {
  const open = subject.used.flatMap((used) => {
    if (isSpared && OPEN_KINDS.test(used.string.kind)) return [];
    const question = questionOf(used, mayBreak);
    return question ? [{ ...used, ...question }] : [];
  });
  if (open.length === 0) return [];
  const { files, isListed } = subject;
  const values = files.flatMap((file) => valuesIn({ ...file, isGiven: !isListed(file.file) }, file.strings));
  const endsIn = endsOf(values, open);
  // What has only a place has no value under that name.
  const hasValue = (one: OpenString): boolean => one.name !== placeOf(one) && !endsIn(one).next().done;
  const left = open.filter((one) => !isOfFile(one, isListed) && !hasValue(one));
  const named = left.map((one) => (isVague({ ...one.string, name: one.name }) ? { ...one, name: placeOf(one) } : one));
  return [...grouped(named, ({ name }) => name).values()].map((same) => pointOf(same, subject));
}

const placeOf = ({ file, string }: Pick<UsedString, 'file' | 'string'>): string =>
  `${file.file}#${string.literal.key ?? ''}`;

/** Kinds that say nothing about the string itself. */
const OPEN_KINDS = /^(?:external|templated-unknown)$/;

/** All strings of the endpoints of a cluster, whose kinds differ, unless the config says which one is meant. */
const isList = ({ attribute, givenBy, hosts }: FoundString): boolean =>
  attribute?.field === null && givenBy === undefined && hosts.length === 0;

/** What is filled in before a host may be the user info: `mongodb://${login}${server}`. */
const OF_USER = /(?:user\w*|login|credentials?|auth|account|password)$/i;

const isResolved = ({ resolved, host }: FoundHost): boolean => resolved && !host.includes(PLACEHOLDER);

/** What the config would have to say, under which name; `null` for a string that is judged. */
function questionOf({ string, own, file }: UsedString, mayBreak: MayBreak): Pick<OpenString, 'asked' | 'name'> | null {
  const { kind, name, literal, attribute } = string;
  const ask = (asked: OpenString['asked'], by: string | null = name) => {
    return { asked, name: by ?? placeOf({ string, file }) };
  };
  if (kind === 'external') return ask(attribute ? 'list' : 'value');
  if (isList(string) && mayBreak({ ...string, kind: 'optimized' })) return ask('list');
  if (string.givenBy !== undefined || string.hosts.some(isResolved)) return null;
  const pieces = literal.placeholders.filter(({ at }) => hostAt(string, at));
  if (kind === 'templated-unknown') {
    if (pieces.some(({ isExample }) => isExample)) return null;
    const ofHost = pieces.filter((one) => one.name === null || !OF_USER.test(one.name));
    const given = (ofHost.length > 0 ? ofHost : pieces).find((one) => one.name !== null);
    return ask(name === null ? 'host' : 'cluster', given?.name ?? null);
  }
  const end = nameEnd(string, mayBreak);
  if (end) return end.isExample ? null : ask('end', end.name);
  // A read of a cluster without a record shows no host that a rule could judge.
  const isJudged = own && (name === null || string.via === 'attribute' || string.hosts.length > 0);
  if (isJudged || isOfApi(string) || !mayBreak(string)) return null;
  const isFilled = name === null && literal.value.includes(PLACEHOLDER);
  return ask(isFilled ? 'host' : 'cluster', name ?? pieces[0]?.name ?? null);
}

/** What a program fills in at the end of a cluster's name, if a string with the mark of another kind may break. */
function nameEnd(string: FoundString, mayBreak: MayBreak): Placeholder | undefined {
  if (string.cluster !== null || !PRIVATE_KINDS.some((kind) => mayBreak({ ...string, kind }))) return undefined;
  const ends = string.hosts
    .filter(({ class: { shape }, host }) => shape === 'standard' && host.split('.', 1)[0]!.endsWith(PLACEHOLDER))
    .map(({ host, hostRange }) => hostRange.offset + host.indexOf('.') - 1);
  return string.literal.placeholders.find(({ at }) => ends.includes(at));
}

function pointOf(same: readonly OpenString[], { change, facts, allFacts }: PlanSubject): OpenPoint {
  const [{ name, asked, string, file, cluster: record }] = same as readonly [OpenString];
  const own = clusterNameOf(change);
  const known = string.via === 'attribute' ? string.cluster : record?.name;
  const plain = own === null || own === '*' ? (known ?? '<cluster>') : own;
  const isAmbiguous =
    facts.clusters.some(({ name: one }) => one === plain) && clusterNamed(allFacts, plain) === undefined;
  const cluster = isAmbiguous ? `${facts.of.key ?? ''}/${plain}` : plain;
  const isOpen = asked === 'list' || asked === 'end' || OPEN_KINDS.test(string.kind);
  const kind = isOpen ? '<kind>' : string.kind;
  // Not `process.env[key]`, no file of a server, and not one of several.
  const isFile = string.via !== 'unknown' && /(?:^|\/)\.env[\w.-]*$|\.env$/.test(name) && !/^\/|[$%{]/.test(name);
  const settle = isFile
    ? `Name the file under "inventory": [${JSON.stringify(joinedPath(folderOf(file.file), name))}].`
    : `"external": { ${JSON.stringify(name)}: { "cluster": ${JSON.stringify(cluster)}, "kind": ${JSON.stringify(kind)} } }`;
  const places = same.map(({ place }) => place);
  const { key } = string.literal;
  const expression = key ? `the expression for ${key}` : 'an expression';
  const what = name === placeOf({ file, string }) ? `${expression} in ${file.file}` : name;
  return open(QUESTIONS[asked](what), settle, places);
}
