/** The parts of a shown string that a report needs. Joined, they are the string. */
interface StringParts {
  /** With `://`. */
  readonly scheme: string;
  /** With `@`. */
  readonly user: string;
  readonly hosts: string;
  /** With `/`. */
  readonly path: string;
  /** With `?`. */
  readonly options: string;
}

export function stringParts(text: string): StringParts {
  const colon = text.indexOf('://');
  const start = colon < 0 ? 0 : colon + 3;
  const options = indexFrom(text, '?', start);
  const path = Math.min(indexFrom(text, '/', start), options);
  const at = text.lastIndexOf('@', path - 1);
  const hosts = at < start ? start : at + 1;
  return {
    scheme: text.slice(0, start),
    user: text.slice(start, hosts),
    hosts: text.slice(hosts, path),
    path: text.slice(path, options),
    options: text.slice(options),
  };
}

function indexFrom(text: string, mark: string, start: number): number {
  const at = text.indexOf(mark, start);
  return at < 0 ? text.length : at;
}
