import { staleData, VERSIONS_DAY } from '../core/api-versions.ts';
import type { Notice } from '../core/finding.ts';
import type { Kind } from '../core/host-shapes.ts';

/** Says how old the version data is, where it was used and sunsets may have moved since. */
export function versionDataNotices(strings: Readonly<Partial<Record<Kind, number>>>, today: string): Notice[] {
  const used = (strings['media-type'] ?? 0) + (strings['admin-api-v2'] ?? 0) > 0;
  const days = used ? staleData(today) : null;
  if (days === null) return [];
  return [
    {
      code: 'old-version-data',
      file: '',
      message: `What is known of versions of the administration API is of ${VERSIONS_DAY}, ${days} days ago: sunsets may have moved since. A newer connlint may know more.`,
    },
  ];
}
