import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
const canary = 'sk-canary-5512';
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer({ environment: { TENDRIL_VAR_region: 'eu-north' } });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

async function open(options: Parameters<typeof browser.visit>[1] = {}): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared', ...options });
  await page.goto('/variables');
  await page.getByRole('heading', { level: 1, name: 'Config' }).waitFor();
  return page;
}

async function reset(variables: readonly object[] = []): Promise<void> {
  const old = await client.call<{ id: string }[]>('GET', 'variables');
  for (const { id } of old) await client.call('DELETE', `variables/${id}`);
  for (const variable of variables) await client.call('POST', 'variables', variable);
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

it('PRODUCT-05, ROUTES-18, ROUTES-34, SP-02: the empty list shows an example, which is added with one press; names are checked while one types', async () => {
  await reset();
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Add example' }).click();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await row(page, 'greeting').waitFor();
  await page.getByText('Variable added').waitFor();
  await page.getByRole('button', { name: 'Add variable' }).click();
  const name = dialog(page).getByLabel('Name', { exact: true });
  await name.fill('greeting');
  await dialog(page).getByText('A variable named greeting already exists.').waitFor();
  await name.fill('2nd');
  await dialog(page).getByText('Start with a letter or _').waitFor();
  await name.fill('town');
  await dialog(page).getByRole('button', { name: 'Copy {{$vars.town}}' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('{{$vars.town}}');
  await dialog(page).getByLabel('Value', { exact: true }).fill('Bergen');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await row(page, 'town').waitFor();
  expect(new URL(page.url()).pathname).toBe('/variables');
  await page.reload();
  await row(page, 'town').waitFor();
});

it('ROUTES-34: values are masked, shown on demand, and edited in their place with Enter and Esc', async () => {
  await reset([{ name: 'town', value: 'Bergen' }]);
  const page = await open();
  const town = row(page, 'town');
  expect(await town.textContent()).not.toContain('Bergen');
  await page.getByRole('button', { name: 'Show values' }).click();
  await town.getByText('Bergen').waitFor();
  await page.getByRole('button', { name: 'Edit the value of town' }).click();
  const field = page.getByRole('textbox', { name: 'Value of town' });
  await field.fill('Oslo');
  await field.press('Escape');
  await town.getByText('Bergen').waitFor();
  await page.getByRole('button', { name: 'Edit the value of town' }).click();
  await field.fill('Tromsø');
  await field.press('Enter');
  await town.getByText('Tromsø').waitFor();
  expect(await client.call('GET', 'variables')).toMatchObject([{ name: 'town', value: 'Tromsø' }]);
});

it('a secret is never sent back, stays when its field is left empty, and runs read it', async () => {
  await reset();
  const page = await open();
  const seen: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) seen.push(await response.text().catch(() => ''));
  });
  await page.getByRole('button', { name: 'Add variable' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('token');
  await dialog(page).getByRole('switch', { name: 'Secret' }).click();
  await dialog(page).getByLabel('Value', { exact: true }).fill(canary);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await row(page, 'token').getByText('Secret').waitFor();
  await page.getByRole('button', { name: 'token', exact: true }).click();
  await dialog(page).getByText('Leave empty to keep the stored value.').waitFor();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Variable saved').waitFor();
  await page.reload();
  await row(page, 'token').waitFor();
  expect(seen.join()).not.toContain(canary);
  const run = await client.call('POST', 'node-custom-function', { javascriptFunction: 'return $vars.token' });
  expect(run).toMatchObject({ output: canary });
  expect(server.log()).not.toContain(canary);
});

it('a runtime variable shows its environment name, and whether the server has it', async () => {
  await reset([
    { name: 'region', type: 'runtime' },
    { name: 'zone', type: 'runtime' },
  ]);
  const page = await open();
  await row(page, 'TENDRIL_VAR_region').getByText('set', { exact: true }).waitFor();
  await row(page, 'TENDRIL_VAR_zone').getByText('not set').waitFor();
  expect(await page.content()).not.toContain('eu-north');
});

it('SP-02: search, types and sort narrow and order the list; what nothing matches says so', async () => {
  await reset([
    { name: 'alpha', value: '1' },
    { name: 'beta', type: 'runtime' },
    { name: 'gamma', value: 'x', isSecret: true },
  ]);
  const page = await open();
  const names = () => page.locator('tbody tr td:nth-child(2)').allTextContents();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  expect(await names()).toEqual(['gamma', 'beta', 'alpha']);
  await page.getByRole('button', { name: /^Runtime/ }).click();
  expect(await names()).toEqual(['beta']);
  await page.getByRole('button', { name: /^All/ }).click();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('zzz');
  await page.getByText('No variables match “zzz”').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect(await names()).toHaveLength(3);
});

it('ROUTES-34: deleting names who uses it; several are deleted at once', async () => {
  await reset([
    { name: 'town', value: 'x' },
    { name: 'land', value: 'y' },
  ]);
  const func = 'return $vars.town;';
  await client.call('POST', 'tools', { name: 'where_is', description: 'Where', func });
  const page = await open();
  await row(page, 'town').getByRole('button', { name: '1 tool' }).click();
  await page.getByRole('menuitem', { name: 'where_is' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions for town' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page)
    .getByText('Delete variable town? The following use it and will stop working: where_is.')
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Select all').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByText('Delete 2 variables?').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No variables yet').waitFor();
});

it('SP-02: a list that cannot be loaded says why and is asked again', async () => {
  await reset([{ name: 'town', value: 'x' }]);
  const page = await browser.visit(server.url, { session: 'shared' });
  browser.allow(page, answered(500));
  let isBroken = true;
  await page.route('**/variables', (route) =>
    isBroken && route.request().resourceType() === 'fetch'
      ? route.fulfill({
          status: 500,
          json: { code: 'INTERNAL', message: 'The disk is gone.', requestId: 'r-1' },
        })
      : route.continue(),
  );
  await page.goto('/variables');
  await page.getByText('The disk is gone.').waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await row(page, 'town').waitFor();
});
