import { TERRAFORM_FILE } from '../src/read/families.ts';
import { blocksOf, hclAttribute, type HclBlock } from '../src/iac/hcl.ts';
import { resourcesOf, terraformClusters } from '../src/iac/terraform.ts';
import { defineRule } from '../src/lint/rule.ts';
import { rangeAt, rewriting, type FiledItem, type NamedItem } from '../src/text/source.ts';
import type { FoundFile } from '../src/classify/found-string.ts';

/** Resources that must exist before a cluster lists the strings of its endpoints. */
const MAKES_STRINGS = /^resource (?:privatelink_endpoint_service|private_endpoint_regional_mode)$/;

const MENTIONS = /\b(?:mongodbatlas_(?:privatelink_endpoint_service|private_endpoint_regional_mode)|module)\./;

export default defineRule({
  id: 'iac-missing-depends-on',
  basis: 'code',
  confidence: 'medium',
  trigger: { anchors: ['mongodbatlas_'], path: TERRAFORM_FILE },
  messages: {
    resource: '`{address}` is read before it has endpoint strings. Read it through a data source with `depends_on`.',
    data: '`{address}` is read without `depends_on` of {service}.',
  },
  collect: endpointUses,
  checkModule(items: readonly FiledItem<NamedItem>[]) {
    const service = items.find(({ is }) => is === 'service')?.name;
    const waiting = new Set(items.flatMap(({ is, name }) => (is === 'waits' ? [name] : [])));
    if (service === undefined) return [];
    const early = items.filter(({ is, name }) => is === 'read' && !waiting.has(name));
    return early.map(({ at, name: address, file }) => {
      if (address.startsWith('data.')) return { message: 'data', data: { address, service }, at, file };
      const fix = rewriting(`Read data.${address}`, { ...at, endOffset: at.offset }, 'data.');
      const suggestions = waiting.has(`data.${address}`) ? [fix] : [];
      return { message: 'resource', data: { address }, at, file, suggestions };
    });
  },
});

function endpointUses({ source, strings }: FoundFile): NamedItem[] {
  const { text } = source;
  const blocks = blocksOf(source);
  const waits = (block: HclBlock | undefined): boolean =>
    block !== undefined && MENTIONS.test(hclAttribute(block, 'depends_on')?.text ?? '');
  const services = resourcesOf(source, MAKES_STRINGS);
  const waiting = terraformClusters(source).filter(({ block: { body } }) =>
    MENTIONS.test(text.slice(body.offset, body.endOffset)),
  );
  const reads = strings.flatMap(({ attribute, kind, range }): NamedItem[] => {
    const address = attribute?.address ?? '';
    const isEndpoint = kind === 'private-endpoint' || kind === 'optimized';
    if (!isEndpoint || !address.includes('mongodbatlas_') || waits(rangeAt(blocks, range.offset))) return [];
    const offset = text.lastIndexOf(address, range.offset);
    return [{ is: 'read', at: { offset, endOffset: offset + address.length }, name: address }];
  });
  return [
    ...services.map(({ head, labels }) => ({ is: 'service', at: head, name: labels.join('.') })),
    ...waiting.map(({ block, address }) => ({ is: 'waits', at: block.head, name: address })),
    ...reads,
  ];
}
