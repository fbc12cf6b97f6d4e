import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceRange } from '../../../src/text/literal.ts';
import { scriptLiterals } from '../../../src/read/script/literals.ts';
import type { ScriptLiteral } from '../../../src/read/script/literals.ts';
import { PARSERS, read } from '../../support/script-trees.ts';

/** A piece of source and its value, `null` if it is unknown. */
interface Piece {
  readonly source: string;
  readonly value: string | null;
}

const PLAIN = fc.string({ unit: fc.constantFrom('a', 'B', '-', '.', '/', '@', '😀', 'é', ' ', '}', '{') });

const escape = (source: string, value: string): Piece => ({ source, value });
const ESCAPES = fc.constantFrom(
  escape('\\x2d', '-'),
  escape('\\u002D', '-'),
  escape('\\u{1F600}', '😀'),
  escape('\\u{0002d}', '-'),
  escape('\\/', '/'),
  escape('\\\\', '\\'),
  escape('\\n', '\n'),
  escape('\\q', 'q'),
  escape('\\\n', ''),
  escape('\\\r\n', ''),
  escape('\\\u2028', ''),
);

const part: fc.Arbitrary<Piece> = fc.oneof(
  PLAIN.map((text) => escape(text, text)),
  ESCAPES,
);

/** Text between quotes with escapes, sometimes with other quotes in it. */
const quoted = fc
  .record({ quote: fc.constantFrom("'", '"', '`'), parts: fc.array(part, { maxLength: 5 }) })
  .map(({ quote, parts }): Piece => {
    const other = quote === '"' ? "'" : '"';
    const ends = quote === '`' ? [escape('\r\n', '\n'), escape('\r', '\n'), escape('$', '$')] : [escape('\\0', '\0')];
    const all = [...parts, escape(other, other), ...ends];
    return {
      source: quote + all.map((each) => each.source).join('') + quote,
      value: all.map((each) => each.value).join(''),
    };
  });

const unknown: fc.Arbitrary<Piece> = fc
  .constantFrom('user', 'process.env.X', 'f(1)')
  .map((source) => ({ source, value: null }));
const operand = fc.oneof({ weight: 3, arbitrary: quoted }, { weight: 1, arbitrary: unknown });

const join = (pieces: readonly Piece[], source: string, separator = ''): Piece => ({
  source,
  value: pieces.some((piece) => piece.value === null) ? null : pieces.map((piece) => piece.value).join(separator),
});

const space = fc.constantFrom('', ' ', '\r\n', ' /* 😀 */ ');
const sourcesOf = (pieces: readonly Piece[]): string[] => pieces.map((piece) => piece.source);

const expression = fc
  .tuple(quoted, fc.array(operand, { maxLength: 4 }), space, fc.nat(4))
  .map(([first, rest, gap, form]) => {
    const pieces = [first, ...rest];
    const sources = sourcesOf(pieces);
    const list = sources.join(`,${gap}`);
    const template = sources.map((source) => `\${${gap}${source}${gap}}`).join('');
    const forms = [
      join(pieces, sources.join(`${gap}+${gap}`)),
      join(pieces, `${sources[0]}${gap}.concat(${sources.slice(1).join(', ')})`),
      join(pieces, `[${list}].join('--')`, '--'),
      join(pieces, `((${sources.join(') + (')}))`),
      join(pieces, `\`${template}\``),
    ];
    return forms[form]!;
  });

function literalOf(source: string, parser: string): ScriptLiteral | undefined {
  const tree = PARSERS[parser]!(source, 'a.ts');
  return scriptLiterals(tree, source, Array.from(source, (_, at) => at).concat(source.length))[0];
}

function expectExact(source: string, literal: ScriptLiteral): void {
  let at = 0;
  let from = 0;
  for (const segment of literal.segments) {
    expect(segment.at).toBe(at);
    at += segment.length;
    expect(segment.offset).toBeGreaterThanOrEqual(from);
    expect(segment.endOffset).toBeGreaterThanOrEqual(segment.offset);
    from = segment.endOffset;
    const text = source.slice(segment.offset, segment.endOffset);
    if (segment.exact) expect(text).toBe(literal.value.slice(segment.at, at));
  }
  expect(at).toBe(literal.value.length);
}

test.each(Object.keys(PARSERS))('%s: segments cover the value in order, and exact ones are exact', (parser) => {
  fc.assert(
    fc.property(expression, fc.constantFrom('', '/* 😀 */ ', '\r\n'), (piece, before) => {
      const source = `${before}x = ${piece.source}`;
      const literal = literalOf(source, parser);
      expect(literal).toBeDefined();
      expectExact(source, literal!);
      expect(literal!.key).toBe('x');
      if (piece.value === null) expect(literal!.placeholders.length).toBeGreaterThan(0);
      else expect(literal!.value).toBe(piece.value);
    }),
    { numRuns: 300 },
  );
});

test('the value of a string is what JavaScript makes of it', () => {
  fc.assert(
    fc.property(quoted, (piece) => {
      const value: unknown = new Function(`return ${piece.source}`)();
      expect(value).toBe(piece.value);
    }),
  );
});

test.each([
  ["'mongodb:\\/\\/h'", ['mongodb:', '\\/', '\\/', 'h']],
  ["'mongodb://a\\x2d\\u{2d}b'", ['mongodb://a', '\\x2d', '\\u{2d}', 'b']],
  ["'mongodb://a\\\r\nb'", ['mongodb://a', '\\\r\n', 'b']],
  ['`mongodb://a\r\nb`', ['mongodb://a', '\r\n', 'b']],
  ["'mongodb://' + /* + */ h + `b`", ['mongodb://', 'h', 'b']],
  ["['mongodb://a' , 'b'].join(',')", ['mongodb://a', ' , ', 'b']],
  ['`mongodb://${ h }b`', ['mongodb://', '${ h }', 'b']],
])('pieces of %s', (source, pieces) => {
  const literal = literalOf(source, 'babel');
  expect(literal?.segments.map((segment) => source.slice(segment.offset, segment.endOffset))).toEqual(pieces);
});

test('a span never leaves the expression', () => {
  const source = "const H = 'a.b'; f(`mongodb://${H}/x`); const I = 'c'";
  const literal = read(source)[0]!;
  const { offset, endOffset } = sourceRange(literal, 0, literal.value.length);
  expect(source.slice(offset, endOffset)).toBe('mongodb://${H}/x');
});
