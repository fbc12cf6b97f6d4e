import { RULES } from '../../rules/index.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { ruleWords } from '../../src/lint/checks.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { setup } from './invented-rule.ts';
import type { FoundFile } from '../../src/classify/found-string.ts';

const SETUPS = RULES.map((rule) => setup(rule));

/** A file as rules receive it, with its strings and the offsets of all words of triggers. */
export function foundFile(path: string, text: string): FoundFile {
  const source = { path, text };
  const anchors = new Map<string, number[]>();
  const strings = findStrings(source, ATLAS, ruleWords(SETUPS), anchors);
  return { source, strings, anchors };
}
