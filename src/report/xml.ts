/** Characters that XML 1.0 cannot contain, not even escaped (W3C, 5th edition, section 2.2). */
// eslint-disable-next-line no-control-regex -- they are what this is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Readers turn these into spaces in attributes, and one line end into another in texts.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const allowed = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '\ufffd');

export function xmlText(text: string): string {
  return allowed(text).replace(/[&<>\r]/g, (c) => ENTITIES[c]!);
}

function xmlAttribute(text: string): string {
  return allowed(text).replace(/[&<>"\t\n\r]/g, (c) => ENTITIES[c]!);
}

/** An element on lines of its own. `inner` is XML already: lines of other elements, or text. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inner: readonly string[] | string = [],
): string[] {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`);
  const start = `<${name}${pairs.join('')}`;
  if (typeof inner === 'string') return [`${start}>${inner}</${name}>`];
  return inner.length === 0 ? [`${start}/>`] : [`${start}>`, ...inner.map((line) => `  ${line}`), `</${name}>`];
}

export function xmlDocument(root: readonly string[]): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...root, ''].join('\n');
}
