import { codeMatches } from './code-matches.ts';
import { everyBlock, hclAttribute, hclBlocks, hclText } from './hcl.ts';
import type { FoundFile, Note } from './rule.ts';
import { isTerraformPath } from './terraform-text.ts';

/** An entry of the access list that lets every address in, as Terraform, Pulumi, templates and the CLI write it. */
const OPEN_ENTRY =
  /\b(?:cidr_?[bB]lock|CIDRBlock|CidrBlock)["']?[ \t]{0,16}[:=][ \t]{0,16}[\w.(]{0,30}["']?(?:0\.0\.0\.0\/0|::\/0)(?!\d)|\batlas[ \t]{1,8}accessLists?[ \t]{1,8}create[ \t]{1,8}["']?0\.0\.0\.0\/0/g;
const ACCESS_LIST = /project_ip_access_list|ProjectIpAccessList|accessLists?[ \t]/;

/** True for a host of the government cloud: its registered domain ends in `gov`. */
export const isGovernment = (host: string): boolean => /gov\.[a-z]{2,10}\.?$/i.test(host);

/**
 * Notes about metrics: `metrics` and `government metrics` where the discovery or the integration is used, `open` for an access
 * list that lets everybody in, `government` for infrastructure code of the government cloud.
 */
export function metricsNotes({ source: { path, text }, strings }: FoundFile): Note[] {
  const discoveries = strings.flatMap(({ kind, literal, inValue, range }): Note[] => {
    if (kind !== 'metrics-discovery' || literal.context === 'comment') return [];
    const value = literal.value.slice(inValue.offset, inValue.endOffset);
    const host = /^(?:https?:\/\/)?([\w.-]{1,253})/i.exec(value)?.[1] ?? '';
    return [{ at: range, about: isGovernment(host) ? 'government metrics' : 'metrics' }];
  });
  const open = ACCESS_LIST.test(text)
    ? codeMatches(text, OPEN_ENTRY).map((at): Note => ({
        at: { offset: at.offset, endOffset: at.endOffset },
        about: 'open',
      }))
    : [];
  return [...discoveries, ...open, ...(isTerraformPath(path) ? terraformNotes(text) : [])];
}

function terraformNotes(text: string): Note[] {
  return everyBlock(hclBlocks(text)).flatMap((block): Note[] => {
    const [name = ''] = block.labels;
    const type = hclAttribute(block, 'type');
    if (
      block.type === 'resource' &&
      name === 'mongodbatlas_third_party_integration' &&
      type &&
      hclText(type) === 'PROMETHEUS'
    )
      return [{ at: type.valueAt, about: 'metrics' }];
    const gov = hclAttribute(block, 'is_mongodbgov_cloud');
    return block.type === 'provider' && gov?.text === 'true' ? [{ at: gov, about: 'government' }] : [];
  });
}
