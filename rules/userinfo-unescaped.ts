import patterns from './patterns.json' with { type: 'json' };
import { TERRAFORM_FILE } from '../src/read/families.ts';
import { codeMatches } from '../src/read/page.ts';
import type { FoundString, FoundFile } from '../src/classify/found-string.ts';
import { issuesFor, isWholeString, joinedProblem } from '../src/lint/grammar.ts';
import { defineReason, defineRule, problemsAmong, type RuleProblem } from '../src/lint/rule.ts';
import { passwordInBrackets } from '../src/read/secrets.ts';
import { PLACEHOLDER, placeholderAt } from '../src/text/literal.ts';
import { textAt } from '../src/parse/part.ts';
import { namedForms, textBefore, type Match } from '../src/text/source.ts';
import { userinfoEdits } from '../src/parse/parse.ts';
import { blocksOf, type HclBlock } from '../src/iac/hcl.ts';
import { editOf, makeFix, partAt, takesPercent } from '../src/classify/string-edits.ts';

const FORMS = namedForms(patterns.password);

export default defineRule({
  id: 'userinfo-unescaped',
  reasons: {
    literal: {
      refused: true,
      supersedes: ['uri-refused/port-invalid', 'uri-refused/db-name-invalid'],
      messages: {
        issue: '{issue}',
        brackets: 'The brackets of the placeholder are left around the password. Remove them.',
        joined: 'The `@` between user info and host is missing.',
      },
      checkString(string, { profile }, { source }) {
        const issues = issuesFor(['userinfo-unescaped', 'userinfo-empty', 'userinfo-no-at'], string, source);
        const joined = withoutAt(string, profile.domains);
        if (joined && isWholeString(string, source)) return [joined];
        if (issues.length === 0) return string.literal.placeholders.length > 0 ? leftBrackets(string) : [];
        // One edit per wrong character. None if user info and hosts can be split in another way.
        const edits = takesPercent(string, source) ? (userinfoEdits(string.literal.value, { issues }) ?? []) : [];
        const title = 'Percent-encode the reserved characters of the user info';
        const fix = makeFix(title, ...edits.map((edit) => editOf(string, edit, edit.text)));
        return joinedProblem(string, issues, { fix });
      },
    },
    interpolated: defineReason({
      basis: 'code',
      trigger: { anchors: ['random_password', 'random_string', 'mongodb'], path: TERRAFORM_FILE },
      messages: { raw: 'This password may contain characters that end the user info. Wrap it in `urlencode`.' },
      collect: passwordsIn,
      checkModule(items) {
        // By name, the password that a value receives: `null` for one without special characters.
        const taken = items.flatMap((item) => ('message' in item ? [] : [item]));
        const passwords = new Map(taken.map(({ name, password }) => [name, password]));
        return problemsAmong(items).filter(({ name }) => {
          const password = name.startsWith('random_') ? name : passwords.get(name);
          return password && passwords.get(password) !== null;
        });
      },
    }),
  },
});

/** `${user}:${password}cluster.…`: the password and the host are one text. */
function withoutAt(string: FoundString, domains: readonly string[]): RuleProblem | null {
  const { uri, literal } = string;
  if (!uri || uri.userRange) return null;
  const { offset, endOffset } = uri.hostsRange;
  const hosts = literal.value.slice(offset, endOffset);
  const [, before = '', host = ''] = /^([^:@,]{1,80}:[^:@,.]*\uFFFC)([a-z\d][\w.-]{1,200})$/i.exec(hosts) ?? [];
  if (!domains.some((domain) => host.endsWith(`.${domain}`))) return null;
  const place = { offset: offset + before.length, endOffset };
  const suggestions = [makeFix('Write @ before the host', editOf(string, { ...place, endOffset: place.offset }, '@'))];
  return { message: 'joined', severity: 'warning', at: partAt(string, place), suggestions };
}

/** Values that are used in strings, names that receive a password, and passwords without special characters. */
function passwordsIn({ source }: FoundFile) {
  const used = codeMatches(source, FORMS.used).filter(({ offset }) =>
    /\bmongodb(?:\+srv)?:\/\/[^"\n]{0,200}$/.test(textBefore(source.text, offset, 300)),
  );
  // A text that generates no password contains nothing else to collect.
  const blocks = source.text.includes('random_') ? blocksOf(source) : [];
  const taken = blocks.flatMap(({ type, labels, attributes }) => {
    const isUser = type === 'resource' && labels[0] === 'mongodbatlas_database_user';
    const own = attributes.filter(({ name }) => type === 'locals' || (isUser && name === 'password'));
    return own.flatMap(({ name, text: value, valueAt: at }) => {
      const [, password] = FORMS.generated.exec(value) ?? [];
      return password ? [{ at, name: isUser ? labels.join('.') : `local.${name}`, password }] : [];
    });
  });
  const plain = blocks.filter(isPlain).map(({ labels, head: at }) => ({ at, name: labels.join('.'), password: null }));
  return [...[...used, ...codeMatches(source, FORMS.formatted)].map(rawPassword), ...taken, ...plain];
}

function rawPassword({ name: value, at }: Match) {
  const edits = [
    { ...at, endOffset: at.offset, text: 'urlencode(' },
    { ...at, offset: at.endOffset, text: ')' },
  ];
  const [name = ''] = /^\w+\.[\w-]+/.exec(value) ?? [];
  return { message: 'raw', name, at, fix: { title: 'Wrap it in urlencode', edits } };
}

/** Without special characters, or only with those that a string may contain unescaped. */
const isPlain = ({ attributes }: HclBlock): boolean =>
  attributes.some(
    ({ name, text }) =>
      (name === 'special' && text === 'false') || (name === 'override_special' && /^"[\w.~-]{0,20}"$/.test(text)),
  );

/** `<${pass}>`, `<%s>`: a piece that is filled in, in the brackets of a placeholder. */
const FILLED = /^<(?:[$#]?\{[^{}<>]{1,60}\}|%s)>$/;

/** Around a password, or around the piece that is filled in with it. */
function leftBrackets(string: FoundString): RuleProblem[] {
  const inner = passwordInBrackets(string);
  const { literal, uri } = string;
  const filled = uri?.passwordRange;
  const isFilled =
    filled &&
    (textAt(literal.value, filled) === `<${PLACEHOLDER}>` ||
      (filled.endOffset === filled.offset + 1 && FILLED.test(placeholderAt(literal, filled.offset)?.text ?? '')));
  if (!inner && !isFilled) return [];
  const at = inner ? { offset: inner.offset - 1, endOffset: inner.endOffset + 1 } : partAt(string, filled!);
  const edits = [at.offset, at.endOffset - 1].map((offset) => ({ offset, endOffset: offset + 1, text: '' }));
  const severity = inner ? 'error' : 'warning';
  return [{ message: 'brackets', at, severity, suggestions: [{ title: 'Remove the brackets', edits }] }];
}
