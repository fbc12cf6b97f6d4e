import type { TextResult } from '../lint/classify-text.ts';
import { isApiKind } from '../classify/host-shapes.ts';
import { wrapped } from './escape.ts';
import { labelledLines, proseWidth, type Terminal } from './terminal.ts';

const LABEL_WIDTH = 9;

/** The results for given texts, for people: one block per text. Facts that the text does not show are left out. */
export function classifyText(results: readonly TextResult[], terminal: Terminal): string {
  const blocks = results.map((result) => {
    const rows = [
      ...row('kind', kindText(result), terminal),
      ...row('access', result.access && lowerFirst(result.access), terminal),
      ...row('instead', result.instead && lowerFirst(result.instead), terminal),
      ...row('valid', validText(result), terminal),
      ...issueLines(result, terminal),
      ...siblingLines(result),
    ];
    return `${[terminal.paint.bold(result.text), ...rows].join('\n')}\n`;
  });
  return blocks.join('\n');
}

/** `optimized, srv, cluster pulse, token r4t8v` */
function kindText({ kind, family, form, cluster, token, provider, region }: TextResult): string {
  return [
    kind,
    ...(family === 'legacy' && kind !== 'legacy' ? ['legacy name'] : []),
    ...(form === null ? [] : [form]),
    ...(cluster === null ? [] : [`cluster ${cluster}`]),
    ...(token === null ? [] : [`token ${token}`]),
    ...(provider === null ? [] : [`provider ${provider}`]),
    ...(region === null ? [] : [`region ${region}`]),
  ].join(', ');
}

/** `null` for a host by itself, of which there is nothing to parse. */
function validText({ kind, form, valid }: TextResult): string | null {
  if (isApiKind(kind)) return 'not a connection string';
  return form === 'host' ? null : valid ? 'yes' : 'no';
}

function issueLines({ errors, warnings }: TextResult, terminal: Terminal): string[] {
  const { paint } = terminal;
  const lines = (label: string, hue: 'red' | 'yellow', message: string): string[] => {
    const [first = '', ...rest] = wrapped(`${label}: ${message}`, proseWidth(terminal) - 4);
    return [`    ${paint[hue](label)}${first.slice(label.length)}`, ...rest.map((line) => `      ${line}`)];
  };
  return [
    ...errors.flatMap(({ code, message }) => lines(`error[${code}]`, 'red', message)),
    ...warnings.flatMap(({ code, message }) => lines(`warning[${code}]`, 'yellow', message)),
  ];
}

/** The other strings of the cluster, each with who can reach it. */
function siblingLines({ siblings, text }: TextResult): string[] {
  const others = siblings.filter((one) => one.text !== text);
  if (others.length === 0) return [];
  return [
    '  same cluster',
    ...others.map((one) => `    ${one.text}\n      ${one.kind}, ${one.form}: ${lowerFirst(one.access ?? '')}`),
  ];
}

function row(name: string, value: string | null, terminal: Terminal): string[] {
  return value === null ? [] : labelledLines(name, value, LABEL_WIDTH, terminal, '  ');
}

/** Sentences of the tables become values. */
function lowerFirst(text: string): string {
  const isWord = /^(?:[A-Z][a-z]|[AI] )/.test(text) && !/^(?:Atlas|Azure|Google|AWS|GCP|SRV)\b/.test(text);
  return (isWord ? text.slice(0, 1).toLowerCase() + text.slice(1) : text).replace(/\.$/, '');
}
