import { namedVersion, otherBodyVersion, unversioned } from '../src/admin-api/accept-header.ts';
import { apiRequests, isMocked } from '../src/admin-api/requests.ts';
import { openCalls } from '../src/admin-api/open-calls.ts';
import { plannedVersion } from '../src/admin-api/versions.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import type { CollectedItem, Range } from '../src/text/source.ts';

/** A path that a program gives to a client, with what its file imports; `null` for a file whose own calls follow the plan. */
interface Through extends CollectedItem {
  readonly imports: readonly string[] | null;
}

/** The last names of imported modules: `./atlas/http.js`, `.atlas.http`. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|require\(|import)[ \t]{0,4}["']?([\w@./-]{1,200})/g)].flatMap(([, path = '']) =>
    moduleOf(path.replace(/\.(?=\w+\.)/g, '/')),
  );

/** The name of a module, or of the folder that it is. */
const moduleOf = (path: string): string[] =>
  /([\w-]{1,100})(?:\/(?:index|__init__))?(?:\.\w{1,4})?$/.exec(path)?.slice(1) ?? [];

export default defineRule({
  id: 'api-missing-accept',
  basis: 'code',
  confidence: 'medium',
  withoutPlan: true,
  trigger: { anchors: ['atlas', 'groups/', 'orgs/'], besideService: true, orStrings: true },
  messages: {
    missing: 'This call has no version in its `Accept` header. The API answers 406.',
    body: 'The body has version {date} in `Content-Type`, but `Accept` asks for another version.',
  },
  checkFile(file, { profile }) {
    return apiRequests(file, profile).flatMap((request): RuleProblem[] => {
      const body = isMocked(request) ? null : otherBodyVersion(request);
      if (body) return [{ message: 'body', data: { date: body.date! }, at: body.string.range }];
      const lacking = request.address.kind === 'admin-api-v2' ? unversioned(request, file, profile) : null;
      if (!lacking || isMocked(request)) return [];
      return [{ message: 'missing', at: request.at, suggestions: namedVersion(request, lacking, profile) }];
    });
  },
  collect(file, { profile, plan, role }): Through[] {
    const to = plannedVersion(plan);
    if (to === null || role !== 'product') return [];
    const { open, through, isClient } = openCalls(file, profile, to);
    const imports = through.length > 0 ? importsOf(file.source.text) : [];
    const at = ({ offset, endOffset }: Range): Range => ({ offset, endOffset });
    return [
      ...open.map((one) => ({ at: at(one), imports: [] })),
      ...through.map((one) => ({ at: at(one), imports })),
      ...(isClient ? [{ at: { offset: 0, endOffset: 0 }, imports: null }] : []),
    ];
  },
  checkProject(items) {
    const clients = new Set(items.flatMap(({ imports, file }) => (imports === null ? moduleOf(file) : [])));
    const open = items.filter(({ imports }) => imports !== null && !imports.some((name) => clients.has(name)));
    return open.map(({ at, file }) => ({ missing: 'API version of a call', at, file }));
  },
});
