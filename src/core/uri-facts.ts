import type { Scheme } from './connection-string.ts';
import type { Range } from './source.ts';
import type { ParsedOption } from './uri-query.ts';

/** `unknown` when a piece that the text does not show may hold it. */
export type Presence = 'yes' | 'no' | 'unknown';

/** What the checks over several parts look at. */
export interface UriFacts {
  readonly scheme: Scheme | null;
  readonly options: readonly ParsedOption[];
  /** True when unknown pieces may hold further options, so that a missing one proves nothing. */
  readonly open: boolean;
  /** `null` when unknown pieces may hold further hosts. */
  readonly hosts: readonly string[] | null;
  readonly hostsRange: Range;
  readonly user: Presence;
  readonly password: Presence;
  readonly userinfoRange: Range | null;
}

const NO_OPTIONS: readonly ParsedOption[] = [];

export function optionsOf({ options }: UriFacts, name: string): readonly ParsedOption[] {
  // Most strings have none, and dozens of names are asked for.
  if (options.length === 0) return NO_OPTIONS;
  const wanted = name.toLowerCase();
  if (!options.some(({ key }) => key === wanted)) return NO_OPTIONS;
  return options.filter(({ key }) => key === wanted);
}

/** The first option of this name that has a value and shows it completely. */
export function valueOf(facts: UriFacts, name: string): (ParsedOption & { readonly decoded: string }) | null {
  for (const option of optionsOf(facts, name)) {
    if (!option.unknown && option.decoded) return { ...option, decoded: option.decoded };
  }
  return null;
}

/** The option when its value is `true`. */
export function isTrue(facts: UriFacts, name: string): ParsedOption | null {
  return optionsOf(facts, name).find(({ unknown, decoded }) => !unknown && decoded === 'true') ?? null;
}

/** True only when no option of this name is there and none can be hidden in an unknown piece. */
export function isMissing(facts: UriFacts, name: string): boolean {
  return !facts.open && optionsOf(facts, name).length === 0;
}
