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
    what: 'A placeholder hostname outside of documentation: without a project token, or with a word to replace.',
    why: 'The host does not exist. If the value is used unchanged, the lookup fails with ENOTFOUND.',
    todo: 'Insert the host of your cluster, or rename the file as an example (`.env.example`).',
    sources: ['MongoDB Atlas documentation, connect by driver (2026-08)'],
  },
  messages: {
    token: 'This host has no project token, so no cluster has it.',
    word: 'This host contains a placeholder.',
  },
  examples: {
    invalid: [
      { title: 'no token', files: { '.env': 'URI=mongodb+srv://⟦cluster0.mongodb.net⟧/\n' } },
      { title: 'a word to replace', files: { 'app.js': "const a = 'mongodb+srv://⟦<cluster>.mongodb.net⟧/app';\n" } },
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
