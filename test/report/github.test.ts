import { describe, expect, it } from 'vitest';
import { reported } from '../support/reports.ts';

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Parses a line like GitHub's runner (`ActionCommand.TryParseV2`, 2026). */
function command(line: string): Command {
  const match = /^::([a-z-]+)(?: ([^]*?))?::([^]*)$/.exec(line);
  if (!match) throw new Error(`no command: ${line}`);
  const [, name = '', written = '', text = ''] = match;
  const properties = written.split(',').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), unescaped(pair.slice(at + 1))];
  });
  return { name, properties: Object.fromEntries(properties), text: unescaped(text) };
}

const unescaped = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

const commands = (report: string): Command[] => report.split('\n').slice(0, -1).map(command);

const HOST = 'reader-k2j4h.mongodb.net';

describe('annotations for GitHub', () => {
  it('are at the place, from the root of the repository', () => {
    const { report } = reported({ 'api/deep/a.env': `é=mongodb+srv://${HOST}:27017/x\n` }, [], 'api');
    expect(commands(report.github)).toEqual([
      {
        name: 'error',
        properties: {
          file: 'api/deep/a.env',
          line: '1',
          endLine: '1',
          col: '41',
          endColumn: '47',
          title: 'connlint uri-refused/srv-port',
        },
        text: 'An SRV string cannot contain a port. Remove the port.',
      },
      expect.objectContaining({ name: 'warning' }),
    ]);
  });

  it('cannot be forged by the name of a file', () => {
    const name = 'x,line=9::boo\n::error::100%3A.env';
    const { report } = reported({ [name]: `A=mongodb+srv://${HOST}/x\n` });
    const [only, ...more] = commands(report.github);
    expect(more).toEqual([]);
    expect(only!.properties.file).toBe(name);
    expect(only!.properties.line).toBe('1');
  });

  it('have no columns where the place spans lines', () => {
    const list =
      '"mongodb://a-shard-00-00-k2j4h.mongodb.net:27017,"\n  "a-shard-00-01-k2j4h.mongodb.net:27017/x?tls=true"';
    const [first] = commands(reported({ 'a.py': `URI = (${list})\n` }).report.github);
    expect(first!.properties).toEqual({ file: 'a.py', line: '1', endLine: '2', title: 'connlint legacy-host' });
  });

  it('keep to ten of a kind, the severe ones first, and say what is left out', () => {
    const lines = Array.from({ length: 13 }, (_, i) => `U${i}=mongodb+srv://c${i}-k2j4h.mongodb.net:27017/x\n`);
    const { report, code } = reported({ 'a.txt': lines.join('') });
    const all = commands(report.github);
    const names = all.map(({ name }) => name);
    expect(names).toEqual([...Array<string>(10).fill('error'), ...Array<string>(10).fill('warning'), 'notice']);
    expect(all.at(-1)!.text).toMatch(/^13 errors, 13 warnings, 0 info\. .* 6 more in the other formats/);
    expect(code).toBe(1);
  });

  it('are none where there is nothing to say', () => {
    expect(reported({ 'a.txt': 'x\n' }).report.github).toBe('');
  });
});
