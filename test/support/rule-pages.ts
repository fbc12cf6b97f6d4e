import { readdirSync, readFileSync } from 'node:fs';
import type { Severity } from '../../src/config/severity.ts';

/** A small project that shows what a rule reports (`⟦…⟧` marks the range) or does not report. */
export interface Example {
  readonly title: string;
  /** Path → content. `.connlint-baseline` is the baseline. */
  readonly files: Readonly<Record<string, string>>;
  readonly config?: unknown;
  /** Fact files, path → parsed JSON. They are added to the config's `inventory`. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Text of the first marked range after the fix. */
  readonly fixed?: string;
  /** Text of the first marked range after the first suggestion. */
  readonly suggested?: string;
  readonly severity?: Severity;
}

/** An example on the page of a rule. */
export interface PageExample extends Example {
  readonly rule: string;
  readonly reason: string | null;
  /** False for an example that the rule does not report. */
  readonly reported: boolean;
}

const FOLDER = new URL('../../docs/rules/', import.meta.url);
const HEADING = /^(#{2,4}) (.+)$/;
const FENCE = /^(`{3,})(\S+) (.+)$/;

/** The examples on a page: `Reported` and `Not reported`, of the rule or below the heading of a reason. */
function pageExamples(rule: string, page: string): PageExample[] {
  const examples: PageExample[] = [];
  const lines = page.split('\n');
  let [reason, reported]: [string | null, boolean | null] = [null, null];
  for (let at = 0; at < lines.length; at++) {
    const [, level = '', title = ''] = HEADING.exec(lines[at]!) ?? [];
    const [, marks = '', , info = ''] = FENCE.exec(lines[at]!) ?? [];
    if (marks !== '') {
      const end = lines.indexOf(marks, at + 1);
      const text = lines.slice(at + 1, end).map((line) => `${line}\n`);
      examples.push(withBlock(examples.pop()!, info, text.join('')));
      at = end;
    } else if (title === 'Reported' || title === 'Not reported') reported = title === 'Reported';
    else if (level === '##') [reason, reported] = [title, null];
    else if (level !== '' && reported !== null) examples.push({ rule, reason, reported, ...titled(title), files: {} });
  }
  return examples;
}

function titled(title: string): Pick<Example, 'title' | 'severity'> {
  const severity = / \((error|warning|info)\)$/.exec(title)?.[1] as Severity | undefined;
  return severity ? { title: title.slice(0, -severity.length - 3), severity } : { title };
}

/** A block with a path is a file of the project. */
function withBlock(example: PageExample, info: string, text: string): PageExample {
  if (info === 'config') return { ...example, config: JSON.parse(text) as unknown };
  if (info === 'fixed' || info === 'suggested') return { ...example, [info]: text.replace(/\n$/, '') };
  if (info.startsWith('facts '))
    return { ...example, facts: { ...example.facts, [info.slice('facts '.length)]: JSON.parse(text) as unknown } };
  return { ...example, files: { ...example.files, [info]: text } };
}

/** The examples on all pages. */
export const EXAMPLES: readonly PageExample[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort()
  .flatMap((name) => pageExamples(name.slice(0, -'.md'.length), readFileSync(new URL(name, FOLDER), 'utf8')));
