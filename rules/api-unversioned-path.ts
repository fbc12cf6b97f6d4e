import { headerEdit, unversioned } from '../src/admin-api/accept-header.ts';
import { plannedVersion } from '../src/admin-api/versions.ts';
import { requestWith } from '../src/admin-api/requests.ts';
import type { FoundString, FoundFile } from '../src/classify/found-string.ts';
import { defineRule } from '../src/lint/rule.ts';
import { grouped, matchesIn, oncePerText, type Range } from '../src/text/source.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import { isApiDefinition } from '../src/read/families.ts';
import { editOf, makeFix, partAt } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'api-unversioned-path',
  basis: 'code',
  withoutPlan: true,
  messages: { path: 'This path belongs to the unversioned Administration API ({version}).' },
  kinds: ['admin-api-v1'],
  checkString(string, { profile, plan }, file) {
    if (string.literal.context === 'comment') return [];
    const written = versionIn(string);
    if (!written) return [];
    const { name: version } = written;
    const planned = plannedVersion(plan);
    // One client is one mistake. A planned migration lists each place.
    const same = clientsIn(file).get(clientKey(string, file)) ?? [];
    if (planned === null && same[0] !== string) return [];
    const date = planned ?? SAME_RECORDS[version] ?? SAME_RECORDS['v1.0']!;
    const severity = planned !== null ? 'error' : isOnlyNamed(string, file) ? 'info' : 'warning';
    const slash = written.offset - profile.api.path.length + 1;
    const offset = string.literal.value[slash] === '/' ? slash : slash + 1;
    const at = partAt(string, { offset, endOffset: written.endOffset });
    const suggestions = [asVersioned(string, written.at, date, profile, file)];
    const others = planned === null ? same.slice(1) : [];
    const related = others.map(({ range: at }) => ({ at, message: 'The same client.' }));
    return [{ message: 'path', data: { version }, severity, at, suggestions, related }];
  },
});

const versionIn = ({ literal: { value } }: FoundString) => matchesIn(value, /\/(v1\.\d)(?![\d.])/gi)[0];

const clientKey = (string: FoundString, file: FoundFile): string =>
  `${versionIn(string)?.name} ${isOnlyNamed(string, file)}`;

const clientsIn = oncePerText((file: FoundFile) =>
  grouped(
    file.strings.filter(({ kind, literal }) => kind === 'admin-api-v1' && literal.context !== 'comment'),
    (string) => clientKey(string, file),
  ),
);

/** Links of recorded answers: `"links": [{ "href": "…", "rel": "self" }]`. */
const LINK = /(?:^|[.[\]])(?:href|self|links?|rel|next|previous|\$ref)(?:\[\d*\])?$/i;

/** True if nothing calls the address: in an answer or definition of the API, or in a sentence. */
const isOnlyNamed = ({ literal }: FoundString, { source }: FoundFile): boolean =>
  literal.context === 'prose' || LINK.test(literal.key ?? '') || isApiDefinition(source);

/** The versions whose records equal those of the unversioned API (versioned API overview, 2026-08). */
const SAME_RECORDS: Readonly<Record<string, string>> = { 'v1.0': '2023-01-01', 'v1.5': '2023-02-01' };

/** The base path, and the header if the call shows where to write it. */
function asVersioned(string: FoundString, version: Range, date: string, profile: ServiceProfile, file: FoundFile) {
  const path = editOf(string, version, 'v2');
  const request = requestWith(string, file, profile);
  const lacking = request && unversioned(request, file, profile);
  const header = lacking ? headerEdit(request, lacking, `${profile.api.mediaType}.${date}+json`) : null;
  if (!path || !header) return makeFix('Use the versioned path; `Accept` must name a version as well', path);
  const edits = [path, header].sort((a, b) => a.offset - b.offset);
  return { title: `Use the versioned path and version ${date}`, edits };
}
