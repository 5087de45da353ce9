import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let storeId: string;

beforeAll(async () => {
  server = await startServer({});
  client = await new ApiClient(server.url).registerOwner();
  storeId = (await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Pumps' })).id;
  for (const [text, year] of [
    ['The pump of the pool is on.', 2023],
    ['The pump of the pool is on today.', 2024],
    ['A pump shows ERR-4711 when dry.', 2024],
  ])
    await client.call('POST', `document-store/upsert/${storeId}`, {
      loader: { name: 'plainText', config: { text, metadata: JSON.stringify({ year }) } },
    });
});
afterAll(() => server?.remove());

it('says which step dropped a passage and its score there, and offers the fields that there are as filters', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/document-stores/query/${storeId}`);
  await page.getByRole('textbox', { name: 'Question' }).fill('Is the pump of the pool on?');
  await page.getByRole('spinbutton', { name: 'Top K' }).fill('2');
  await page.getByRole('spinbutton', { name: 'Diversity' }).fill('1');
  await page.keyboard.press('Enter');
  await page.getByText('2 chunks in').waitFor();
  await page.getByText('Missing a passage?').click();
  await page.getByRole('textbox', { name: 'Text of the passage' }).fill('pool');
  await page.keyboard.press('Enter');
  const reasons = page.getByRole('button', { name: 'Why not?' });
  await reasons.first().waitFor();
  expect(await reasons.count()).toBe(2);
  await reasons.first().click();
  await reasons.first().click();
  await page.getByText('diversity left it out of the top 2').waitFor();
  await page.getByText(/Likeness to the most similar passage that was chosen: 0\.\d{3}/).waitFor();
  const shots = process.env['SCREENSHOTS'];
  if (shots) await page.screenshot({ path: `${shots}/query-why.png`, fullPage: true });

  await page.getByRole('spinbutton', { name: 'Diversity' }).fill('');
  await page.getByRole('button', { name: 'Add filter' }).click();
  const field = page.getByRole('combobox', { name: 'Field for filter 1' });
  const offered = (box: typeof field) =>
    box.evaluate((input: HTMLInputElement) =>
      [...(input.list?.options ?? [])].map(({ value, label }) => `${value}: ${label}`),
    );
  await expect.poll(() => offered(field)).toContain('year: number');
  await field.fill('year');
  const value = page.getByRole('combobox', { name: 'Value for filter 1' });
  expect(await offered(value)).toEqual(['2023: ', '2024: ']);
  await value.fill('2023');
  await page.keyboard.press('Enter');
  await page.getByText('1 chunk in').waitFor();
  expect(await page.getByRole('article').first().textContent()).toContain('The pump of the pool is on.');
});
