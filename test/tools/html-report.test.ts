/// <reference lib="dom" />
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connlint, fixtureFolder, withFiles } from '../support/cli.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HOSTILE = '<img src=x onerror=hacked=1>';
const FILES = {
  'src/a.env': 'A=mongodb+srv://reader-k2j4h.mongodb.net:27017/x\nB=mongodb+srv://orders-pri.ab123.mongodb.net/x\n',
  [`${HOSTILE}.env`]: 'C=mongodb+srv://reader-k2j4h.mongodb.net/"><script>hacked=1</script>\n',
  '"onmouseover="hacked=1" x=".env': 'D=mongodb://user:pa@ss@a.ab123.mongodb.net/x\n',
};

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'connlint-pages-'));
const urls: Record<string, string> = {};

beforeAll(async () => {
  const keep = (name: string, page: string): void => {
    writeFileSync(join(folder, `${name}.html`), page);
    urls[name] = pathToFileURL(join(folder, `${name}.html`)).href;
  };
  withFiles(FILES, (cwd) => {
    keep('check', connlint(['check', '--format', 'html', '.'], { cwd }).stdout);
    keep('list', connlint(['list', '--format', 'html', '.'], { cwd }).stdout);
  });
  const many = Array.from({ length: 450 }, (_, at) => `A${at}=mongodb+srv://orders.ab123.mongodb.net:27017/x${at}\n`);
  withFiles({ 'many.env': many.join('') }, (cwd) => {
    keep('many', connlint(['check', '--format', 'html', '.'], { cwd }).stdout);
  });
  const rows = Array.from(
    { length: 30_000 },
    (_, at) => `A${at}=mongodb+srv://orders.ab123.mongodb.net:27017/x${at}\n`,
  );
  withFiles({ 'huge.env': rows.join('') }, (cwd) => {
    keep('huge', connlint(['check', '--format', 'html', '.'], { cwd }).stdout);
  });
  const cwd = join(fixtureFolder('plan-aws-sharded'), 'project');
  keep('blocked', connlint(['check', '--today', '2026-11-20', '--format', 'html'], { cwd }).stdout);
  // Debian's browser refuses its sandbox to root.
  browser = await puppeteer.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly scripts?: boolean;
}

/** Opens a page. `asked` contains its other requests and the browser's errors. */
async function open(name: string, look: Look = {}): Promise<{ page: Page; asked: string[] }> {
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== urls[name] && !request.url().startsWith('data:')) asked.push(request.url());
  });
  page.on('console', (message) => asked.push(message.text()));
  page.on('pageerror', (error) => asked.push(String(error)));
  await page.setViewport({ width: look.width ?? 1280, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: look.theme ?? 'light' }]);
  if (look.scripts === false) await page.setJavaScriptEnabled(false);
  await page.goto(urls[name]!);
  return { page, asked };
}

const shownRows = (page: Page): Promise<string[]> =>
  page.$$eval('.lines tbody tr', (rows) => rows.filter((row) => row.checkVisibility()).map((row) => row.textContent));

describe('the pages in a browser', () => {
  it.each(['check', 'blocked', 'list'])('%s asks for nothing, and nothing of the repository runs', async (name) => {
    const { page, asked } = await open(name);
    await page.hover('tbody tr');
    expect(asked).toEqual([]);
    expect(await page.evaluate('typeof hacked')).toBe('undefined');
    expect(await page.$$('img')).toEqual([]);
    await page.close();
  });

  it('shows names as they are', async () => {
    const { page } = await open('check');
    expect((await shownRows(page)).join('\n')).toContain(`${HOSTILE}.env:1:`);
    await page.close();
  });

  it('filters by words and by choice, and says how much is left', async () => {
    const { page } = await open('check');
    const all = await shownRows(page);
    await page.type('#findings-filter input', 'LEGACY src/a.env');
    await page.waitForFunction(() => location.hash.endsWith('text=LEGACY+src%2Fa.env'));
    const found = await shownRows(page);
    expect(found).toEqual(all.filter((row) => /legacy/i.test(row) && row.includes('src/a.env')));
    expect(await page.$eval('.count', (one) => one.textContent)).toBe(`${found.length} of ${all.length} findings`);
    await page.click('button[type=reset]');
    await page.waitForFunction(
      (count) => document.querySelectorAll('#findings tbody tr').length === count,
      {},
      all.length,
    );
    await page.waitForFunction(() => location.hash === '');
    await page.select('select[name=severity]', 'error');
    const errors = await shownRows(page);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors).toEqual(all.filter((row) => row.startsWith('error')));
    await page.close();
  });

  it('sorts by keyboard alone, both ways, and says so', async () => {
    const { page } = await open('check');
    const places = (): Promise<string[]> =>
      page.$$eval('#findings tbody td:nth-child(2)', (cells) => cells.map((one) => one.textContent));
    const before = await places();
    const title = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let i = 0; i < 30 && (await title()) !== 'Place'; i++) await page.keyboard.press('Tab');
    expect(await title()).toBe('Place');
    const sorted = [...before].sort(new Intl.Collator('en', { numeric: true }).compare);
    await page.keyboard.press('Enter');
    expect(await places()).toEqual(sorted);
    expect(await page.$eval('#findings th:nth-child(2)', (one) => one.getAttribute('aria-sort'))).toBe('ascending');
    await page.keyboard.press('Enter');
    expect((await places())[0]).toBe(sorted.at(-1));
    expect(await page.$eval('#findings th:nth-child(2)', (one) => one.getAttribute('aria-sort'))).toBe('descending');
    await page.close();
  });

  it('keeps the filter in the address', async () => {
    const { page } = await open('check');
    await page.select('select[name=severity]', 'error');
    await page.type('#findings-filter input', 'srv');
    await page.waitForFunction(() => location.hash.includes('text=srv'));
    const [address, found] = [page.url(), await shownRows(page)];
    expect(address).toMatch(/#findings\?severity=error&text=srv$/);
    await page.goto('about:blank');
    await page.goto(address);
    expect(await shownRows(page)).toEqual(found);
    expect(await page.$eval('#findings-filter input', (one) => one.value)).toBe('srv');
    await page.close();
  });

  it('filters and sorts rows that are not shown yet, and finds them by their address', async () => {
    const { page } = await open('many');
    await page.type('#findings-filter input', '/x449');
    await page.waitForFunction(() => document.querySelectorAll('#findings tbody tr').length === 1);
    const [row] = await page.$$eval('#findings tbody tr', (rows) =>
      rows.map(({ id, textContent }) => ({ id, textContent })),
    );
    expect(row!.textContent).toContain('many.env:450:');
    await page.click('button[type=reset]');
    await page.waitForFunction(() => document.querySelectorAll('#findings tbody tr').length === 200);
    await page.click('#findings th:nth-child(2) button');
    await page.click('#findings th:nth-child(2) button');
    expect((await shownRows(page))[0]).toContain('many.env:450:');
    await page.goto('about:blank');
    await page.goto(`${urls['many']!}#${row!.id}`);
    await page.waitForFunction((id) => document.querySelector('tr:target')?.id === id, {}, row!.id);
    expect(await page.$eval('tr:target details', (one) => one.open)).toBe(true);
    expect(await page.$eval('tr:target', (one) => one.getBoundingClientRect().top)).toBeLessThan(900);
    await page.close();
  });

  it('leads from a finding to the folded step that changes its place, and back', async () => {
    const { page } = await open('blocked');
    await page.click('#findings tbody summary');
    await page.click('#findings tbody a[href^="#p1-"]');
    await page.waitForFunction(() => document.querySelector('li:target')?.checkVisibility());
    await page.click('li:target a[href^="#f-"]');
    await page.waitForFunction(() => document.querySelector('tr:target')?.checkVisibility());
    await page.close();
  });

  it('opens 30,000 findings, and shows the first ones', async () => {
    const { page } = await open('huge');
    expect(await page.$$eval('#findings tbody tr', (rows) => rows.length)).toBe(200);
    expect(await page.$eval('#findings-filter + .count', (one) => one.textContent)).toBe(
      '30,000 findings, the first 200 are shown',
    );
    await page.close();
  });

  it('goes from what blocks a change to the finding', async () => {
    const { page } = await open('blocked');
    await page.select('select[name=severity]', 'warning');
    await page.click('.card .groups a');
    await page.waitForFunction(() => document.querySelector('tr:target')?.checkVisibility());
    await page.close();
  });

  it.each([
    [1280, ['Plan', 'Clusters', 'Findings 6', 'Strings 4'], 0],
    [420, [], 1],
  ])('links its sections, folded on a phone, %i wide', async (width, direct, folds) => {
    const { page } = await open('blocked', { width });
    const shown = (selector: string): Promise<string[]> =>
      page.$$eval(selector, (all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
    expect(await shown('nav a')).toEqual(direct);
    const summaries = await shown('nav summary');
    expect(summaries).toEqual(folds === 1 ? ['Sections'] : []);
    if (folds === 1) {
      await page.click('nav summary');
      expect(await shown('nav a')).toContain('Findings 6');
    }
    await page.close();
  });

  it('has the verdict, the changes and the clusters on the first screen', async () => {
    const { page } = await open('blocked');
    const tops = await page.$$eval('h1, .card h3, .plot', (all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops.length).toBeGreaterThan(2);
    expect(Math.max(...tops)).toBeLessThan(700);
    await page.close();
  });

  it('shows 200 of many rows, all on paper and all without scripts', async () => {
    const { page } = await open('many');
    expect(await shownRows(page)).toHaveLength(200);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await shownRows(page)).toHaveLength(450);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await shownRows(page)).toHaveLength(200);
    await page.close();
    const still = await open('many', { scripts: false });
    expect(await shownRows(still.page)).toHaveLength(450);
    await still.page.close();
  });

  it('is whole without scripts', async () => {
    const { page } = await open('check', { scripts: false });
    const text = await page.$eval('body', (body) => (body as unknown as { innerText: string }).innerText);
    expect(text).toContain('src/a.env:1:');
    expect(text).toContain('The config declares no planned change');
    expect(await page.$eval('form', (form) => form.checkVisibility())).toBe(false);
    await page.close();
  });

  it.each(['check', 'blocked', 'list', 'many'])('%s needs no scrolling sideways on a phone', async (name) => {
    const { page } = await open(name, { width: 360 });
    const widthOf = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await widthOf()).toBe(360);
    await page.$$eval('details', (all) => all.slice(0, 40).forEach((one) => (one.open = true)));
    expect(await widthOf()).toBe(360);
    await page.close();
  });

  it.each(['check', 'blocked', 'list', 'many'])('%s fits a printed page', async (name) => {
    const { page } = await open(name, { width: 718 });
    await page.emulateMediaType('print');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(718);
    await page.close();
  });

  const looks = (['light', 'dark'] as const).flatMap((theme) => [1280, 390].map((width) => ({ theme, width })));
  it.each(
    ['check', 'blocked', 'list', 'many'].flatMap((name) =>
      looks.map((look) => [name, look.theme, look.width] as const),
    ),
  )('%s in the %s theme, %i wide, has no fault for axe', async (name, theme, width) => {
    const { page } = await open(name, { theme, width });
    // The policy of the page blocks other scripts, but a debugger may run them.
    await page.evaluate(AXE);
    const faults = (await page.evaluate(`axe.run().then(({ violations }) => violations
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)) as string[];
    expect(faults).toEqual([]);
    await page.close();
  });
});
