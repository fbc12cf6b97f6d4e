import { describe, expect, it } from 'vitest';
import uses from '../../src/clients/driver-uses.json' with { type: 'json' };
import clients from '../../src/read/external/clients.json' with { type: 'json' };
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
});
