import patterns from './patterns.json' with { type: 'json' };
import { apiRequests, matchesInParts, type ApiRequest } from '../src/admin-api/requests.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import { distinct, namedForms, rewriting } from '../src/text/source.ts';

export default defineRule({
  id: 'api-key-basic-auth',
  basis: 'code',
  confidence: 'medium',
  trigger: { anchors: [], orStrings: ['admin-api-v1', 'admin-api-v2'] },
  messages: { basic: 'API keys require digest authentication, not basic.' },
  checkFile: (file, { profile }) =>
    // One call can use several addresses.
    distinct(
      apiRequests(file, profile).flatMap((request) => basicIn(request) ?? []),
      ({ at }) => at.offset,
    ),
});

const FORMS = namedForms(patterns.key);
/** Words for basic authentication. Only the captured word is printed, never the text after it. */
const BASIC = Object.values(namedForms(patterns.basic));

function basicIn({ parts: all, text, whole }: ApiRequest): RuleProblem | null {
  // What requests a token, for which basic authentication is correct.
  const parts = all.filter((part) => !/oauth\/token|grant_type/.test(part.text));
  if (parts.some((part) => FORMS.digest.test(part.text)) || (!whole && parts.length < all.length)) return null;
  const words = /\bcurl\b/.test(text) && !text.includes('mdb_sa_') ? [...BASIC, FORMS.user] : BASIC;
  const [found] = parts.flatMap((part) => words.flatMap((pattern) => matchesInParts([part], pattern)));
  if (!found) return null;
  const { name, at } = found;
  const now = NOW[name];
  return { message: 'basic', at, suggestions: now ? [rewriting(`Use digest authentication (${now})`, at, now)] : [] };
}

/** Replacements of the word. Its arguments stay. */
const NOW: Readonly<Record<string, string>> = {
  HTTPBasicAuth: 'HTTPDigestAuth',
  CURLAUTH_BASIC: 'CURLAUTH_DIGEST',
  '--basic': '--digest',
  '--user': '--digest --user',
  '-u': '--digest -u',
};
