/** What a file is for, in the order in which it is decided; it says how severe a finding in it is. */
export const FILE_ROLES = [
  'vendored',
  'config',
  'infrastructure',
  'generated',
  'test',
  'example',
  'docs',
  'product',
] as const;

export type FileRole = (typeof FILE_ROLES)[number];

/** Roles of files that run: what stands in them decides planned changes, and no finding in them is lowered. */
export const isDeployed = (role: FileRole): boolean =>
  role === 'product' || role === 'config' || role === 'infrastructure';
