import { stringAt, type FoundString } from '../src/classify/found-string.ts';
import { isExampleHost, isOwnMachine, isPlaceholderHost, SECRET_MARKS } from '../src/read/secrets.ts';
import { assignedPasswords, literalSecrets, looseSecrets, passwordInBrackets } from '../src/read/secrets.ts';
import { knownOption } from '../src/parse/options.ts';
import { MASK } from '../src/text/shown-name.ts';
import type { Range, Source } from '../src/text/source.ts';
import { defineRule, type RuleProblem, type RuleContext } from '../src/lint/rule.ts';
import { editOf, partAt, makeFix } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'credentials-in-text',
  trigger: { anchors: [...SECRET_MARKS, 'atlas', 'mongodb', 'mcli'], orStrings: true },
  messages: {
    password: 'Hard-coded password in connection string.',
    assigned: 'Hard-coded password of a connection string.',
    option: 'Hard-coded secret in {place}.',
    address: 'Hard-coded credentials in address.',
    metrics: 'Hard-coded password of the metrics integration.',
    'service-account': 'Hard-coded secret of a service account.',
    'private-key': 'Hard-coded private API key.',
  },
  checkFile({ source, strings }, context) {
    const inStrings = strings.flatMap((string) => problemsOf(string, source, context));
    const loose = looseSecrets(source, strings)
      .filter((secret) => !stringAt(strings, secret))
      .map(({ kind, offset, endOffset }) => outside(kind, { offset, endOffset }));
    return [...inStrings, ...loose].sort((a, b) => a.at.offset - b.at.offset);
  },
});

const outside = (message: string, at: Range): RuleProblem => ({ message, at, text: MASK });

function problemsOf(string: FoundString, source: Source, context: RuleContext): RuleProblem[] {
  const isFilled = string.literal.placeholders.length > 0;
  const bracketed = isFilled ? passwordInBrackets(string) : null;
  const assigned = isFilled ? assignedPasswords(string, source) : [];
  const literal = literalSecrets(string);
  if ((!bracketed && literal.length === 0 && assigned.length === 0) || isExampleHost(string)) return [];
  // Placeholders, or only valid on the local machine.
  const severity = isOwnMachine(string) || isPlaceholderHost(string) ? 'info' : 'warning';
  const title = 'Take the password from the environment';
  const secrets = literal.map((secret): RuleProblem => {
    const { kind, option: name = '' } = secret;
    // The name of an unknown option may itself be secret.
    const place = knownOption(name) ? `option ${name}` : 'connection string';
    const reference = kind === 'password' ? environmentReference(context.path, string.literal.quote) : undefined;
    const use = reference === undefined ? undefined : makeFix(title, editOf(string, secret, reference));
    return { message: kind, data: { place }, at: partAt(string, secret), severity, suggestions: [use] };
  });
  const others = assigned.map((at): RuleProblem => ({ ...outside('assigned', at), severity }));
  return [...(bracketed ? [{ message: 'password', at: bracketed, severity } as const] : []), ...secrets, ...others];
}

/** How a value refers to an environment variable, by the name of the file and the quotes around the value. */
const REFERENCES: readonly (readonly [path: RegExp, quotes: readonly (string | null)[], text: string])[] = [
  [/(?:^|\/)\.?env(?:\.[\w.-]+)?$|\.env$/i, [null, '"'], '${DB_PASSWORD}'],
  [/(?:^|\/)(?:[\w-]*compose|application|bootstrap)[\w.-]*\.ya?ml$|\.properties$/i, [null, '"', "'"], '${DB_PASSWORD}'],
  [/\.(?:sh|bash|zsh)$|(?:^|\/)(?:Dockerfile|Containerfile)(?:\.\w+)?$/i, [null, '"'], '${DB_PASSWORD}'],
  [/\.[cm]?[jt]sx?$/i, ['`'], '${process.env.DB_PASSWORD}'],
  [/\.tf$/i, ['"'], '${var.db_password}'],
];

const environmentReference = (file: string, quote: string | null): string | undefined =>
  REFERENCES.find(([path, quotes]) => path.test(file) && quotes.includes(quote))?.[2];
