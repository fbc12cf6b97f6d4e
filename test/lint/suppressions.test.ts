import { describe, expect, it } from 'vitest';
import { lintText } from '../../src/index.ts';

const STRING = 'mongodb+srv://shop.k2m4q.mongodb.net:27017/x';
const TODAY = '2026-06-01';

/** Findings as `line rule`, accepted ones in brackets. */
function found(text: string, path = 'a.py', config: unknown = {}): string[] {
  const { findings } = lintText(text.replaceAll('§', STRING), { path, config, today: TODAY });
  return findings
    .filter(({ rule }) => rule === 'uri-refused' || rule === 'acceptance')
    .map(({ line, rule, reason, suppressed }) => {
      const name = `${line} ${rule}/${reason}`;
      return suppressed ? `(${name})` : name;
    });
}

const FOUND = '2 uri-refused/srv-port';
const ACCEPTED = `(${FOUND})`;

describe('a comment', () => {
  it.each([
    ['# connlint-disable-next-line uri-refused -- until the move', ACCEPTED],
    ['# connlint-disable-next-line uri-refused/srv-port -- x', ACCEPTED],
    ['# connlint-disable-next-line option, uri-refused -- x', '1 acceptance/unused', ACCEPTED],
    ['# connlint-disable-next-line -- every rule', ACCEPTED],
    ['# connlint-disable uri-refused -- from here on', ACCEPTED],
    ['# connlint-disable -- x\n# connlint-enable', '3 uri-refused/srv-port', '1 acceptance/unused'],
    ['# connlint-disable-next-line uri-refused', '1 acceptance/no-reason', FOUND],
    ['# connlint-disable-next-line uri-refused until=2026-05-31 -- x', '1 acceptance/expired', FOUND],
    ['# connlint-disable-next-line uri-refused until=2026-06-01 -- x', ACCEPTED],
    ['# connlint-disable-next-line uri-refused until=soon -- x', '1 acceptance/expired', FOUND],
    ['# connlint-disable-next-line uri-refsed -- x', '1 acceptance/unused', FOUND],
    ['# connlint-ignore uri-refused -- x', '1 acceptance/unused', FOUND],
    ['x = "# connlint-disable-next-line uri-refused -- x"', FOUND],
  ])('%s', (comment, ...expected) => {
    expect(found(`${comment}\nu = "§"\n`).sort()).toEqual(expected.sort());
  });

  it.each([
    ['a.js', '// connlint-disable-next-line uri-refused -- x\nf("§");\n'],
    ['a.sql', "-- connlint-disable-next-line uri-refused -- x\nSELECT '§';\n"],
    ['a.xml', '<!-- connlint-disable-next-line uri-refused — x -->\n<a u="§"/>\n'],
    ['a.tf', '/* connlint-disable-next-line uri-refused -- x */\nu = "§"\n'],
  ])('in %s', (path, text) => {
    expect(found(text, path)).toEqual([ACCEPTED]);
  });

  it('on the line itself', () => {
    expect(found('\nu = "§"  # connlint-disable-line uri-refused -- x\n')).toEqual([ACCEPTED]);
  });

  it('is not live in a sample of a document', () => {
    const comment = '<!-- connlint-disable-next-line uri-refused -- x -->';
    const [live] = lintText(`${comment}\nUse ${STRING}.\n`, { path: 'a.md' }).findings;
    expect(live?.suppressed).toMatchObject({ by: 'comment', reason: 'x' });
    const text = `~~~\n${comment}\n${STRING}\n~~~\n`;
    const inSample = lintText(text, { path: 'a.md' }).findings.map(({ rule, suppressed }) => [rule, suppressed]);
    expect(inSample).toEqual([['uri-refused', null]]);
  });

  it('has no credential in its reason', () => {
    const [finding] = lintText(`# connlint-disable-next-line -- login is app:b2R7kq\nu = "${STRING}"\n`, {
      path: 'a.py',
    }).findings;
    expect(finding?.suppressed?.reason).toBe('…');
  });
});

describe('an entry of the config', () => {
  const entry = (more: object): unknown => ({ suppressions: [{ rule: 'uri-refused', reason: 'x', ...more }] });
  it.each([
    [{}, true],
    [{ files: ['*.py'] }, true],
    [{ files: ['*.js'] }, false],
    [{ host: 'shop.k2m4q.mongodb.net' }, true],
    [{ host: '*.k2m4q.mongodb.net' }, true],
    [{ host: 'shop.k2m4q.mongodb.net:27017' }, true],
    [{ host: 'shop.*.com' }, false],
    [{ until: '2026-05-31' }, false],
  ])('%j accepts: %s', (more, accepts) => {
    expect(found('\nu = "§"\n', 'a.py', entry(more))).toEqual([accepts ? ACCEPTED : FOUND]);
  });
});
