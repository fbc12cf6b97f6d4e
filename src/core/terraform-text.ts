import type { Range } from './source.ts';

/** A setting of a resource as Terraform text writes it, one a line. */
export interface TerraformSetting extends Range {
  /** Type of the resource around it: `mongodbatlas_cluster`. */
  readonly resource: string;
  readonly name: string;
  /** As written, without quotes. */
  readonly value: string;
}

/** The head of a block, or a plain setting; a comment begins otherwise. Every repetition is bounded. */
const LINE = new RegExp(
  '^[ \\t]{0,64}(?:(resource|data|module|variable|output|provider)[ \\t]{1,16}"([\\w-]{1,80})"' +
    '|(\\w{1,64})[ \\t]{0,64}=[ \\t]{0,64}("[^"\\n]{0,200}"|\\w{1,64}))',
  'gm',
);

/** True for a file in Terraform's own language, or in its JSON form, where the expressions stand in strings. */
export function isTerraformPath(path: string): boolean {
  return /\.(?:tf|tofu)(?:\.json)?$/i.test(path);
}

/** The settings of resources whose value is written out. Linear in the length of the text. */
export function terraformSettings(text: string): readonly TerraformSetting[] {
  const settings: TerraformSetting[] = [];
  let resource: string | null = null;
  for (const match of text.matchAll(LINE)) {
    const [whole, block, type = '', name, value = ''] = match;
    if (block !== undefined) resource = block === 'resource' ? type : null;
    if (name === undefined || resource === null) continue;
    const endOffset = match.index + whole.length;
    const offset = endOffset - whole.trimStart().length;
    settings.push({ resource, name, value: value.replaceAll('"', ''), offset, endOffset });
  }
  return settings;
}
