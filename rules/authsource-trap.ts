import type { UriIssue } from '../src/parse/connection-string.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { givenBeside } from '../src/rule-helpers/given-beside.ts';
import { issueProblem, issuesFor } from '../src/rule-helpers/grammar-issues.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { mayHoldMore, optionNamed, withOption } from '../src/rule-helpers/options.ts';
import { defineRule, type RuleProblem, type Fix } from '../src/lint/rule.ts';
import { editOf, partAt, realHosts, makeFix } from '../src/rule-helpers/hosts.ts';

import { isWholeString } from '../src/rule-helpers/whole-string.ts';

export default defineRule({
  id: 'authsource-trap',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { any: ['fault', 'node'], all: ['uri'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'Authentication that cannot work: a direct Atlas string that looks the user up in the wrong database, or a mechanism with a user, password, source or property that it does not accept.',
    why: 'Without `authSource` the user is looked up in the database of the path. Atlas users are in `admin`. SRV strings get this from DNS, direct ones do not, and authentication fails although user name and password are right. Mechanisms such as MONGODB-X509 keep their users in `$external`, and drivers refuse options that do not match the mechanism.',
    todo: 'Add `authSource=admin` to a direct Atlas string, `authSource=$external` for MONGODB-X509, MONGODB-AWS, MONGODB-OIDC and GSSAPI, and set the options that the mechanism requires.',
    severities: { error: 'if the authentication mechanism needs another source, a user name or a property' },
    sources: [
      'MongoDB specifications, authentication (2026-08-13)',
      'MongoDB Atlas documentation, connect by driver (2026-08)',
    ],
  },
  messages: {
    issue: '{issue}',
    path: 'A direct string without `authSource=admin` looks the user up in the database of the path. Authentication fails.',
  },
  examples: {
    invalid: [
      {
        title: 'a direct string with a database in the path',
        files: {
          '.env':
            'URI=mongodb://${U}:${P}@quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017/⟦books?tls=true⟧\n',
        },
        severity: 'warning',
        suggested: 'books?tls=true&authSource=admin',
      },
      {
        title: 'an external mechanism with a wrong source',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/?authMechanism=MONGODB-X509&authSource=⟦admin⟧\n' },
        severity: 'error',
        suggested: '$external',
      },
      {
        title: 'a mechanism without a required property',
        files: {
          'a.py':
            'client = MongoClient("mongodb+srv://quay.k2j4h.mongodb.net/?⟦authMechanism=SCRAM-SHA-256⟧", tz_aware=True)\n',
        },
        severity: 'error',
      },
    ],
    valid: [
      {
        title: 'SRV takes it from DNS',
        files: { '.env': 'URI=mongodb+srv://${U}:${P}@quay.k2j4h.mongodb.net/books\n' },
      },
      {
        title: 'admin, no user, or a source',
        files: {
          '.env':
            'A=mongodb://${U}:${P}@quay-shard-00-00.k2j4h.mongodb.net:27017/admin?tls=true\n' +
            'B=mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017/books?tls=true\n' +
            'C=mongodb://${U}:${P}@quay-shard-00-00.k2j4h.mongodb.net:27017/books?authSource=admin\n',
        },
      },
      {
        title: 'the program may give the rest, or does',
        files: {
          '.env': 'URI=mongodb://localhost/?authMechanism=MONGODB-OIDC\n',
          'a.js': "new MongoClient('mongodb://localhost/?authMechanism=PLAIN', { auth: { username, password } });\n",
        },
      },
      { title: 'another server', files: { '.env': 'URI=mongodb://${U}:${P}@db.corp.example:27017/books\n' } },
      {
        title: 'an external mechanism',
        files: {
          '.env':
            'URI=mongodb://${U}@quay-shard-00-00.k2j4h.mongodb.net:27017/books?tls=true&authMechanism=MONGODB-X509\n',
        },
      },
    ],
  },
  check(string, _context, { source }) {
    const issues = issuesFor('authsource-trap', string, source);
    const problems: RuleProblem[] = issues.map((issue) => issueProblem(string, issue, external(string, issue)));
    const trap = pathProblem(string);
    if (!trap || !isWholeString(string, source) || givenBeside('authSource', string, source) === 'given')
      return problems;
    return [...problems, trap];
  },
});

/** In many formats a dollar sign starts a variable, so the encoded form is offered too. */
function external(string: FoundString, issue: UriIssue): Partial<RuleProblem> {
  if (issue.code !== 'auth-source') return {};
  const made = ['$external', '%24external'].map((value) => makeFix(`Use ${value}`, editOf(string, issue, value)));
  return { suggestions: made.filter((one): one is Fix => one !== undefined) };
}

function pathProblem(string: FoundString): RuleProblem | null {
  const { uri } = string;
  if (uri?.scheme !== 'direct' || !uri.userRange || !uri.database || !uri.databaseRange) return null;
  if (uri.database === 'admin' || uri.database.includes(PLACEHOLDER) || mayHoldMore(string)) return null;
  if (optionNamed(string, 'authSource') || optionNamed(string, 'authMechanism')?.value?.match(/^(?!SCRAM|DEFAULT)/))
    return null;
  const hosts = realHosts(string);
  if (hosts.length === 0 || !hosts.every((host) => host.class.node)) return null;
  const add = makeFix('Add authSource=admin', withOption(string, 'authSource', 'admin'));
  return {
    message: 'path',
    at: partAt(string, { offset: uri.databaseRange.offset, endOffset: uri.endOffset }),
    suggestions: add ? [add] : [],
  };
}
