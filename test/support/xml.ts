/** An element of a document. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** The text directly inside it. */
  readonly text: string;
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// XML 1.0, section 2.2.
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** Parses a document as strictly as XML 1.0 requires, as far as reports use it. Throws if it is not well-formed. */
export function parseXml(document: string): Element {
  if (!ALLOWED.test(document)) throw new Error('a character that XML cannot hold');
  const start = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!document.startsWith(start)) throw new Error('no declaration');
  const reader = { text: document, at: start.length };
  const root = element(reader);
  if (reader.text.slice(reader.at).trim() !== '') throw new Error('something behind the root');
  return root;
}

interface Reader {
  readonly text: string;
  at: number;
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray {
  const match = new RegExp(pattern, 'uy');
  match.lastIndex = reader.at;
  const found = match.exec(reader.text);
  if (!found) throw new Error(`not well-formed at ${reader.text.slice(reader.at, reader.at + 40)}`);
  reader.at = match.lastIndex;
  return found;
}

function element(reader: Reader): Element {
  const [, name = '', written = '', end] = take(reader, /<([a-z-]+)((?:\s+[a-zA-Z]+="[^"<]*")*)(\/?)>/);
  const attributes: Record<string, string> = {};
  for (const [, key = '', value = ''] of written.matchAll(/([a-zA-Z]+)="([^"<]*)"/g)) {
    if (key in attributes) throw new Error(`${key} twice`);
    attributes[key] = decoded(value.replace(/[\t\n\r]/g, ' '));
  }
  if (end === '/') return { name, attributes, children: [], text: '' };
  const children: Element[] = [];
  let text = '';
  for (;;) {
    text += decoded(take(reader, /[^<]*/)[0]);
    if (reader.text.startsWith('</', reader.at)) break;
    children.push(element(reader));
  }
  if (take(reader, /<\/([a-z-]+)>/)[1] !== name) throw new Error(`${name} is not closed`);
  return { name, attributes, children, text };
}

function decoded(text: string): string {
  return text.replace(/&([^;]{0,10};?)/g, (whole, inner: string) => {
    const code = /^#(\d+);$/.exec(inner)?.[1];
    const character = code ? String.fromCodePoint(Number(code)) : CHARACTERS[inner.slice(0, -1)];
    if (character === undefined || !inner.endsWith(';')) throw new Error(`no entity: ${whole}`);
    return character;
  });
}

/** Elements with a name, anywhere below. */
export function all(root: Element, name: string): Element[] {
  return root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}
