import type { Reach } from './string-paths.ts';

/** Words of a path that name an environment; equal words are one. */
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  ci: 'test',
  default: 'default',
  demo: 'demo',
  dev: 'development',
  develop: 'development',
  development: 'development',
  local: 'development',
  localhost: 'development',
  live: 'production',
  preprod: 'staging',
  preview: 'preview',
  prd: 'production',
  prod: 'production',
  production: 'production',
  qa: 'staging',
  sandbox: 'sandbox',
  stage: 'staging',
  staging: 'staging',
  stg: 'staging',
  test: 'test',
  uat: 'staging',
};

/** The environments that a path names, sorted: `deploy/prod/a.env`, `.env.production`. */
export function environmentIn(path: string): string {
  const words = path.toLowerCase().split(/[/._-]/);
  const named = words.flatMap((word) => (Object.hasOwn(ENVIRONMENTS, word) ? [ENVIRONMENTS[word]!] : []));
  return [...new Set(named)].sort().join('+');
}

/**
 * Groups files of one environment: by the config where it names one, else by folder tree and by the environment that
 * their paths name. Files at the root belong together only with each other: everything lies below them.
 */
export function byEnvironment(reaches: readonly Reach[]): readonly (readonly Reach[])[] {
  const folders = new Set(reaches.map(({ file }) => folderOf(file.path)));
  const groups = new Map<string, Reach[]>();
  for (const reach of reaches) {
    const { path, context } = reach.file;
    const place =
      context.environment === null
        ? `folder ${treeOf(folderOf(path), folders)} ${environmentIn(path)}`
        : `environment ${context.environment}`;
    // Files that run in different networks are meant to use different strings.
    const key = [place, context.network ?? '', reach.key].join('\0');
    const known = groups.get(key);
    if (known) known.push(reach);
    else groups.set(key, [reach]);
  }
  return [...groups.values()];
}

/** A single file may well hold the strings of all environments, unless the config says of which one it is. */
export function isOneFile(group: readonly Reach[]): boolean {
  return group[0]?.file.context.environment === null && new Set(group.map(({ file }) => file.path)).size === 1;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The topmost of the folders, below the root, that holds this one. */
function treeOf(folder: string, folders: ReadonlySet<string>): string {
  let top = folder;
  for (let above = folderOf(folder); above !== ''; above = folderOf(above)) if (folders.has(above)) top = above;
  return top;
}
