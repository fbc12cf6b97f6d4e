import { stringAt, type FoundString } from '../src/classify/found-string.ts';
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
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import { partAt } from '../src/classify/string-edits.ts';

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
  checkFile({ source, strings, anchors }) {
    const inStrings = strings.flatMap((string) =>
      isExampleHost(string)
        ? []
        : [...inBrackets(string), ...literalSecrets(string).map((secret) => problemAt(string, secret))],
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

const problemAt = (string: FoundString, secret: StringSecret): RuleProblem => ({
  message: secret.kind,
  data: { option: secret.option ?? '' },
  at: partAt(string, secret),
  severity: isHarmless(string) ? 'info' : 'warning',
});

/** Strings whose credentials are placeholders or only valid on the local machine. */
const isHarmless = (string: FoundString): boolean => isOwnMachine(string) || isPlaceholderHost(string);
