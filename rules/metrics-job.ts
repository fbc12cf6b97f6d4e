import { codeMatches } from '../src/read/page.ts';
import { escapePattern, matchesIn, rangeOver, rewriting, type Source } from '../src/text/source.ts';
import { ALLOY_WORD, AUTHENTICATION, DISCOVERY_WORDS, STATIC_WORDS } from '../src/iac/prometheus.ts';
import { alloyScrapes, isDiscovery, linesBelow, prometheusJobs, staticTargets } from '../src/iac/prometheus.ts';
import type { ScrapeScheme } from '../src/iac/prometheus.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import { childOf, type YamlNode } from '../src/read/yaml.ts';
import type { ServiceProfile } from '../src/classify/service.ts';

/** A target in a list: no quotes, commas, brackets. */
const TARGET = /[^\s"',[\]]{4,2048}/g;

const METRICS_PORT = ':27018';

export default defineRule({
  id: 'metrics-job',
  basis: 'code',
  trigger: { anchors: [...DISCOVERY_WORDS, ...STATIC_WORDS, ALLOY_WORD, '/prometheus/'], besideService: true },
  reasons: {
    scheme: {
      messages: {
        http: 'The targets of this job require TLS. Set `scheme: https`.',
        missing: 'This job has no `scheme`, so Prometheus uses HTTP, but the targets require TLS.',
      },
      checkFile({ source }, { profile }) {
        const jobs = prometheusJobs(source, profile).filter(({ discoveries }) => discoveries.length > 0);
        return [...jobs, ...alloyScrapes(source, profile)].flatMap(schemeProblem);
      },
    },
    auth: {
      messages: {
        scrape: 'The discovery has credentials, the scrapes do not. Add `basic_auth` to the job itself.',
        discovery: 'The scrapes have credentials, the discovery does not. Add `basic_auth` to this entry.',
      },
      checkFile({ source }, { profile }) {
        const lacking = alloyScrapes(source, profile).filter(({ lacksAuthentication }) => lacksAuthentication);
        const scrapes = lacking.map(({ head }): RuleProblem => ({ message: 'scrape', at: head }));
        const jobs = prometheusJobs(source, profile).flatMap(({ item, name, discoveries, open }): RuleProblem[] => {
          const login = discoveries.find(({ entry }) => logsIn(entry));
          if (open || (!login && !logsIn(item))) return [];
          if (login && !logsIn(item))
            return [{ message: 'scrape', at: name.at, suggestions: [copied(source, login.entry, name)] }];
          return discoveries.flatMap(({ entry, url }) => {
            const suggestions = [copied(source, item, url)];
            return logsIn(entry) ? [] : [{ message: 'discovery', at: url.valueAt, suggestions }];
          });
        });
        return [...jobs, ...scrapes];
      },
    },
    path: {
      messages: { path: 'Only the metrics discovery is below this path. The targets it returns serve `/metrics`.' },
      checkFile({ source }, { profile }) {
        const group = String.raw`${escapePattern(profile.metrics.path)}/groups/[^\s"'\`/]{1,60}/`;
        const scraped = String.raw`(?<=metrics_?[pP]ath["']?:[ \t]{1,4}["']?)`;
        const pattern = new RegExp(String.raw`${group}(?!discovery)\w{1,40}|${scraped}${group}discovery`, 'g');
        return codeMatches(source, pattern).map(({ at }) => ({ message: 'path', at }));
      },
    },
    static: {
      messages: {
        address: 'Metrics discovery is not a target. Its address belongs under `http_sd_configs`.',
        node: 'A fixed list of nodes goes stale. Use `http_sd_configs`.',
      },
      checkFile({ source }, { profile }) {
        return staticTargets(source).flatMap((targets) => resultsOf(source.text, targets, profile));
      },
    },
  },
});

function schemeProblem({ head, scheme, https, addition, isSetElsewhere }: ScrapeScheme): RuleProblem[] {
  if (scheme) {
    const { value, at } = scheme;
    return value?.toLowerCase() === 'http' ? [{ message: 'http', at, fix: rewriting('Use https', at, https) }] : [];
  }
  if (isSetElsewhere) return [];
  return [{ message: 'missing', at: head, fix: { title: `Add ${addition.text.trim()}`, edits: [addition] } }];
}

const logsIn = ({ children }: YamlNode): boolean => children.some(({ key }) => AUTHENTICATION.has(key));

/** Keys that refer to a credential without containing it. */
const BY_NAME = /^(?:username_file|password_file)$/;

/** Copies `basic_auth` to another key, unless it contains a user or password. */
function copied(source: Source, from: YamlNode, below: YamlNode) {
  const entries = childOf(from, 'basic_auth')?.children ?? [];
  const isOpen = entries.every(({ key, value }) => BY_NAME.test(key ?? '') || /^\$\{?\w+\}?$|^\$__/.test(value));
  // Not for JSON, which has no indentation and other brackets.
  if (entries.length === 0 || !isOpen || below.column === 0) return undefined;
  const lines = ['basic_auth:', ...entries.map(({ key, value }) => `  ${key ?? ''}: ${value}`)];
  return { title: 'Log in here as well', edits: [linesBelow(source, below, lines, below.column)] };
}

function resultsOf(text: string, { valueAt, lastEnd }: YamlNode, profile: ServiceProfile): RuleProblem[] {
  const listed = matchesIn(text.slice(valueAt.offset, lastEnd), TARGET, valueAt.offset);
  const addresses = listed.filter(({ name }) => isDiscovery(name, profile));
  const ends = profile.domains.map((domain) => `.${domain}${METRICS_PORT}`);
  const nodes = listed.filter(({ name }) => ends.some((end) => name.endsWith(end)));
  const problems = addresses.map(({ at }): RuleProblem => ({ message: 'address', at }));
  if (nodes.length === 0) return problems;
  return [...problems, { message: 'node', severity: 'warning', at: rangeOver(nodes.map(({ at }) => at)) }];
}
