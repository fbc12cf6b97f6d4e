import type { ServiceProfile } from '../classify/service.ts';
import { countBefore, type Range, type Source } from '../text/source.ts';
import { hclAttribute, hclBlocks, hclText, type HclBlock } from './hcl.ts';
import { isDiscovery } from './prometheus.ts';

/** A `prometheus.scrape` of Grafana Alloy (also inside Helm values) whose targets come from the metrics discovery. */
export interface AlloyScrape {
  /** From the component's name to its label. */
  readonly head: Range;
  /** The value of `scheme` without quotes, and where it is. */
  readonly scheme: { readonly value: string | null; readonly at: Range } | null;
  readonly hasAuthentication: boolean;
  /** True if the discovery has credentials. */
  readonly isDiscoveryAuthenticated: boolean;
  /** Where settings can be added, with the indentation of a setting. */
  readonly body: { readonly offset: number; readonly indent: string };
}

const COMPONENT = /\b(prometheus\.scrape|discovery\.http|discovery\.relabel)[ \t]{1,8}"(\w{1,80})"[ \t]{0,8}\{/g;
const AUTHENTICATION = new Set(['basic_auth', 'authorization', 'oauth2']);
/** Every text with such a component contains this word. */
export const ALLOY_WORD = 'prometheus.scrape';

interface Component {
  readonly kind: string;
  readonly name: string;
  readonly offset: number;
  readonly block: HclBlock;
}

export function alloyScrapes({ text }: Source, profile: ServiceProfile): AlloyScrape[] {
  if (!text.includes(ALLOY_WORD)) return [];
  const matches = [...text.matchAll(COMPONENT)];
  // A component ends before the line of the next, and never contains it.
  const starts = matches.flatMap(({ index }) =>
    text.slice(text.lastIndexOf('\n', index) + 1, index).trim() === '' ? [index] : [],
  );
  const components = matches.flatMap((match): Component[] => {
    const [, kind = '', name = ''] = match;
    // The reader of HCL takes the word before the label as the type of the block.
    const offset = match.index + kind.indexOf('.') + 1;
    const next = starts[countBefore(starts, (start) => start <= match.index)];
    const [block] = hclBlocks(text.slice(offset, next));
    return block ? [{ kind, name, offset, block }] : [];
  });
  return components.flatMap((component): AlloyScrape[] => {
    const discovery = component.kind === 'prometheus.scrape' ? discoveryOf(component, components, profile) : null;
    if (!discovery) return [];
    const { block, offset } = component;
    const scheme = hclAttribute(block, 'scheme');
    const first = block.attributes[0];
    const lineStart = first ? text.lastIndexOf('\n', offset + first.offset) + 1 : 0;
    return [
      {
        head: { offset: offset - 'prometheus.'.length, endOffset: offset + block.head.endOffset },
        scheme: scheme
          ? {
              value: hclText(scheme),
              at: { offset: offset + scheme.valueAt.offset, endOffset: offset + scheme.valueAt.endOffset },
            }
          : null,
        hasAuthentication: logsIn(block),
        isDiscoveryAuthenticated: logsIn(discovery),
        body: {
          offset: offset + block.body.offset,
          indent: first ? text.slice(lineStart, offset + first.offset) : '  ',
        },
      },
    ];
  });
}

const logsIn = ({ blocks, attributes }: HclBlock): boolean =>
  blocks.some(({ type }) => AUTHENTICATION.has(type)) ||
  attributes.some(({ name }) => /^bearer_token(?:_file)?$/.test(name));

/** The discovery of the service that the targets come from, directly or through a relabelling. */
function discoveryOf(
  { block }: Component,
  components: readonly Component[],
  profile: ServiceProfile,
  depth = 0,
): HclBlock | null {
  const targets = hclAttribute(block, 'targets')?.text ?? '';
  for (const other of components) {
    if (!targets.includes(`${other.kind}.${other.name}.`)) continue;
    if (other.kind === 'discovery.relabel')
      return depth < 3 ? discoveryOf(other, components, profile, depth + 1) : null;
    const url = hclAttribute(other.block, 'url')?.text ?? '';
    if ([...url.matchAll(/"([^"]{1,400})"/g)].some(([, address = '']) => isDiscovery(address, profile)))
      return other.block;
  }
  return null;
}
