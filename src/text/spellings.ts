/** The ways in which files and reports may write a text. */
export function spellingsOf(plain: string): string[] {
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

/**
 * The base64 of a text at each alignment within a longer text, without the characters that depend on its neighbours.
 */
function base64Of(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  return [0, 1, 2].flatMap((shift) => {
    const from = (3 - shift) % 3;
    const whole = Math.floor((bytes.length - from) / 3) * 3;
    if (whole < 6) return [];
    const code = btoa(String.fromCharCode(...bytes.slice(from, from + whole)));
    return [code, code.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
