import { codeMatches } from '../src/read/page.ts';
import { NOTICES, noticeSeverity, type DatedNotice } from '../src/clients/notices.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { blocksOf, hclAttribute, hclText } from '../src/iac/hcl.ts';
import { isTerraformPath } from '../src/iac/terraform.ts';
import { defineRule, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { ownHosts, comparableHosts } from '../src/lint/string-hosts.ts';
import { hostsAt } from '../src/classify/string-edits.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import { escapePattern, type Source } from '../src/text/source.ts';

/** Every text that creates a private zone contains one of these words. */
const ZONE_WORDS = [
  ...['azurerm_private_dns_zone', 'aws_route53_zone', 'google_dns_managed_zone', 'privateDnsZones'],
  ...['private-dns zone create', 'AWS::Route53::HostedZone', 'create-hosted-zone', 'managed-zones create'],
  ...['privatedns', 'route53'],
] as const;

export default defineRule({
  id: 'vendor-notice',
  messages: { ended: '{what} ended on {ends}. {todo}' },
  reasons: {
    'bi-connector': {
      messages: {
        label:
          'The BI host of the multi-cloud cluster "{cluster}" has a provider label, which changes at a failover to another provider.',
      },
      hosts: (string) => ownHosts(string, 'other-service-host').filter((host) => host.class.shape === 'bi-connector'),
      checkHosts({ host, cluster, at }, context) {
        const isLabelled = host.class.provider !== null && (cluster?.providers?.length ?? 0) > 1;
        const label = { message: 'label', severity: 'warning', data: { cluster: cluster?.name ?? '' } } as const;
        return [...(isLabelled ? [label] : []), ...problemOf(NOTICES['bi-connector'], context, at)];
      },
    },
    'data-api': {
      checkString(string, context) {
        const notice = NOTICES['data-api'];
        const host = addressHost(string);
        const isEnded = context.profile.consoles.some(
          (name) => name.startsWith('.') && `.${host}`.endsWith(`.${notice.service}${name}`),
        );
        return isEnded ? problemOf(notice, context, string.range) : [];
      },
    },
    serverless: {
      trigger: { anchors: NOTICES.serverless.words },
      checkString(string, context) {
        const hosts = comparableHosts(string).filter(({ host }) => NOTICES.serverless.host.test(host));
        return hosts.length > 0 ? problemOf(NOTICES.serverless, context, hostsAt(string, hosts)) : [];
      },
      checkFile: ({ source }, context) =>
        codeMatches(source, NOTICES.serverless.code).flatMap(({ name, at }) => {
          // Other programs have classes of this name.
          const isOther = name.endsWith('ServerlessInstance') && !/mongodb\W{0,3}atlas/i.test(source.text);
          return isOther ? [] : problemOf(NOTICES.serverless, context, at);
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

function problemOf(notice: DatedNotice, { today, warnDays }: RuleContext, at: RuleProblem['at']): RuleProblem[] {
  const severity = noticeSeverity(notice, today, warnDays);
  const { what, ends, todo } = notice;
  return severity ? [{ message: 'ended', severity, data: { what, ends, todo }, at }] : [];
}

const addressHost = ({ literal: { value } }: FoundString): string =>
  /^(?:https?:\/\/)?([\w.-]{1,253})/i.exec(value)?.[1]?.toLowerCase() ?? '';

/** A private DNS zone that has the name of the service's domain, or of a project's token below it. */
function privateZones(source: Source, profile: ServiceProfile) {
  const domains = profile.domains.map(escapePattern).join('|');
  const own = new RegExp(`^(?:[a-z\\d]{5,7}\\.)?(?:${domains})\\.?$`);
  if (isTerraformPath(source.path)) return inTerraform(source).filter(({ name }) => own.test(name));
  const { text } = source;
  const named = String.raw`["']?((?:[a-z\d]{5,7}\.)?(?:${domains})\.?)(?![\w.-])`;
  const patterns = [
    String.raw`privateDnsZones[^{}]{0,120}\{[^{}]{0,400}?\bname["']?\s{0,4}:\s{0,4}${named}`,
    String.raw`private-dns zone create[^\n]{0,200}?(?:-n|--name)[ =]${named}`,
    String.raw`create-hosted-zone(?=[^\n]{0,400}--vpc\b)[^\n]{0,200}?--name[ =]${named}`,
    String.raw`managed-zones create(?=[^\n]{0,400}--visibility[ =]["']?private)[^\n]{0,200}?--dns-name[ =]${named}`,
    String.raw`\bprivatedns\.(?:Private)?Zone\([^{}]{0,80}\{[^{}]{0,400}?\b(?:name|privateZoneName): ${named}`,
    String.raw`\broute53\.Zone\([^{}]{0,80}\{(?=[^;]{0,400}\bvpcs:)[^{}]{0,400}?\bname: ${named}`,
    String.raw`AWS::Route53::HostedZone[^]{0,400}?\bName["']?:\s{0,4}${named}[^]{0,200}?\bVPCs\b`,
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index, 0: whole, 1: name = '' }) => {
      const offset = index + whole.lastIndexOf(name);
      return { name, at: { offset, endOffset: offset + name.length } };
    }),
  );
}

function inTerraform(source: Source) {
  return blocksOf(source).flatMap((block) => {
    const [type = ''] = block.labels;
    const isPrivate =
      type === 'azurerm_private_dns_zone' ||
      (type === 'aws_route53_zone' && block.blocks.some((one) => one.type === 'vpc' || one.type === 'dynamic')) ||
      (type === 'google_dns_managed_zone' && hclText(hclAttribute(block, 'visibility')) === 'private');
    const name = hclAttribute(block, type === 'google_dns_managed_zone' ? 'dns_name' : 'name');
    const written = hclText(name);
    if (block.type !== 'resource' || !isPrivate || !name || written === null) return [];
    return [{ name: written, at: { offset: name.valueAt.offset + 1, endOffset: name.valueAt.endOffset - 1 } }];
  });
}
