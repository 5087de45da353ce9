import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
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

async function openData(page: Page) {
  await page.goto('/chatflows');
  await page.getByRole('navigation').getByRole('button', { name: 'Workspace', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspace' });
  await dialog.getByRole('tab', { name: 'Data' }).click();
  await dialog.getByText('Legal hold', { exact: true }).waitFor();
  return dialog;
}

it('shows how long data is kept, and keeps what was set; the audit log says who set it', async () => {
  const page = await browser.visit(server.url, { session: 'own' });
  const dialog = await openData(page);
  await dialog.getByText('Server’s setting: 90 days').waitFor();
  const field = dialog.getByLabel('Messages: Days');
  await field.fill('0');
  await dialog.getByText('Enter a whole number of days, or leave it empty.').waitFor();
  await dialog.getByLabel('Traces: Days').fill('91');
  await dialog.getByText('At most 90, the server’s setting.').waitFor();
  await dialog.getByLabel('Traces: Days').fill('');
  await field.fill('30');
  await field.press('Enter');
  await page.locator('[data-toast]').getByText('Saved', { exact: true }).waitFor();
  await dialog.getByRole('switch', { name: 'Legal hold' }).click();
  await page.locator('[data-toast]').getByText('The legal hold is on').waitFor();

  await page.reload();
  const again = await openData(page);
  expect(await again.getByLabel('Messages: Days').inputValue()).toBe('30');
  await again.getByText('nothing can be erased until it is lifted', { exact: false }).first().waitFor();
  await again.getByRole('switch', { name: 'Legal hold' }).click();
  await page.locator('[data-toast]').getByText('The legal hold is off').waitFor();
  await again.getByText('Old data is next deleted', { exact: false }).waitFor();
  await again.getByRole('tab', { name: 'Audit' }).click();
  await again.getByText('messages: server’s → 30 days').waitFor();
});

it('counts what is stored of a person before anything is erased', async () => {
  const page = await browser.visit(server.url, { session: 'own' });
  const dialog = await openData(page);
  await dialog.getByRole('button', { name: 'See what is stored' }).click();
  await dialog.getByText('Enter an email, a number or an ID.').waitFor();
  await dialog.getByLabel('Whose data').fill('nobody@example.com');
  await dialog.getByRole('button', { name: 'See what is stored' }).click();
  await dialog.getByText('Nothing is stored of this person.').waitFor();
  await untilStill(page);
  expect(await axeFindings(page)).toEqual([]);
});
