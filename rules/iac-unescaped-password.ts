import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { everyBlock, blocksOf } from '../src/iac/hcl.ts';
import { itemsByModule, TERRAFORM_FILE, type FiledItem } from '../src/iac/terraform.ts';
import { defineRule, type CollectedItem, type FoundFile, type ProjectRuleResult } from '../src/lint/rule.ts';

/** A password between `:` and `@` in a template for a string. */
const USED =
  /:\$\{([ \t]{0,4}((?:random_(?:password|string)|local|mongodbatlas_database_user)\.[\w-]{1,80})(?:\[[^\]\n]{1,40}\])?(?:\.(?:result|password))?[ \t]{0,4})\}(?=@)/g;
/** The same with `format`, where the password is the argument after the user. */
const FORMATTED =
  /\bformat\(\s{0,40}"mongodb(?:\+srv)?:\/\/%s:%s@[^"\n]{0,200}",\s{0,40}[^,\n]{1,100},\s{0,40}((random_(?:password|string)\.[\w-]{1,80})(?:\[[^\]\n]{1,40}\])?\.result)(?=\s{0,40}[,)])/g;
/** Places that receive a generated password: a local, the database user. */
const TAKEN =
  /^[ \t]{0,32}(\w{1,60})[ \t]{0,32}=[ \t]{0,8}(random_(?:password|string)\.[\w-]{1,80})(?:\[[^\]\n]{1,40}\])?\.result[ \t]*(?:#|$)/gm;
const DECLARED = /^[ \t]{0,32}resource[ \t]{1,16}"(random_(?:password|string))"[ \t]{1,16}"([\w-]{1,80})"/gm;
/** Without special characters, or only with those that a string may contain unescaped. */
const PLAIN =
  /^[ \t]{0,32}(?:special[ \t]{0,32}=[ \t]{0,8}false|override_special[ \t]{0,32}=[ \t]{0,8}"[\w.~-]{0,20}"[ \t]*(?:#|$))/m;

const login = (password: string): string => `locals {\n  uri = "mongodb+srv://app:${password}@\${local.host}/"\n}\n`;
const declared = (setting: string): string => `resource "random_password" "db" {\n  length = 24\n${setting}}\n`;
const PASSWORD = '${random_password.db.result}';

export default defineRule({
  id: 'iac-unescaped-password',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A generated password that may contain special characters, inserted into a string without `urlencode`.',
    why: 'By default `random_password` uses `@`, `:`, `%`, `#` and others. Such a character splits the string in the wrong place, but only some generated passwords contain one.',
    todo: 'Write `urlencode(random_password.….result)`.',
    sources: ['Terraform provider random, documentation of `random_password`: special characters are on by default'],
  },
  messages: { raw: 'This password may contain characters that end the user info. Wrap it in `urlencode`.' },
  examples: {
    invalid: [
      {
        title: 'in a string',
        files: { 'main.tf': login('${⟦random_password.db.result⟧}') },
        fixed: 'urlencode(random_password.db.result)',
      },
      {
        title: 'declared with special characters in another file',
        files: { 'main.tf': login('${⟦random_password.db.result⟧}'), 'user.tf': declared('  special = true\n') },
      },
      {
        title: 'through a local',
        files: { 'main.tf': `${login('${⟦local.word⟧}')}locals {\n  word = random_password.db.result\n}\n` },
      },
      {
        title: 'by format',
        files: { 'main.tf': 'x = format("mongodb+srv://%s:%s@%s/", "app", ⟦random_password.db.result⟧, local.host)\n' },
        fixed: 'urlencode(random_password.db.result)',
      },
      {
        title: 'by format, one argument per line',
        files: {
          'main.tf':
            'x = format(\n  "mongodb+srv://%s:%s@%s/",\n  "app",\n  ⟦random_password.db.result⟧,\n  local.host,\n)\n',
        },
        fixed: 'urlencode(random_password.db.result)',
      },
    ],
    valid: [
      {
        title: 'encoded, by format',
        files: {
          'main.tf':
            'x = format(\n  "mongodb+srv://%s:%s@%s/",\n  "app",\n  urlencode(random_password.db.result),\n  local.host,\n)\n',
        },
      },
      { title: 'encoded', files: { 'main.tf': login('${urlencode(random_password.db.result)}') } },
      { title: 'no special characters', files: { 'a.tf': login(PASSWORD), 'b.tf': declared('  special = false\n') } },
      {
        title: 'only harmless characters',
        files: { 'a.tf': login(PASSWORD) + declared('  override_special = "_-"\n') },
      },
      {
        title: 'not in a string of the service',
        files: { 'a.tf': 'x = "postgres://app:${random_password.db.result}@db/"\n' },
      },
      { title: 'a comment', files: { 'a.tf': `# ${login(PASSWORD).split('\n')[1]!}\n` } },
    ],
  },
  trigger: { anchors: ['random_password', 'random_string', 'mongodb'], path: TERRAFORM_FILE },
  collect: passwordsIn,
  check(files) {
    return itemsByModule(files).flatMap((items) => {
      const plain = new Set(items.flatMap((item) => (item.is === 'plain' ? [item.name] : [])));
      const taken = new Map(items.flatMap((item) => (item.is === 'taken' ? [[item.name, item.source] as const] : [])));
      return items
        .filter(({ is, name }) => {
          const source = name.startsWith('random_') ? name : taken.get(name);
          return is === 'used' && source !== undefined && !plain.has(source);
        })
        .map(problemOf);
    });
  },
});

/** A value that is used in a string, a name that receives a password, or a password without special characters. */
type PasswordItem = CollectedItem & { readonly name: string } & (
    { readonly is: 'used' | 'plain' } | { readonly is: 'taken'; readonly source: string }
  );

function problemOf({ file, at }: FiledItem<PasswordItem>): ProjectRuleResult {
  const before = { offset: at.offset, endOffset: at.offset, text: 'urlencode(' };
  const after = { offset: at.endOffset, endOffset: at.endOffset, text: ')' };
  return { message: 'raw', at, file, fix: { title: 'Wrap it in urlencode', edits: [before, after] } };
}

function passwordsIn({ source }: FoundFile): PasswordItem[] {
  const { text } = source;
  const used = codeMatches(text, USED).flatMap(({ match, offset }): PasswordItem[] => {
    const line = text.slice(Math.max(0, offset - 300), offset);
    if (!/\bmongodb(?:\+srv)?:\/\/[^"\n]{0,200}$/.test(line)) return [];
    const [, inner = '', name = ''] = match;
    const from = offset + 3 + inner.length - inner.trimStart().length;
    return [{ is: 'used', at: { offset: from, endOffset: from + inner.trim().length }, name }];
  });
  // A text that generates no password contains nothing else to collect.
  if (!text.includes('random_')) return used;
  const formatted = codeMatches(text, FORMATTED).map(
    ({ match: [, value = '', name = ''], endOffset }): PasswordItem => {
      return { is: 'used', at: { offset: endOffset - value.length, endOffset }, name };
    },
  );
  const taken = everyBlock(blocksOf(source)).flatMap(({ type, labels, body }): PasswordItem[] => {
    const owner =
      type === 'locals'
        ? ''
        : type === 'resource' && labels[0] === 'mongodbatlas_database_user'
          ? labels.join('.')
          : null;
    if (owner === null) return [];
    return codeMatches(text.slice(body.offset, body.endOffset), TAKEN).flatMap(
      ({ match: [, key = '', source = ''] }): PasswordItem[] => {
        const name = owner === '' ? `local.${key}` : key === 'password' ? owner : null;
        return name === null ? [] : [{ is: 'taken', at: body, name, source }];
      },
    );
  });
  const plain = codeMatches(text, DECLARED).flatMap(({ match, offset, endOffset }): PasswordItem[] => {
    const block = text.slice(endOffset, endOffset + 1000).split(/^\}/m, 1)[0]!;
    return PLAIN.test(block) ? [{ is: 'plain', at: { offset, endOffset }, name: `${match[1]!}.${match[2]!}` }] : [];
  });
  return [...used, ...formatted, ...taken, ...plain];
}
