import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
let server: LocalServer;

beforeAll(async () => {
  server = await startServer();
  await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

const pages = [
  ...['Flows', 'Pipelines', 'Assistants', 'Templates', 'Voice Agents', 'Phone Numbers', 'Calls'],
  ...['Toolkit', 'Secrets', 'Config', 'API Keys', 'Knowledge Base'],
];

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

async function openFlows(storage: Record<string, string> = {}): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared', storage });
  await page.goto('/chatflows');
  await page.getByRole('button', { name: 'Open support bot' }).waitFor();
  return page;
}

/** Contrast of two `rgb()` colours by WCAG. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Hue in degrees of an `rgb()` colour. */
function hue(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => Number(part) / 255);
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range === 0) return Number.NaN;
  if (most === red) return (((green - blue) / range + 6) % 6) * 60;
  return most === green ? ((blue - red) / range + 2) * 60 : ((red - green) / range + 4) * 60;
}

const style = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

it('THEME-01, THEME-02, THEME-04: the switch changes colours and logo, and the choice survives a reload', async () => {
  const page = await openFlows();
  const looks = async () => ({
    page: await style(page, 'body', 'background-color'),
    text: await style(page, 'h1', 'color'),
    logo: await drawer(page)
      .locator('svg[aria-label=Tendril] path')
      .first()
      .evaluate((node) => getComputedStyle(node).stroke),
  });
  const light = await looks();
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await expect.poll(looks).not.toEqual(light);
  expect(await page.evaluate(() => localStorage.getItem('isDarkMode'))).toBe('true');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const dark = await looks();
  expect(dark.page).not.toBe(light.page);
  expect(dark.logo).not.toBe(light.logo);
  expect(contrast(light.page, light.text)).toBeGreaterThan(4.5);
  expect(contrast(dark.page, dark.text)).toBeGreaterThan(4.5);
  expect(await page.getByRole('switch', { name: 'Dark mode' }).getAttribute('aria-checked')).toBe('true');
  // Back to light: the choice is kept for this person, and other tests start with the same one.
  await page.getByRole('switch', { name: 'Dark mode' }).click();
});

it('who wants less motion sees the other theme at once, without one thing that fades', async () => {
  const page = await browser.visit(server.url, { session: 'shared', reducedMotion: 'reduce' });
  await page.goto('/chatflows');
  await page.getByRole('button', { name: 'Open support bot' }).waitFor();
  await untilStill(page);
  const fading = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
    return document
      .getAnimations()
      .filter((each) => each instanceof CSSTransition)
      .map((each) => (each as CSSTransition).transitionProperty);
  });
  expect(fading).toEqual([]);
});

it('THEME-03, THEME-06, SP-27: the main button is a green that can be read in both themes, and the font is Roboto', async () => {
  const page = await openFlows();
  const green = await page
    .getByRole('button', { name: 'Open support bot' })
    .evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(hue(green)).toBeGreaterThanOrEqual(90);
  expect(hue(green)).toBeLessThanOrEqual(170);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name;
    }, theme);
    await untilStill(page);
    const button = page.getByRole('button', { name: 'Open support bot' });
    const [back, front] = await button.evaluate((node) => {
      const { backgroundColor, color } = getComputedStyle(node);
      return [backgroundColor, color];
    });
    expect(contrast(back ?? '', front ?? ''), theme).toBeGreaterThan(4.5);
  }
  expect(await style(page, 'body', 'font-family')).toMatch(/^["']?Roboto["']?, sans-serif/);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check("16px 'Roboto'"))).toBe(true);
});

it('THEME-07: cards have a radius of 12 px', async () => {
  const page = await openFlows();
  expect(await style(page, 'article', 'border-top-left-radius')).toBe('12px');
});

it('THEME-05, SP-24, SP-26: the kept layout lays the menu out along the top, in a narrow window over the page', async () => {
  const page = await openFlows({ isHorizontal: 'true' });
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('Not drawn.');
    return box;
  };
  // System stands at the end of the bar, apart from the menu.
  const links = drawer(page)
    .getByRole('link')
    .filter({ hasNotText: /^System$/ });
  expect(await links.allTextContents()).toEqual(pages);
  const tops = new Set<number>();
  for (const link of await links.all()) tops.add((await boxOf(link)).y);
  expect(tops.size, 'one row').toBe(1);
  expect((await boxOf(drawer(page))).width).toBe(1440);
  expect((await boxOf(page.getByRole('main'))).x).toBe(0);
  expect(await page.getByRole('button', { name: /the menu$/ }).count()).toBe(0);
  expect(await page.getByRole('switch').count(), 'no control for the layout').toBe(1);

  await links.filter({ hasText: 'Templates' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Voice Agents' }).waitFor();
  expect(await links.filter({ hasText: 'Voice Agents' }).getAttribute('aria-current')).toBe('page');
  await drawer(page).getByRole('button', { name: 'Version' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Tendril home: flows' }).click();
  await page.waitForURL('**/chatflows');

  await page.setViewportSize({ width: 400, height: 800 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await drawer(page).getByRole('link', { name: 'API Keys' }).click();
  await page.waitForURL('**/apikey');
  await page.evaluate(() => localStorage.setItem('isHorizontal', 'false'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect.poll(async () => (await boxOf(drawer(page))).width).toBe(280);
});
