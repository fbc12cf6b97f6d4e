/** Formats in which a value may name a variable of the environment, by the ending or the name of the file. */
const FORMATS: readonly {
  readonly path: RegExp;
  readonly quotes: readonly (string | null)[];
  readonly text: string;
}[] = [
  { path: /(?:^|\/)\.?env(?:\.[\w.-]+)?$|\.env$/i, quotes: [null, '"'], text: '${DB_PASSWORD}' },
  { path: /\.(?:ya?ml|properties)$/i, quotes: [null, '"', "'"], text: '${DB_PASSWORD}' },
  {
    path: /\.(?:sh|bash|zsh)$|(?:^|\/)(?:Dockerfile|Containerfile)(?:\.\w+)?$/i,
    quotes: [null, '"'],
    text: '${DB_PASSWORD}',
  },
  { path: /\.[cm]?[jt]sx?$/i, quotes: ['`'], text: '${process.env.DB_PASSWORD}' },
  { path: /\.tf$/i, quotes: ['"'], text: '${var.db_password}' },
];

/** How a string of this file, with this delimiter, names a variable in the place of a password; `null` where it cannot. */
export function environmentReference(path: string, quote: string | null): string | null {
  return FORMATS.find((format) => format.path.test(path) && format.quotes.includes(quote))?.text ?? null;
}
