import { isDeployed, type FileRole } from '../config/roles.ts';

/**
 * Whether what stands in a file decides a planned change: what a project runs does, whatever its folder is called; tests do where
 * the cluster's record is known; documents and examples never do.
 */
export const decidesPlan = (role: FileRole, hasRecord: boolean): boolean =>
  isDeployed(role) || (role === 'test' && hasRecord);
