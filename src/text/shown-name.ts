export const MASK = '***';
export const ELLIPSIS = '…';

/** The beginning of `E2E` and `k8s`. */
const NUMBERED = /(?:[A-Za-z]\d{1,2}(?=[A-Za-z]))?/.source;
/** A word of a name: other digits only at its end, and a vowel if it is longer than an abbreviation. */
const WORD = `${NUMBERED}${/(?:[A-Za-z]{0,4}|(?=[A-Za-z]{0,23}[aeiouyAEIOUY])[A-Za-z]{5,24})\d{0,5}/.source}`;
/** Fields of the record and keys of the operator's secret are longer than other words. */
const PLAIN_WORD = new RegExp(
  `^(?:${WORD}|(?:[gG]et)?(?:srv|Srv|SRV)ShardOptimizedConnectionString|(?:attr)?[cC]onnectionStrings?(?:Standard|Private)(?:Srv|Shard)?\\d{0,2})$`,
);
/** Several words in one: `applicationDatabaseSettings`, `db2Config`. */
const CAMEL =
  /^(?=.{1,60}$)(?!(?:\D{0,60}\d){2})[A-Za-z](?:[a-z]{0,3}|(?=[a-z]*[aeiouy])[a-z]{4,11})\d?(?:(?:[A-Z]{2,4}|[A-Z](?=[a-z]*[aeiouy])[a-z]{2,11})\d?){1,7}$/;
const PLAIN_NAME = new RegExp(`^[$@]?(?=.)${WORD}(?:[_.-]{1,2}${WORD}){0,7}$`);

export const isPlainName = (text: string): boolean => PLAIN_NAME.test(text);

/** A key, variable or other name of the source, without the words that are not plain. */
export const shownName = (name: string): string =>
  name.replace(/[\p{L}\p{N}%-]+/gu, (word) =>
    word.split('-').every((part) => PLAIN_WORD.test(part) || CAMEL.test(part)) ? word : MASK,
  );

/** Text of people, such as the reason of a suppression. It is not printed if it may contain an address or a login. */
export const shownProse = (text: string): string =>
  /[@\\]|:\S|%\w\w|\d[^\s\da-z]*[a-z][^\s\d]*\d/i.test(text) ? ELLIPSIS : text;

/** Fills in the names in a text: `{to}`. */
export const filled = (text: string, names: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w{1,40})\}/g, (whole, name: string) => String(names[name] ?? whole));
