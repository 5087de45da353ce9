import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type QdrantServer, startQdrant } from '../packages/server/src/testing/qdrant-server.ts';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let qdrant: QdrantServer;
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  qdrant = await startQdrant();
  server = await startServer({ environment: { EGRESS_ALLOW: qdrant.host } });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server?.remove();
  qdrant?.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOK_FOLDER'];
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 400]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 900 });
}

it('a vector store elsewhere is tested, chosen, filled while the other answers, and left and emptied again', async () => {
  const { id } = await client.call<{ id: string }>('POST', 'document-store/store', {
    name: 'Handbook',
    description: '',
  });
  const text = 'The lamp is green.';
  const loader = await client.call<{ id: string }>('POST', 'document-store/loader/save', {
    storeId: id,
    loaderId: 'plainText',
    loaderConfig: { text },
  });
  await client.call('POST', `document-store/loader/process/${loader.id}`, { storeId: id });
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/document-stores/vector/${id}`);
  await expect.poll(() => button(page, 'Upsert').isEnabled(), { timeout: 20_000 }).toBe(true);
  await button(page, 'Upsert').click();
  await page.getByText('Upsert finished').waitFor();

  const pick = page.getByRole('region', { name: 'Vector store', exact: true });
  await pick.getByRole('combobox').first().selectOption('Qdrant');
  await button(page, 'Test').click();
  await pick.getByRole('textbox', { name: /Server URL/ }).fill('http://127.0.0.1:9');
  await pick.getByRole('textbox', { name: /Collection Name/ }).fill('handbook');
  await button(page, 'Test').click();
  await pick.getByText('The test failed').waitFor();
  await look(page, 'failed');
  await pick.getByRole('textbox', { name: /Server URL/ }).fill(qdrant.url);
  await button(page, 'Test').click();
  await pick.getByText(/It works\. Vectors have/).waitFor();
  await look(page, 'works');
  expect(qdrant.collections.get('handbook')?.points.size).toBe(0);

  const release = qdrant.hold('handbook/points');
  await button(page, 'Save settings').click();
  const list = page.getByRole('region', { name: 'Where vectors are compared' });
  await list.getByText('The built-in store answers until this one is complete.').waitFor();
  await look(page, 'filling');
  release();
  await list.getByText('Answers questions').waitFor();
  expect(qdrant.collections.get('handbook')?.points.size).toBe(1);
  await page.goto(`/document-stores/query/${id}`);
  await page.getByRole('textbox', { name: 'Question' }).fill('green lamp');
  await page.keyboard.press('Enter');
  await page.getByText(/chunks? in [\d.]+ ms/).waitFor();
  expect(qdrant.asked.at(-1)).toBe('POST /collections/handbook/points/query');

  await page.goto(`/document-stores/vector/${id}`);
  await pick.getByRole('combobox').first().selectOption('Built-in');
  await button(page, 'Save settings').click();
  await list.getByText('No longer used').waitFor();
  await look(page, 'old');
  await button(page, 'Empty Qdrant').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty', exact: true }).click();
  await expect.poll(() => qdrant.collections.get('handbook')?.points.size, { timeout: 20_000 }).toBe(0);
  await list.waitFor({ state: 'detached' });
}, 120_000);
