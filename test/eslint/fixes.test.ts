import { describe, expect, it } from 'vitest';
import { expressionOf, fixerOf } from '../../src/eslint/rule.ts';
import { lintText } from '../../src/index.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { ATLAS } from '../../src/classify/service.ts';

const TEXT = `A="mongodb+srv://gable.k4j5h.mongodb.net:27017/g"\nB=2\n`;
const [finding] = lintText(TEXT, { path: '.env' }).findings;
const expression = expressionOf(finding!, findStrings({ path: '.env', text: TEXT }, ATLAS));
const edit = (offset: number, endOffset: number, text = '') => ({ offset, endOffset, text });

describe('what ESLint may edit', () => {
  it('is the string of a finding, from its first letter to its last', () => {
    expect(finding?.rule).toBe('srv-port');
    expect(TEXT.slice(expression.offset, expression.endOffset)).toBe('mongodb+srv://gable.k4j5h.mongodb.net:27017/g');
  });

  it.each([
    ['in another line', [edit(TEXT.length - 2, TEXT.length - 1)]],
    ['half outside', [edit(expression.endOffset - 1, expression.endOffset + 3)]],
    ['one inside and one outside', [edit(10, 12), edit(0, 1)]],
    ['one over the other, which would end the run', [edit(10, 14), edit(12, 16)]],
    ['no edit at all', []],
  ])('is nothing for a repair with edits %s', (_, edits) => {
    expect(fixerOf({ title: '', edits }, expression, TEXT)).toBeNull();
  });

  it('is anything in the file for a rule about the file', () => {
    expect(fixerOf({ title: '', edits: [edit(0, 1)] }, null, TEXT)).not.toBeNull();
    expect(fixerOf({ title: '', edits: [edit(0, TEXT.length + 1)] }, null, TEXT)).toBeNull();
  });
});
