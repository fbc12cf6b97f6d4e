import { codeMatches } from '../src/read/page.ts';
import { NOTICES, noticeSeverity, type DatedNotice } from '../src/clients/notices.ts';
import type { FoundFile, FoundString } from '../src/classify/found-string.ts';
import { blocksOf, hclAttribute, hclText } from '../src/iac/hcl.ts';
import { TERRAFORM_FILE } from '../src/iac/terraform.ts';
import { defineRule, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { ownHosts, comparableHosts } from '../src/lint/string-hosts.ts';
import { hostsAt } from '../src/classify/string-edits.ts';
import { escapePattern } from '../src/text/source.ts';

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
      trigger: { anchors: ['azurerm_private_dns_zone', 'aws_route53_zone'], path: TERRAFORM_FILE },
      messages: {
        zone: 'A private zone "{name}" hides the SRV and TXT records of every cluster below it from this network.',
      },
      checkFile: privateZones,
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
function privateZones({ source }: FoundFile, { profile }: RuleContext): RuleProblem[] {
  const own = new RegExp(`^(?:[a-z\\d]{5,7}\\.)?(?:${profile.domains.map(escapePattern).join('|')})\\.?$`);
  return blocksOf(source).flatMap((block) => {
    const [type = ''] = block.labels;
    const isPrivate =
      type === 'azurerm_private_dns_zone' ||
      (type === 'aws_route53_zone' && block.blocks.some((one) => one.type === 'vpc'));
    const name = hclAttribute(block, 'name');
    const written = hclText(name);
    if (block.type !== 'resource' || !isPrivate || !name || !own.test(written ?? '')) return [];
    const at = { offset: name.valueAt.offset + 1, endOffset: name.valueAt.endOffset - 1 };
    return [{ message: 'zone', data: { name: written ?? '' }, at }];
  });
}
