import { isApiKind } from '../../classify/host-shapes.ts';
import { textResult, type TextResult } from '../../lint/classify-text.ts';
import { UserError } from '../../node/errors.ts';
import { decodeBytes, readStdin } from '../../node/fs/read-file.ts';
import type { Block, Item } from '../../report/document.ts';
import { documentText } from '../../report/document-text.ts';
import { chooseFormats, terminalFor } from '../arguments.ts';
import { FORMATS } from '../commands.ts';
import { jsonText } from '../../report/json.ts';
import type { Parsed } from '../options.ts';
import { emit } from '../output.ts';
import { projectFromOptions } from '../project-options.ts';

/** Exit code 1 if a text has an error. */
export async function run(parsed: Parsed): Promise<number> {
  const formats = chooseFormats(parsed, FORMATS.classify);
  const texts = await textsOf(parsed.positionals);
  const { profile, facts } = projectFromOptions(parsed).settings;
  const results = texts.map((text) => textResult(text, profile, facts));
  emit(formats, (format, file) =>
    format === 'json' ? jsonText(results) : documentText(classifyDocument(results), terminalFor(parsed, file)),
  );
  return results.some(({ errors }) => errors.length > 0) ? 1 : 0;
}

/** One text per argument, whatever it contains, or per line of standard input. Throws a `UserError` for none. */
async function textsOf(given: readonly string[]): Promise<readonly string[]> {
  // An empty argument among others is a text of its own: there are as many results as arguments. An empty line is none.
  const texts = given.length === 1 && given[0] === '-' ? await stdinLines() : given;
  if (texts.some((text) => text.trim() !== '')) return texts;
  const hint = 'Pass them as arguments, or - for standard input.';
  throw new UserError('classify needs a connection string or host', hint);
}

async function stdinLines(): Promise<string[]> {
  const read = decodeBytes(await readStdin());
  if ('skipped' in read) throw new UserError(`standard input cannot be read: ${read.reason}`, 'Pass UTF-8 text.');
  return read.text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

/** The results for given texts: one block per text. Facts that the text does not show are left out. */
const classifyDocument = (results: readonly TextResult[]): Block[] =>
  results.flatMap((result): Block[] => {
    const { text, access, instead, siblings, errors, warnings, token } = result;
    // Text with neither a scheme nor a host of the service is none.
    const isString = token !== null || errors.every(({ code }) => code !== 'no-scheme');
    const others = siblings.filter((one) => one.text !== text);
    const items = [
      ...row('kind', isString ? kindText(result) : null),
      ...row('access', access),
      ...row('instead', instead),
      ...row('valid', validText(result)),
      ...errors.map((issue) => issueItem('error', issue)),
      ...warnings.map((issue) => issueItem('warning', issue)),
      ...(others.length > 0 ? [{ words: 'same cluster', below: [{ list: others.map(siblingItem) }] }] : []),
    ];
    return [{ heading: [text], level: 3 }, { list: items }];
  });

const issueItem = (hue: 'error' | 'warning', { code, message }: TextResult['errors'][number]): Item => ({
  words: [{ badge: `${hue}[${code}]`, hue }, `: ${message}`],
});

const siblingItem = ({ text, kind, form, access }: TextResult['siblings'][number]): Item => ({
  words: [{ code: text }],
  below: [{ paragraph: `${kind}, ${form}: ${access ?? ''}` }],
});

const row = (label: string, value: string | null): Item[] =>
  value === null ? [] : [{ words: `${label.padEnd(9)}${value}` }];

/** `optimized, srv, cluster pulse, token r4t8v` */
function kindText({ kind, family, form, cluster, token, provider, region }: TextResult): string {
  const marks = [family === 'legacy' && kind !== 'legacy' ? 'legacy name' : null, form];
  const named = Object.entries({ cluster, token, provider, region }).map(
    ([name, value]) => value && `${name} ${value}`,
  );
  return [kind, ...marks, ...named].filter((word) => word !== null).join(', ');
}

/** `null` for a host by itself, of which there is nothing to parse. */
function validText({ kind, form, valid }: TextResult): string | null {
  if (isApiKind(kind)) return 'not a connection string';
  return form === 'host' ? null : valid ? 'yes' : 'no';
}
