import type { ServiceProfile } from '../classify/service.ts';
import { escapePattern } from '../text/escape-pattern.ts';
import type { Range, Source } from '../text/source.ts';
import { blocksOf, hclAttribute, hclText } from './hcl.ts';
import { isTerraformPath } from './terraform.ts';

/** Every text that creates a private zone contains one of these words. */
export const ZONE_WORDS = [
  ...['azurerm_private_dns_zone', 'aws_route53_zone', 'google_dns_managed_zone', 'privateDnsZones'],
  ...['private-dns zone create', 'AWS::Route53::HostedZone'],
] as const;

/** A private DNS zone that has the name of the service's domain, or of a project's token below it. */
export function privateZones(source: Source, profile: ServiceProfile): { readonly name: string; readonly at: Range }[] {
  const domains = profile.domains.map(escapePattern).join('|');
  const own = new RegExp(`^(?:[a-z\\d]{5,7}\\.)?(?:${domains})\\.?$`);
  if (isTerraformPath(source.path)) return inTerraform(source).filter(({ name }) => own.test(name));
  const { text } = source;
  const named = String.raw`["']?((?:[a-z\d]{5,7}\.)?(?:${domains})\.?)(?![\w.-])`;
  const patterns = [
    String.raw`privateDnsZones[^{}]{0,120}\{[^{}]{0,400}?\bname["']?\s{0,4}:\s{0,4}${named}`,
    String.raw`private-dns zone create[^\n]{0,200}?(?:-n|--name)[ =]${named}`,
    String.raw`AWS::Route53::HostedZone[^]{0,400}?\bName["']?:\s{0,4}${named}[^]{0,200}?\bVPCs\b`,
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index, 0: whole, 1: name = '' }) => {
      const offset = index + whole.lastIndexOf(name);
      return { name, at: { offset, endOffset: offset + name.length } };
    }),
  );
}

function inTerraform(source: Source): { readonly name: string; readonly at: Range }[] {
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
