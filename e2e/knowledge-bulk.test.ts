import { createHash } from 'node:crypto';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { readTemplates } from './chat-flow.ts';
import { dropEntries } from './drop-files.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer({});
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

beforeEach(async () => {
  const stores = await client.call<{ id: string }[]>('GET', 'document-store/store');
  for (const { id } of stores) await client.call('DELETE', `document-store/store/${id}`);
});

const smallChunks = {
  splitterId: 'recursiveCharacterTextSplitter',
  splitterConfig: { chunkSize: 40, chunkOverlap: 0 },
};
const toolbar = (page: Page, count: string | number) =>
  page.getByRole('toolbar', { name: `${count} selected`, exact: true });
const act = (page: Page, count: string | number, name: string) =>
  toolbar(page, count).getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

async function sure(page: Page, question: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText(question).waitFor();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
}

const shot = (page: Page, name: string) =>
  process.env['SCREENSHOTS'] && page.screenshot({ path: `${process.env['SCREENSHOTS']}/bulk-${name}.png` });

async function makeStore(name: string): Promise<string> {
  return (await client.call<{ id: string }>('POST', 'document-store/store', { name })).id;
}

async function addText(storeId: string, loaderName: string, text: string): Promise<void> {
  const body = { storeId, loaderId: 'plainText', loaderName, loaderConfig: { text }, ...smallChunks };
  const { id } = await client.call<{ id: string }>('POST', 'document-store/loader/save', body);
  await client.call('POST', `document-store/refresh/${storeId}?wait=true`, { items: [{ docId: id }] });
}

async function open(path: string): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(path);
  return page;
}

it('knowledge bases are selected as cards, up to one with Shift; the one that stays says why, and the others go', async () => {
  const ids = new Map<string, string>();
  for (const name of ['Apples', 'Bread', 'Cider', 'Dates']) ids.set(name, await makeStore(name));
  const page = await open('/document-stores');
  browser.allow(page, answered(503));
  await page.route(`**/document-store/store/${ids.get('Bread')}`, (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'The disk is full.' } }),
  );
  const cards = page.getByRole('article');
  await cards.first().hover();
  await box(page, 'Dates').click();
  await box(page, 'Bread').click({ modifiers: ['Shift'] });
  await shot(page, 'cards');
  await act(page, 3, 'Delete').click();
  await sure(page, 'Delete 3 knowledge bases?');
  await page.getByText('2 knowledge bases deleted').waitFor();
  await page.getByRole('alert').getByText('The disk is full.').waitFor();
  expect(await page.getByRole('alert').filter({ hasText: 'Bread' }).count()).toBe(1);
  expect(await box(page, 'Bread').isChecked()).toBe(true);
  expect(await cards.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Bread', 'Apples']);
  await shot(page, 'refused');
  await act(page, 1, 'Clear selection').click();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await box(page, 'Apples').press('Space');
  await act(page, 1, 'Delete').waitFor();
});

it('sources are selected by keyboard, processed together and deleted', async () => {
  const id = await makeStore('Garden');
  for (const name of ['Roses', 'Tulips', 'Weeds']) await addText(id, name, `${name} grow beside the gate.`);
  const page = await open(`/document-stores/${id}`);
  await box(page, 'Roses').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await act(page, 2, 'Process').click();
  await page.getByText('2 sources are being processed').waitFor();
  await box(page, 'Tulips').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await shot(page, 'sources');
  await act(page, 2, 'Delete').click();
  await sure(page, 'Delete 2 sources?');
  await page.getByText('2 sources deleted').waitFor();
  await page.getByRole('row').filter({ hasText: 'Roses' }).waitFor();
  await box(page, 'Tulips').waitFor({ state: 'detached' });
  expect(await box(page, 'Weeds').count()).toBe(0);
});

it('all chunks that match are selected beyond their page, but for the one that is taken back', async () => {
  const id = await makeStore('Rules');
  const rules = Array.from({ length: 70 }, (_, at) => `Rule ${at + 1} says that dogs wait.`);
  await addText(id, 'Dogs', rules.join('\n\n'));
  await addText(id, 'Cats', 'Cats may go wherever they like to.');
  const page = await open(`/document-stores/chunks/${id}/all`);
  await page.getByRole('textbox', { name: 'Search chunks' }).fill('dogs wait');
  await page.getByText('1–50 of 70').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await act(page, 50, 'Select all 70').click();
  await toolbar(page, 70).getByRole('button', { name: 'Next page' }).click();
  await page.getByText('51–70 of 70').waitFor();
  await box(page, 'Chunk 60').click();
  await shot(page, 'chunks');
  await act(page, 69, 'Delete').click();
  await sure(page, 'Delete 69 chunks?');
  await page.getByText('69 chunks deleted').waitFor();
  const { chunks } = await client.call<{ chunks: { pageContent: string }[] }>(
    'GET',
    `document-store/chunks/${id}/all/1`,
  );
  expect(chunks.map(({ pageContent }) => pageContent).toSorted()).toEqual([
    'Cats may go wherever they like to.',
    'Rule 60 says that dogs wait.',
  ]);
});

it('files are selected beyond what is shown, and read again or deleted in one go', async () => {
  const storeId = await makeStore('Notes');
  const { id } = await client.call<{ id: string }>('POST', 'document-store/loader/save', {
    ...{ storeId, loaderId: 'fileLoader', loaderName: 'Notes', splitterId: 'structureTextSplitter' },
    loaderConfig: { file: 'FILE-STORAGE::[]' },
  });
  const page = await open(`/document-stores/files/${storeId}/${id}`);
  await page.getByText('No files yet').waitFor();
  await dropEntries(
    page,
    Array.from({ length: 110 }, (_, at) => ({ path: `note-${at}.md`, text: `Note ${at}.` })),
    'Drop files or folders to add them',
  );
  await page.getByText('110 added, 0 replaced, 0 unchanged').waitFor();
  await page.getByText('100 of 110 shown').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
  await act(page, 100, 'Select all 110').click();
  await act(page, 110, 'Read again').click();
  await page.getByText('110 files are read again').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
  await act(page, 100, 'Select all 110').click();
  await box(page, 'note-7.md').press('Space');
  await act(page, 109, 'Delete').click();
  await sure(page, 'Delete 109 files with their chunks?');
  await page.getByText('109 files deleted').waitFor();
  await page.getByText('1 file', { exact: true }).waitFor();
  await page.getByRole('row').filter({ hasText: 'note-7.md' }).waitFor();
});

it('saved questions are confirmed and deleted together', async () => {
  const id = await makeStore('Tested');
  for (const [question, origin] of [
    ['Where do dogs wait?', 'manual'],
    ['When is it open?', 'model'],
    ['Who has the key?', 'model'],
  ])
    await client.call('POST', `document-store/measures/${id}/cases`, { question, origin });
  const page = await open(`/document-stores/measures/${id}`);
  await box(page, 'Who has the key?').focus();
  await page.keyboard.press('Control+a');
  await shot(page, 'questions');
  await act(page, 3, 'Delete').waitFor();
  await page.keyboard.press('Escape');
  await toolbar(page, 3).waitFor({ state: 'detached' });
  await box(page, 'Who has the key?').click();
  await box(page, 'When is it open?').click();
  await act(page, 2, 'Delete').click();
  await sure(page, 'Finished measurements keep what they have measured.');
  await page.getByText('2 questions deleted').waitFor();
  await box(page, 'Where do dogs wait?').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(1);
});

it('saved questions come page by page, and all of them are confirmed and deleted at once', async () => {
  const id = await makeStore('Much tested');
  for (let at = 0; at < 54; at += 1)
    await client.call('POST', `document-store/measures/${id}/cases`, {
      ...{ question: `What is the number of room ${at}?`, origin: at < 52 ? 'model' : 'manual' },
    });
  const page = await open(`/document-stores/measures/${id}`);
  await page.getByText('50 of 54 shown').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await box(page, 'What is the number of room 0?').waitFor();
  expect(await page.getByText(/^\d+ of 54 shown$/).count()).toBe(0);

  await page.getByRole('button', { name: /^To confirm/ }).click();
  await page.getByText('50 of 52 shown').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await act(page, 50, 'Select all 52').click();
  await shot(page, 'many-questions');
  await act(page, 52, 'Confirm').click();
  await page.getByText('52 questions confirmed').waitFor();
  // Nothing is open any more: all of them are shown.
  await box(page, 'What is the number of room 53?').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await act(page, 54, 'Delete').click();
  await sure(page, 'Finished measurements keep what they have measured.');
  await page.getByText('54 questions deleted').waitFor();
  await page.getByText('No questions yet').waitFor();
});

it('questions without an answer come page by page, and all of them are dismissed at once', async () => {
  const id = await makeStore('Empty handed');
  await addText(id, 'Text', 'The library opens at nine in the morning.');
  const flow = new FlowBuilder(await readTemplates(client));
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const store = flow.add('documentStoreVS', { x: 0, y: 300 }, { selectedStore: id });
  const chain = flow.add('conversationalRetrievalQAChain', { x: 400, y: 0 });
  const flowData = flow.connect(model, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
  const made = await client.call<FlowDetail>('POST', 'flows', { name: 'Asker', type: 'CHATFLOW', flowData });
  for (let at = 0; at < 54; at += 1) {
    // Words of no language: nothing is like them, nor are they like each other.
    const word = createHash('sha256').update(`${at}`).digest('hex').replaceAll(/\d/g, '');
    await client.call('POST', `internal-prediction/${made.id}`, { question: `${word}?` });
  }
  const page = await open(`/document-stores/${id}/gaps`);
  await page.getByText('50 of 54 shown').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('54 questions').waitFor();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await shot(page, 'gaps');
  await act(page, 50, 'Select all 54').click();
  await act(page, 54, 'Dismiss').click();
  await page.getByText('54 questions dismissed').waitFor();
  await page.getByText('No unanswered questions').waitFor();
});
