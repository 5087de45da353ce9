import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
let server: LocalServer;

beforeAll(async () => {
  server = await startServer({ environment: { WORKSPACE_CALLS: '30', ADDRESS_CALLS: '0' } });
  await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

async function openLimits(page: Page) {
  await page.goto('/chatflows');
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspace' });
  await dialog.getByRole('tab', { name: 'Limits' }).click();
  await dialog.getByText('0 of', { exact: false }).first().waitFor();
  return dialog;
}

it('shows each limit with its use, changes it by keyboard, and the change holds and is in the log', async () => {
  const page = await browser.visit(server.url, { session: 'own' });
  const dialog = await openLimits(page);
  await dialog.getByText('Server’s limit: 30').waitFor();
  const field = dialog.getByLabel('Calls at once: Limit', { exact: true });
  expect(await dialog.getByRole('button', { name: 'Save limits' }).isDisabled()).toBe(true);
  await field.focus();
  await page.keyboard.type('31');
  await dialog.getByText('At most 30, the server’s limit.').waitFor();
  await page.keyboard.press('Enter');
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5');
  await dialog.getByLabel('Typed calls last at most: Limit in minutes').fill('90');
  await dialog.getByLabel('Typed calls last at most: Limit in minutes').press('Enter');
  await page.locator('[data-toast]').getByText('Limits saved').waitFor();
  await dialog.getByText('0 of 5 in use').waitFor();

  await page.reload();
  const again = await openLimits(page);
  expect(await again.getByLabel('Calls at once: Limit', { exact: true }).inputValue()).toBe('5');
  expect(await again.getByLabel('Typed calls last at most: Limit in minutes').inputValue()).toBe('90');
  await again.getByLabel('Calls at once: Limit', { exact: true }).fill('');
  await again.getByRole('button', { name: 'Save limits' }).click();
  await again.getByText('0 of 30 in use').waitFor();
  await again.getByRole('tab', { name: 'Audit' }).click();
  await again.getByText('changed the limits').first().waitFor();
  await again.getByText('workspaceCalls: 5 → server’s').waitFor();
});

it('says in the field what cannot be a limit, and that the server has none', async () => {
  const page = await browser.visit(server.url, { session: 'own' });
  const dialog = await openLimits(page);
  await dialog.getByText('The server sets no limit').first().waitFor();
  await dialog.getByLabel('Calls at once from one network: Limit').fill('some');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await dialog.getByText('Enter a whole number above 0, or leave it empty.').waitFor();
});

it('says why they could not be loaded, and loads them when asked again', async () => {
  const page = await browser.visit(server.url, { session: 'own' });
  browser.allow(page, answered(500));
  const path = '**/api/core/v1/workspace/limits';
  await page.route(path, (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong.' } }),
  );
  await page.goto('/chatflows');
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click();
  await page.getByRole('tab', { name: 'Limits' }).click();
  await page.getByText('This section could not be loaded').waitFor({ timeout: 20_000 });
  await page.unroute(path);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('0 of 30 in use').waitFor();
});

it.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)('can be read and used by everybody: %s, %i wide', async (colorScheme, width) => {
  const page = await browser.visit(server.url, { session: 'own' });
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 860 });
  await page.goto('/chatflows');
  const narrow = page.getByRole('button', { name: 'Open the menu' });
  if (await narrow.isVisible()) await narrow.click();
  await page.getByRole('button', { name: 'Workspace', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Workspace' });
  await dialog.getByRole('tab', { name: 'Limits' }).click();
  await dialog.getByText('0 of 30 in use').waitFor();
  await untilStill(page);
  expect(await axeFindings(page, { part: '[role=dialog]' })).toEqual([]);
  expect(
    await dialog.evaluate((element) => element.scrollWidth - element.clientWidth),
    'nothing is cut off sideways',
  ).toBeLessThanOrEqual(0);
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/limits-${colorScheme}-${width}.png` });
});
