import { DISCOVERY_WORDS, prometheusJobs } from '../src/iac/prometheus.ts';
import { defineRule, type RuleProblem, type Fix } from '../src/lint/rule.ts';
import { childOf, type YamlNode } from '../src/iac/yaml.ts';

/** All settings that authenticate a request. This rule does not check whether they are right. */
const AUTH: ReadonlySet<string | null> = new Set([
  ...['basic_auth', 'basicAuth', 'authorization', 'oauth2', 'http_headers', 'bearerTokenSecret'],
]);

const URL = 'https://cloud.mongodb.com/prometheus/v1.0/groups/65c1a0000000000000000d4e/discovery';
const JOB = 'scrape_configs:\n  - job_name: atlas\n    scheme: https\n';
const SD = `    http_sd_configs:\n      - url: ${URL}\n`;
const LOGIN = 'basic_auth:\n@  username: prom_user_5c11\n@  password_file: /etc/prometheus/word\n';
const JOB_LOGIN = `    ${LOGIN.replaceAll('@', '    ')}`;
const SD_LOGIN = `        ${LOGIN.replaceAll('@', '        ')}`;

export default defineRule({
  id: 'metrics-missing-scrape-auth',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: DISCOVERY_WORDS, besideService: true },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A Prometheus job with credentials for the metrics discovery or for the targets, but not for both.',
    why: 'The discovery and the targets both require credentials. With `basic_auth` in one place only, either the list stays empty or every scrape fails with 401.',
    todo: 'Write the same `basic_auth` twice: in the job, and in the entry of `http_sd_configs`.',
    sources: ['MongoDB Atlas documentation, Prometheus integration (2026-08)'],
  },
  messages: {
    scrape: 'The discovery has credentials, the scrapes do not. Add `basic_auth` to the job itself.',
    discovery: 'The scrapes have credentials, the discovery does not. Add `basic_auth` to this entry.',
  },
  examples: {
    invalid: [
      {
        title: 'only in the discovery',
        files: {
          'prometheus.yml': `${JOB.replace('job_name: atlas', '⟦job_name: atlas⟧')}${SD}${SD_LOGIN}`,
        },
      },
      {
        title: 'only in the job',
        files: { 'prometheus.yml': `${JOB}${JOB_LOGIN}${SD.replace(URL, `⟦${URL}⟧`)}` },
      },
      {
        title: 'with credentials in files',
        files: {
          'prometheus.yml': `${JOB.replace('job_name: atlas', '⟦job_name: atlas⟧')}${SD}${SD_LOGIN.replace('username: prom_user_5c11', 'username_file: /etc/prometheus/user')}`,
        },
        suggested:
          'job_name: atlas\n    basic_auth:\n      username_file: /etc/prometheus/user\n      password_file: /etc/prometheus/word',
      },
      {
        title: 'in a resource of the operator',
        files: {
          'scrape.yaml': `kind: ScrapeConfig\n⟦spec:⟧\n  httpSDConfigs:\n    - url: ${URL}\n      basicAuth:\n        username:\n          name: atlas\n          key: user\n`,
        },
      },
    ],
    valid: [
      { title: 'neither: a proxy may log in', files: { 'a.yml': `${JOB}${SD}` } },
      { title: 'both', files: { 'a.yml': `${JOB}${JOB_LOGIN}${SD}${SD_LOGIN}` } },
      {
        title: 'an authorization header instead',
        files: {
          'a.yml': `${JOB}    authorization:\n      type: Basic\n      credentials_file: /etc/prometheus/word\n${SD}${SD_LOGIN}`,
        },
      },
      {
        title: 'written in one line',
        files: { 'a.yml': `${JOB}    basic_auth: { username: prom_user_5c11, password_file: w }\n${SD}${SD_LOGIN}` },
      },
      { title: 'an alias', files: { 'a.yml': `${JOB}    basic_auth: *login\n${SD}        basic_auth: *login\n` } },
      { title: 'merged settings', files: { 'a.yml': `${JOB}    <<: *login\n${SD}${SD_LOGIN}` } },
      { title: 'a template adds it', files: { 'a.yml': `${JOB}    {{- toYaml .Values.auth | nindent 4 }}\n${SD}` } },
      {
        title: 'another kind of discovery',
        files: {
          'a.yml': 'scrape_configs:\n  - job_name: own\n    http_sd_configs:\n      - url: http://sd.corp.example/\n',
        },
      },
    ],
  },
  check({ source }, { profile }) {
    return prometheusJobs(source, profile).flatMap((job): RuleProblem[] => {
      if (job.discoveries.length === 0 || job.open) return [];
      const without = job.discoveries.filter(({ entry }) => !logsIn(entry));
      if (logsIn(job.item)) {
        return without.map(({ url }) => ({
          message: 'discovery',
          at: url.valueAt,
          suggestions: copied(source.text, job.item, url),
        }));
      }
      const [login] = job.discoveries.filter(({ entry }) => logsIn(entry));
      if (!login) return [];
      return [{ message: 'scrape', at: job.name.at, suggestions: copied(source.text, login.entry, job.name) }];
    });
  },
});

function logsIn({ children }: YamlNode): boolean {
  return children.some(({ key }) => AUTH.has(key));
}

/** Keys that refer to a credential without containing it. */
const BY_NAME = /^(?:username_file|password_file)$/;

/** Copies `basic_auth` to another key, unless it contains a user or password. */
function copied(text: string, from: YamlNode, below: YamlNode): Fix[] {
  const auth = childOf(from, 'basic_auth');
  const entries = auth?.children ?? [];
  const open = entries.every(({ key, value }) => BY_NAME.test(key ?? '') || /^\$\{?\w+\}?$|^\$__/.test(value));
  // Not for JSON, which has no indentation and other brackets.
  if (!auth || entries.length === 0 || !open || below.column === 0) return [];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = ' '.repeat(below.column);
  const lines = ['basic_auth:', ...entries.map(({ key, value }) => `  ${key ?? ''}: ${value}`)];
  const { endOffset } = below.at;
  const added = lines.map((line) => newline + indent + line).join('');
  return [{ title: 'Log in here as well', edits: [{ offset: endOffset, endOffset, text: added }] }];
}
