/** Brackets around optional parts. Those of an IPv6 address look different. */
const OPTIONAL = /\[(?::[^:]|[,/?&@]|\.{2,3})|@\]|\]\[|\[\/?\[/;

/** True for a description of the syntax: `mongodb://[user:password@]host1[:port1][,…][/[database][?options]]`. */
export const isNotation = (value: string): boolean => OPTIONAL.test(value);
