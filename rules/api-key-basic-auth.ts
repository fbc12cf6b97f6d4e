import { apiRequests, matchesInParts, type ApiRequest } from '../src/admin-api/requests.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import { distinct, rewriting } from '../src/text/source.ts';

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

/** Words for basic authentication. Only the captured word is printed, never the text after it. */
const BASIC: readonly RegExp[] = [
  /\bAuthorization\\?["'`]?[\])]?[ \t]{0,8}[:,=][ \t]{0,8}f?\\?["'`]?(Basic)\b/gi,
  /\b(HTTPBasicAuth|BasicAuth|[sS]etBasicAuth|basicAuth|basic_auth|authorization_basic|HttpBasicAuthenticator|Credentials\.basic)\(/g,
  /\bAuthenticationHeaderValue\([ \t]{0,8}"(Basic)"/g,
  // Ruby without brackets, and settings of HTTParty and Ansible.
  /\.(basic_auth)[ \t]{1,4}[\w@:'"]/g,
  /[(,]\s{0,80}(basic_auth): ?\{/g,
  /\b(force_basic_auth):[ \t]{1,8}["']?(?:true|yes)\b/gi,
  /[ \t](-Authentication[ \t]{1,8}Basic)\b/gi,
  // PHP's curl, and an array of two for Guzzle.
  /\b(CURLAUTH_BASIC)\b/g,
  /["'](auth)["'][ \t]{0,4}=>[ \t]{0,4}\[[^[\],\n]{1,120},[^[\],\n]{1,120}\]/g,
  /[{,]\s{0,80}(auth): ?\{\s{0,80}user(?:name)?\b/g,
  // In requests and httpx, a pair means basic authentication.
  /\b(auth)[ \t]{0,4}=[ \t]{0,4}\([^()\n]{1,200},[^()\n]{1,200}\)/g,
  /[ \t](--basic)\b/g,
];

const USER = /[ \t](--user|-u)(?=[ \t=]{0,4}["'$\w])/g;

const DIGEST = /--digest|--anyauth|CURLAUTH_(?:DIGEST|ANY)|digest[_-]?auth|digestfetch|AxiosDigest|digest-fetch/i;

function basicIn({ parts, text, whole }: ApiRequest): RuleProblem | null {
  if (parts.some((part) => DIGEST.test(part.text))) return null;
  // Lines around an address may request a token, for which basic authentication is correct.
  if (!whole && /oauth\/token|grant_type/.test(text)) return null;
  const patterns = /\bcurl\b/.test(text) && !text.includes('mdb_sa_') ? [...BASIC, USER] : BASIC;
  const [found] = parts.flatMap((part) => patterns.flatMap((pattern) => matchesInParts([part], pattern)));
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
