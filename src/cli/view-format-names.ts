/** The formats that programs read, and the page; their code is loaded when one is asked for. */
export const VIEW_FORMATS = [
  'jsonl',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
  'rdjsonl',
  'sonar',
  'markdown',
  'html',
] as const;

/** What `connlint check` can write. */
export const CHECK_FORMATS = ['text', 'json', 'patch', 'blob', ...VIEW_FORMATS] as const;

export type ViewFormat = (typeof VIEW_FORMATS)[number];

export function isViewFormat(format: string): format is ViewFormat {
  return VIEW_FORMATS.some((known) => known === format);
}
