import { decodePercent } from '../src/core/uri-percent.ts';
import type { FoundString } from '../src/core/found.ts';
import { environmentReference } from '../src/core/environment-reference.ts';
import { HOLE } from '../src/core/literal.ts';
import { looseSecrets } from '../src/core/loose-secrets.ts';
import { isTestPath } from '../src/core/path-kinds.ts';
import { isPasswordPlaceholder } from '../src/core/placeholder-words.ts';
import { MASK } from '../src/core/redact.ts';
import { defineRule } from '../src/core/rule.ts';
import type { Problem, RuleContext } from '../src/core/rule.ts';
import { overlaps } from '../src/core/source.ts';
import type { Range } from '../src/core/source.ts';
import { editOf, ownHosts, partAt, repair } from '../src/core/subject.ts';

export default defineRule({
  id: 'credentials-in-text',
  since: '0.1.0',
  scope: 'file',
  anchors: [],
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A literal password in a connection string, or another secret of the service in a text: a password of the metrics integration, the secret of a service account, a private API key.',
    why: 'Whoever can read the repository, its history, a build log or an image has the secret, and it stays there after it was taken out of the file.',
    todo: 'Change the secret, keep it in a secret store or a variable of the environment, and put the string together when the program starts. Reports never show it.',
    sources: ['MongoDB Atlas documentation, API authentication, Prometheus integration (2026-08)'],
  },
  messages: {
    password: 'The password stands in the string.',
    option: 'The secret of the option {option} stands in the string.',
    address: 'The credentials stand in the address.',
    metrics: 'A password of the metrics integration stands in the text.',
    'service-account': 'The secret of a service account stands in the text.',
    'private-key': 'A private API key stands in the text.',
  },
  examples: {
    reported: [
      {
        title: 'a password',
        files: { 'app.py': 'URI = "mongodb+srv://reader:⟦tr4wler-Net⟧@quay.k2j4h.mongodb.net/books"\n' },
        severity: 'warning',
      },
      {
        title: 'where a variable can stand',
        files: {
          'compose.yml':
            'services:\n  a:\n    environment:\n      URI: mongodb+srv://reader:⟦tr4wler-Net⟧@quay.k2j4h.mongodb.net/books\n',
        },
        suggested: '${DB_PASSWORD}',
      },
      {
        title: 'the database of the own machine',
        files: { 'dev.sh': 'mongosh mongodb://reader:⟦tr4wler-Net⟧@localhost:27017/books\n' },
        severity: 'info',
      },
      {
        title: 'the password of a job that scrapes the metrics',
        files: {
          'prometheus.yml':
            'scrape_configs:\n  - job_name: a\n    scheme: https\n    basic_auth:\n      username: prom_user_5f1a\n      password: ⟦Hx27-net-weave⟧\n',
        },
      },
      {
        title: 'a service account and an API key',
        files: {
          'a.sh':
            'export MDB_SECRET=⟦mdb_sa_sk_Zq81kd02Lw9xVb37Tn55⟧\nexport MONGODB_ATLAS_PRIVATE_KEY=⟦3f2b9c1e-77aa-4d0e-9b1c-5a6d7e8f9012⟧\n',
        },
      },
    ],
    silent: [
      {
        title: 'placeholders',
        files: {
          'README.md':
            '- mongodb+srv://<user>:<password>@quay.k2j4h.mongodb.net/\n- mongodb+srv://user:password@quay.k2j4h.mongodb.net/\n' +
            '- mongodb+srv://user:your-db-password@quay.k2j4h.mongodb.net/\n- mongodb+srv://app:CHANGE_ME@quay.k2j4h.mongodb.net/\n' +
            '- mongodb+srv://app:xxxxxxxx@quay.k2j4h.mongodb.net/\n- mongodb+srv://app:app@quay.k2j4h.mongodb.net/\n',
          'a.js': 'const a = `mongodb+srv://app:${pass}@quay.k2j4h.mongodb.net/`;\n',
          'a.py':
            'A = "mongodb+srv://app:%s@quay.k2j4h.mongodb.net/" % pw\nB = "mongodb+srv://app:****@quay.k2j4h.mongodb.net/"\n',
        },
      },
      { title: 'no password', files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/books\n' } },
      {
        title: 'a file that holds the password',
        files: {
          'prometheus.yml':
            'scrape_configs:\n  - job_name: a\n    basic_auth:\n      username: prom_user_5f1a\n      password_file: /etc/prom/password\n  - job_name: b\n    basic_auth:\n      username: prom_user_5f1b\n      password: ${PROM_PASSWORD}\n',
        },
      },
      {
        title: 'samples of keys',
        files: {
          'a.sh':
            'export MDB_SECRET=mdb_sa_sk_xxxxxxxxxxxxxxxxxxxx\nexport MONGODB_ATLAS_PRIVATE_KEY=00000000-0000-0000-0000-000000000000\n',
        },
      },
    ],
  },
  check({ source, strings }, context) {
    const inStrings = strings.flatMap((string) => secretsOf(string, context));
    const loose = looseSecrets(source, strings)
      .filter((secret) => !strings.some(({ range }) => overlaps(range, secret)))
      .map(({ kind, offset, endOffset }): Problem => ({ message: kind, at: { offset, endOffset }, text: MASK }));
    return [...inStrings, ...loose].sort((a, b) => a.at.offset - b.at.offset);
  },
});

function secretsOf(string: FoundString, context: RuleContext): Problem[] {
  if (!string.uri) return addressSecrets(string);
  const { userRange, passwordRange, options } = string.uri;
  const user = userRange && textOf(string, userRange);
  const password = passwordRange && isLiteralSecret(string, passwordRange, user) ? [passwordRange] : [];
  const severity = isHarmless(string, context) ? ('info' as const) : ('warning' as const);
  return [
    ...password.map((range) => ({ ...problemAt(string, range, context), severity })),
    ...options.flatMap(({ name, secretRange }): Problem[] => {
      if (!secretRange || /user/i.test(name) || !isLiteralSecret(string, secretRange, null)) return [];
      return [{ message: 'option', data: { option: name }, at: partAt(string, secretRange), severity }];
    }),
  ];
}

function problemAt(string: FoundString, range: Range, { path }: RuleContext): Problem {
  const reference = environmentReference(path, string.literal.quote);
  const use = reference && repair('Take the password from the environment', editOf(string, range, reference));
  return { message: 'password', at: partAt(string, range), suggestions: use ? [use] : [] };
}

/** User info of an address of the administration API or of the metrics. */
function addressSecrets(string: FoundString): Problem[] {
  return string.secrets
    .filter((range) => {
      const [user = '', password] = textOf(string, range).split(':', 2);
      return password !== undefined && !password.includes(HOLE) && !isPasswordPlaceholder(password, user);
    })
    .map((range) => ({ message: 'address', at: partAt(string, range) }));
}

const textOf = ({ literal }: FoundString, { offset, endOffset }: Range): string =>
  decodePercent(literal.value.slice(offset, endOffset));

function isLiteralSecret(string: FoundString, range: Range, user: string | null): boolean {
  const value = textOf(string, range);
  return !value.includes(HOLE) && !isPasswordPlaceholder(value, user);
}

const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', 'host.docker.internal']);

/** What opens nothing but the own machine, or stands in a test of something that is not the service. */
function isHarmless(string: FoundString, { path }: RuleContext): boolean {
  if (string.hosts.length > 0 && string.hosts.every(({ host }) => OWN_MACHINE.has(host.toLowerCase()))) return true;
  return isTestPath(path) && ownHosts(string).length === 0;
}
