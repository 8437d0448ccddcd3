import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { html } from '../../src/report/html.js';
import { renderReport } from '../../src/report/index.js';
import type { Report } from '../../src/model/report.js';
import { chromiumPath } from '../support/chromium.js';
import { context, golden } from './golden.js';
import { hostile, hostileContext } from './hostile.js';

const patience = 120_000;

describe.skipIf(chromiumPath === undefined)('the page in a browser', { timeout: patience }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'leastscope-html-'));
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] });
  }, patience);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Opened {
    readonly page: Page;
    /** Errors, refusals of the policy, dialogs, and what was asked of the network. */
    readonly trouble: readonly string[];
  }

  async function open(report: Report, given = context(), options: object = {}): Promise<Opened> {
    const file = path.join(folder, 'report.html');
    writeFileSync(file, renderReport(html, report, given));
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    const trouble: string[] = [];
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('dialog', (dialog) => {
      trouble.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const url = pathToFileURL(file).href;
    page.on('request', (request) => {
      if (request.url() !== url) trouble.push(`request: ${request.url()}`);
    });
    await page.goto(url);
    await page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
    return { page, trouble };
  }

  test('filters and searches', async () => {
    const { page, trouble } = await open(golden);
    const visible = () => page.locator('li.finding:visible').count();
    expect(await visible()).toBe(2);
    await page.selectOption('#severity', 'error');
    expect(await visible()).toBe(1);
    expect(await page.textContent('#found')).toBe('1 of 2 shown');
    await page.selectOption('#severity', '');
    await page.selectOption('#rule', 'excess-scope');
    expect(await page.locator('li.finding:visible h3').textContent()).toContain('excess-scope');
    await page.selectOption('#rule', '');
    await page.keyboard.press('Escape');
    await page.locator('body').click();
    await page.keyboard.press('/');
    await page.keyboard.type('COOKIE no call');
    expect(await visible()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await visible()).toBe(2);
    expect(trouble).toEqual([]);
  });

  test('works by keyboard, from the link that skips on', async () => {
    const { page } = await open(golden);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('theme');
    const before = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).not.toBe(before);
  });

  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'axe finds nothing serious, and nothing sticks out: %s, %d wide',
    async (colorScheme, width) => {
      const { page } = await open(golden, context(), { colorScheme, viewport: { width, height: 900 } });
      await page.evaluate(axe.source);
      const violations = await page.evaluate(
        "axe.run().then((r) => r.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => v.id + ': ' + v.nodes.map((n) => n.html).join(' ')))",
      );
      expect(violations).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    },
  );

  describe('long names in a large report', () => {
    const long = (name: string, i: number): string =>
      `src/modules/feature-${i}/deeply/nested/folder-with-a-long-name/${'service-'.repeat(8)}${name}-${i}.ts`;
    const times = <T>(n: number, items: readonly T[], make: (item: T, i: number) => T): T[] =>
      Array.from({ length: n }, (_, i) => items.flatMap((item) => make(item, i))).flat();
    const large: Report = {
      ...golden,
      requests: times(40, golden.requests, (r, i) => ({
        ...r,
        file: long('call', i),
        url: `${r.url}${'/a-rather-long-segment'.repeat(6)}?${'filter[field]={value}&'.repeat(6)}`,
      })),
      findings: times(20, golden.findings, (f, i) => ({ ...f, file: long('finding', i) })),
      credentials: times(10, golden.credentials, (c, i) => ({
        ...c,
        name: `${c.name}-${'of-a-team-'.repeat(4)}${i}`,
        granted: [...c.granted, `scope:${'of-some-resource-'.repeat(4)}read`],
      })),
    };

    test.each([
      ['light', 1280],
      ['dark', 390],
    ] as const)('stay readable: %s, %d wide', async (colorScheme, width) => {
      const { page, trouble } = await open(large, context(), {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await page.evaluate(axe.source);
      const violations = await page.evaluate(
        "axe.run().then((r) => r.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => v.id + ': ' + v.nodes[0].html))",
      );
      expect(violations).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const widthOf = async (cell: string): Promise<number> =>
        (await page.locator(cell).first().boundingBox())?.width ?? 0;
      expect(await widthOf('.calls tbody td:nth-child(2)')).toBeGreaterThan(300);
      expect(await widthOf('.scopes tbody th')).toBeLessThan(width / 2);
      expect(trouble).toEqual([]);
    });
  });

  test('names and code of others do nothing', async () => {
    const { page, trouble } = await open(hostile, hostileContext(), {
      viewport: { width: 390, height: 900 },
    });
    expect(await page.evaluate('document.querySelectorAll(\'script, img, a:not([href^="#"])\').length')).toBe(
      1,
    );
    expect(await page.locator('.finding .message').allTextContents()).toContain(
      '</script><script>alert(1)</script>',
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(trouble).toEqual([]);
  });

  test('without its script, all is shown', async () => {
    const { page } = await open(golden, context(), { javaScriptEnabled: false });
    expect(await page.locator('li.finding:visible').count()).toBe(2);
    expect(await page.locator('form.filter').isVisible()).toBe(false);
  });
});
