/** The roles of files, in the order in which they are decided. The role may lower the severity of findings. */
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

/**
 * Roles of files that are executed or deployed. Their strings decide planned changes, and their findings keep their
 * severity.
 */
export const isDeployed = (role: FileRole): boolean =>
  role === 'product' || role === 'config' || role === 'infrastructure';
