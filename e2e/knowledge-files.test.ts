import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer({});
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Lets files fall on the page, as a hand with a mouse does. */
async function drop(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const carried = new DataTransfer();
    for (const { name, text } of given) carried.items.add(new File([text], name));
    return carried;
  }, files);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.getByText('Drop files or folders to add them').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

it('drops files on a source, names the broken one, replaces one by its name and finds the new text', async () => {
  const store = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'House' });
  const loader = await client.call<{ id: string }>('POST', 'document-store/loader/save', {
    storeId: store.id,
    loaderId: 'fileLoader',
    loaderName: 'House rules',
    loaderConfig: { file: 'FILE-STORAGE::[]' },
    splitterId: 'structureTextSplitter',
  });
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/document-stores/files/${store.id}/${loader.id}`);
  await page.getByText('No files yet').waitFor();
  await drop(page, [
    { name: 'boats.md', text: 'Boats go to the north harbour.' },
    { name: 'lamps.md', text: 'The lamp in the attic is green.' },
    { name: 'plan.docx', text: 'This is no Word document.' },
  ]);
  await page.getByText('1 file was refused', { exact: false }).waitFor();
  await row(page, 'boats.md').getByText('Read, not searchable').waitFor();
  await row(page, 'plan.docx').getByText('Failed').waitFor();
  await page.getByText('does not match its file type', { exact: false }).first().waitFor();
  await client.call('POST', 'document-store/vectorstore/insert', { storeId: store.id });
  await page.reload();
  await row(page, 'lamps.md').getByText('Searchable').waitFor();

  await drop(page, [{ name: 'lamps.md', text: 'The lamp in the attic is red now.' }]);
  await page.getByText('0 added, 1 replaced, 0 unchanged').waitFor();
  await row(page, 'lamps.md').getByText('Searchable').waitFor();
  const found = await client.call<{ docs: { pageContent: string }[] }>(
    'POST',
    'document-store/vectorstore/query',
    { storeId: store.id, query: 'colour of the lamp', topK: 5 },
  );
  const texts = found.docs.map(({ pageContent }) => pageContent);
  expect(texts).toContain('The lamp in the attic is red now.');
  expect(texts).not.toContain('The lamp in the attic is green.');

  await row(page, 'plan.docx').getByRole('checkbox').press('Space');
  await page.getByRole('toolbar', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 file deleted').waitFor();
  expect(await row(page, 'plan.docx').count()).toBe(0);
  const shots = process.env['SCREENSHOTS'];
  if (shots) await page.screenshot({ path: `${shots}/files.png` });
});
