import { DISCOVERY_WORDS, prometheusJobs, type PrometheusJob } from '../src/iac/prometheus.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import { childOf } from '../src/iac/yaml.ts';
import type { Range } from '../src/text/source.ts';

/** Public part of an API key: eight letters (Administration API, programmatic API keys, 2026-08). */
const KEY = /^(?:[a-z]{8}|[A-Z]{8})$/;
const INLINE_USER = /\busername:[ \t]{0,8}(["']?)([\w.@-]{1,80})\1[ \t]{0,8}(?=[,}])/;

const job = (user: string): string =>
  'scrape_configs:\n  - job_name: atlas\n    scheme: https\n    basic_auth:\n' +
  `      username: ${user}\n      password_file: /etc/prometheus/word\n${discovery}`;
const discovery =
  '    http_sd_configs:\n      - url: https://cloud.mongodb.com/prometheus/v1.0/groups/65c1a0000000000000000d4e/discovery\n';

export default defineRule({
  id: 'metrics-api-key-auth',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: DISCOVERY_WORDS, besideService: true },
  severity: 'info',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'A Prometheus job whose user name looks like an API key of the Administration API.',
    why: 'The integration creates a separate user for metrics (`prom_user_…`). An API key of the Administration API has no access to metrics, and a scrape configuration is another place from which it could leak.',
    todo: 'Use the user and password of the Prometheus integration of the project.',
    sources: ['MongoDB Atlas documentation, Prometheus integration (2026-08)'],
  },
  messages: { key: 'This user name looks like an API key. Metrics need the user of the integration (`prom_user_…`).' },
  examples: {
    invalid: [
      { title: 'the public part of a key', files: { 'prometheus.yml': job('⟦vbqkxwzt⟧ # key') } },
      {
        title: 'in one line',
        files: {
          'prometheus.yml': `scrape_configs:\n  - job_name: atlas\n    basic_auth: { username: '⟦vbqkxwzt⟧', password_file: w }\n${discovery}`,
        },
      },
      {
        title: 'for the discovery only',
        files: { 'prometheus.yml': `${job('prom_user_9b')}        basic_auth:\n          username: "⟦vbqkxwzt⟧"\n` },
      },
      {
        title: 'in JSON',
        files: {
          'prometheus.json': `{"scrape_configs": [{"job_name": "atlas", "basic_auth": {"username": "⟦qvxkzjpm⟧"}, "http_sd_configs": [{"url": "https://cloud.mongodb.com/prometheus/v1.0/groups/65c1a0000000000000000d4e/discovery"}]}]}`,
        },
      },
    ],
    valid: [
      { title: 'the user of the integration', files: { 'a.yml': job('prom_user_9b1c') } },
      { title: 'a custom name', files: { 'a.yml': job('metrics-reader') } },
      { title: 'a variable', files: { 'a.yml': job('${PROM_USER}') } },
      { title: 'another job', files: { 'a.yml': job('vbqkxwzt').replace('/prometheus/v1.0', '/own') } },
    ],
  },
  check({ source }, { profile }) {
    return prometheusJobs(source, profile).flatMap((found): RuleProblem[] => {
      const [at, ...others] = usersOf(found);
      if (!at) return [];
      return [{ message: 'key', at, related: others.map((other) => ({ at: other, message: 'The same user name.' })) }];
    });
  },
});

/** The ranges of user names that look like keys, in the job and in its discoveries. */
function usersOf({ item, discoveries, spelling }: PrometheusJob): Range[] {
  if (discoveries.length === 0) return [];
  return [item, ...discoveries.map(({ entry }) => entry)].flatMap((node): Range[] => {
    const auth = childOf(node, spelling.login);
    const user = auth && childOf(auth, 'username');
    if (user) return KEY.test(user.value) ? [user.valueAt] : [];
    const inline = auth && INLINE_USER.exec(auth.value);
    if (!inline || !KEY.test(inline[2]!)) return [];
    const offset = auth.valueAt.offset + inline.index + inline[0].lastIndexOf(inline[2]!);
    return [{ offset, endOffset: offset + inline[2]!.length }];
  });
}
