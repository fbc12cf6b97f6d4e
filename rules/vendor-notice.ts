import { NOTICES, noticeSeverity, type DatedNotice } from '../src/clients/notices.ts';
import type { FoundString, FoundFile } from '../src/classify/found-string.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import { privateZones, ZONE_WORDS } from '../src/iac/private-zones.ts';
import { defineRule, type CheckCode, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { codeMatches } from '../src/read/code-matches.ts';
import { clusterOfHost, ownHosts, comparableHosts } from '../src/lint/string-hosts.ts';
import { hostsAt } from '../src/classify/string-edits.ts';

const ended = '{what} ended on {ends}. {todo}';

export default defineRule({
  id: 'vendor-notice',
  reasons: {
    'bi-connector': {
      messages: {
        label:
          'The BI host of the multi-cloud cluster "{cluster}" has a provider label, which changes at a failover to another provider.',
        ended,
      },
      checkString(string, context) {
        const hosts = ownHosts(string, 'other-service-host').filter((host) => host.class.shape === 'bi-connector');
        const [first] = hosts;
        if (!first) return [];
        const cluster = clusterOfHost(first, context);
        const isLabelled = first.class.provider !== null && cluster !== undefined && spansProviders(cluster);
        const at = hostsAt(string, hosts);
        const label = { message: 'label', severity: 'warning', data: { cluster: cluster?.name ?? '' }, at } as const;
        const notice = problemOf(NOTICES['bi-connector'], context, at);
        return [...(isLabelled ? [label] : []), ...notice];
      },
    },
    'data-api': {
      messages: { ended },
      checkString(string, context) {
        const { service } = NOTICES['data-api'];
        return isService(addressHost(string), service, context)
          ? problemOf(NOTICES['data-api'], context, string.range)
          : [];
      },
    },
    serverless: noticeCheck(NOTICES.serverless),
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

/** A notice about hosts of strings and about code. */
function noticeCheck(notice: DatedNotice): CheckCode {
  return {
    trigger: { anchors: notice.words ?? [] },
    messages: { ended },
    checkString(string: FoundString, context: RuleContext) {
      const hosts = comparableHosts(string).filter(({ host }) => notice.host?.test(host));
      return hosts.length > 0 ? problemOf(notice, context, hostsAt(string, hosts)) : [];
    },
    checkFile({ source }: FoundFile, context: RuleContext) {
      if (!notice.code) return [];
      return codeMatches(source.text, notice.code).flatMap(({ match, offset }) => {
        const name = match.slice(1).find(Boolean) ?? match[0];
        const from = offset + match[0].indexOf(name);
        return problemOf(notice, context, { offset: from, endOffset: from + name.length });
      });
    },
  };
}

function problemOf(notice: DatedNotice, { today, warnDays }: RuleContext, at: RuleProblem['at']): RuleProblem[] {
  const severity = noticeSeverity(notice, today, warnDays);
  const { what, ends, todo } = notice;
  return severity ? [{ message: 'ended', severity, data: { what, ends, todo }, at }] : [];
}

function spansProviders({ providers }: ClusterFacts): boolean {
  return (providers?.value.length ?? 0) > 1;
}

function addressHost({ literal, inValue }: FoundString): string {
  const value = literal.value.slice(inValue.offset, inValue.endOffset);
  return /^(?:https?:\/\/)?([\w.-]{1,253})/i.exec(value)?.[1]?.toLowerCase() ?? '';
}

function isService(host: string, label: string, { profile }: RuleContext): boolean {
  return profile.consoles.some(
    (name) => name.startsWith('.') && (host === `${label}${name}` || host.endsWith(`.${label}${name}`)),
  );
}
