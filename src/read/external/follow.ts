import expressions from './expressions.json' with { type: 'json' };
import { stringAt, type FoundFile, type FoundString } from '../../classify/found-string.ts';
import { namedForms, countBefore, escapePattern, FAR, isMinified, lineBefore } from '../../text/source.ts';
import { matchesIn, NEAR } from '../../text/source.ts';
import { once, oncePerText, oncePerKey, overlaps, textBefore, type Range } from '../../text/source.ts';
import { itemsFrom } from '../brackets.ts';
import { isScript } from '../families.ts';
import { pageOf, type Page } from '../page.ts';
import { argumentsOfCommand, registeredFor, returned } from './calls.ts';
import { addedTo, besides, branchesOf, isList, membersOf, nameIn, replacerOfHost } from './expressions.ts';
import type { FollowedName } from './expressions.ts';
import { readsOf, type OutsideRead } from './reads.ts';
import { textAt } from '../../parse/part.ts';
import { bindingAt, bindingOfField, callsIn, classAround, classesIn } from '../bindings.ts';
import { functionsOf, isCalled, isDefaultOfParameter } from '../bindings.ts';
import { importNamed, type Binding } from '../bindings.ts';
import { argumentFor, assigned, lastOf, replacedIn } from '../values.ts';
import { GENERAL, isAddressName } from './settings.ts';

const FORMS = namedForms(expressions.follow);

/** A text with what was found in it, in order. */
export interface FoundReads {
  readonly page: Page;
  readonly strings: readonly FoundString[];
  readonly reads: readonly OutsideRead[];
  /** Parameters to which this text gives values, for which other files may have others. */
  readonly served?: OutsideRead[];
}

function readIn({ reads }: FoundReads, { offset, endOffset }: Range): OutsideRead | undefined {
  const read = reads[countBefore(reads, (one) => one.offset < offset)];
  return read && read.offset < endOffset ? read : undefined;
}

/** Maximum number of steps: from the client to a setting, to a variable, to the read. */
const MAX_HOPS = 4;
/** Maximum number of names to follow, because what they return is searched in the whole text, and of calls of one. */
const MAX_FOLLOWED = 60;

/** The function of which a name is a parameter. */
type Owner = Binding | undefined;

/** Follows expressions of a text to what they evaluate to: reads, `unknown`, or nothing for a value in this text. */
export function followerOf(known: FoundReads): (expression: Range, member?: string) => readonly OutsideRead[] {
  const { page, served = [] } = known;
  const { text } = page;
  const isReplaced = replacedIn(page);
  const strings = known.strings.filter(({ literal }) => literal.context === 'code');
  const names = new Set<string>();
  // A value on a line of its own begins with the mark of a comment.
  const isInCode = ({ offset }: Range): boolean => page.contextAt(offset + 2) !== 'comment';
  const valuesNamed = oncePerKey((name: string) => assigned(page, name).filter(isInCode));
  // Not those of a variable or a parameter that is called like the field.
  const fieldsOf = oncePerKey((name: string) =>
    valuesNamed(name).filter(({ offset }) => {
      const before = textBefore(text, offset, 160);
      const isPlain = FORMS.plain.exec(before)?.[1] === name;
      return !FORMS.declared.test(before) && !(isPlain && bindingAt(page, name, offset));
    }),
  );
  const isOfMinifier = once(() => isMinified(text));
  const unpackings = once(() => unpackedIn(text));
  const isTestedHere = oncePerKey((name: string) => isTested(text, name));
  const resultsOf = oncePerKey((name: string) => [...valuesNamed(name), ...returned(page, name)]);
  const callsOf = oncePerKey((called: string) => callsIn(page, called).slice(0, MAX_FOLLOWED));
  // What other places of this text give a parameter, by its place or by its name, `null` for its default.
  const passedFor = (name: string, { of, offset, endOffset }: Binding): readonly (Range | null)[] => {
    // A function that is no method has no object in front.
    const before = /^\s/.test(lineBefore(text, offset + 1)) ? String.raw`(?<!\w)` : String.raw`(?<![\w.>])`;
    const registered = of ? registeredFor(page, of).slice(0, MAX_FOLLOWED) : [];
    const called = (of ? callsOf(`(?:${before}${escapePattern(of.called)}|\\bcls)`) : []).flatMap((call) => {
      if (offset <= call.offset && call.endOffset <= endOffset) return [];
      const at = of!.isUnpacked ? itemsFrom(text, call.endOffset)[of!.position]?.offset : undefined;
      const open = at === undefined ? -1 : text.indexOf('{', at);
      const value =
        open < 0
          ? argumentFor(text, call.endOffset, name, of!.position)
          : (argumentFor(text, open + 1, of!.member ?? name) ??
            itemsFrom(text, open + 1).find((one) => textAt(text, one).trim() === of!.member));
      return value ?? (of!.hasDefault ? [null] : []);
    });
    return [...registered, ...called];
  };
  // `$URI`, `%URI%`: the value that the script gives it in any case.
  const valueOfVariable = (read: OutsideRead): readonly OutsideRead[] => {
    if (!/[$%]/.test(text.charAt(read.offset)) || isTestedHere(read.name)) return [read];
    // Of an array of PHP.
    const holder = /^\$(\w+)\[/.exec(textAt(text, read))?.[1];
    const values = valuesNamed(read.name).map(({ offset, endOffset }) => {
      const string = stringAt(strings, { offset, endOffset });
      const isFallback = string && /\|\|\s*echo\s+["']?$/.test(textBefore(text, string.range.offset, 20));
      if (isFallback || (string && holder !== undefined && isReplaced(string.range, read.name, holder)))
        return undefined;
      return readIn(known, { offset, endOffset: string?.range.offset ?? endOffset }) ?? string;
    });
    // `URI="${URI}&x=1"` adds to a value from outside.
    if (values.length === 0 || values.some((one) => !one || one.name === read.name)) return [read];
    return values.filter((one): one is OutsideRead => 'source' in one!).slice(0, 1);
  };
  const follow = (expression: Range, hops: number, seen: Set<string>): readonly OutsideRead[] => {
    const branches = branchesOf(text, expression);
    if (branches.length < 2) return followOne(expression, hops, seen);
    return branches.flatMap((branch, at) => {
      const written = text.slice(branch.offset, branch.endOffset).trim();
      // `uri = uri || "…"`, `… || fail()`.
      const isChosen = at === 0 || /(?:(?<!\?):|\belse)\s*$/.test(text.slice(expression.offset, branch.offset));
      const isOther = seen.has(written) || (!isChosen && written.includes('('));
      return followOne(branch, hops, seen).filter(({ source }) => source !== 'unknown' || !isOther);
    });
  };
  const followOne = (whole: Range, hops: number, seen: Set<string>): readonly OutsideRead[] => {
    // `uri.replace("<password>", process.env.PASSWORD)`: the string is that of its owner.
    const written = text.slice(whole.offset, Math.min(whole.endOffset, whole.offset + NEAR));
    const [edited, call = '', format] = FORMS.edited.exec(written) ?? FORMS.formatted.exec(written) ?? [];
    // `sprintf(URI, user)`: only a string of this text has its host.
    const isEdited = format === undefined || valuesNamed(format).some((one) => stringAt(strings, one));
    const offset = whole.offset + (isEdited ? call.length : 0);
    const endOffset = edited === undefined || !isEdited ? whole.endOffset : whole.offset + edited.length;
    const found = stringAt(strings, { offset, endOffset });
    const owners = edited === undefined ? [] : valuesNamed(edited.trim());
    const ofOwner = owners.flatMap((one) => stringAt(strings, one) ?? []);
    const by = replacerOfHost(text, endOffset, ofOwner);
    if (by && hops > 0) return follow(by, hops - 1, seen);
    // A name within a string is filled in there.
    const value = found && found.range.offset >= offset ? found : undefined;
    // A string behind a read is its default.
    const read = readIn(known, { offset, endOffset: value?.range.offset ?? endOffset });
    // A client of its own.
    if (read && text.slice(offset, read.offset).includes('ApplyURI(')) return [];
    // `URIS[process.env.STAGE]`, `uriFor(process.env.STAGE)`: the read only chooses.
    const behind = text.slice(read?.endOffset ?? endOffset, endOffset);
    const [, name = '', mark] = (read && FORMS.chooses.exec(text.slice(offset, read.offset))) ?? [];
    const chooser = behind.includes(',') ? '' : name;
    const lists = valuesNamed(chooser).filter((one) => isList(text, one));
    const chosen =
      chooser === ''
        ? []
        : [...lists.flatMap((list) => membersOf(text, list)), ...returned(page, chooser)].concat(
            addedTo(text, chooser),
          );
    if (chosen.length > 0 && hops > 0) return chosen.flatMap((one) => follow(one, hops - 1, seen));
    // Of another file.
    const member = mark === '[' && importNamed(page, name) ? memberOfMap(behind) : undefined;
    if (read && member !== undefined) return [ofMap({ ...read, name, source: 'unknown' }, member)];
    if (read) return valueOfVariable(read);
    const expression = text.slice(offset, Math.min(endOffset, offset + NEAR));
    const given = argumentsOfCommand(page, offset, expression);
    if (given.length > 0 && hops > 0) return given.flatMap((one) => follow(one, hops - 1, seen));
    // A path, an argument of a script, or the output of a command.
    const isPrinted = isScript(page.language) && /^(?:`\w[^$`]{0,200}`$|["']?\{\})/.test(expression);
    if (isPrinted || /^(?:~?\/(?!\/)|["']?\$\{?[\d@*])/.test(expression)) {
      const end = value?.range.offset ?? endOffset;
      return [{ name: expression.slice(0, end - offset), source: 'unknown', offset, endOffset: end }];
    }
    if (value) return besides(page, offset, value);
    if (FORMS.noValue.test(expression) || (FORMS.started.test(expression) && FORMS.starts.test(text))) return [];
    const named = nameIn(expression, offset);
    return named ? followName(named, whole, hops, seen) : [];
  };
  const followName = (named: FollowedName, whole: Range, hops: number, seen: Set<string>): readonly OutsideRead[] => {
    const { unknown, first, last, behind } = named;
    // A minifier gives one short name to many things, and writes many classes into one file.
    const isAny = /^(?:\w{1,3}|this)$/.test(first) && isOfMinifier();
    // A parameter may be called like the member that gets it.
    const mark = first === last ? last : `.${last}`;
    if (hops === 0 || seen.has(last) || seen.has(mark) || names.size >= MAX_FOLLOWED || isAny) return [unknown];
    seen.add(mark);
    names.add(mark);
    const changed = text[behind] === '(' ? passedTo(behind + 1, hops, seen) : undefined;
    if (changed) return changed;
    // `const { URI = "…" } = process.env`: not only its default.
    const taken = first === last ? unpackings().get(last) : undefined;
    if (taken) return [taken];
    // `this.settings.uri`, of what a constructor gets.
    const [, own = '', ...rest] = FORMS.self.test(first) ? unknown.name.split('.') : [];
    const object = rest.length > 0 ? bindingOfField(page, own, whole.offset) : undefined;
    if (object) return ofArgument({ ...named, first: object.name }, rest.join('.'), object.binding, hops, seen);
    const field = FORMS.self.test(first) ? bindingOfField(page, last, whole.offset) : undefined;
    if (field) return followPlaces({ ...named, first: field.name, last: field.name }, whole, field.binding, hops, seen);
    const isMember = FORMS.self.test(first) || (first === last && isOverridable(page, last));
    const called = isMember ? classAround(page, whole.offset) : undefined;
    const ofClass = called === undefined ? undefined : { called, position: -1, field: last };
    if (ofClass) {
      served.push({ ...unknown, parameter: { ...ofClass, isServed: true } });
      return followPlaces({ ...named, unknown: { ...unknown, parameter: ofClass } }, whole, undefined, hops, seen);
    }
    const bound = bindingAt(page, first, whole.offset);
    if (!bound || (bound.of && first === last)) return followPlaces(named, whole, bound, hops, seen);
    if (first !== last) return ofArgument(named, unknown.name.slice(first.length + 1), bound, hops, seen);
    const isSetAgain = ({ offset }: Range): boolean =>
      offset < whole.offset && text.slice(bound.body, offset).trim() !== '';
    if (valuesNamed(last).some(isSetAgain)) return followPlaces(named, whole, undefined, hops, seen);
    return bound.of ? [unknown] : ofLoop(named, bound, hops, seen);
  };
  const ofArgument = (plain: FollowedName, member: string, bound: Binding, hops: number, seen: Set<string>) => {
    const parameter = bound.of && !bound.of.isUnpacked && !bound.of.hasDefault ? { ...bound.of, member } : undefined;
    const named = { ...plain, unknown: { ...plain.unknown, ...(parameter && { parameter }) } };
    return fromCallers(named, bound, hops, member) ?? ofMembers(named, bound, hops, seen);
  };
  /** A member of an object that a caller gives: `{ uri: "…" }`, `Config{URI: load()}`, `settings.mongo`. */
  const followMember = (given: Range, member: string, hops: number): readonly OutsideRead[] => {
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
        .flatMap((one) => follow(one, hops - 1, new Set()));
    const isSpread = value !== undefined && /^\s*(?:\*\*|\.\.\.)/.test(textAt(text, value));
    if (value && !isSpread && rest.length > 0) return followMember(value, rest.join('.'), hops);
    if (value && !isSpread) return follow(value, hops, new Set());
    const named = nameIn(written, given.offset);
    const unknown = named?.unknown ?? { source: 'unknown' as const, name: key, ...given };
    const path = named ? `${unknown.name}.${member}`.slice(named.first.length + 1) : '';
    const all = named && !importNamed(page, named.first) ? valuesNamed(named.first) : [];
    const values = all.filter((one) => !FORMS.nothing.test(textAt(text, one)));
    const isChanged = new RegExp(String.raw`\.${escapePattern(member.split('.').at(-1)!)}[ \t]*=(?!=)`).test(text);
    if (values.length > 0 && hops > 0 && !isChanged) return values.flatMap((one) => followMember(one, path, hops - 1));
    // `Config::default()` makes one of its type, `config.New()` one of its module.
    const isMade =
      text[named?.behind ?? -1] === '(' &&
      (/^[A-Z]\w*\.\w+$/.test(unknown.name) || (page.path.endsWith('.go') && /^\w+\.\w+$/.test(unknown.name)));
    const owner = isMade ? named!.first : unknown.name;
    return [{ ...unknown, name: named ? `${owner}.${member}` : member }];
  };
  /** The names beside what a loop, a block or a function has, the last first: its list is one of them. */
  const wordsBeside = ({ offset, body, of }: Binding, last: string): readonly string[] => {
    const behind = of ? '' : /^[^\n{]{0,100}/.exec(text.slice(body, body + 100))![0];
    const before = of
      ? text.slice(offset, body)
      : text
          .slice(Math.max(0, offset - 100), body)
          // What gets the result is no list.
          .split(/[;}]|\n(?!\s{0,60}[.)])|(?<![=!<>])=(?![=>])/)
          .at(-1)!;
    // `[MongoClient(uri) for uri in uris]`
    const around = offset === body ? behind.replace(/^.*?\bin\b/, '') : before + behind;
    return (around.match(/[A-Za-z_]\w{1,60}/g) ?? []).filter((word) => word !== last).toReversed();
  };
  /** Of what a loop or a block gets one by one, `for (const [name, url] of Object.entries(urls))`: the members of the list. */
  const ofLoop = ({ unknown, last }: FollowedName, binding: Binding, hops: number, seen: Set<string>) => {
    const { body } = binding;
    const isBeside = (place: Range): boolean => isList(text, place) && (body < place.offset || place.endOffset < body);
    for (const word of wordsBeside(binding, last)) {
      const lists = valuesNamed(word).filter(isBeside);
      const members = [...lists.flatMap((list) => membersOf(text, list)), ...addedTo(text, word)];
      if (members.length > 0) return members.flatMap((one) => follow(one, hops - 1, seen));
      const imported = importNamed(page, word);
      if (imported && !/mongo|motor/i.test(imported.module))
        return [{ ...unknown, name: word, origin: 'members' as const }];
    }
    return [unknown];
  };
  /** From a name to the places that give it a value; `owner`: the function of which it is a parameter. */
  const followPlaces = (plain: FollowedName, whole: Range, owner: Owner, hops: number, seen: Set<string>) => {
    const parameter = owner?.of && !(owner.of.isUnpacked && owner.of.hasDefault) ? owner.of : undefined;
    const named = parameter ? { ...plain, unknown: { ...plain.unknown, parameter } } : plain;
    const { unknown, first, last } = named;
    // `func (m *Mongo) Connect(`: a method of Go names its object.
    const receiver = new RegExp(String.raw`${FORMS.self.source}|\bfunc[ \t]*\(${first}[ \t]`);
    // `Store.uri`: of a class of this text.
    const holder = first === last ? undefined : classesIn(page).find(({ name }) => name === first);
    const isOwn = first === last || holder !== undefined || receiver.test(first) || receiver.test(text);
    const given = (): readonly OutsideRead[] => fromCallers(named, owner, hops) ?? [unknown];
    // `options.store = load()` is of this object, `{ store: load() }` may be of another one.
    const path = unknown.name.endsWith(`.${last}`) ? unknown.name.slice(0, -last.length - 1) : first;
    const [object, member] = [escapePattern(path), escapePattern(last)];
    const set = new RegExp(String.raw`(?<![\w.])${object}(?:\??\.|->|\[["':]?)${member}["']?\]?[ \t]*=[ \t]*$`);
    const places = placesOf(named, whole, isOwn, owner ?? holder, set);
    // `this.url = url`: of a setter.
    const isPassed = (one: Range): boolean =>
      !owner && textAt(text, one).trim() === last && Boolean(bindingAt(page, last, one.offset)?.of);
    const leads = places.map((one) => {
      const found = follow(one, hops - 1, isPassed(one) ? new Set() : seen);
      const unpacked = first === last ? unpackedBefore(last).exec(textBefore(text, one.offset, 200)) : null;
      if (!unpacked) return found;
      const [, renamed] = unpacked;
      // `{ replica: uri } = stores`, and of a section `{ uri } = config.get('mongo')`.
      const key = renamed ?? last;
      return found.map((read) =>
        isSection(read) || (read.source === 'unknown' && (renamed !== undefined || read.name.includes('.')))
          ? { ...read, name: `${read.name}.${key}` }
          : read,
      );
    });
    const condition = new RegExp(String.raw`\b(?:if|unless)\b[^\n]{0,60}\b${escapePattern(last)}\b`);
    const isDefault = (one: Range): boolean =>
      isDefaultOfParameter(page, one) ||
      FORMS.unpacks.test(text.slice(one.endOffset, one.endOffset + NEAR)) ||
      (!!owner && condition.test(textBefore(text, one.offset, Math.min(FAR, one.offset - owner.offset))));
    // A parameter with a default: other files call the function, unless this one does.
    const isGiven = (one: Range): boolean =>
      (isOwn && isDefault(one)) || (stringAt(strings, one) !== null && isReplaced(one, last, first));
    if (places.some((one, at) => leads[at]!.length === 0 && isGiven(one))) return given();
    const outside = leads.flat().filter(({ source }) => source !== 'unknown');
    if (outside.length > 0) {
      // A default that is read from outside: what callers give counts, too.
      const passed = (fromCallers(named, owner, hops) ?? []).filter(({ source }) => source !== 'unknown');
      return [...outside.map((one) => ({ ...one, parameter })), ...passed];
    }
    if (places.some((one) => FORMS.pieces.test(text.slice(one.offset, one.endOffset)) && !stringAt(strings, one)))
      return [unknown];
    const isBuilt = FORMS.built.test(text.slice(whole.offset, whole.endOffset));
    if (isBuilt && places.some((one) => FORMS.scheme.test(text.slice(one.offset, one.endOffset)))) return [unknown];
    // Beside a value in this text, only what another expression leads to: `uri = withOptions(uri)` changes it.
    if (leads.some((one) => one.length === 0)) {
      // `use(uri) { this.uri = uri }` has another one than the field.
      const self = FORMS.self.test(first) ? String.raw`${first}\.#?${member}` : member;
      const again = new RegExp(String.raw`(?<![\w./"'-])${isOwn ? self : object}(?!\w)`);
      const counts = (one: Range): boolean => isOwn || set.test(textBefore(text, one.offset, 200));
      const beside = leads
        .filter((_, at) => counts(places[at]!) && (isPassed(places[at]!) || !again.test(textAt(text, places[at]!))))
        .flat();
      // What a setter gets is asked for where it is called.
      const isOfSetter = (one: OutsideRead): boolean =>
        one.parameter !== undefined &&
        isCalled(page, one.parameter) &&
        !functionsOf(page).some((own) => overlaps(own, one) && overlaps(own, whole) && own.name !== '');
      for (const one of beside.filter(isOfSetter)) {
        const within = classAround(page, one.offset);
        served.push({ ...one, parameter: { ...one.parameter!, within, isServed: true } });
      }
      return beside.filter((one) => !isOfSetter(one));
    }
    const part = first === last ? undefined : partOf(named, hops, seen);
    if (part) return [part];
    // `db = require('./keys').mongoURI`, `{ uri } = stores.main`, `db = load()`: what has the better name.
    const [lead, other] = leads.flat();
    // What a method puts into the object: `withUri(uri) { this.uri = uri; }`.
    const isSetter = ({ parameter: by }: OutsideRead): boolean =>
      !!by && /\w[A-Z_]/.test(by.called) && isAddressName(by.called);
    const isOnlySet = leads.flat().every(isSetter) && !places.some((one) => isReplaced(one, last, first));
    if (lead && first !== last && isOnlySet)
      return leads.flat().map((one) => ({ ...one, parameter: { ...one.parameter!, isMember: true as const } }));
    const isNamed = (one: OutsideRead): boolean =>
      one.origin === 'members' ||
      isOfModule(page, one) ||
      (first === last && FORMS.called.test(textAt(text, places[0]!))) ||
      (one.name.includes('.') && unpackedBefore(last).test(textBefore(text, places[0]!.offset, 200)));
    if (lead && !other && isNamed(lead)) return [lead];
    // `cfg.uri = args[1]`: a file of settings may have another value for it.
    const isSet = (one: Range): boolean =>
      set.test(textBefore(text, one.offset, 200)) && !textAt(text, one).includes(unknown.name);
    const setBy = leads.filter((_, at) => isSet(places[at]!)).flat();
    const isChanged = first !== last && !FORMS.self.test(first) && setBy.every((one) => !one.parameter);
    return isChanged && setBy.length > 0 ? setBy : given();
  };
  /** What callers in this text give; the parameter for what has no better name, and if other files call the function. */
  const fromCallers = ({ unknown, first, last }: FollowedName, bound: Owner, hops: number, member?: string) => {
    const passed = bound ? passedFor(first, bound) : [];
    if (passed.length === 0) return undefined;
    const ofOne = (one: Range) => (member ? followMember(one, member, hops - 1) : follow(one, hops - 1, new Set()));
    const all = passed.flatMap((one) => (one ? ofOne(one) : []));
    const known = all.filter(({ source, name }) => source !== 'unknown' || name.includes('.'));
    // A member of what has none here: `connect(self)`.
    const isElsewhere = first !== last && passed.some((one) => one && FORMS.noValue.test(textAt(text, one)));
    if (known.length < all.length || bound?.of?.isExported === true || isElsewhere) return [...known, unknown];
    if (bound?.of) served.push({ ...unknown, parameter: { ...bound.of, isServed: true } });
    return known;
  };
  /** Members of what a loop or a block has one by one: those of the list that the text around it names. */
  const ofMembers = (named: FollowedName, binding: Binding, hops: number, seen: Set<string>) => {
    const { unknown, first, last } = named;
    const part = partOf(named, hops, seen);
    if (part) return [part];
    const lists = wordsBeside(binding, first).flatMap(valuesNamed);
    const own = fieldsOf(last).filter(
      (one) => !FORMS.nothing.test(textAt(text, one)) && lists.some((list) => overlaps(one, list)),
    );
    return own.length === 0 ? [unknown] : own.flatMap((one) => follow(one, hops - 1, seen));
  };
  /** Where the text gives a name its values, in the function that has it as a parameter, if there is one. */
  const placesOf = (named: FollowedName, whole: Range, isOwn: boolean, owner: Range | undefined, isSet: RegExp) => {
    const { first, last, behind } = named;
    const all =
      first === last ? lastOf(page, last, whole.offset, resultsOf(last)) : (isOwn ? resultsOf : fieldsOf)(last);
    // What a text imports has no other values here than those that it is given.
    const isElsewhere = first !== last && importNamed(page, first) !== undefined;
    // A word or an object that is no string is the member of another object.
    const isOfOther = (one: Range): boolean =>
      !isOwn &&
      FORMS.written.test(textAt(text, one)) &&
      !stringAt(strings, one) &&
      !valuesNamed(first).some((value) => overlaps(value, one));
    const own = all.filter(
      (one) =>
        ((!isElsewhere && (!owner || overlaps(one, owner)) && !isOfOther(one)) ||
          isSet.test(textBefore(text, one.offset, 200))) &&
        !FORMS.nothing.test(textAt(text, one)) &&
        // What describes an option.
        !(first !== last && FORMS.described.test(textAt(text, one)) && !stringAt(strings, one)),
    );
    // `uris[env]`: any member.
    const isAnyMember = /^\[[A-Za-z_$]/.test(text.slice(behind, whole.endOffset));
    return isAnyMember ? own.flatMap((one) => membersOf(text, one)) : own;
  };
  const isSection = (read: OutsideRead): boolean => /(?:\.get\w*\(|\w\[)["'`]/.test(textAt(text, read));
  /** A read of which a member is a part: the answer of a secret store, or a section of the settings. */
  const partOf = ({ unknown, first, last }: FollowedName, hops: number, seen: Set<string>): OutsideRead | undefined => {
    const answers = valuesNamed(first).flatMap((one) => follow(one, hops - 1, seen));
    const answer = answers.find(({ source }) => !/^(?:env|unknown)$/.test(source)) ?? unpackings().get(last);
    const section = answers.find(isSection);
    const map = answers.find(({ origin }) => origin === 'members');
    // `bundle.getString("mongo.uri")` has the whole name.
    const behind = unknown.name.startsWith(`${first}.`) ? unknown.name.slice(first.length) : undefined;
    if (map && behind !== undefined && !GENERAL.test(behind.slice(1))) return ofMap(map, behind.slice(1));
    return answer ?? (section && behind !== undefined ? { ...section, name: section.name + behind } : undefined);
  };
  /** What a function gets, if its arguments begin at an offset and one is a string: it does not change where that is. */
  const passedTo = (at: number, hops: number, seen: Set<string>): readonly OutsideRead[] | undefined => {
    for (const { offset, endOffset } of itemsFrom(text, at)) {
      const name = text.slice(offset, endOffset).trim();
      if (!/^[\w$.]{1,100}$/.test(name) || !isAddressName(name)) continue;
      const leads = follow({ offset, endOffset }, hops - 1, seen);
      const isKnown = leads.length > 0 || valuesNamed(name).some((one) => stringAt(strings, one));
      if (isKnown && leads.every(({ source }) => source !== 'unknown')) return leads;
    }
    return undefined;
  };
  return (expression, member) =>
    member === undefined ? follow(expression, MAX_HOPS, new Set()) : followMember(expression, member, MAX_HOPS);
}

/** The same for a file whose strings are known. */
export const followIn = oncePerText(({ source, strings }: FoundFile) => {
  const page = pageOf(source);
  return followerOf({ page, strings: strings.filter(({ via }) => via === 'literal'), reads: readsOf(page, false) });
});

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
  const imported = importNamed(page, module);
  if (!imported || (imported.name !== null && !/^(?:import|from)/.test(imported.written))) return false;
  return !/^\)?\(/.test(page.text.slice(endOffset, endOffset + 2));
}

/** Up to the value that is unpacked, `{ uri } =`, with the key that gets another name. */
const unpackedBefore = oncePerKey(
  (name: string) => new RegExp(String.raw`\{[^{}]*?(?:\b(\w+)\s*:\s*)?\b${name}\b[^{}]*\}[ \t]*=\s*$`),
);

/** `const { X: uri } = process.env`, `import { X } from "$env/static/private"`: what is read, by the names that get it. */
const unpackedIn = (text: string): ReadonlyMap<string, OutsideRead> =>
  new Map(
    [...text.matchAll(FORMS.unpacked)].flatMap(({ 1: all = '', indices }) =>
      matchesIn(all, FORMS.entry, indices![1]![0]).map(({ match: [, name = '', own = name], offset }) => {
        return [own, { name, source: 'env', offset, endOffset: offset + name.length }] as const;
      }),
    ),
  );

/** True for a variable that something else may give a value: the script tests it, asks for it, or gets it: `URI=${1:-…}`. */
const isTested = (text: string, name: string): boolean => {
  const own = String.raw`${escapePattern(name)}\b`;
  return new RegExp(
    String.raw`(?:\[[^\n\]]{0,60}|\btest[ \t][^\n]{0,20}|-not[ \t(]{1,4}|IsNullOr\w{1,20}\(|![ \t]*|\bif[ \t]+(?:not[ \t]+|\/i[ \t]+)?["']?|\bparam[ \t]*\((?:[^()]|\([^()]*\)){0,900})[$%{]{1,2}(?:env:)?${own}|\bdefined[ \t]+${own}|\bread\b[^\n;|]{0,60}[ \t]${own}|\b${own}(?:[ \t]*\?=|=["']?\$\{\d|=[^]{0,2000}?\n[^#\n]{0,60}(?:\bsource|(?<![\w.])\.)[ \t]+["']?[$~/])`,
    'i',
  ).test(text);
};
