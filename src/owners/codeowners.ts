import { globMatcher } from '../config/globs.ts';

/** Possible paths of the file. The first that exists counts (documentation of GitHub and GitLab, 2026-08). */
export const CODEOWNERS_PATHS = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'] as const;

/** The owners of a file by its path from the root of the repository. Empty if it has none. */
export type OwnersOf = (path: string) => readonly string[];

interface OwnerRule {
  readonly matches: (path: string) => boolean;
  readonly owners: readonly string[];
}

/** `[Name]`, `^[Optional][2] @default` of GitLab. */
const SECTION = /^\^?\[([^\]]{1,200})\](?:\[\d{1,3}\])?(.{0,2000})$/;
/** A longer file is not a CODEOWNERS file. */
const MAX_LINES = 20_000;

/**
 * Reads a CODEOWNERS file. The last matching pattern decides. In a file with sections, the last match of each section
 * counts, and all of them own the file. A pattern without owners removes the owners, or assigns those of its section.
 */
export function parseCodeowners(text: string): OwnersOf {
  const sections = new Map<string, OwnerRule[]>([['', []]]);
  let name = '';
  let defaults: readonly string[] = [];
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const section = SECTION.exec(content);
    if (section) {
      name = section[1]!.toLowerCase();
      defaults = ownersIn(section[2]!);
      if (!sections.has(name)) sections.set(name, []);
      continue;
    }
    const [, written = '', rest = ''] = /^((?:\\.|[^\s\\]){1,1000})(.*)$/.exec(content) ?? [];
    const owners = ownersIn(rest);
    const matches = patternOf(written);
    if (matches) sections.get(name)!.push({ matches, owners: owners.length > 0 ? owners : defaults });
  }
  const rules = [...sections.values()];
  return (path) => [...new Set(rules.flatMap((own) => own.findLast(({ matches }) => matches(path))?.owners ?? []))];
}

/** A user, a team, a role or a mail address. */
const OWNER = /^(?:@{1,2}[\w./-]{1,200}|[\w.+-]{1,100}@[\w.-]{1,200})$/;

function ownersIn(text: string): string[] {
  const words = text.split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return words.slice(0, comment < 0 ? words.length : comment).filter((word) => OWNER.test(word));
}

/** Globs have characters that are literal here. */
const LITERAL = /[[\]{}\\]/g;

/** A pattern as in `.gitignore`, but without `!` and character ranges. `null` if it cannot match. */
function patternOf(written: string): ((path: string) => boolean) | null {
  const plain = written.replace(/\\(.)/g, '$1');
  if (plain === '' || plain.startsWith('!')) return null;
  const isAnchored = plain.slice(0, -1).includes('/');
  const bare = plain.replace(/^\//, '').replace(/\/$/, '').replace(LITERAL, '\\$&');
  const glob = isAnchored ? bare : `**/${bare}`;
  // `docs/*` matches the files of that folder only. A folder name matches everything below it.
  const below = globMatcher(`${glob}/**/*`);
  if (plain.endsWith('/')) return below;
  const own = globMatcher(glob);
  return plain.endsWith('*') && isAnchored ? own : (path) => own(path) || below(path);
}
