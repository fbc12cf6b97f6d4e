import { DISCOVERY_WORDS, prometheusJobs, type PrometheusJob } from '../src/iac/prometheus.ts';
import { defineRule, type RuleProblem, type Fix } from '../src/lint/rule.ts';
import { childOf } from '../src/iac/yaml.ts';

const URL = 'https://cloud.mongodb.com/prometheus/v1.0/groups/65c1a0000000000000000d4e/discovery';
const SD = `    http_sd_configs:\n      - url: ${URL}\n`;

export default defineRule({
  id: 'metrics-scheme',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: DISCOVERY_WORDS, besideService: true },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A Prometheus job with Atlas metrics discovery that scrapes over plain HTTP.',
    why: 'The targets require TLS. By default Prometheus uses `http`, and every scrape fails.',
    todo: 'Set `scheme: https` in the job.',
    sources: [
      'MongoDB Atlas documentation, Prometheus integration (2026-08)',
      'Prometheus documentation, scrape_config: `scheme` is `http` by default',
    ],
  },
  messages: {
    http: 'The targets of this job require TLS. Set `scheme: https`.',
    missing: 'This job has no `scheme`, so Prometheus uses HTTP, but the targets require TLS.',
  },
  examples: {
    invalid: [
      {
        title: 'HTTP is set',
        files: { 'prometheus.yml': `scrape_configs:\n  - job_name: atlas\n    scheme: ⟦http⟧\n${SD}` },
        fixed: 'https',
      },
      {
        title: 'without scheme',
        files: { 'prometheus.yml': `scrape_configs:\n- ⟦job_name: 'atlas'⟧\n${SD.replace(/^ {2}/gm, '')}` },
        fixed: "job_name: 'atlas'\n  scheme: https",
      },
      {
        title: 'in a config map, the name in the middle',
        files: {
          'cm.yaml': `data:\n  prometheus.yml: |\n    scrape_configs:\n  - metrics_path: /metrics\n    ⟦job_name: a⟧ # ours\n${SD}`,
        },
        fixed: 'job_name: a\n    scheme: https',
      },
      {
        title: 'without scheme in a resource of the operator',
        files: { 'scrape.yaml': `kind: ScrapeConfig\n⟦spec:⟧\n  httpSDConfigs:\n    - url: ${URL}\n` },
        fixed: 'spec:\n  scheme: HTTPS',
      },
      {
        title: 'in JSON',
        files: {
          'prometheus.json': `{"scrape_configs": [{⟦"job_name": "atlas"⟧, "http_sd_configs": [{"url": "${URL}"}]}]}`,
        },
        fixed: '"scheme": "https", "job_name": "atlas"',
      },
    ],
    valid: [
      {
        title: 'a resource of another kind',
        files: { 'a.yml': `kind: Service\nspec:\n  httpSDConfigs:\n    - url: ${URL}\n` },
      },
      {
        title: 'HTTPS, with a space before the colon',
        files: { 'a.yml': `scrape_configs:\n  - job_name: atlas\n    scheme : https # TLS\n${SD}` },
      },
      {
        title: 'a template adds settings',
        files: { 'a.yml': `scrape_configs:\n  - job_name: atlas\n    {{- include "scrape" . | nindent 4 }}\n${SD}` },
      },
      { title: 'merged settings', files: { 'a.yml': `scrape_configs:\n  - job_name: atlas\n    <<: *tls\n${SD}` } },
      {
        title: 'the scheme comes from relabelling',
        files: {
          'a.yml': `scrape_configs:\n  - job_name: atlas\n${SD}    relabel_configs:\n      - target_label: __scheme__\n        replacement: https\n`,
        },
      },
      {
        title: 'another kind of discovery',
        files: {
          'a.yml':
            'scrape_configs:\n  - job_name: own\n    http_sd_configs:\n      - url: http://sd.corp.example/targets\n',
        },
      },
      {
        title: 'next to a job for something else',
        files: { 'a.yml': `scrape_configs:\n  - job_name: own\n  - job_name: atlas\n    scheme: https\n${SD}` },
      },
    ],
  },
  check({ source }, { profile }) {
    return prometheusJobs(source, profile).flatMap((job): RuleProblem[] => {
      if (job.discoveries.length === 0) return [];
      const scheme = childOf(job.item, 'scheme');
      if (scheme?.value.toLowerCase() === 'http') {
        const fix = { title: 'Use https', edits: [{ ...scheme.valueAt, text: job.spelling.https }] };
        return [{ message: 'http', at: scheme.valueAt, fix }];
      }
      if (scheme || job.open || relabels(source.text, job)) return [];
      return [{ message: 'missing', at: job.name.at, fix: added(job) }];
    });
  },
});

function relabels(text: string, { item }: PrometheusJob): boolean {
  return text.slice(item.at.offset, item.lastEnd).includes('__scheme__');
}

function added({ add, spelling }: PrometheusJob): Fix {
  const { offset, text } = add('scheme', spelling.https);
  return { title: `Add scheme: ${spelling.https}`, edits: [{ offset, endOffset: offset, text }] };
}
