import { studioPrefix } from '@tendril/contract/api/prefixes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

async function open(): Promise<Page> {
  const page = await browser.visit(server.url, {
    session: 'shared',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto('/apikey');
  await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor();
  return page;
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

const ask = (key: string, flowId: string) =>
  fetch(`${server.url}${studioPrefix}/prediction/${flowId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'Do you ship to Corsica?' }),
  });

it('makes a key for chosen flows that ends on a day, and it runs these flows alone', async () => {
  const mine = await client.call<{ id: string; name: string }>('POST', 'flows/starters/support-bot', {});
  await client.call('PATCH', `flows/${mine.id}`, { name: 'Chosen flow' });
  const other = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
  const page = await open();
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Widget');
  await dialog.getByRole('radio', { name: /^Selected flows/ }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Select at least one flow.').waitFor();
  await dialog.getByRole('textbox', { name: 'Search flows' }).fill('chosen');
  await dialog.getByRole('checkbox', { name: 'Chosen flow' }).check();
  await dialog.getByRole('combobox', { name: 'Expires' }).selectOption({ label: 'In 30 days' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy your key now' });
  const key = (await shown.locator('code').first().textContent()) ?? '';
  expect(await shown.locator('code').last().textContent()).toContain(`/prediction/${mine.id}`);
  await shown.getByRole('button', { name: 'I have copied it' }).click();

  await row(page, 'Widget').getByText('Chosen flow').waitFor();
  expect(await row(page, 'Widget').locator('code').textContent()).toBe(`tdl_…${key.slice(-4)}`);
  expect((await ask(key, mine.id)).status).toBe(200);
  expect((await ask(key, other.id)).status).toBe(403);
});

it('unfolds the flows bound to a key, copies a call, and says how many flows a deletion concerns', async () => {
  const flow = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
  const key = await client.call<{ id: string }>('POST', 'apikey', { keyName: 'Bound' });
  await client.call('PATCH', `flows/${flow.id}`, { name: 'Guarded', apikeyid: key.id });
  const page = await open();
  await row(page, 'Bound').getByRole('button', { name: 'Flows that require Bound: 1 flow' }).click();
  const link = page.getByRole('link', { name: 'Guarded' });
  expect(await link.getAttribute('href')).toBe(`/canvas/${flow.id}`);

  await act(page, 'Bound', 'Copy as cURL');
  await page.locator('[data-toast]').getByText('Request copied').waitFor();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  expect(line).toContain(`curl ${server.url}${studioPrefix}/prediction/${flow.id}`);

  await act(page, 'Bound', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete' });
  await dialog.getByText('Delete key Bound?').waitFor();
  await dialog.getByText('Flows that require this key: 1.').waitFor();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.locator('[data-toast]').getByText('API key deleted').waitFor();
  await expect.poll(() => row(page, 'Bound').count()).toBe(0);
});

it('asks for the name of a key that was used lately, and takes no other', async () => {
  const flow = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
  const made = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Busy' });
  expect((await ask(made.apiKey, flow.id)).status).toBe(200);
  // The answer does not wait for the note of the use.
  await expect
    .poll(
      async () =>
        (await client.call<{ keyName: string; lastUsedAt: number | null }[]>('GET', 'apikey')).find(
          (key) => key.keyName === 'Busy',
        )?.lastUsedAt,
    )
    .toEqual(expect.any(Number));
  const page = await open();
  await act(page, 'Busy', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete' });
  await dialog.getByLabel('Key name').fill('busy');
  await page.keyboard.press('Enter');
  await dialog.getByText('This does not match the key’s name.').waitFor();
  await dialog.getByLabel('Key name').fill('Busy');
  await page.keyboard.press('Enter');
  await expect.poll(() => row(page, 'Busy').count()).toBe(0);
  expect((await ask(made.apiKey, flow.id)).status).toBe(401);
});

it("takes over Flowise's key file, names what is wrong with a bad one, and finds keys by search", async () => {
  const page = await open();
  browser.allow(page, answered(400), answered(409));
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import API keys' });
  const choose = (rows: unknown) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'api.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(rows)),
    });
  const apiKey = 'zDl3jW0c1bQ9dVZ0m4yT8uKe2Rr5nXoP7sHfGqLwABC';
  await choose([{ keyName: 'Old', apiKey: 'short' }]);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByRole('alert').getByText('jsonFile.0.apiKey').waitFor();
  await choose([{ id: 'b1e0c0aa', keyName: 'Old', apiKey, apiSecret: 'x.y', createdAt: '23-Aug-24' }]);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.locator('[data-toast]').getByText('API keys imported').waitFor();
  const flow = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
  expect((await ask(apiKey, flow.id)).status).toBe(200);

  await page.keyboard.press('Control+f');
  await page.keyboard.type('old');
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(1);
  await page.getByRole('textbox', { name: 'Search keys' }).fill('nothing');
  await page.getByText('No keys match “nothing”').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page, 'Old').waitFor();
});
