import expressions from './expressions.json' with { type: 'json' };
import { stringAt, type FoundFile, type FoundString } from '../../classify/found-string.ts';
import { namedForms, escapePattern, FAR, matchesIn, NEAR } from '../../text/source.ts';
import { oncePerText, oncePerKey, overlaps, textBefore, type Parameter, type Range } from '../../text/source.ts';
import { textAt } from '../../parse/part.ts';
import { bindingAt, bindingOfField, classAround, classesIn } from '../bindings.ts';
import { functionsOf, importNamed, isCalled, isDefaultOfParameter, type Binding } from '../bindings.ts';
import { itemsFrom } from '../brackets.ts';
import { isScript } from '../families.ts';
import { pageOf, type Page } from '../page.ts';
import { argumentFor } from '../values.ts';
import { argumentsOfCommand, returned } from './calls.ts';
import { addedTo, besides, branchesOf, pickedFrom, isList, membersOf, nameIn, replacerOfHost } from './expressions.ts';
import type { FollowedName } from './expressions.ts';
import { lookupsIn, MAX_FOLLOWED, passedFor, placesOf, readIn, valueOfVariable, wordsBeside } from './lookups.ts';
import type { FoundReads, Lookups, NamePlace } from './lookups.ts';
import { readsOf, type OutsideRead } from './reads.ts';
import { GENERAL, isAddressName } from './settings.ts';

const FORMS = namedForms(expressions.follow);

/** Follows expressions of a text to what they evaluate to: reads, `unknown`, or nothing for a value in this text. */
export function followerOf(known: FoundReads): (expression: Range, member?: string) => readonly OutsideRead[] {
  const follower = new Follower(lookupsIn(known));
  return (expression, member) =>
    member === undefined
      ? follower.follow(expression, { hops: MAX_HOPS, seen: new Set() })
      : follower.followMember(expression, member, MAX_HOPS);
}

/** The same for a file whose strings are known. */
export const followIn = oncePerText(({ source, strings }: FoundFile) => {
  const page = pageOf(source);
  return followerOf({ page, strings: strings.filter(({ via }) => via === 'literal'), reads: readsOf(page, false) });
});

/** Maximum number of steps: from the client to a setting, to a variable, to the read. */
const MAX_HOPS = 4;

/** How far an expression is from the client: the steps left, and the names on the way. */
type Walk = Readonly<ReturnType<typeof anew>>;

const further = ({ hops, seen }: Walk): Walk => ({ hops: hops - 1, seen });
/** One step further, to where a name may mean something else. */
const anew = (hops: number) => ({ hops: hops - 1, seen: new Set<string>() });

type Leads = readonly OutsideRead[];

/** The places that give a name its values, and what each leads to. */
interface GivenPlaces extends NamePlace {
  /** The function of which it is a parameter. */
  readonly owner: Binding | undefined;
  readonly places: readonly Range[];
  readonly leads: readonly Leads[];
  /** True for the value that a parameter has in a method that sets the name: `this.url = url`. */
  readonly isPassed: (place: Range) => boolean;
}

class Follower {
  private readonly known: Lookups;
  private readonly names = new Set<string>();

  constructor(known: Lookups) {
    this.known = known;
  }

  follow(expression: Range, walk: Walk): Leads {
    const { text } = this.known;
    const branches = branchesOf(text, expression);
    if (branches.length < 2) return this.followOne(expression, walk);
    return branches.flatMap((branch, at) => {
      const written = textAt(text, branch).trim();
      // `uri = uri || "…"`, `… || fail()`.
      const isChosen = at === 0 || /(?:(?<!\?):|\belse)\s*$/.test(text.slice(expression.offset, branch.offset));
      const isOther = walk.seen.has(written) || (!isChosen && written.includes('('));
      return this.followOne(branch, walk).filter(({ source }) => source !== 'unknown' || !isOther);
    });
  }

  private followOne(whole: Range, walk: Walk): Leads {
    const { page, text, strings } = this.known;
    const { hops } = walk;
    const members = hops > 0 ? pickedFrom(text, whole) : [];
    if (members.length > 0) return members.flatMap((one) => this.follow(one, further(walk)));
    const { offset, endOffset, owners } = this.withoutEdits(whole);
    const found = stringAt(strings, { offset, endOffset });
    // A name within a string is filled in there.
    const value = found && found.range.offset >= offset ? found : undefined;
    const by = replacerOfHost(text, whole, value?.range.endOffset ?? endOffset, value ? [value] : owners);
    if (by && hops > 0) return this.follow(by, further(walk));
    // A string behind a read is its default.
    const read = readIn(this.known, { offset, endOffset: value?.range.offset ?? endOffset });
    if (read) return this.ofRead(read, { offset, endOffset }, walk);
    const expression = text.slice(offset, Math.min(endOffset, offset + NEAR));
    const given = argumentsOfCommand(page, offset, expression);
    if (given.length > 0 && hops > 0) return given.flatMap((one) => this.follow(one, further(walk)));
    // A path, an argument of a script, or the output of a command.
    const isPrinted = isScript(page.language) && /^(?:`\w[^$`]{0,200}`$|["']?\{\})/.test(expression);
    if (isPrinted || /^(?:~?\/(?!\/)|["']?\$\{?[\d@*])/.test(expression)) {
      const end = value?.range.offset ?? endOffset;
      return [{ name: expression.slice(0, end - offset), source: 'unknown', offset, endOffset: end }];
    }
    if (value) return besides(page, offset, value);
    if (FORMS.noValue.test(expression) || (FORMS.started.test(expression) && FORMS.starts.test(text))) return [];
    const named = nameIn(expression, offset);
    return named ? this.followName(named, whole, walk) : [];
  }

  /** `uri.replace("<password>", process.env.PASSWORD)`: the string is that of its owner. */
  private withoutEdits({ offset, endOffset }: Range): Range & { readonly owners: readonly FoundString[] } {
    const { text, strings, valuesNamed } = this.known;
    const written = text.slice(offset, Math.min(endOffset, offset + NEAR));
    const [edited, call = '', format] = FORMS.edited.exec(written) ?? FORMS.formatted.exec(written) ?? [];
    const owners =
      edited === undefined ? [] : valuesNamed(edited.trim()).flatMap((one) => stringAt(strings, one) ?? []);
    // `sprintf(URI, user)`: only a string of this text has its host.
    const isEdited =
      edited !== undefined && (format === undefined || valuesNamed(format).some((one) => stringAt(strings, one)));
    if (!isEdited) return { offset, endOffset, owners };
    return { offset: offset + call.length, endOffset: offset + edited.length, owners };
  }

  private ofRead(read: OutsideRead, { offset, endOffset }: Range, walk: Walk): Leads {
    const { page, text, valuesNamed } = this.known;
    // `URIS[process.env.STAGE]`, `uriFor(process.env.STAGE)`: the read only chooses.
    const behind = text.slice(read.endOffset, endOffset);
    const [, name = '', mark] = FORMS.chooses.exec(text.slice(offset, read.offset)) ?? [];
    if (name !== '' && !behind.includes(',')) {
      const lists = valuesNamed(name).filter((one) => isList(text, one));
      const members = lists.flatMap((list) => membersOf(text, list));
      const chosen = [...members, ...returned(page, name), ...addedTo(text, name)];
      if (chosen.length > 0 && walk.hops > 0) return chosen.flatMap((one) => this.follow(one, further(walk)));
    }
    // Of another file.
    const member = mark === '[' && importNamed(page, name) ? memberOfMap(behind) : undefined;
    if (member !== undefined) return [ofMap({ ...read, name, source: 'unknown' }, member)];
    return valueOfVariable(this.known, read);
  }

  private followName(named: FollowedName, whole: Range, walk: Walk): Leads {
    const { page, text, served, valuesNamed, unpackings, isOfMinifier } = this.known;
    const { unknown, first, last, behind } = named;
    const { hops, seen } = walk;
    // A minifier gives one short name to many things, and writes many classes into one file.
    const isAny = /^(?:\w{1,3}|this)$/.test(first) && isOfMinifier();
    // A parameter may be called like the member that gets it.
    const mark = first === last ? last : `.${last}`;
    if (hops === 0 || seen.has(last) || seen.has(mark) || this.names.size >= MAX_FOLLOWED || isAny) return [unknown];
    seen.add(mark);
    this.names.add(mark);
    const changed = text[behind] === '(' ? this.passedTo(behind + 1, walk) : undefined;
    if (changed) return changed;
    // `const { URI = "…" } = process.env`: not only its default.
    const taken = first === last ? unpackings().get(last) : undefined;
    if (taken) return [taken];
    const ofSelf = FORMS.self.test(first) ? this.ofField(named, whole, walk) : undefined;
    if (ofSelf) return ofSelf;
    const isMember = FORMS.self.test(first) || (first === last && isOverridable(page, last));
    const called = isMember ? classAround(page, whole.offset) : undefined;
    if (called !== undefined) {
      const ofClass = { called, position: -1, field: last };
      served.push({ ...unknown, parameter: { ...ofClass, isServed: true } });
      return this.followPlaces({ ...named, unknown: { ...unknown, parameter: ofClass } }, whole, undefined, walk);
    }
    const bound = bindingAt(page, first, whole.offset);
    if (!bound || (bound.of && first === last)) return this.followPlaces(named, whole, bound, walk);
    if (first !== last) return this.ofArgument(named, unknown.name.slice(first.length + 1), bound, walk);
    const isSetAgain = ({ offset }: Range): boolean =>
      offset < whole.offset && text.slice(bound.body, offset).trim() !== '';
    if (valuesNamed(last).some(isSetAgain)) return this.followPlaces(named, whole, undefined, walk);
    return this.ofLoop(named, bound, walk);
  }

  /** What a constructor gives a field, or the object of `this.settings.uri`. */
  private ofField(named: FollowedName, whole: Range, walk: Walk): Leads | undefined {
    const { page } = this.known;
    const [, own = '', ...rest] = named.unknown.name.split('.');
    const object = rest.length > 0 ? bindingOfField(page, own, whole.offset) : undefined;
    if (object) return this.ofArgument({ ...named, first: object.name }, rest.join('.'), object.binding, walk);
    const field = bindingOfField(page, named.last, whole.offset);
    return field && this.followPlaces({ ...named, first: field.name, last: field.name }, whole, field.binding, walk);
  }

  private ofArgument(plain: FollowedName, member: string, bound: Binding, walk: Walk): Leads {
    const parameter = bound.of && !bound.of.isUnpacked && !bound.of.hasDefault ? { ...bound.of, member } : undefined;
    const named = { ...plain, unknown: { ...plain.unknown, ...(parameter && { parameter }) } };
    return this.fromCallers(named, bound, walk.hops, member) ?? this.ofMembers(named, bound, walk);
  }

  /** A member of an object that a caller gives: `{ uri: "…" }`, `Config{URI: load()}`, `settings.mongo`. */
  followMember(given: Range, member: string, hops: number): Leads {
    const { page, text, valuesNamed } = this.known;
    const written = textAt(text, given);
    const [key = '', ...rest] = member.split('.');
    const [open] = /^\s*(?:new\s+)?[&\w.]{0,80}[({]/.exec(written) ?? [];
    const value = open === undefined ? undefined : argumentFor(text, given.offset + open.length, key);
    // `Settings.builder().uri("…").build()`: also what other chains give.
    const chain = new RegExp(String.raw`\.(?:(?:with|set)_?(?=[A-Z]))?${escapePattern(key)}\((?!\))`, 'i');
    if (rest.length === 0 && /^[^"'`]*\)\s*\./.test(written) && chain.test(written))
      return matchesIn(text, new RegExp(chain, 'gi'))
        .slice(0, MAX_FOLLOWED)
        .flatMap(({ endOffset }) => itemsFrom(text, endOffset).slice(0, 1))
        .flatMap((one) => this.follow(one, anew(hops)));
    const isSpread = value !== undefined && /^\s*(?:\*\*|\.\.\.)/.test(textAt(text, value));
    if (value && !isSpread && rest.length > 0) return this.followMember(value, rest.join('.'), hops);
    if (value && !isSpread) return this.follow(value, { hops, seen: new Set() });
    const named = nameIn(written, given.offset);
    const unknown = named?.unknown ?? { source: 'unknown' as const, name: key, ...given };
    if (!named) return [{ ...unknown, name: member }];
    const path = `${unknown.name}.${member}`.slice(named.first.length + 1);
    const all = importNamed(page, named.first) ? [] : valuesNamed(named.first);
    const values = all.filter((one) => !FORMS.nothing.test(textAt(text, one)));
    const isChanged = new RegExp(String.raw`\.${escapePattern(member.split('.').at(-1)!)}[ \t]*=(?!=)`).test(text);
    if (values.length > 0 && hops > 0 && !isChanged)
      return values.flatMap((one) => this.followMember(one, path, hops - 1));
    // `Config::default()` makes one of its type, `config.New()` one of its module.
    const maker = page.path.endsWith('.go') ? /^\w+\.\w+$/ : /^[A-Z]\w*\.\w+$/;
    const isMade = text[named.behind] === '(' && maker.test(unknown.name);
    return [{ ...unknown, name: `${isMade ? named.first : unknown.name}.${member}` }];
  }

  /** Of what a loop or a block gets one by one, `for (const [name, url] of Object.entries(urls))`: the members of the list. */
  private ofLoop({ unknown, last }: FollowedName, binding: Binding, walk: Walk): Leads {
    const { page, text, valuesNamed } = this.known;
    const { body } = binding;
    const isBeside = (place: Range): boolean => isList(text, place) && (body < place.offset || place.endOffset < body);
    for (const word of wordsBeside(text, binding, last)) {
      const lists = valuesNamed(word).filter(isBeside);
      const members = [...lists.flatMap((list) => membersOf(text, list)), ...addedTo(text, word)];
      if (members.length > 0) return members.flatMap((one) => this.follow(one, further(walk)));
      const imported = importNamed(page, word);
      if (imported && !/mongo|motor/i.test(imported.module)) return [{ ...unknown, name: word, origin: 'members' }];
    }
    return [unknown];
  }

  /** Members of the items of a loop or a block: those of the list that the text around it names. */
  private ofMembers(named: FollowedName, binding: Binding, walk: Walk): Leads {
    const { text, valuesNamed, fieldsOf } = this.known;
    const { unknown, first, last } = named;
    const part = this.partOf(named, walk);
    if (part) return [part];
    const lists = wordsBeside(text, binding, first).flatMap(valuesNamed);
    const own = fieldsOf(last).filter(
      (one) => !FORMS.nothing.test(textAt(text, one)) && lists.some((list) => overlaps(one, list)),
    );
    return own.length === 0 ? [unknown] : own.flatMap((one) => this.follow(one, further(walk)));
  }

  /** From a name to the places that give it a value; `owner`: the function of which it is a parameter. */
  private followPlaces(plain: FollowedName, whole: Range, owner: Binding | undefined, walk: Walk): Leads {
    const { page, text } = this.known;
    const parameter = owner?.of && !(owner.of.isUnpacked && owner.of.hasDefault) ? owner.of : undefined;
    const named = parameter ? { ...plain, unknown: { ...plain.unknown, parameter } } : plain;
    const { unknown, first, last } = named;
    // `func (m *Mongo) Connect(`: a method of Go names its object.
    const receiver = new RegExp(String.raw`${FORMS.self.source}|\bfunc[ \t]*\(${first}[ \t]`);
    // `Store.uri`: of a class of this text.
    const holder = first === last ? undefined : classesIn(page).find(({ name }) => name === first);
    const isOwn = first === last || holder !== undefined || receiver.test(first) || receiver.test(text);
    const place = { named, whole, isOwn, set: setOf(named) };
    const places = placesOf(this.known, place, owner ?? holder);
    const isPassed = (one: Range): boolean =>
      !owner && textAt(text, one).trim() === last && Boolean(bindingAt(page, last, one.offset)?.of);
    const leads = places.map((one) =>
      this.unpackedFrom(named, one, this.follow(one, isPassed(one) ? anew(walk.hops) : further(walk))),
    );
    const given = { ...place, owner, places, leads, isPassed };
    if (this.mayBeGiven(given)) return this.fromCallers(named, owner, walk.hops) ?? [unknown];
    const outside = leads.flat().filter(({ source }) => source !== 'unknown');
    if (outside.length > 0) {
      // A default that is read from outside: what callers give counts, too.
      const passed = (this.fromCallers(named, owner, walk.hops) ?? []).filter(({ source }) => source !== 'unknown');
      return [...outside.map((one) => ({ ...one, parameter })), ...passed];
    }
    if (this.isInPieces(given)) return [unknown];
    if (leads.some((one) => one.length === 0)) return this.besideValue(given);
    const part = first === last ? undefined : this.partOf(named, walk);
    if (part) return [part];
    return this.betterNamed(given) ?? this.fromCallers(named, owner, walk.hops) ?? [unknown];
  }

  /** What a name gets from an unpacked object or section: `{ replica: uri } = stores`, `{ uri } = config.get('mongo')`. */
  private unpackedFrom({ first, last }: FollowedName, { offset }: Range, leads: Leads): Leads {
    const { text } = this.known;
    const unpacked = first === last ? unpackedBefore(last).exec(textBefore(text, offset, 200)) : null;
    if (!unpacked) return leads;
    const [, renamed] = unpacked;
    return leads.map((read) =>
      isSection(text, read) || (read.source === 'unknown' && (renamed !== undefined || read.name.includes('.')))
        ? { ...read, name: `${read.name}.${renamed ?? last}` }
        : read,
    );
  }

  /** True if a text of this file is only a default, which callers or other assignments may replace. */
  private mayBeGiven({ named: { first, last }, isOwn, owner, places, leads }: GivenPlaces): boolean {
    const { page, text, strings, isReplaced } = this.known;
    const condition = new RegExp(String.raw`\b(?:if|unless)\b[^\n]{0,60}\b${escapePattern(last)}\b`);
    const isDefault = (one: Range): boolean =>
      isDefaultOfParameter(page, one) ||
      FORMS.unpacks.test(text.slice(one.endOffset, one.endOffset + NEAR)) ||
      (!!owner && condition.test(textBefore(text, one.offset, Math.min(FAR, one.offset - owner.offset))));
    return places.some(
      (one, at) =>
        leads[at]!.length === 0 &&
        ((isOwn && isDefault(one)) || (stringAt(strings, one) !== null && isReplaced(one, last, first))),
    );
  }

  /** True for an address that is built from a scheme and other variables. */
  private isInPieces({ whole, places }: GivenPlaces): boolean {
    const { text, strings } = this.known;
    const isScheme = FORMS.built.test(textAt(text, whole)) ? FORMS.scheme : null;
    return places.some((one) => {
      const written = textAt(text, one);
      return (FORMS.pieces.test(written) && !stringAt(strings, one)) || isScheme?.test(written);
    });
  }

  /** Beside a value in this text, only what another expression leads to: `uri = withOptions(uri)` changes it. */
  private besideValue({ named, whole, isOwn, set, places, leads, isPassed }: GivenPlaces): Leads {
    const { page, text, served } = this.known;
    const { first, last } = named;
    // `use(uri) { this.uri = uri }` has another one than the field.
    const self = FORMS.self.test(first) ? String.raw`${first}\.#?${escapePattern(last)}` : escapePattern(last);
    const again = new RegExp(String.raw`(?<![\w./"'-])${isOwn ? self : escapePattern(objectOf(named))}(?!\w)`);
    const beside = leads.flatMap((some, at) => {
      const place = places[at]!;
      const counts = isOwn || set.test(textBefore(text, place.offset, 200));
      return counts && (isPassed(place) || !again.test(textAt(text, place))) ? some : [];
    });
    // What a setter gets is asked for where it is called.
    const isOfSetter = (one: OutsideRead): one is OutsideRead & { readonly parameter: Parameter } =>
      one.parameter !== undefined &&
      isCalled(page, one.parameter) &&
      !functionsOf(page).some((own) => overlaps(own, one) && overlaps(own, whole) && own.name !== '');
    for (const one of beside.filter(isOfSetter)) {
      const within = classAround(page, one.offset);
      served.push({ ...one, parameter: { ...one.parameter, within, isServed: true } });
    }
    return beside.filter((one) => !isOfSetter(one));
  }

  /** `db = require('./keys').mongoURI`, `{ uri } = stores.main`, `db = load()`: leads whose names say more. */
  private betterNamed({ named, set, places, leads }: GivenPlaces): Leads | undefined {
    const { page, text, isReplaced } = this.known;
    const { unknown, first, last } = named;
    const all = leads.flat();
    const [lead, other] = all;
    if (!lead) return undefined;
    // What a method puts into the object: `withUri(uri) { this.uri = uri; }`.
    const isSetter = ({ parameter: by }: OutsideRead): boolean =>
      !!by && /\w[A-Z_]/.test(by.called) && isAddressName(by.called);
    if (first !== last && all.every(isSetter) && !places.some((one) => isReplaced(one, last, first)))
      return all.map((one) => ({ ...one, parameter: { ...one.parameter!, isMember: true } }));
    const place = places[0]!;
    const isNamed =
      lead.origin === 'members' ||
      isOfModule(page, lead) ||
      (first === last && FORMS.called.test(textAt(text, place))) ||
      (lead.name.includes('.') && unpackedBefore(last).test(textBefore(text, place.offset, 200)));
    if (!other && isNamed) return [lead];
    if (first === last || FORMS.self.test(first)) return undefined;
    // `cfg.uri = args[1]`: a file of settings may have another value for it.
    const isSet = (one: Range): boolean =>
      set.test(textBefore(text, one.offset, 200)) && !textAt(text, one).includes(unknown.name);
    const setBy = leads.filter((_, at) => isSet(places[at]!)).flat();
    return setBy.length > 0 && setBy.every((one) => !one.parameter) ? setBy : undefined;
  }

  /** What callers in this text give; the parameter for what has no better name, and if other files call the function. */
  private fromCallers(named: FollowedName, bound: Binding | undefined, hops: number, member?: string) {
    const { text, served } = this.known;
    const { unknown, first, last } = named;
    const passed = bound ? passedFor(this.known, first, bound) : [];
    if (passed.length === 0) return undefined;
    const all = passed.flatMap((one) => {
      if (!one) return [];
      return member ? this.followMember(one, member, hops - 1) : this.follow(one, anew(hops));
    });
    const known = all.filter(({ source, name }) => source !== 'unknown' || name.includes('.'));
    // A member of what has none here: `connect(self)`.
    const isElsewhere = first !== last && passed.some((one) => one && FORMS.noValue.test(textAt(text, one)));
    if (known.length < all.length || bound?.of?.isExported === true || isElsewhere) return [...known, unknown];
    if (bound?.of) served.push({ ...unknown, parameter: { ...bound.of, isServed: true } });
    return known;
  }

  /** A read of which a member is a part: the answer of a secret store, or a section of the settings. */
  private partOf({ unknown, first, last }: FollowedName, walk: Walk): OutsideRead | undefined {
    const { text, valuesNamed, unpackings } = this.known;
    const answers = valuesNamed(first).flatMap((one) => this.follow(one, further(walk)));
    const answer = answers.find(({ source }) => !/^(?:env|unknown)$/.test(source)) ?? unpackings().get(last);
    const section = answers.find((one) => isSection(text, one));
    const map = answers.find(({ origin }) => origin === 'members');
    // `bundle.getString("mongo.uri")` has the whole name.
    const behind = unknown.name.startsWith(`${first}.`) ? unknown.name.slice(first.length) : undefined;
    if (map && behind !== undefined && !GENERAL.test(behind.slice(1))) return ofMap(map, behind.slice(1));
    return answer ?? (section && behind !== undefined ? { ...section, name: section.name + behind } : undefined);
  }

  /** What a function gets, if its arguments begin at an offset and one is a string: it does not change where that is. */
  private passedTo(at: number, walk: Walk): Leads | undefined {
    const { text, strings, valuesNamed } = this.known;
    for (const { offset, endOffset } of itemsFrom(text, at)) {
      const name = text.slice(offset, endOffset).trim();
      if (!/^[\w$.]{1,100}$/.test(name) || !isAddressName(name)) continue;
      const leads = this.follow({ offset, endOffset }, further(walk));
      const isKnown = leads.length > 0 || valuesNamed(name).some((one) => stringAt(strings, one));
      if (isKnown && leads.every(({ source }) => source !== 'unknown')) return leads;
    }
    return undefined;
  }
}

/** The object of a member: `options.mongo` of `options.mongo.uri`. */
const objectOf = ({ unknown, first, last }: FollowedName): string =>
  unknown.name.endsWith(`.${last}`) ? unknown.name.slice(0, -last.length - 1) : first;

/** Up to the value of `options.store = load()`, which is of this object: `{ store: load() }` may be of another one. */
const setOf = (named: FollowedName): RegExp => {
  const [object, member] = [escapePattern(objectOf(named)), escapePattern(named.last)];
  return new RegExp(String.raw`(?<![\w.])${object}(?:\??\.|->|\[["':]?)${member}["']?\]?[ \t]*=[ \t]*$`);
};

const isSection = (text: string, read: OutsideRead): boolean => /(?:\.get\w*\(|\w\[)["'`]/.test(textAt(text, read));

/** `open val uri`, `protected abstract String uri()`: what subclasses may replace. */
const isOverridable = ({ path, text }: Page, name: string): boolean =>
  /\.(?:java|kts?|cs|scala|swift)$/.test(path) &&
  new RegExp(String.raw`\b(?:open|abstract|override|virtual|protected)\b[^\n=;(){}]{0,60}\b${name}\b`).test(text);

/** Behind what chooses from a map, `…].store`: the member, or an empty text. Words for any address decide nothing. */
function memberOfMap(behind: string): string | undefined {
  const found = /^[^\]\n]{0,80}\](?:\??\.(\w{1,60})|\[["'](\w{1,60})["']\])?[;\s]*$/.exec(behind);
  const member = found?.slice(1).find(Boolean) ?? '';
  return found && !GENERAL.test(member) ? member : undefined;
}

/** The member of a map of another file that every choice has, or any of its members. */
const ofMap = (map: OutsideRead, member: string): OutsideRead =>
  member === '' ? { ...map, origin: 'members' } : { ...map, name: `${map.name}.${member}`, origin: undefined };

/** True for a member of what the text imports, or requires in place, that is no function. */
function isOfModule(page: Page, { name, offset, endOffset }: OutsideRead): boolean {
  const [module] = /^\w+(?=\.)/.exec(name) ?? [];
  if (module === undefined || page.text.startsWith('require(', offset)) return module !== undefined;
  return importNamed(page, module) !== undefined && !/^\)?\(/.test(page.text.slice(endOffset, endOffset + 2));
}

/** Up to the value that is unpacked, `{ uri } =`, with the key that gets another name. */
const unpackedBefore = oncePerKey(
  (name: string) => new RegExp(String.raw`\{[^{}]*?(?:\b(\w+)\s*:\s*)?\b${name}\b[^{}]*\}[ \t]*=\s*$`),
);
