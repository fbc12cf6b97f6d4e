import { isDeployed, type FileRole } from '../config/roles.ts';

/**
 * Whether the contents of a file decide a planned change: what a project runs does, whatever its folder is called; tests do where
 * the cluster's record is known; documents and examples never do.
 */
export const decidesPlan = (role: FileRole, hasRecord: boolean): boolean =>
  isDeployed(role) || (role === 'test' && hasRecord);
