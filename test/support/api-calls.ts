import { apiRequests } from '../../src/admin-api/requests.ts';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';

/** The calls of a text, one line each: method, path with `…` for unknown pieces, and the versions that it names. */
export function shownCalls(path: string, text: string): string[] {
  const file = {
    source: { path, text },
    strings: findStrings({ path, text }, ATLAS),
    anchors: new Map<string, number[]>(),
  };
  return apiRequests(file, ATLAS).map((request) => {
    const versions = request.mediaTypes.map(({ date }) => date ?? 'none').join(' ');
    return `${request.method ?? '?'} ${request.path.replaceAll(PLACEHOLDER, '…')} | ${versions}`;
  });
}
