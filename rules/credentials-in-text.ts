import type { FoundString } from '../src/classify/found-string.ts';
import { stringAt } from '../src/lint/finding.ts';
import {
  looseSecrets,
  SECRET_MARKS,
  isExampleHost,
  isOwnMachine,
  isPlaceholderHost,
  literalSecrets,
  passwordInBrackets,
  type StringSecret,
} from '../src/read/secrets.ts';
import { MASK } from '../src/classify/shown.ts';
import { defineRule, type RuleProblem, type RuleContext } from '../src/lint/rule.ts';
import { editOf, partAt, makeFix } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'credentials-in-text',
  trigger: { anchors: [...SECRET_MARKS, 'atlas', 'mongodb', 'mcli'], orStrings: true },
  messages: {
    password: 'Hard-coded password in connection string.',
    option: 'Hard-coded secret in option {option}.',
    address: 'Hard-coded credentials in address.',
    metrics: 'Hard-coded password of the metrics integration.',
    'service-account': 'Hard-coded secret of a service account.',
    'private-key': 'Hard-coded private API key.',
  },
  checkFile({ source, strings, anchors }, context) {
    const inStrings = strings.flatMap((string) =>
      isExampleHost(string)
        ? []
        : [...inBrackets(string), ...literalSecrets(string).map((secret) => problemAt(string, secret, context))],
    );
    const hasMark = SECRET_MARKS.some((mark) => anchors.has(mark));
    const loose = looseSecrets(source, strings, hasMark)
      .filter((secret) => !stringAt(strings, secret))
      .map(({ kind, offset, endOffset }): RuleProblem => ({ message: kind, at: { offset, endOffset }, text: MASK }));
    return [...inStrings, ...loose].sort((a, b) => a.at.offset - b.at.offset);
  },
});

function inBrackets(string: FoundString): RuleProblem[] {
  const at = passwordInBrackets(string);
  return at ? [{ message: 'password', at, severity: isHarmless(string) ? 'info' : 'warning' }] : [];
}

function problemAt(string: FoundString, secret: StringSecret, context: RuleContext): RuleProblem {
  const reference = secret.kind === 'password' ? environmentReference(context.path, string.literal.quote) : null;
  const use = reference && makeFix('Take the password from the environment', editOf(string, secret, reference));
  return {
    message: secret.kind,
    data: { option: secret.option ?? '' },
    at: partAt(string, secret),
    severity: isHarmless(string) ? 'info' : 'warning',
    suggestions: use ? [use] : [],
  };
}

/** Strings whose credentials are placeholders or only valid on the local machine. */
const isHarmless = (string: FoundString): boolean => isOwnMachine(string) || isPlaceholderHost(string);

/** Formats in which a value can refer to an environment variable, by extension or file name. */
const FORMATS: readonly {
  readonly path: RegExp;
  readonly quotes: readonly (string | null)[];
  readonly text: string;
}[] = [
  { path: /(?:^|\/)\.?env(?:\.[\w.-]+)?$|\.env$/i, quotes: [null, '"'], text: '${DB_PASSWORD}' },
  { path: /\.(?:ya?ml|properties)$/i, quotes: [null, '"', "'"], text: '${DB_PASSWORD}' },
  {
    path: /\.(?:sh|bash|zsh)$|(?:^|\/)(?:Dockerfile|Containerfile)(?:\.\w+)?$/i,
    quotes: [null, '"'],
    text: '${DB_PASSWORD}',
  },
  { path: /\.[cm]?[jt]sx?$/i, quotes: ['`'], text: '${process.env.DB_PASSWORD}' },
  { path: /\.tf$/i, quotes: ['"'], text: '${var.db_password}' },
];

/** How a string in this file, with this delimiter, refers to a variable instead of a password. `null` if it cannot. */
function environmentReference(path: string, quote: string | null): string | null {
  return FORMATS.find((format) => format.path.test(path) && format.quotes.includes(quote))?.text ?? null;
}
