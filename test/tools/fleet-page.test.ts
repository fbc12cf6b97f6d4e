/// <reference lib="dom" />
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlannedChange } from '../../src/config/plan.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { NO_FACTS } from '../../src/facts/facts.ts';
import { planFleet } from '../../src/fleet/plan.ts';
import { fleetUses } from '../../src/fleet/uses.ts';
import { settingsForChange } from '../../src/lint/settings.ts';
import { openFleet } from '../../src/node/fleet/ledgers.ts';
import { fleetHtml } from '../../src/report/fleet/html.ts';
import { ledgerText } from '../support/ledgers.ts';
import { settings } from '../support/lint-text.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const REPOSITORIES = 400;
const TEAMS = 31;
const USES = 50;
const CHANGE: PlannedChange = { change: 'leave-legacy-hostnames' };

const folder = mkdtempSync(join(tmpdir(), 'connlint-fleet-'));
let browser: Browser;
/** The page of all repositories, and of a few: axe takes a minute for 20,000 rows. */
let url: string;
let short: string;

const nameOf = (at: number): string => `acme/service-${String(at).padStart(3, '0')}`;

/** Most hosts are current ones; a few in every repository block the change. */
function repositoryText(at: number): string {
  const line = (_: unknown, n: number): string =>
    `URI_${n}=mongodb+srv://app:pw@${n % 10 === 0 ? `metrics-ab${at % 7}23` : `orders.cd${n % 5}56`}.mongodb.net/x`;
  const text = Array.from({ length: USES }, line).join('\n');
  return ledgerText(nameOf(at), {
    files: { 'deploy/prod.env': `${text}\n` },
    ...(at % 10 === 0 ? {} : { owners: `* @acme/team-${at % TEAMS}\n` }),
  });
}

/** Writes the page of the first repositories. */
function pageOf(count: number): string {
  const own = mkdtempSync(join(folder, 'ledgers-'));
  for (let at = 0; at < count; at++) writeFileSync(join(own, `${at}.jsonl`), repositoryText(at));
  const fleet = openFleet([own], own);
  const scope = {
    repositories: [nameOf(0), 'acme/silent'],
    maxAge: null,
    today: '2026-11-23',
    profile: ATLAS,
    ownersOf: null,
    names: fleet.names,
    command: 'connlint fleet plan ledgers',
  };
  const changes = [{ change: CHANGE, settings: settingsForChange(settings, CHANGE, null), earlier: [] }];
  const plan = planFleet(fleet.repositories(), changes, scope);
  const uses = fleetUses(fleet.repositories(), {}, { ...scope, facts: NO_FACTS });
  expect(uses.uses).toHaveLength(count * USES);
  const file = join(own, 'fleet.html');
  writeFileSync(file, fleetHtml(plan, uses, []));
  return pathToFileURL(file).href;
}

beforeAll(async () => {
  url = pageOf(REPOSITORIES);
  short = pageOf(8);
  browser = await puppeteer.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

async function open(address = url, width = 1280, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.evaluateOnNewDocument(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) shifts.push((one as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
  return page;
}

const countOf = (page: Page, id: string): Promise<string> =>
  page.$eval(`#${id}-filter + .count`, (one) => one.textContent);

describe('the page of a fleet with 400 repositories and 20,000 uses', () => {
  it('does not jump while it loads', async () => {
    const page = await open();
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBe(0);
    await page.close();
  });

  it('links to its sections, and shows few rows of the tables above the uses', async () => {
    const page = await open();
    const links = await page.$$eval('nav > ul a', (all) => all.map((one) => one.textContent));
    expect(links).toEqual([
      'Planned changes',
      'Repositories without a whole answer',
      'What blocks each change',
      'Uses by cluster',
      'All uses',
    ]);
    for (const target of await page.$$eval('nav a', (all) => all.map((one) => one.hash))) {
      expect(await page.$$(target)).toHaveLength(1);
    }
    expect(await countOf(page, 'blocks')).toBe('400 rows, the first 20 are shown');
    await page.close();
  });

  it('filters and sorts the uses, and names who has not answered', async () => {
    const page = await open();
    expect(await countOf(page, 'uses')).toMatch(/^20,000 uses, the first 200 are shown$/);
    await page.select('#uses-filter select[name=owner]', 'no owner');
    expect(await countOf(page, 'uses')).toBe('2,000 of 20,000 uses, the first 200 are shown');
    await page.select('#uses-filter select[name=repository]', nameOf(10));
    expect(await countOf(page, 'uses')).toBe('50 of 20,000 uses');
    await page.select('#blocks-filter select[name=owner]', '@acme/team-7');
    expect(await countOf(page, 'blocks')).toMatch(/^12 of 400 rows$/);
    expect(await page.$eval('#gaps', (table) => table.textContent)).toContain('acme/silent sent no ledger.');
    await page.close();
  });

  it('can be used with the keyboard alone', async () => {
    const page = await open();
    const focus = (): Promise<string> =>
      page.evaluate(() => {
        const own = document.activeElement;
        return own?.closest('#uses-filter') ? (own.closest('label')?.textContent ?? '') : (own?.textContent ?? '');
      });
    for (let i = 0; i < 400 && !(await focus()).startsWith('Text'); i++) await page.keyboard.press('Tab');
    expect(await focus()).toMatch(/^Text/);
    await page.keyboard.type('service-123');
    await page.waitForFunction(() => document.querySelector('#uses-filter + .count')!.textContent.startsWith('50 of'));
    for (let i = 0; i < 30 && (await focus()) !== 'Place'; i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const header = '#uses th:nth-child(5)';
    expect(await page.$eval(header, (one) => one.getAttribute('aria-sort'))).toBe('ascending');
    await page.close();
  });

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [420, 'light'],
    [420, 'dark'],
  ] as const)('has no violation of accessibility and no scrolling sideways at %i px, %s', async (width, theme) => {
    const page = await open(short, width, theme);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } };
      return (await axe.run()).violations.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
    await page.close();
  });
});
