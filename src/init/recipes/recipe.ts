/** A file that runs connlint in a CI system or in a Git hook. */
export interface Recipe {
  /** Name for `connlint init`. */
  readonly name: string;
  readonly title: string;
  /** Path of the file from the root of the repository, with `/`. */
  readonly path: string;
  /** Other possible names of the file. */
  readonly otherPaths?: readonly string[];
  /** Language of the file, for code blocks. */
  readonly language: 'yaml' | 'groovy' | 'sh';
  /** The whole file. `version` is the version of connlint to run; with `ledger` its ledger is kept as an artifact. */
  readonly text: (version: string, ledger?: boolean) => string;
  /** The part to add if the file already exists. */
  readonly part: (version: string, ledger?: boolean) => string;
  /** Remaining manual steps, in one or two sentences of plain text. */
  readonly next: string;
}

/** Actions pinned to the commit of the named release, because tags can be moved. */
export const ACTIONS = {
  checkout: 'actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2',
  setupNode: 'actions/setup-node@395ad3262231945c25e8478fd5baf05154b1d79f # v6.1.0',
  uploadArtifact: 'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
  downloadArtifact: 'actions/download-artifact@37930b1c2abaa49bbe596cd826c3c89aef350131 # v7.0.0',
  uploadSarif: 'github/codeql-action/upload-sarif@5d4e8d1aca955e8d8589aabd499c5cae939e33c7 # v4.31.9',
} as const;
