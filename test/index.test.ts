import { describe, expect, it } from 'vitest';
import { createLinter, lintFiles, lintText, UserError } from '../src/index.ts';
import { record } from './support/facts-fixture.ts';

const TEXT = 'URI=mongodb+srv://gable-k4j5h.mongodb.net:27017/g\n';
const rules = ({ findings }: ReturnType<typeof lintText>): string[] => findings.map(({ rule }) => rule);

describe('lintFiles', () => {
  it('throws an error type that callers can import', () => {
    expect(() => lintFiles(['no/such/file'])).toThrow(UserError);
    expect(() => lintFiles(['.'], { today: '2026-02-30' })).toThrow(UserError);
  });
});

describe('createLinter', () => {
  it('says of each text what lintText says', () => {
    const linter = createLinter({}, [], { today: '2026-11-20' });
    const texts = [TEXT, 'nothing', `# connlint-disable-next-line uri-refused -- known\n${TEXT}`, TEXT];
    for (const text of texts)
      expect(linter.lintText(text, '.env')).toEqual(lintText(text, { path: '.env', today: '2026-11-20' }));
    expect(rules(linter.lintText(TEXT, '.env'))).toEqual(['legacy-host', 'uri-refused']);
  });

  it('takes a text without a path for plain text', () => {
    expect(createLinter().lintText(TEXT).findings[0]!.file).toBe('input.txt');
  });

  it('checks texts against config and facts', () => {
    const linter = createLinter({
      rules: { 'uri-refused': 'off' },
      overrides: [{ files: 'b/**', rules: { 'uri-refused': 'info' } }],
    });
    expect(rules(linter.lintText(TEXT, 'a/.env'))).toEqual(['legacy-host']);
    expect(rules(linter.lintText(TEXT, 'b/.env'))).toEqual(['legacy-host', 'uri-refused']);
    const known = createLinter({}, [{ file: 'clusters.json', value: record() }]);
    const gone = known.lintText('U=mongodb+srv://oak.qz7xt.mongodb.net/', 'a.env');
    expect(rules(gone)).toContain('host-not-in-record');
  });

  it.each<[config: unknown, facts: Parameters<typeof createLinter>[1], message: RegExp]>([
    [{ rulez: {} }, [], /^config: .*rulez/],
    [{ rules: { option: ['error', { nown: [] }] } }, [], /^config: .*nown/],
    [{}, [{ file: 'a.json', value: { error: 410 } }], /^facts: a\.json: /],
  ])('refuses %j with %j', (config, facts, message) => {
    expect(() => createLinter(config, facts)).toThrow(TypeError);
    expect(() => createLinter(config, facts)).toThrow(message);
  });
});
