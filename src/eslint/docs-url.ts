import { VERSION } from '../node/version.ts';

/** Where the pages of this very version can be read: what an editor opens when somebody clicks a rule's name. */
export const PAGES = `https://unpkg.com/connlint@${VERSION}`;
