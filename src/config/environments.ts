/** Environments, and the words for them in paths, sorted. */
const ENVIRONMENTS: readonly (readonly [name: string, ...words: string[]])[] = [
  ['default', 'default'],
  ['demo', 'demo'],
  ['development', 'dev', 'develop', 'development', 'local', 'localhost'],
  ['preview', 'preview'],
  ['production', 'live', 'prd', 'prod', 'production'],
  ['sandbox', 'sandbox'],
  ['staging', 'preprod', 'qa', 'stage', 'staging', 'stg', 'uat'],
  ['test', 'ci', 'test'],
];

/** The environments in a path, sorted: `deploy/prod/a.env`, `.env.production`. */
export function environmentIn(path: string): string {
  const written = new Set(path.toLowerCase().split(/[/._-]/));
  const named = ENVIRONMENTS.filter(([, ...words]) => words.some((word) => written.has(word)));
  return named.map(([name]) => name).join('+');
}
