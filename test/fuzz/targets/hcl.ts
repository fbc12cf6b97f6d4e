import assert from 'node:assert/strict';
import { everyBlock, hclBlocks, hclText } from '../../../src/iac/hcl.ts';
import { stringsUses, terraformClusters } from '../../../src/iac/terraform.ts';
import type { Target } from '../bundle.ts';
import { fixtureInputs, splitInput } from '../inputs.ts';
import { assertInside } from '../oracles.ts';
import { exampleFiles } from '../seeds.ts';

/** Blocks and settings of Terraform text. */
export const target: Target = {
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
    terraformClusters(blocks, text);
    for (const use of stringsUses(blocks, text)) assertInside(use, text.length);
  },
};
