import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule, type FoundFile, type RuleProblem } from '../src/lint/rule.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import { realHosts } from '../src/rule-helpers/hosts.ts';
import { oncePer } from '../src/text/source.ts';

const GOV = 'mongodb+srv://app@shop.ab1cd.mongodbgov.net/';
const COMMERCIAL = 'mongodb+srv://app@shop.ab1cd.mongodb.net/';

export default defineRule({
  id: 'api-host-domain',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: [], strings: ['own-host'] },
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'An Administration API address of the commercial cloud in a file with clusters of the government cloud only, or vice versa.',
    why: 'The two clouds are separate. The API of one has no access to projects of the other.',
    todo: 'Call the API of the cloud that contains the clusters.',
    sources: ['MongoDB Atlas for Government documentation (2026-08)'],
  },
  messages: {
    other: 'This API belongs to the {api} cloud, but the clusters of this file are in the {clusters} cloud.',
  },
  examples: {
    invalid: [
      {
        title: 'government clusters, commercial API',
        files: { 'app.env': `DB=${GOV}\nAPI=⟦https://cloud.mongodb.com/api/atlas/v2⟧\n` },
      },
      {
        title: 'commercial clusters, government API',
        files: { 'app.env': `DB=${COMMERCIAL}\nAPI=⟦https://cloud.mongodbgov.com/api/atlas/v2⟧\n` },
      },
      {
        title: 'only the host of the API',
        files: { 'app.py': `DB = "${GOV}"\nBASE = "⟦https://cloud.mongodb.com⟧"\n` },
      },
    ],
    valid: [
      {
        title: 'a page of the console',
        files: { 'a.env': `DB=${GOV}\nPAGE=https://cloud.mongodb.com/v2/65c1#clusters\n` },
      },
      {
        title: 'both commercial',
        files: { 'a.env': `DB=${COMMERCIAL}\nAPI=https://cloud.mongodb.com/api/atlas/v2\n` },
      },
      { title: 'both government', files: { 'a.env': `DB=${GOV}\nAPI=https://cloud.mongodbgov.com/api/atlas/v2\n` } },
      {
        title: 'a file about both clouds',
        files: { 'a.env': `A=${COMMERCIAL}\nB=${GOV}\nAPI=https://cloud.mongodb.com/api/atlas/v2\n` },
      },
      {
        title: 'separate environments',
        files: { 'gov.env': `DB=${GOV}\n`, 'com.env': 'API=https://cloud.mongodb.com/api/atlas/v2\n' },
      },
    ],
  },
  check(file, { profile }) {
    if (/\.(?:mdx?|rst|adoc)$/i.test(file.source.path)) return [];
    const { text } = file.source;
    const { any, address } = patternsOf(profile);
    const clusters = any.test(text) ? cloudOfClusters(file) : null;
    if (clusters === null) return [];
    return codeMatches(text, address).flatMap(({ match, offset, endOffset }): RuleProblem[] => {
      const host = match[1]!;
      if (cloudOf(host) === clusters) return [];
      const other = profile.api.bases
        .map((base) => base.replace(/^https?:\/\//, ''))
        .find((one) => cloudOf(one) === clusters);
      const at = {
        offset: offset + match[0].indexOf(host),
        endOffset: offset + match[0].indexOf(host) + host.length,
      };
      const suggestions = other === undefined ? [] : [{ title: `Call ${other}`, edits: [{ ...at, text: other }] }];
      return [{ message: 'other', data: { api: cloudOf(host), clusters }, at: { offset, endOffset }, suggestions }];
    });
  },
});

/**
 * `address`: a host of the API, alone or with a path of the API, but not pages of the Atlas UI. `any`: any such host.
 */
const patternsOf = oncePer(({ api, metrics }: ServiceProfile): { readonly any: RegExp; readonly address: RegExp } => {
  const literal = (text: string): string => text.replace(/[^\w]/g, '\\$&');
  const hosts = api.bases.map((base) => literal(base.replace(/^https?:\/\//, '')));
  const path = `(?:(?:${literal(api.path)}|${literal('/api/oauth/')}|${literal(metrics.path)})[^\\s"'\`<>,;)]{0,300}|/?(?![\\w/.#?-]))`;
  return {
    any: new RegExp(hosts.join('|'), 'i'),
    address: new RegExp(`(?:https?://)?(?<![\\w.-])(${hosts.join('|')})${path}`, 'gi'),
  };
});

type Cloud = 'government' | 'commercial';

/** Registered domains of Atlas for Government contain `gov`. */
const cloudOf = (host: string): Cloud => (/gov\.\w{2,10}$/i.test(host) ? 'government' : 'commercial');

/** The cloud of all clusters in a file, or `null` for none or several. */
function cloudOfClusters({ strings }: FoundFile): Cloud | null {
  const hosts = strings
    .filter(({ literal }) => literal.context !== 'comment')
    .flatMap((string) => realHosts(string).map(({ host }) => cloudOf(host)));
  return new Set(hosts).size === 1 ? hosts[0]! : null;
}
