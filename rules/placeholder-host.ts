import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { isDeployed } from '../src/config/roles.ts';
import { defineRule } from '../src/lint/rule.ts';
import { hostsAt, ownHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'placeholder-host',
  since: '0.1.0',
  scope: 'string',
  trigger: { all: ['uri', 'own-host'] },
  severity: 'info',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'A placeholder hostname, without the token of a project or with a word to fill in, outside of documentation.',
    why: 'No such host exists: when the value is used as it stands, the lookup fails with ENOTFOUND.',
    todo: 'Put the host of your cluster in, or give the file the name of an example (`.env.example`).',
    sources: ['MongoDB Atlas documentation, connect by driver (2026-08)'],
  },
  messages: {
    token: 'This host has no token of a project, so no cluster has it.',
    word: 'A part of this host is still to be filled in.',
  },
  examples: {
    invalid: [
      { title: 'no token', files: { '.env': 'URI=mongodb+srv://⟦cluster0.mongodb.net⟧/\n' } },
      { title: 'a word to fill in', files: { 'app.js': "const a = 'mongodb+srv://⟦<cluster>.mongodb.net⟧/app';\n" } },
      { title: 'a masked token', files: { 'app.js': "const a = 'mongodb+srv://⟦cluster0.xxxxx.mongodb.net⟧/app';\n" } },
    ],
    valid: [
      {
        title: 'documentation and examples',
        files: {
          'README.md': 'mongodb+srv://cluster0.mongodb.net/\n',
          'examples/setup.py': 'URI = "mongodb+srv://cluster0.mongodb.net/"\n',
          '.env.example': 'URI=mongodb+srv://cluster0.mongodb.net/\n',
          'config.sample.json': '{ "uri": "mongodb+srv://<cluster>.mongodb.net/" }\n',
        },
      },
      { title: 'a comment', files: { 'app.js': "// like 'mongodb+srv://cluster0.mongodb.net/app'\n" } },
      { title: 'a variable', files: { 'app.js': 'const a = `mongodb+srv://${cluster}.mongodb.net/app`;\n' } },
      { title: 'a real name', files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/\n' } },
      {
        title: 'federation names have no token of their own',
        files: { '.env': 'URI=mongodb://archive-g1nxq.a.query.mongodb.net/\n' },
      },
    ],
  },
  check(string, { role }) {
    if (!string.uri?.scheme || string.literal.context !== 'code' || !isDeployed(role)) return [];
    const hosts = ownHosts(string).flatMap((host) => {
      const message = placeholderIn(string, host);
      return message ? [{ host, message }] : [];
    });
    const [first] = hosts;
    return first
      ? [
          {
            message: first.message,
            at: hostsAt(
              string,
              hosts.map(({ host }) => host),
            ),
          },
        ]
      : [];
  },
});

/** Names of other products have no token. */
const TOKENLESS = new Set(['federation', 'mesh', 'bi-connector']);

function placeholderIn({ literal }: FoundString, { host, hostRange, class: seen }: FoundHost): 'token' | 'word' | null {
  const placeholders = literal.placeholders.filter(({ at }) => at >= hostRange.offset && at < hostRange.endOffset);
  if (placeholders.some(({ isExample }) => isExample)) return 'word';
  if (placeholders.length > 0 || host.includes(PLACEHOLDER)) return null;
  if (/^x{2,}$/.test(seen.token ?? '')) return 'word';
  return seen.placeholder && !TOKENLESS.has(seen.shape ?? '') ? 'token' : null;
}
