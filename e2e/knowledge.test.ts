import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type SlowEmbeddings, startSlowEmbeddings } from './slow-embeddings.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let vendor: SlowEmbeddings;

beforeAll(async () => {
  vendor = await startSlowEmbeddings();
  server = await startServer({ environment: { EGRESS_ALLOW: `127.0.0.1:${vendor.port}` } });
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(async () => {
  await server?.remove();
  await vendor?.close();
});

beforeEach(async () => {
  const stores = await client.call<{ id: string }[]>('GET', 'document-store/store');
  for (const { id } of stores) await client.call('DELETE', `document-store/store/${id}`);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function open(path = '/document-stores'): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function makeStore(page: Page, name: string): Promise<string> {
  await button(page, 'Add knowledge base').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await button(page, 'Add').click();
  await heading(page, name).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Lets files fall on the page, as a hand with a mouse does. */
async function drop(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const carried = new DataTransfer();
    for (const { name, text } of given) carried.items.add(new File([text], name));
    return carried;
  }, files);
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.getByText(/^Drop to/).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function loadersOf(storeId: string): Promise<{ id: string }[]> {
  const path = `document-store/store/${storeId}`;
  return (await client.call<{ loaders: { id: string }[] }>('GET', path)).loaders;
}

async function jobsOf(storeId: string): Promise<{ state: string }[]> {
  return (await client.call<{ jobs: { state: string }[] }>('GET', `document-store/store/${storeId}`)).jobs;
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.keyboard.press('Enter');
  await page.getByText(/chunks? in [\d.]+ ms/).waitFor();
}

it('ROUTES-19, ROUTES-34, SP-02: the sample handbook is one click from answering, and is deleted after a question', async () => {
  const page = await open();
  await page.getByRole('heading', { name: 'Drop a PDF, paste a URL or try the sample handbook' }).waitFor();
  await button(page, 'Try sample').click();
  await heading(page, 'Sample handbook').waitFor();
  await row(page, 'Sample handbook').getByText('Upserted').waitFor();

  await button(page, 'Ask a question').click();
  await heading(page, 'Retrieval query').waitFor();
  await ask(page, 'How long is the guarantee on a repair?');
  const best = page.getByRole('article').first();
  expect(await best.textContent()).toContain('guarantee of 12 months on labour');
  expect(await best.locator('mark').allTextContents()).toContain('guarantee');

  await page.getByRole('spinbutton', { name: 'Top K' }).fill('1');
  await ask(page, 'How long is the guarantee on a repair?');
  await page.getByText('1 chunk in').waitFor();
  await page.getByText('Why not found?').click();
  expect(await page.getByText('Ranked below the top 1').count()).toBe(3);

  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Sample handbook' })
    .click();
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Delete knowledge base' }).click();
  await page.getByRole('dialog').getByText('Delete knowledge base Sample handbook?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/document-stores');
  await button(page, 'Try sample').waitFor();
});

it('ROUTES-20 to ROUTES-25, ROUTES-34, SP-20: a text is previewed, cut, corrected, embedded and found', async () => {
  const page = await open();
  const storeId = await makeStore(page, 'House rules');
  expect(pathOf(page)).toBe(`/document-stores/${storeId}`);
  await page.reload();
  await heading(page, 'House rules').waitFor();
  await page.getByText('No sources yet').waitFor();

  await button(page, 'Add source').first().click();
  await page.getByRole('textbox', { name: 'Search loaders' }).fill('write here');
  await page.getByRole('dialog').getByRole('link').click();
  await heading(page, 'Plain Text').waitFor();
  expect(pathOf(page)).toBe(`/document-stores/${storeId}/plainText`);
  await button(page, 'Process').click();
  await page.getByText('Fill in Text.').waitFor();

  const rules = [
    'Quiet hours begin at ten.',
    'Bicycles stand in the cellar.',
    'The bins are emptied on Friday.',
  ];
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.locator('[data-param-field=text] textarea').fill(rules.join('\n\n'));
  await preview.getByText('1 chunk', { exact: true }).waitFor();
  const splitter = { label: 'Recursive Character Text Splitter' };
  await page.getByRole('combobox', { name: 'Splitter' }).selectOption(splitter);
  await page.getByRole('spinbutton', { name: 'Chunk size' }).fill('40');
  await page.getByText('The overlap must be smaller than the chunk size.').waitFor();
  await page.getByRole('spinbutton', { name: 'Overlap' }).fill('0');
  await page.getByText('Chunks of 40 characters').waitFor();
  await preview.getByText('All 3 chunks').waitFor();
  expect(await preview.getByRole('listitem').nth(1).textContent()).toContain(rules[1]);

  await page.getByRole('link', { name: 'House rules', exact: true }).click();
  await page.getByRole('dialog').getByText('Your changes have not been saved.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('textbox', { name: 'Source name' }).fill('Notice board');
  await button(page, 'Process').click();
  await heading(page, 'House rules').waitFor();
  await row(page, 'Notice board').getByText('Synced').waitFor();

  await row(page, 'Notice board').getByRole('link', { name: '3' }).click();
  await heading(page, 'Chunks').waitFor();
  const loaderId = (await loadersOf(storeId))[0]?.id;
  expect(pathOf(page)).toBe(`/document-stores/chunks/${storeId}/${loaderId}`);
  await button(page, 'Open chunk 2').click();
  const drawer = page.getByRole('dialog', { name: 'Chunk 2' });
  await drawer.getByRole('textbox', { name: 'Text' }).fill('Unicycles stand in the attic.');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.waitFor({ state: 'detached' });
  await button(page, 'Open chunk 3').click();
  await page.getByRole('dialog', { name: 'Chunk 3' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Delete chunk 3? This cannot be undone.').waitFor();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  await page.getByRole('textbox', { name: 'Search chunks' }).fill('ATTIC');
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['attic']);
  await page.getByRole('textbox', { name: 'Search chunks' }).fill('cellar');
  await page.getByText('No chunks contain “cellar”').waitFor();

  await page.getByRole('link', { name: 'House rules', exact: true }).click();
  await button(page, 'Embed').click();
  await row(page, 'Notice board').getByText('Upserted').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Embed' })
    .getByRole('button', { name: 'Settings' })
    .click();
  await heading(page, 'Vector store').waitFor();
  expect(pathOf(page)).toBe(`/document-stores/vector/${storeId}`);
  await page.getByText('Upsert finished').waitFor();
  const counted = () => page.locator('dl dd').allTextContents();
  expect(await counted(), 'one new, one corrected').toEqual(['1', '1', '0', '0']);
  await button(page, 'Upsert').click();
  await expect.poll(counted).toEqual(['0', '0', '2', '0']);
  await page.goto(`/document-stores/vector/${storeId}/${loaderId}`);
  await page.getByText('Only Notice board').waitFor();

  await page.goto(`/document-stores/query/${storeId}`);
  await ask(page, 'Where do unicycles stand?');
  expect(await page.getByRole('article').first().textContent()).toContain('Unicycles stand in the attic.');
});

it('files that are dropped on the list make a store; one that is damaged is named, and the others are found', async () => {
  const page = await open();
  await drop(page, [
    { name: 'menu.md', text: '# Menu\n\nOn Thursday there is pumpkin soup with roasted seeds.' },
    { name: 'broken.pdf', text: '%PDF-1.4 this is no document' },
    { name: 'photo.png', text: 'x' },
  ]);
  await heading(page, 'menu and 1 more').waitFor();
  await page.getByText('photo.png cannot be read.').waitFor();
  await row(page, 'menu.md').getByText('Upserted').waitFor();
  await page.getByText(/Processing failed: .*broken\.pdf/).waitFor();
  const storeId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await button(page, 'Retry broken.pdf').click();
  await expect
    .poll(async () => (await jobsOf(storeId)).filter(({ state }) => state === 'failed').length)
    .toBe(2);
  await page.getByText(/Processing failed: .*broken\.pdf/).waitFor();

  await button(page, 'More actions for broken.pdf').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Delete source broken.pdf?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await row(page, 'broken.pdf').waitFor({ state: 'detached' });

  await button(page, 'Edit name and description').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Canteen');
  await button(page, 'Save').click();
  await heading(page, 'Canteen').waitFor();
  await button(page, 'Ask a question').click();
  await ask(page, 'When is there soup?');
  expect(await page.getByRole('article').first().textContent()).toContain('menu.md');
});

it('an upsert shows its progress and is stopped; one that fails says why; both are tried again', async () => {
  const page = await open();
  const storeId = await makeStore(page, 'Short');
  const text = { storeId, loaderId: 'plainText', loaderConfig: { text: 'The ferry leaves at noon.' } };
  const { id } = await client.call<{ id: string }>('POST', 'document-store/loader/save', text);
  await client.call('POST', `document-store/loader/process/${id}`, {});
  await page.goto(`/document-stores/vector/${storeId}`);
  await expect.poll(() => button(page, 'Upsert').isEnabled()).toBe(true);
  await page.getByRole('combobox', { name: 'Embeddings' }).selectOption({ label: 'OpenAI Embeddings' });
  await button(page, 'Upsert').click();
  await page.getByRole('alert').getByText('Embedding failed').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/need a key/);

  const picked = page.getByRole('region', { name: 'Embeddings' });
  await picked.locator('summary').click();
  await picked.locator('[data-param-field=basepath] input').fill(`http://127.0.0.1:${vendor.port}/v1`);
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('progressbar').waitFor();
  await expect.poll(vendor.waiting).toBe(1);
  await page.getByText('Starting…').waitFor();
  await button(page, 'Stop Embedding…').click();
  await page.getByRole('alert').getByText('Embedding was stopped.').waitFor();
  await expect.poll(vendor.waiting).toBe(0);
  vendor.release();
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Upsert finished').waitFor();
});

it('SP-02: the list is searched, sorted and shown as cards or table', async () => {
  for (const name of ['Zoo', 'Alpha', 'alphabet'])
    await client.call('POST', 'document-store/store', { name, description: `About ${name}` });
  const page = await open();
  const cards = () => page.getByRole('article').getByRole('heading').allTextContents();
  await expect.poll(cards).toEqual(['alphabet', 'Alpha', 'Zoo']);
  await page.getByRole('textbox', { name: 'Search knowledge bases' }).fill('ALPHA');
  await expect.poll(cards).toEqual(['alphabet', 'Alpha']);
  await page.getByRole('textbox', { name: 'Search knowledge bases' }).fill('nothing');
  await page.getByText('No knowledge bases match “nothing”').waitFor();
  await button(page, 'Clear filters').click();
  await button(page, 'Table').click();
  await button(page, 'Name').click();
  const rows = () => page.locator('tbody tr td:nth-child(2) a').allTextContents();
  await expect.poll(rows).toEqual(['Alpha', 'alphabet', 'Zoo']);
  await page.reload();
  await expect.poll(rows).toEqual(['alphabet', 'Alpha', 'Zoo']);
});

it('SP-02: each page of a store that is not there says so, with the request and a way to try again', async () => {
  const page = await open();
  browser.allow(page, answered(404));
  for (const path of ['none', 'none/plainText', 'chunks/none/all', 'vector/none', 'query/none']) {
    await page.goto(`/document-stores/${path}`);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent(), path).toMatch(/knowledge base not found.*Request \S+/i);
    expect(await alert.getByRole('button', { name: 'Retry' }).isVisible(), path).toBe(true);
  }
});
