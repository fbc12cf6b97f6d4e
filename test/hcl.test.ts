import { describe, expect, it } from 'vitest';
import { everyBlock, hclAttribute, hclBlocks, hclText } from '../src/core/hcl.ts';

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

  it('are read in a time that grows with the text, whatever it holds', () => {
    for (const piece of ['"${', 'a {', '<<E\n', '/*', '[', 'x = "']) {
      expect(() => hclBlocks(piece.repeat(20_000))).not.toThrow();
    }
  });
});
