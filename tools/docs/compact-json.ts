const WIDTH = 100;

/** JSON for people: what fits on one line is on one line, the rest is broken up. Ends without a line end. */
export function compactJson(value: unknown, indent = ''): string {
  const flat = oneLine(value);
  if (indent.length + flat.length <= WIDTH || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => inner + compactJson(item, inner));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const lines = entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${compactJson(item, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const pairs = entries.map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}
