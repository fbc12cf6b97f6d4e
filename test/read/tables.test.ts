import { describe, expect, it } from 'vitest';
import uses from '../../src/clients/driver-uses.json' with { type: 'json' };
import clients from '../../src/read/external/clients.json' with { type: 'json' };
import { around } from '../../src/read/searches.ts';
import overlays from '../../src/read/overlays.json' with { type: 'json' };

const { names, functions, applied, subclasses } = clients;
const { modules, fields, placed, holders } = overlays;

describe('each row of overlays.json, clients.json and driver-uses.json', () => {
  it.each([...modules, ...fields, ...placed, ...holders, ...names, ...functions, ...applied, ...subclasses, ...uses])(
    'finds $of',
    ({ pattern, example }) => {
      expect(example).toMatch(new RegExp(pattern.replaceAll('HOLDER', 'cfg'), 'm'));
    },
  );

  it.each(overlays.strings)('finds $of', ({ before, after, example }) => {
    const [front = '', string = '', behind = ''] = example.split(/[⟦⟧]/);
    const range = { offset: front.length, endOffset: front.length + string.length };
    expect(around([{ before, ...(after !== undefined && { after }) }])(front + string + behind, range)).toBe(true);
  });
});
