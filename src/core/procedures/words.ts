/** `"a"`, `"a" and "b"`, `"a", "b" and 3 more`. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const MOST_NAMES = 6;

/** How people write the providers. */
export const PROVIDER_NAMES = { aws: 'AWS', azure: 'Azure', gcp: 'GCP' } as const;
