import { codeMatches } from '../src/core/code-matches.ts';
import { notesByModule } from '../src/core/module-notes.ts';
import type { PlacedNote } from '../src/core/module-notes.ts';
import { defineRule } from '../src/core/rule.ts';
import type { FoundFile, Note, ProjectVerdict } from '../src/core/rule.ts';
import { isTerraformPath } from '../src/core/terraform-text.ts';

/** A password between `:` and `@` of a string that a template makes. */
const USED = /:\$\{([ \t]{0,4}random_password\.([\w-]{1,80})(?:\[[^\]\n]{1,40}\])?\.result[ \t]{0,4})\}(?=@)/g;
const DECLARED = /^[ \t]{0,32}resource[ \t]{1,16}"random_password"[ \t]{1,16}"([\w-]{1,80})"/gm;
/** No special characters, or only those that a string may hold as they are. */
const PLAIN =
  /^[ \t]{0,32}(?:special[ \t]{0,32}=[ \t]{0,8}false|override_special[ \t]{0,32}=[ \t]{0,8}"[\w.~-]{0,20}"[ \t]*(?:#|$))/m;

const login = (password: string): string => `locals {\n  uri = "mongodb+srv://app:${password}@\${local.host}/"\n}\n`;
const declared = (setting: string): string => `resource "random_password" "db" {\n  length = 24\n${setting}}\n`;
const PASSWORD = '${random_password.db.result}';

export default defineRule({
  id: 'iac-unescaped-password',
  since: '0.1.0',
  scope: 'project',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A generated password that may hold special characters, put into a string without `urlencode`.',
    why: '`random_password` uses `@`, `:`, `%`, `#` and others unless it is told not to. Such a password cuts the string at the wrong place, and only for some of the generated values.',
    todo: 'Write `urlencode(random_password.….result)`.',
    sources: ['Terraform provider random, documentation of `random_password`: special characters are on by default'],
  },
  messages: { raw: 'This password may hold characters that end the user info: wrap it in `urlencode`.' },
  examples: {
    reported: [
      {
        title: 'in a string',
        files: { 'main.tf': login('${⟦random_password.db.result⟧}') },
        fixed: 'urlencode(random_password.db.result)',
      },
      {
        title: 'declared with special characters in another file',
        files: { 'main.tf': login('${⟦random_password.db.result⟧}'), 'user.tf': declared('  special = true\n') },
      },
    ],
    silent: [
      { title: 'encoded', files: { 'main.tf': login('${urlencode(random_password.db.result)}') } },
      { title: 'no special ones', files: { 'a.tf': login(PASSWORD), 'b.tf': declared('  special = false\n') } },
      {
        title: 'harmless ones only',
        files: { 'a.tf': login(PASSWORD) + declared('  override_special = "_-"\n') },
      },
      {
        title: 'not in a string of the service',
        files: { 'a.tf': 'x = "postgres://app:${random_password.db.result}@db/"\n' },
      },
      { title: 'a comment', files: { 'a.tf': `# ${login(PASSWORD).split('\n')[1]!}\n` } },
    ],
  },
  notes: { anchors: ['random_password'], take: notesOf },
  check(files) {
    return notesByModule(files, 'iac-unescaped-password').flatMap((notes) => {
      const plain = new Set(notes.flatMap(({ about }) => (about.startsWith('plain ') ? [about.slice(6)] : [])));
      return notes.filter(({ about }) => about.startsWith('used ') && !plain.has(about.slice(5))).map(problemOf);
    });
  },
});

function problemOf({ file, at }: PlacedNote): ProjectVerdict {
  const before = { offset: at.offset, endOffset: at.offset, text: 'urlencode(' };
  const after = { offset: at.endOffset, endOffset: at.endOffset, text: ')' };
  return { message: 'raw', at, file, fix: { title: 'Wrap it in urlencode', edits: [before, after] } };
}

function notesOf({ source: { path, text } }: FoundFile): Note[] {
  if (!isTerraformPath(path)) return [];
  const used = codeMatches(text, USED).flatMap(({ match, offset }): Note[] => {
    const line = text.slice(Math.max(0, offset - 300), offset);
    if (!/\bmongodb(?:\+srv)?:\/\/[^"\n]{0,200}$/.test(line)) return [];
    const [, inner = '', name = ''] = match;
    const from = offset + 3 + inner.length - inner.trimStart().length;
    return [{ at: { offset: from, endOffset: from + inner.trim().length }, about: `used ${name}` }];
  });
  const plain = codeMatches(text, DECLARED).flatMap(({ match, offset, endOffset }): Note[] => {
    const block = text.slice(endOffset, endOffset + 1000).split(/^\}/m, 1)[0]!;
    return PLAIN.test(block) ? [{ at: { offset, endOffset }, about: `plain ${match[1]!}` }] : [];
  });
  return [...used, ...plain];
}
