import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { everyBlock, hclBlocks, hclText } from '../../src/iac/hcl.ts';
import { terraformClusters } from '../../src/iac/terraform.ts';
import { fixtureInputs, splitInput } from './support/inputs.ts';
import { assertInside } from './support/oracles.ts';
import { exampleFiles } from './support/seeds.ts';
import { assertForInputs } from './support/any-input.ts';

describe('hclBlocks', () => {
  // Blocks and settings of Terraform text.
  it('places every block and setting inside of the text', () => {
    assertForInputs('hcl', {
      seeds: () => [...fixtureInputs(/\.tf$/), ...exampleFiles().filter((input) => /^\S*\.tf\n/.test(input))],
      run(input) {
        const [, text] = splitInput(input);
        const blocks = hclBlocks(text);
        for (const block of everyBlock(blocks)) {
          assertInside({ offset: block.offset, endOffset: Math.min(block.endOffset, text.length) }, text.length);
          assertInside(block.head, text.length);
          assertInside(block.body, text.length);
          for (const attribute of block.attributes) {
            assertInside(attribute, text.length);
            assert.equal(text.slice(attribute.valueAt.offset, attribute.valueAt.endOffset), attribute.text);
            hclText(attribute);
          }
        }
        terraformClusters({ path: 'a.tf', text });
      },
    });
  });
});
