import { codeMatches } from '../src/read/page.ts';
import { NOTICES, noticeSeverity, type DatedNotice } from '../src/clients/notices.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { privateZones, ZONE_WORDS } from '../src/iac/private-zones.ts';
import { defineRule, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { ownHosts, comparableHosts } from '../src/lint/string-hosts.ts';
import { hostsAt } from '../src/classify/string-edits.ts';

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
        const isLabelled = host.class.provider !== null && (cluster?.providers?.value.length ?? 0) > 1;
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
        codeMatches(source, NOTICES.serverless.code).flatMap(({ match, offset }) => {
          const name = match.slice(1).find(Boolean) ?? match[0];
          const from = offset + match[0].indexOf(name);
          return problemOf(NOTICES.serverless, context, { offset: from, endOffset: from + name.length });
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

function addressHost({ literal, inValue }: FoundString): string {
  const value = literal.value.slice(inValue.offset, inValue.endOffset);
  return /^(?:https?:\/\/)?([\w.-]{1,253})/i.exec(value)?.[1]?.toLowerCase() ?? '';
}
