import { bracketsAround } from '../src/read/brackets.ts';
import { codeMatches, commandLine } from '../src/read/page.ts';
import { daysBetween } from '../src/config/forms.ts';
import notices from '../src/clients/notices.json' with { type: 'json' };
import { defineRule, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { comparable, isServerless } from '../src/lint/string-hosts.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import { escapePattern, type Range, type Source } from '../src/text/source.ts';

const SERVERLESS =
  /\b(?:resource|data)[ \t]{1,8}"(mongodbatlas_serverless_instance|mongodbatlas_privatelink_endpoint(?:_service)?_serverless)"|\bmongodbatlas:(?:index[/:\w]{0,40}:)?(ServerlessInstance)\b|\bmongodbatlas[\w.]{0,40}\.crossplane\.io\/\w{1,20}\s{1,9}kind:[ \t]{1,4}(ServerlessInstance)\b|(?:^|\n)[ \t]{0,40}(serverlessSpec)[ \t]{0,4}:(?![ \t]{1,9}(?:null|~|\{\}))|\b(MongoDB::Atlas::Serverless(?:Instance|PrivateEndpoint))\b|\bnew[ \t]{1,8}(?:[\w.]{1,40}\.)?(ServerlessInstance)\(|\b(CfnServerlessInstance)\(|\b(?:mongodbatlas|atlas)\.(?:New)?(ServerlessInstance)\(|\batlas[ \t]{1,8}(serverless)[ \t]{1,8}create\b/g;

/** What creates a DNS zone, as it is written, and what makes it a private one. */
const ZONES: readonly (readonly [created: string, isPrivate: RegExp])[] = [
  ['"azurerm_private_dns_zone"|privateDnsZones|private-dns zone create|privatedns.Zone(|privatedns.PrivateZone(', /^/],
  ['"aws_route53_zone"|AWS::Route53::HostedZone|route53.Zone(|create-hosted-zone', /\bvpcs?\b/i],
  ['"google_dns_managed_zone"|managed-zones create', /\bvisibility["']?[ \t]{0,9}[=: ][ \t]{0,9}["']?private\b/],
];
const ZONE_WORDS = ZONES.flatMap(([created]) => created.split('|'));

export default defineRule({
  id: 'vendor-notice',
  messages: { ended: '{what} ended on {ends}. {todo}' },
  reasons: {
    'bi-connector': {
      messages: {
        label:
          'The BI host of the multi-cloud cluster "{cluster}" has a provider label, which changes at a failover to another provider.',
      },
      hosts: (hosts) => hosts.filter((host) => host.class.shape === 'bi-connector'),
      checkHosts({ host, cluster, at }, context) {
        const isLabelled = host.class.provider !== null && (cluster?.providers?.length ?? 0) > 1;
        const label = { message: 'label', severity: 'warning', data: { cluster: cluster?.name ?? '' } } as const;
        return [...(isLabelled ? [label] : []), ...problemOf(notices['bi-connector'], context, at)];
      },
    },
    'data-api': {
      checkString(string, context) {
        if (string.uri) return [];
        const host = /^(?:https?:\/\/)?([\w.-]{1,253})/i.exec(string.literal.value)?.[1]?.toLowerCase() ?? '';
        const isEnded = context.profile.consoles.some((name) => `.${host}`.endsWith(`.data${name}`));
        return isEnded ? problemOf(notices['data-api'], context, string.range) : [];
      },
    },
    serverless: {
      trigger: { anchors: ['serverlessSpec', 'atlas'] },
      hosts: (hosts) => comparable(hosts).filter(({ host }) => isServerless(host)),
      checkHosts: ({ at }, context) => problemOf(notices.serverless, context, at),
      checkFile: ({ source }, context) =>
        codeMatches(source, SERVERLESS).flatMap(({ name, at }) => {
          // Other programs have classes of this name.
          const isOther = name.endsWith('ServerlessInstance') && !/mongodb\W{0,3}atlas/i.test(source.text);
          return isOther ? [] : problemOf(notices.serverless, context, at);
        }),
    },
    'private-zone': {
      basis: 'code',
      trigger: { anchors: ZONE_WORDS },
      messages: {
        zone: 'A private zone "{name}" hides the SRV and TXT records of every cluster below it from this network.',
      },
      checkFile: ({ source }, { profile }) =>
        privateZones(source, profile).map(({ name, at }) => ({ message: 'zone', data: { name }, at })),
    },
  },
});

/** Nothing before the days in which an end is announced, then `info`, and `warning` from the end on. */
function problemOf(
  { what, ends, todo }: (typeof notices)['serverless'],
  { today, warnDays }: RuleContext,
  at: Range,
): RuleProblem[] {
  if (daysBetween(today, ends) > warnDays) return [];
  return [{ message: 'ended', severity: today > ends ? 'warning' : 'info', data: { what, ends, todo }, at }];
}

/** A private DNS zone that has the name of the service's domain, or of a project's token below it. */
function privateZones(source: Source, { domains }: ServiceProfile) {
  const named = new RegExp(
    String.raw`(?<=name["']?[ \t]{0,40}[=: ][ \t]{0,4}["']?|-n[= ]["']?)(?:[a-z\d]{5,7}\.)?(?:${domains.map(escapePattern).join('|')})\.?(?![\w.-])`,
    'gi',
  );
  return codeMatches(source, named).filter(({ at }) => {
    const { offset, endOffset } = zoneAround(source.text, at);
    const before = source.text.slice(offset, at.offset);
    const [, isPrivate] = ZONES.find(([created]) => created.split('|').some((word) => before.includes(word))) ?? [];
    return isPrivate?.test(source.text.slice(offset, endOffset));
  });
}

/** The command with a name, the braces around it and what is before them, or the lines around it. */
function zoneAround(text: string, at: Range): Range {
  const line = commandLine(text, at.offset);
  if (line && /\bcreate\b|create-/.test(text.slice(line.offset, at.offset))) return line;
  const [braces] = bracketsAround(text, at, '{');
  if (!braces) return { offset: Math.max(0, at.offset - 400), endOffset: at.endOffset + 200 };
  return { ...braces, offset: Math.max(text.lastIndexOf('}', braces.offset) + 1, braces.offset - 120) };
}
