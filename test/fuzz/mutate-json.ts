import type { Sources } from './mutate.ts';

type Path = readonly (string | number)[];

/** A JSON text, or one behind a first line, with one value of it changed; `null` for any other text. */
export function mutatedJson(text: string, from: Sources): string | null {
  const start = text.search(/[[{]/);
  if (start < 0) return null;
  const head = text.slice(0, start);
  if (head !== '' && !/^[^\n]*\n$/.test(head)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start));
  } catch {
    return null;
  }
  const paths = [...pathsOf(value, [])];
  if (paths.length === 0) return null;
  for (let left = 1 + from.random.below(3); left > 0; left--) change(value, from.random.pick(paths), from);
  return head + JSON.stringify(value);
}

function* pathsOf(value: unknown, path: Path): Generator<Path> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    yield [...path, key];
    yield* pathsOf((value as Record<string | number, unknown>)[key], [...path, key]);
  }
}

function change(root: unknown, path: Path, from: Sources): void {
  const { random, words } = from;
  let holder = root as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) {
    const inner = holder[key];
    if (typeof inner !== 'object' || inner === null) return;
    holder = inner as Record<string | number, unknown>;
  }
  const key = path.at(-1)!;
  // What was an object when the place was chosen may be a list by now.
  if (Array.isArray(holder) && typeof key !== 'number') return;
  const old = holder[key];
  const kind = random.below(6);
  if (kind === 0) holder[key] = other(from);
  else if (kind === 1) Reflect.deleteProperty(holder, key);
  else if (kind === 2 && !Array.isArray(holder)) holder[random.pick(words)] = old;
  else if (kind === 3) holder[key] = [old, old];
  else if (kind === 4 && Array.isArray(holder)) holder.splice(Number(key), 0, old);
  else if (typeof old === 'string') holder[key] = old.slice(random.below(old.length)) + random.pick(words);
  else holder[key] = { [random.pick(words)]: old };
}

function other({ random, words }: Sources): unknown {
  return random.pick<unknown>([
    ...[null, true, false, 0, -1, 1.5, 1e300, '', [], {}, [[]], [null], { a: null }],
    random.pick(words),
    random.pick(words),
  ]);
}
