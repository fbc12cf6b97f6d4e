import { describe, expect, it } from 'vitest';
import type { HclBlock } from '../../src/iac/hcl.ts';
import { everyBlock, hclAttribute, hclBlocks, hclText } from '../../src/iac/hcl.ts';
import type { Range } from '../../src/text/source.ts';

/** Every block as `type labels{settings blocks}`, with `⏎` for line ends in strings. */
const shown = (blocks: readonly HclBlock[]): string =>
  blocks
    .map(({ type, labels, attributes, blocks: inner }) => {
      const settings = attributes.map(({ name, text }) => `${name}=${text.replaceAll('\n', '⏎')}`);
      return `${[type, ...labels].join(' ')}{${[...settings, ...(inner.length > 0 ? [shown(inner)] : [])].join(' ')}}`;
    })
    .join(' ');

const heads = (text: string): string[] =>
  everyBlock(hclBlocks(text)).map(({ type, labels }) => [type, ...labels].join(' '));

describe('blocks of Terraform text', () => {
  it('are read with labels, settings and places', () => {
    const text = 'resource "a" "b" {\n  x = 1 # one\n  list = [\n    "y", // }\n  ]\n  inner {\n    k = "v"\n  }\n}\n';
    const [block] = hclBlocks(text);
    expect(heads(text)).toEqual(['resource a b', 'inner']);
    expect(block!.attributes.map(({ name, text: value }) => [name, value])).toEqual([
      ['x', '1'],
      ['list', '[\n    "y", // }\n  ]'],
    ]);
    expect(text.slice(block!.head.offset, block!.head.endOffset)).toBe('resource "a" "b"');
    const { valueAt } = hclAttribute(block!.blocks[0]!, 'k')!;
    expect(text.slice(valueAt.offset, valueAt.endOffset)).toBe('"v"');
    expect(hclText(hclAttribute(block!.blocks[0]!, 'k'))).toBe('v');
  });

  it.each([
    ['', ''],
    ['a {}', 'a{}'],
    ['a{}b{}', 'a{} b{}'],
    ['a "b-1" c_d {\n}\n', 'a b-1 c_d{}'],
    ['a\t"b"\r {\n x=1\r\n\ty\t=\t2\r\n}', 'a b{x=1 y=2}'],
    ['a {\n  x = 1\n  b {\n    y = 2\n  }\n  z = 3\n}\nc {}', 'a{x=1 z=3 b{y=2}} c{}'],
    ['a { x = 1 }\nb { y = 2 }', 'a{x=1} b{y=2}'],
    // A setting outside of blocks, and text that is not a setting.
    ['x = 1\na {}', 'a{}'],
    ['a {\n  x == 1\n  y = 2\n}', 'a{y=2}'],
    ['a "b"\nc {}', 'c{}'],
    ['a "b" = {}\nc {}', 'c{}'],
    ['a "x\n{}\nb {}', 'b{}'],
    ['"a" {\n}\nb {}', 'b{}'],
    ['a {}}\nb {}', 'a{} b{}'],
    // Comments of each kind, everywhere.
    ['# a {\n// b {\n/* c {\n} d { */\ne {}', 'e{}'],
    ['/*/ a {} */ b {}', 'b{}'],
    ['a {} # b {}', 'a{}'],
    ['a {\n  x = 1 # }\n  y = 2 // }\n  z = 3 /* }\n */\n}\nb {}', 'a{x=1 y=2 z=3 /* }⏎ */} b{}'],
    ['a { # }\n  x = 1\n}', 'a{x=1}'],
    ['a { /* open', 'a{}'],
    ['# a {}', ''],
    // Values in brackets continue over lines.
    ['a {\n  x = [1,\n    2]\n  y = f(\n "z" )\n}', 'a{x=[1,⏎    2] y=f(⏎ "z" )}'],
    ['a {\n  x = { k = 1 }\n  y = {\n    b {\n}}\n}', 'a{x={ k = 1 } y={⏎    b {⏎}}}'],
    ['a {\n  x = [ # ]\n  1 // ]\n /* ] */ ]\n  y = 2\n}', 'a{x=[ # ]⏎  1 // ]⏎ /* ] */ ] y=2}'],
    ['a {\n  x = 1)\n  y = 2\n}\nb {}', 'a{x=1) y=2} b{}'],
    // All of that inside strings.
    ['a {\n  x = "}"\n  y = "# no"\n  z = "[{("\n}\nb {}', 'a{x="}" y="# no" z="[{("} b{}'],
    ['a {\n  x = "\\"}"\n  y = "\\\\"\n}\nb {}', 'a{x="\\"}" y="\\\\"} b{}'],
    ['a {\n  x = "${b ? "}" : "{"}"\n}\nc {}', 'a{x="${b ? "}" : "{"}"} c{}'],
    ['a {\n  x = "%{ if b }}"\n}\nc {}', 'a{x="%{ if b }}"} c{}'],
    ['a {\n  x = "$${"\n  y = "%%{"\n  z = "$5"\n}\nc {}', 'a{x="$${" y="%%{" z="$5"} c{}'],
    ['a {\n  x = "a{b"\n}\nc {}', 'a{x="a{b"} c{}'],
    ['a {\n  x = "${f(\n"}")}"\n}\nc {}', 'a{x="${f(⏎"}")}"} c{}'],
    ['a {\n  x = "${"a${"}"}"}"\n}\nc {}', 'a{x="${"a${"}"}"}"} c{}'],
    ['a {\n  x = "open }\n  y = 2\n}\nc {}', 'a{x="open } y=2} c{}'],
    // Heredocs end at their marker alone on a line.
    ['a {\n  x = <<EOT\n} EOT\nEOT }\n  EOT\n  y = 2\n}', 'a{x=<<EOT⏎} EOT⏎EOT }⏎  EOT y=2}'],
    ['a {\n  x = <<-EOT  \n}\n\tEOT \n  y = 2\n}', 'a{x=<<-EOT  ⏎}⏎\tEOT y=2}'],
    ['a {\r\n  x = <<EOT\r\n}\r\nEOT\r\n  y = 2\r\n}', 'a{x=<<EOT\r⏎}\r⏎EOT y=2}'],
    ['a {\n  x = <<E_1\nE_\nE_12\nE_1\n  y = 2\n}', 'a{x=<<E_1⏎E_⏎E_12⏎E_1 y=2}'],
    ['a {\n  x = 1 << 2\n  y = 2\n}', 'a{x=1 << 2 y=2}'],
    ['a {\n  x = 1 <<EOT 2\n  y = 2\n}\nEOT\nb {}', 'a{x=1 <<EOT 2 y=2} b{}'],
    ['a {\n  x = <<EOT\n}\n', 'a{x=<<EOT⏎}}'],
  ])('%j', (text, expected) => {
    expect(shown(hclBlocks(text))).toBe(expected);
  });

  it('have places, each to its last character', () => {
    const text = 'a { }\n\nb "c" "d" {\n  x  =  [1]  # why\n  y=2}\nz "w"  {';
    const cut = ({ offset, endOffset }: Range): string => text.slice(offset, endOffset);
    const blocks = hclBlocks(text);
    expect(blocks.map(({ head }) => cut(head))).toEqual(['a', 'b "c" "d"', 'z "w"']);
    expect(blocks.map(({ body }) => cut(body))).toEqual([' ', '\n  x  =  [1]  # why\n  y=2', '']);
    expect(blocks.map((block) => cut(block))).toEqual(['a { }', 'b "c" "d" {\n  x  =  [1]  # why\n  y=2}', 'z "w"  {']);
    expect(blocks[1]!.attributes.map((attribute) => [cut(attribute), cut(attribute.valueAt)])).toEqual([
      ['x  =  [1]', '[1]'],
      ['y=2', '2'],
    ]);
  });

  it('are read as deep as configuration goes', () => {
    const nested = (depth: number): string => `${'a {\n'.repeat(depth)}${'}\n'.repeat(depth)}`;
    expect(everyBlock(hclBlocks(nested(41)))).toHaveLength(41);
    expect(everyBlock(hclBlocks(nested(42)))).toHaveLength(41);
    // Strings in interpolations beyond the maximum nesting: the innermost ends with its line.
    const open = `a {\n  x = ${'"${'.repeat(60)}\n  y = 1\n}\n`;
    expect(() => hclBlocks(open)).not.toThrow();
    const strings = (depth: number): string => `a {\n  x = ${'"${'.repeat(depth)}b${'}"'.repeat(depth)}\n}\nc {}\n`;
    expect(heads(strings(40))).toEqual(['a', 'c']);
  });

  it.each([
    ['"v"', 'v'],
    ['""', ''],
    ['"a b.c"', 'a b.c'],
    ['v', null],
    ['f("v")', null],
    ['"v" + "w"', null],
    ['"${v}"', null],
    ['"100%"', null],
    ['"a\\"b"', null],
    ['["v"]', null],
    ['"v".x', null],
  ])('with the value %s contain the text %j', (value, expected) => {
    const [block] = hclBlocks(`a {\n  other = "o"\n  x = ${value}\n}\n`);
    expect(hclText(hclAttribute(block!, 'x'))).toBe(expected);
    expect(hclText(hclAttribute(block!, 'none'))).toBeNull();
  });

  it('do not end inside of strings, comments and heredocs', () => {
    const text = 'a {\n  s = "}${f("}")}\\"}"\n  /* } */\n  h = <<-EOT\n    } {\n  EOT\n  z = 1\n}\nb {}\n';
    expect(heads(text)).toEqual(['a', 'b']);
    expect(hclBlocks(text)[0]!.attributes.map(({ name }) => name)).toEqual(['s', 'h', 'z']);
  });

  it('are found behind what is broken', () => {
    expect(heads('a {\n  s = "open\n  t = 1\n}\nb {}\n')).toEqual(['a', 'b']);
    expect(heads('}\n"x" = 1\nb {}\n')).toEqual(['b']);
    expect(hclText(hclAttribute(hclBlocks('a {\n  s = "x${y}"\n}\n')[0]!, 's'))).toBeNull();
  });

  it('end with the text when they are not closed', () => {
    const text = 'a {\n  b {\n    c "d" {';
    for (const { offset, endOffset, body } of everyBlock(hclBlocks(text))) {
      expect(text.slice(offset, endOffset)).toHaveLength(endOffset - offset);
      expect(body.endOffset).toBe(text.length);
    }
  });

  it('are read in a time that grows with the text, whatever it contains', () => {
    for (const piece of ['"${', 'a {', '<<E\n', '/*', '[', 'x = "']) {
      expect(() => hclBlocks(piece.repeat(20_000))).not.toThrow();
    }
  });
});
