import { environmentReference } from '../src/rule-helpers/environments.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { stringAt } from '../src/lint/finding.ts';
import {
  looseSecrets,
  SECRET_MARKS,
  isExampleHost,
  isOwnMachine,
  isPlaceholderHost,
  literalSecrets,
} from '../src/rule-helpers/secrets.ts';
import type { StringSecret } from '../src/rule-helpers/secrets.ts';
import { MASK } from '../src/classify/shown.ts';
import { defineRule, type RuleProblem, type RuleContext } from '../src/lint/rule.ts';
import { editOf, partAt, makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'credentials-in-text',
  since: '0.1.0',
  scope: 'file',
  trigger: { anchors: [...SECRET_MARKS, 'atlas', 'mongodb', 'mcli'], orStrings: true },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A literal password in a connection string, or another Atlas secret: a password of the metrics integration, the secret of a service account, a private API key.',
    why: 'Everyone who can read the repository, its history, a build log or an image has the secret. It stays in the history after it is removed from the file.',
    todo: 'Rotate the secret, keep it in a secret store or an environment variable, and build the string when the program starts. Reports never show the secret.',
    severities: { info: 'for a database on the local machine' },
    sources: ['MongoDB Atlas documentation, API authentication, Prometheus integration (2026-08)'],
  },
  messages: {
    password: 'Hard-coded password in connection string.',
    option: 'Hard-coded secret in option {option}.',
    address: 'Hard-coded credentials in address.',
    metrics: 'Hard-coded password of the metrics integration.',
    'service-account': 'Hard-coded secret of a service account.',
    'private-key': 'Hard-coded private API key.',
  },
  examples: {
    invalid: [
      {
        title: 'a password',
        files: { 'app.py': 'URI = "mongodb+srv://reader:⟦tr4wler-Net⟧@quay.k2j4h.mongodb.net/books"\n' },
        severity: 'warning',
      },
      {
        title: 'the name of the user, on a host of the service',
        files: { '.env': 'URI=mongodb+srv://reader:⟦reader⟧@quay.k2j4h.mongodb.net/books\n' },
      },
      {
        title: 'a format with variables',
        files: {
          'compose.yml':
            'services:\n  a:\n    environment:\n      URI: mongodb+srv://reader:⟦tr4wler-Net⟧@quay.k2j4h.mongodb.net/books\n',
        },
        suggested: '${DB_PASSWORD}',
      },
      {
        title: 'a database on the local machine',
        files: { 'dev.sh': 'mongosh mongodb://reader:⟦tr4wler-Net⟧@localhost:27017/books\n' },
        severity: 'info',
      },
      {
        title: 'the password of a job that scrapes the metrics',
        files: { 'a.yml': 'basic_auth:\n  username: prom_user_5f1a\n  password: ⟦Hx27-net-weave⟧\n' },
      },
      {
        title: 'a service account and an API key',
        files: {
          'a.sh':
            'export MDB_SECRET=⟦mdb_sa_sk_Zq81kd02Lw9xVb37Tn55⟧\nexport MONGODB_ATLAS_PRIVATE_KEY=⟦3f2b9c1e-77aa-4d0e-9b1c-5a6d7e8f9012⟧\n',
        },
      },
    ],
    valid: [
      {
        title: 'placeholders',
        files: {
          'README.md':
            '- mongodb+srv://<user>:<password>@quay.k2j4h.mongodb.net/\n- mongodb+srv://user:password@quay.k2j4h.mongodb.net/\n' +
            '- mongodb+srv://user:your-db-password@quay.k2j4h.mongodb.net/\n- mongodb+srv://app:CHANGE_ME@quay.k2j4h.mongodb.net/\n' +
            '- mongodb+srv://app:xxxxxxxx@quay.k2j4h.mongodb.net/\n- mongodb://app:app@db.corp.internal/\n',
          'a.js': 'const a = `mongodb+srv://app:${pass}@quay.k2j4h.mongodb.net/`;\n',
          'a.py':
            'A = "mongodb+srv://app:%s@quay.k2j4h.mongodb.net/" % pw\nB = "mongodb+srv://app:****@quay.k2j4h.mongodb.net/"\n',
        },
      },
      {
        title: 'a host and keys from an example',
        files: {
          '.env':
            'URI=mongodb://reader:tr4wler-Net@db.example.com/books\nMONGODB_ATLAS_PRIVATE_KEY=01234567-89ab-cdef-0123-456789abcdef\n',
        },
      },
      {
        title: 'a file with only the password',
        files: {
          'a.yml': 'basic_auth:\n  username: prom_user_5f1a\n  password_file: /etc/prom/password\n',
          'b.yml': 'basic_auth:\n  username: prom_user_5f1b\n  password: ${PROM_PASSWORD}\n',
        },
      },
      {
        title: 'samples of keys',
        files: { 'a.sh': 'S=mdb_sa_sk_xxxxxxxxxxxxxxxxxxxx\nATLAS_PRIVATE_KEY=00000000-0000-0000-0000-000000000000\n' },
      },
    ],
  },
  check({ source, strings, anchors }, context) {
    const inStrings = strings.flatMap((string) =>
      (isExampleHost(string) ? [] : literalSecrets(string)).map((secret) => problemAt(string, secret, context)),
    );
    const hasMark = SECRET_MARKS.some((mark) => anchors.has(mark));
    const loose = looseSecrets(source, strings, hasMark)
      .filter((secret) => !stringAt(strings, secret))
      .map(({ kind, offset, endOffset }): RuleProblem => ({ message: kind, at: { offset, endOffset }, text: MASK }));
    return [...inStrings, ...loose].sort((a, b) => a.at.offset - b.at.offset);
  },
});

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
