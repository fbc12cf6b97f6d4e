/** The ways in which files and reports may write a text. */
export function spellingsOf(plain: string): string[] {
  // Most texts consist of characters that only base64 writes differently.
  if (/^[\w.~-]*$/.test(plain)) return [plain, ...base64Of(plain)];
  const html = plain.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  const named = plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return [plain, encoded(plain), JSON.stringify(plain).slice(1, -1), html, named, ...base64Of(plain)];
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

const ENCODER = new TextEncoder();

/**
 * The base64 of a text at each alignment within a longer text, without the characters that depend on its neighbours.
 */
function base64Of(text: string): string[] {
  const bytes = /[^\0-\x7f]/.test(text)
    ? Array.from(ENCODER.encode(text), (byte) => String.fromCharCode(byte)).join('')
    : text;
  return [0, 1, 2].flatMap((shift) => {
    const from = (3 - shift) % 3;
    const whole = Math.floor((bytes.length - from) / 3) * 3;
    if (whole < 6) return [];
    const code = btoa(bytes.slice(from, from + whole));
    return /[+/]/.test(code) ? [code, code.replaceAll('+', '-').replaceAll('/', '_')] : [code];
  });
}
