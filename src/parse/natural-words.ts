/** Letters that follow each other in the words of programs and their documents: the first one of each group, and what may follow it. */
const PAIRS =
  'aabcdefgiklmnprstuvwxyz babcdefilorstuy cabcdefhiklorstuy dabcdefgilmnorstuvy eabcdefghijlmnopqrstuvwxy fabcdefilmorstuy gaefghilmnorsu haeilmnorstuy iabcdefgklmnoprstvxz jaeiosu kadeilnosu labcdefijklmopstuvy mabdeilmnopsuy nabcdefghijklmnoprstuvyz oabcdefgijklmnoprstuvwxy padehilmoprstuy qu rabcdefgiklmnoprstuvwy sacdefhiklmnoprstuvwy tacdefghilmnoprstuwy uabcdefgilmnoprst vaeio waehilnors xaceipt yabceilmnopst zaeioz';
const FOLLOWERS: ReadonlyMap<string, string> = new Map(PAIRS.split(' ').map((group) => [group[0]!, group.slice(1)]));

const MAX_WORD_UNITS = 20;

/** True for letters of one case that follow each other as in a word; of eight letters drawn by chance, one in thirty does. */
function isNaturalWord(letters: string): boolean {
  const lower = letters.toLowerCase();
  if (lower.length > MAX_WORD_UNITS || !/[aeiouy]/.test(lower)) return false;
  for (let at = 1; at < lower.length; at++) {
    if (FOLLOWERS.get(lower[at - 1]!)?.includes(lower[at]!) !== true) return false;
  }
  return true;
}

/** A name of words: `orders`, `export-service`, `exportJob2`. */
const NAME = /^[A-Za-z]+(?:[-_. ][A-Za-z]+){0,5}\d{0,2}$/;
/** Shorter parts say nothing of a name: `db`, `svc`. */
const MIN_PART_UNITS = 4;
/** Two letters are no secret. */
const MAX_SHORT_UNITS = 2;

/** True for a name that people give to things: words of letters, parted by signs or capitals. A credential drawn by chance is none. */
export function isNaturalName(text: string): boolean {
  if (!NAME.test(text)) return false;
  if (text.length <= MAX_SHORT_UNITS) return text.length > 1;
  const parts = (text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu) ?? []).filter(
    ({ length }) => length >= MIN_PART_UNITS,
  );
  const letters = parts.reduce((sum, { length }) => sum + length, 0);
  return letters * 2 > text.length && parts.every(isNaturalWord);
}
