import { apiRequests } from '../../src/admin-api/requests.ts';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';

/**
 * The calls of a text, one line each: method, path with `…` for unknown pieces, the versions that it names, its start
 * and end, and what else of the file belongs to it.
 */
export function shownCalls(path: string, text: string): string[] {
  const file = { source: { path, text }, strings: findStrings({ path, text }, ATLAS), anchors: new Map() };
  return apiRequests(file, ATLAS).map((request) => {
    const [, ...elsewhere] = request.parts;
    return [
      `${request.method ?? '?'} ${request.path.replaceAll(PLACEHOLDER, '…')}`,
      request.mediaTypes.map(({ date }) => date ?? 'none').join(' '),
      `${request.whole ? 'whole' : 'lines'}${request.open ? ', open' : ''}`,
      ends(request.text),
      ...elsewhere.map((part) => ends(part.text)),
    ].join(' | ');
  });
}

const ends = (text: string): string =>
  text.length <= 50 ? text.replaceAll('\n', '⏎') : `${text.slice(0, 24)} … ${text.slice(-24)}`.replaceAll('\n', '⏎');
