import type { TextResult } from '../lint/classify-text.ts';
import { isApiKind } from '../classify/host-shapes.ts';
import type { Block, Item } from './document.ts';

/** The results for given texts: one block per text. Facts that the text does not show are left out. */
export function classifyDocument(results: readonly TextResult[]): Block[] {
  return results.flatMap((result): Block[] => {
    const { text, access, instead, siblings, errors, warnings } = result;
    const others = siblings.filter((one) => one.text !== text);
    const items = [
      ...row('kind', kindText(result)),
      ...row('access', access),
      ...row('instead', instead),
      ...row('valid', validText(result)),
      ...errors.map(({ code, message }) => ({ words: [{ badge: `error[${code}]`, hue: 'error' }, `: ${message}`] })),
      ...warnings.map(({ code, message }) => ({
        words: [{ badge: `warning[${code}]`, hue: 'warning' }, `: ${message}`],
      })),
      ...(others.length > 0 ? [{ words: 'same cluster', below: [{ list: others.map(siblingItem) }] }] : []),
    ] as Item[];
    return [{ heading: [text], level: 3 }, { list: items }];
  });
}

const siblingItem = ({ text, kind, form, access }: TextResult['siblings'][number]): Item => ({
  words: [{ code: text }],
  below: [{ paragraph: `${kind}, ${form}: ${access ?? ''}` }],
});

const row = (label: string, value: string | null): Item[] =>
  value === null ? [] : [{ words: `${label.padEnd(9)}${value}` }];

/** `optimized, srv, cluster pulse, token r4t8v` */
function kindText({ kind, family, form, cluster, token, provider, region }: TextResult): string {
  return [
    kind,
    ...(family === 'legacy' && kind !== 'legacy' ? ['legacy name'] : []),
    ...(form === null ? [] : [form]),
    ...Object.entries({ cluster, token, provider, region }).flatMap(([name, value]) =>
      value === null ? [] : [`${name} ${value}`],
    ),
  ].join(', ');
}

/** `null` for a host by itself, of which there is nothing to parse. */
function validText({ kind, form, valid }: TextResult): string | null {
  if (isApiKind(kind)) return 'not a connection string';
  return form === 'host' ? null : valid ? 'yes' : 'no';
}
