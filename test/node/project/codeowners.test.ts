import { describe, expect, it } from 'vitest';
import { parseCodeowners } from '../../../src/node/project/repositories.ts';

const GITHUB = `# comment
* @all
*.js @js # the scripts
/build/logs/ @ops
docs/* docs@example.com
apps/ @apps @more
/services/**/db.ts @data
/apps/github
`;

const GITLAB = `* @default
[Database][2] @dba
db/
src/**/*.sql @sql
^[Docs]
*.md @docs
`;

describe('parseCodeowners', () => {
  const github = parseCodeowners(GITHUB);
  it.each<[path: string, owners: string[]]>([
    ['main.go', ['@all']],
    ['src/a/b.js', ['@js']],
    ['build/logs/x/y.txt', ['@ops']],
    ['src/build/logs/x.txt', ['@all']],
    ['docs/a.md', ['docs@example.com']],
    ['docs/a/b.md', ['@all']],
    ['x/apps/a.ts', ['@apps', '@more']],
    ['services/a/b/db.ts', ['@data']],
    ['services/db.ts', ['@data']],
    ['apps/github/a.ts', []],
  ])('gives %s to the last match: %j', (path, owners) => {
    expect(github(path)).toEqual(owners);
  });

  it('joins the sections of GitLab, with their own owners where a line has none', () => {
    const gitlab = parseCodeowners(GITLAB);
    expect(gitlab('db/a.ts')).toEqual(['@default', '@dba']);
    expect(gitlab('src/x/a.sql')).toEqual(['@default', '@sql']);
    expect(gitlab('db/README.md')).toEqual(['@default', '@dba', '@docs']);
  });
});
