import type { UriOption } from '../src/parse/connection-string.ts';
import { withoutOption } from '../src/rule-helpers/options.ts';
import { defineRule } from '../src/lint/rule.ts';
import { partAt, realHosts, makeFix } from '../src/rule-helpers/hosts.ts';
import { isWholeString } from '../src/rule-helpers/whole-string.ts';

export default defineRule({
  id: 'tls-verification-off',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  trigger: { all: ['options', 'own-host'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'Verification of the server certificate turned off for an Atlas host.',
    why: 'Anyone between program and server can read and change the traffic. Atlas certificates are publicly trusted, so this is never necessary.',
    todo: 'Remove the option. If verification fails, update the root certificates of the machine or the driver.',
    sources: ['MongoDB specifications, URI options, TLS options (2026-08-13)'],
  },
  messages: { off: '{option} disables verification of the server certificate.' },
  examples: {
    invalid: [
      {
        title: 'any certificate is accepted',
        files: {
          'a.py': 'c = MongoClient("mongodb+srv://quay.k2j4h.mongodb.net/b?⟦tlsAllowInvalidCertificates=true⟧")\n',
        },
      },
      {
        title: 'by an old name of a driver',
        files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/b?w=1&⟦sslValidate=false⟧\n' },
      },
    ],
    valid: [
      {
        title: 'verification stays on',
        files: {
          'a.py': 'c = MongoClient("mongodb+srv://quay.k2j4h.mongodb.net/b?tlsAllowInvalidCertificates=false")\n',
        },
      },
      {
        title: 'another server',
        files: { 'a.py': 'c = MongoClient("mongodb://localhost/b?tls=true&tlsInsecure=true")\n' },
      },
      {
        title: 'a test',
        files: { 'test/tls.test.ts': "const uri = 'mongodb+srv://quay.k2j4h.mongodb.net/b?tlsInsecure=true';\n" },
      },
    ],
  },
  check(string, { role }, { source }) {
    const options = string.uri?.options.filter(switchesOff) ?? [];
    if (options.length === 0 || realHosts(string).length === 0) return [];
    if (role === 'test' || !isWholeString(string, source)) return [];
    return options.map((option) => {
      const remove = makeFix('Remove the option', withoutOption(string, option));
      return {
        message: 'off',
        data: { option: `${option.name}=${option.value}` },
        at: partAt(string, option),
        suggestions: remove ? [remove] : [],
      };
    });
  },
});

/** Name → value that turns verification off, in the specification and in older drivers. */
const OFF: Readonly<Record<string, string>> = {
  ...{ tlsinsecure: 'true', tlsallowinvalidcertificates: 'true', tlsallowinvalidhostnames: 'true' },
  ...{ sslinsecure: 'true', sslallowinvalidcertificates: 'true', sslallowinvalidhostnames: 'true' },
  ...{ sslinvalidhostnameallowed: 'true', ssl_match_hostname: 'false', ssl_cert_reqs: 'cert_none' },
  ...{ sslvalidate: 'false', sslverifycertificate: 'false', rejectunauthorized: 'false' },
};

function switchesOff({ name, value }: UriOption): boolean {
  return value !== null && OFF[name.toLowerCase()] === value.toLowerCase();
}
