import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { parseConnectionString } from '../../src/parse/parse.ts';

interface Case {
  readonly verdict: string;
  readonly codes: string;
  readonly written: string;
}

function readCases(): Case[] {
  const lines = readFileSync(new URL('../../fixtures/uris.txt', import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [verdict = '', codes = '', ...rest] = line.split('|');
      return { verdict: verdict.trim(), codes: codes.trim(), written: rest.join('|').slice(1) };
    });
}

/** `code x2` for a code that occurs twice. */
function shorten(codes: string[]): string {
  const distinct = [...new Set(codes)];
  const counted = distinct.map((code) => {
    const count = codes.filter((other) => other === code).length;
    return count > 1 ? `${code} x${count}` : code;
  });
  return counted.join(' ') || '-';
}

describe('fixtures/uris.txt', () => {
  it.each(readCases())('$verdict $codes: $written', ({ verdict, codes, written }) => {
    const { issues } = parseConnectionString(written.replaceAll('{?}', PLACEHOLDER));
    const hasError = issues.some(({ severity }) => severity === 'error');
    expect(shorten(issues.map(({ code }) => code))).toBe(codes);
    expect(hasError ? 'error' : issues.length > 0 ? 'warn' : 'ok').toBe(verdict);
  });
});
