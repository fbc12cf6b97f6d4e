import type { Facts } from '../src/facts/facts.ts';
import { factsNamed } from '../src/facts/query.ts';
import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule, type RuleProblem, type Fix, type RuleContext } from '../src/lint/rule.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import type { Range } from '../src/text/source.ts';

const SCHEMES = ['PUBLIC', 'PRIVATE', 'PRIVATE_ENDPOINT'];
const BASE = 'https://cloud.mongodb.com/prometheus/v1.0/groups/65c1a0000000000000000d4e/discovery';
const sd = (query: string): string => `http_sd_configs:\n  - url: ${query}\n`;
const PEERED = { overrides: [{ files: ['**/*.yml'], network: 'peered' }] };

export default defineRule({
  id: 'metrics-target-scheme',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['/discovery'], besideService: true },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A metrics discovery whose `targetScheme` does not fit: unknown, without its endpoint, or public where the network is private.',
    why: '`targetScheme` decides which hostnames the list contains. `PRIVATE_ENDPOINT` also needs the endpoint. Without `targetScheme` the names are public, and a peered network on Azure or Google Cloud cannot reach them. On AWS they resolve to private addresses unless custom DNS is on. Private names do not resolve outside.',
    todo: 'Use `PUBLIC`, `PRIVATE`, or `PRIVATE_ENDPOINT` with `endpointId`, with one job per region.',
    severities: { warning: 'if the scheme does not fit the network of the file' },
    sources: ['MongoDB Atlas documentation, Prometheus integration (2026-08)'],
  },
  messages: {
    endpoint: '`targetScheme=PRIVATE_ENDPOINT` also needs `endpointId`.',
    unknown: '`targetScheme` must be PUBLIC, PRIVATE or PRIVATE_ENDPOINT.',
    private: 'This discovery lists private hostnames, but the code of this file runs in a public network.',
    public: 'This discovery lists public hostnames, but the code of this file runs in a {network} network.',
  },
  examples: {
    invalid: [
      {
        title: 'without an endpoint',
        files: { 'prometheus.yml': sd(`${BASE}?⟦targetScheme=PRIVATE_ENDPOINT⟧`) },
        severity: 'error',
      },
      {
        title: 'no such value',
        files: { 'list.sh': `curl -s "${BASE}?⟦targetScheme=private⟧"\n` },
        suggested: 'targetScheme=PRIVATE',
      },
      {
        title: 'public names in a peered network',
        files: { 'prometheus.yml': sd(`"⟦${BASE}⟧"`) },
        config: PEERED,
        severity: 'warning',
        suggested: `${BASE}?targetScheme=PRIVATE`,
      },
      {
        title: 'private names from outside',
        files: { 'prometheus.yml': sd(`${BASE}?⟦targetScheme=PRIVATE⟧`) },
        config: { overrides: [{ files: ['**/*.yml'], network: 'public' }] },
        severity: 'warning',
      },
      {
        title: 'public names requested in a peered network',
        files: { 'prometheus.yml': sd(`${BASE}?⟦targetScheme=PUBLIC⟧`) },
        config: PEERED,
        suggested: 'targetScheme=PRIVATE',
      },
    ],
    valid: [
      {
        title: 'public names in a peered network of AWS, where they lead to private addresses',
        files: { 'a.yml': sd(BASE) },
        config: { ...PEERED, clusters: { till: { provider: 'aws' } } },
      },
      { title: 'private names', files: { 'a.yml': sd(`${BASE}?targetScheme=PRIVATE`) }, config: PEERED },
      {
        title: 'with the endpoint',
        files: {
          'a.yml': sd(`${BASE}?targetScheme=PRIVATE_ENDPOINT&endpointId=vpce-0c1`),
          'b.yml': sd(`${BASE}?endpointId=vpce-0c1&amp;targetScheme=PRIVATE_ENDPOINT`),
        },
      },
      {
        title: 'the endpoint is added by code',
        files: { 'a.py': `url = "${BASE}?targetScheme=PRIVATE_ENDPOINT" + "&endpointId=" + endpoint\n` },
      },
      { title: 'a value from outside', files: { 'a.yml': sd(`${BASE}?targetScheme=\${SCHEME}`) }, config: PEERED },
      { title: 'the default scheme', files: { 'a.yml': sd(BASE) } },
      { title: 'a comment', files: { 'a.yml': `# ${BASE}?targetScheme=PRIVATE_ENDPOINT\n` } },
    ],
  },
  check({ source: { text } }, context) {
    return codeMatches(text, addressPattern(context.profile)).flatMap(({ match, offset, endOffset }) =>
      resultsOf(text, { offset, endOffset }, match[1] ?? '', context),
    );
  },
});

function addressPattern({ metrics }: ServiceProfile): RegExp {
  const path = metrics.path.replace(/[^\w/]/g, '\\$&');
  const part = '[^\\s"\'`<>|\\\\?/]{1,200}';
  return new RegExp(
    `(?:https?://)?${part}${path}/groups/${part}/discovery(?![\\w/])(\\?[^\\s"'\`<>|\\\\)\\]]{0,1000})?`,
    'g',
  );
}

function resultsOf(text: string, at: Range, query: string, context: RuleContext): RuleProblem[] {
  const { network } = context;
  const asked = /[?&;]targetScheme=([^&#]{0,200})/.exec(query);
  const scheme = asked?.[1] ?? 'PUBLIC';
  const place = asked ? rangeOf(at.endOffset - query.length, asked) : at;
  if (/[^\w-]/.test(scheme) || isContinued(text, at.endOffset)) return [];
  if (!SCHEMES.includes(scheme)) return [{ message: 'unknown', at: place, suggestions: spelled(scheme, place) }];
  if (scheme === 'PRIVATE_ENDPOINT')
    return /[?&;]endpointId=[^&]/.test(query) ? [] : [{ message: 'endpoint', at: place }];
  if (scheme === 'PRIVATE') return network === 'public' ? [{ message: 'private', severity: 'warning', at: place }] : [];
  if (network === null || network === 'public') return [];
  if (network === 'peered' && isPrivateOnAws(factsAsked(text.slice(at.offset, at.endOffset), context.facts))) return [];
  const data = { network: network === 'peered' ? 'peered' : 'private' };
  const suggestions = network === 'peered' ? [asPrivate(place, asked !== null, query)] : [];
  return [{ message: 'public', data, severity: 'warning', at: place, suggestions }];
}

/** The facts of the project whose targets are requested. */
function factsAsked(address: string, facts: Facts): Facts {
  const id = /\/groups\/([0-9a-f]{24})\//i.exec(address)?.[1];
  return factsNamed(facts, id);
}

/**
 * On AWS the public names resolve to private addresses inside a peered network, and without custom DNS there are no
 * others.
 */
function isPrivateOnAws({ clusters, project }: Facts): boolean {
  const onAws =
    clusters.length > 0 && clusters.every(({ providers }) => providers?.value.every((provider) => provider === 'aws'));
  return onAws && project.customDnsOnAws?.value !== true;
}

function rangeOf(from: number, asked: RegExpExecArray): Range {
  return { offset: from + asked.index + 1, endOffset: from + asked.index + asked[0].length };
}

/** True if code appends to the text, so that the end of the address is unknown. */
function isContinued(text: string, endOffset: number): boolean {
  return /^["'`]?[ \t]{0,8}(?:[+.%&\\]|["'`]?\$)/.test(text.slice(endOffset, endOffset + 12));
}

function spelled(scheme: string, place: Range): Fix[] {
  const meant = SCHEMES.find((name) => name === scheme.toUpperCase().replace(/-/g, '_'));
  if (meant === undefined) return [];
  return [{ title: `Write ${meant}`, edits: [{ ...place, text: `targetScheme=${meant}` }] }];
}

function asPrivate(place: Range, asked: boolean, query: string): Fix {
  const added = { offset: place.endOffset, endOffset: place.endOffset };
  const edit = asked
    ? { ...place, text: 'targetScheme=PRIVATE' }
    : { ...added, text: `${query === '' ? '?' : '&'}targetScheme=PRIVATE` };
  return { title: 'List the names that peering reaches', edits: [edit] };
}
