import { describe, expect, it } from 'vitest';
import rulePatterns from '../../rules/patterns.json' with { type: 'json' };
import uses from '../../src/clients/driver-uses.json' with { type: 'json' };
import expressions from '../../src/read/external/expressions.json' with { type: 'json' };
import callForms from '../../src/admin-api/call-forms.json' with { type: 'json' };
import headerForms from '../../src/admin-api/header-forms.json' with { type: 'json' };
import nameForms from '../../src/classify/name-forms.json' with { type: 'json' };
import attributeForms from '../../src/iac/attribute-forms.json' with { type: 'json' };
import optionForms from '../../src/clients/option-forms.json' with { type: 'json' };
import fileRoles from '../../src/lint/file-roles.json' with { type: 'json' };
import suppliers from '../../src/node/suppliers.json' with { type: 'json' };
import valuePatterns from '../../src/lint/value-patterns.json' with { type: 'json' };
import clients from '../../src/read/external/clients.json' with { type: 'json' };
import readForms from '../../src/read/forms.json' with { type: 'json' };
import { around } from '../../src/read/searches.ts';
import overlays from '../../src/read/overlays.json' with { type: 'json' };
import packageForms from '../../src/drivers/package-forms.json' with { type: 'json' };
import splitForms from '../../src/parse/split-forms.json' with { type: 'json' };
import ownFiles from '../../src/report/own-files.json' with { type: 'json' };

const { parts: callParts, ...calls } = callForms;
const { parts: attributeParts, ...attributes } = attributeForms;
const { parts: expressionParts, ...expressionForms } = expressions;
const { parts: readParts, ...reading } = readForms;
const parts: Readonly<Record<string, string>> = { ...callParts, ...attributeParts, ...expressionParts, ...readParts };
const own = [calls, nameForms, attributes, { packageForms, splitForms }, rulePatterns, reading];
const others = [valuePatterns, optionForms, suppliers, { headerForms, roles: fileRoles.patterns }];
const forms = [...own, expressionForms, ...others]
  .flatMap((all) => Object.values<Record<string, Row> | readonly Row[]>(all))
  .flatMap((table) => Object.values<Row>(table));
const { names, functions, applied, handed, subclasses } = clients;
const { modules, fields, placed, holders } = overlays;
const ofClients = [...names, ...functions, ...applied, ...handed, ...subclasses];
const plain = [...modules, ...fields, ...placed, ...holders, ...ofClients, ...uses];

interface Row {
  readonly of: string;
  readonly pattern: string;
  readonly flags?: string;
  readonly example: string;
}

describe('each row of the tables of patterns', () => {
  it.each(plain)('finds $of', ({ pattern, example }) => {
    expect(example).toMatch(new RegExp(pattern.replaceAll('HOLDER', 'cfg'), 'm'));
  });

  it.each(forms)('finds $of', ({ pattern, flags, example }) => {
    const whole = pattern.replace(/\{([A-Z_]+)\}/g, (name, part: string) => parts[part] ?? name);
    expect(example).toMatch(new RegExp(whole, flags?.replace('y', '')));
  });

  it.each(ownFiles)('finds the start of $of', ({ begins, example }) => {
    expect(example).toMatch(new RegExp(begins));
  });

  it.each(overlays.strings)('finds $of', ({ before, after, example }) => {
    const [front = '', string = '', behind = ''] = example.split(/[⟦⟧]/);
    const range = { offset: front.length, endOffset: front.length + string.length };
    expect(around([{ before, ...(after !== undefined && { after }) }])(front + string + behind, range)).toBe(true);
  });
});
