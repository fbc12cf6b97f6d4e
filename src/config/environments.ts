/** Environments, and the words for them in paths. */
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  test: 'ci test',
  default: 'default',
  demo: 'demo',
  development: 'dev develop development local localhost',
  production: 'live prd prod production',
  staging: 'preprod qa stage staging stg uat',
  preview: 'preview',
  sandbox: 'sandbox',
};

const ENVIRONMENT_OF = new Map(
  Object.entries(ENVIRONMENTS).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

/** The environments in a path, sorted: `deploy/prod/a.env`, `.env.production`. */
export function environmentIn(path: string): string {
  const words = path.toLowerCase().split(/[/._-]/);
  const named = words.flatMap((word) => ENVIRONMENT_OF.get(word) ?? []);
  return [...new Set(named)].sort().join('+');
}
