import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeXlsx } from '@tendril/catalogue/testing/corpus/make-office-files';
import { makeDocx } from '@tendril/catalogue/testing/make-docx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type DroppedFile, dropEntries } from './drop-files.ts';
import { boxesOfSentence, makeHandbookPdf } from './handbook-pdf.ts';
import { makeKnowledgeFlow } from './knowledge-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let model: ScriptedModel;
/** The same bytes each time: what is dropped again is unchanged. */
let workshop: DroppedFile[];

beforeAll(async () => {
  workshop = await makeWorkshop();
  model = await startScriptedModel();
  server = await startServer({ environment: { EGRESS_ALLOW: `127.0.0.1:${model.port}` } });
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(async () => {
  await server?.remove();
  await model?.close();
});
beforeEach(async () => {
  const stores = await client.call<{ id: string }[]>('GET', 'document-store/store');
  for (const { id } of stores) await client.call('DELETE', `document-store/store/${id}`);
});

const prices = [
  ['Part', 'Price', 'Stock'],
  ['Bell', '12.50', '40'],
  ['Brake pad', '8.90', '35'],
  ['Chain', '24.00', '7'],
];
const paragraphs = [
  'The workshop was founded in the old dairy.',
  'Helmets are lent against a deposit of twenty francs.',
  'The kettle belongs to everybody.',
];
const markdown =
  '# House rules\n\n## Garden\n\nDogs have to wait in the garden while their people are inside.\n';
const html =
  '<html><body><main><h1>News</h1><p>The lift is repaired in spring.</p><p>The roof gets new tiles before the winter storms.</p></main></body></html>';

async function makeWorkshop(): Promise<DroppedFile[]> {
  const binary = (path: string, content: Buffer) => ({ path, content: content.toString('base64') });
  return [
    binary('Workshop/papers/handbook.pdf', await makeHandbookPdf()),
    binary('Workshop/papers/lending.docx', makeDocx(paragraphs)),
    binary('Workshop/prices.xlsx', makeXlsx(prices)),
    { path: 'Workshop/rules.md', text: markdown },
    { path: 'Workshop/news.html', text: html },
    { path: 'Workshop/.DS_Store', text: 'hidden' },
    { path: 'Workshop/.git/config', text: 'hidden' },
    { path: 'Workshop/film.mov', text: 'no text' },
    { path: 'Workshop/empty.txt', text: '' },
  ];
}

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const shot = (page: Page, name: string) =>
  process.env['SCREENSHOTS'] && page.screenshot({ path: `${process.env['SCREENSHOTS']}/folder-${name}.png` });

async function open(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared', colorScheme });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Drops the folder on the list, and follows it until all of it can be found. */
async function takeIn(page: Page): Promise<string> {
  await page.getByText('Choose files').waitFor();
  await dropEntries(page, workshop, 'Drop to create a knowledge base from these files');
  await dialog(page).getByText('5 files,').waitFor();
  await dialog(page).getByRole('button', { name: 'Add 5 files' }).click();
  await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor();
  await row(page, 'Workshop').getByText('Upserted').waitFor({ timeout: 30_000 });
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Asks in the chat what the model answers with a mark behind these words, and opens the mark. */
async function openMark(page: Page, flowId: string, question: string, words: string): Promise<void> {
  model.play({ words: ['Hello.'] });
  const { sourceDocuments } = await client.call<{ sourceDocuments: { pageContent: string }[] }>(
    'POST',
    `internal-prediction/${flowId}`,
    { question },
  );
  const begun = words.split(' ').slice(0, 2).join(' ');
  const number =
    sourceDocuments.findIndex(({ pageContent }) => pageContent.toLowerCase().includes(begun.toLowerCase())) +
    1;
  expect(number, `a source with "${begun}"`).toBeGreaterThan(0);
  model.play({ words: [`${words} `, `[${number}]`, '.'] });
  // In a conversation of its own: in one that goes on, the question would be put in other words first.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/chatbot/${flowId}`);
  await page.getByRole('textbox', { name: 'Write a message' }).fill(question);
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: 'Answer' }).filter({ hasText: words });
  await answer
    .getByRole('button', { name: new RegExp(`^Source ${number}:`) })
    .first()
    .click();
}

it.each(['light', 'dark'] as const)(
  'a dropped folder becomes a knowledge base whose answer opens the PDF with exactly the cited lines painted, in the %s',
  async (colorScheme) => {
    const page = await open('/document-stores', colorScheme);
    const flowId = await makeKnowledgeFlow(client, model.port, {
      selectedStore: await takeIn(page),
      topK: 20,
    });
    await shot(page, `store-${colorScheme}`);
    const sentence = 'Lost keys are kept by the porter until the end of the month';
    await openMark(page, flowId, 'Who keeps lost keys?', sentence);
    await dialog(page).getByText('Page 2 of 3').waitFor();
    await dialog(page).locator('[data-band="words"]').first().waitFor();
    await shot(page, `pdf-${colorScheme}`);
    const painted = await dialog(page)
      .locator('canvas')
      .evaluate((canvas) => {
        const sheet = canvas.getBoundingClientRect();
        const boxesOf = (kind: string) =>
          [...(canvas.parentElement?.querySelectorAll(`[data-band="${kind}"]`) ?? [])].map((band) => {
            const { x, y, width, height } = band.getBoundingClientRect();
            return {
              x: (x - sheet.x) / sheet.width,
              y: (y - sheet.y) / sheet.height,
              width: width / sheet.width,
              height: height / sheet.height,
            };
          });
        return { words: boxesOf('words'), passage: boxesOf('passage') };
      });
    const cited = await boxesOfSentence(sentence);
    expect(new Set(cited.map((box) => box.page))).toEqual(new Set([2]));
    for (const box of cited) {
      expect(coverage(box, painted.words), JSON.stringify({ box, painted })).toBeGreaterThan(0.97);
      expect(coverage(box, painted.passage), JSON.stringify({ box, painted })).toBeGreaterThan(0.97);
    }
    // The next sentence, on the same line, is of the passage, and is not what is cited.
    const [next] = await boxesOfSentence('They are handed out');
    expect(next && coverage(next, painted.passage)).toBeGreaterThan(0.97);
    expect(next && coverage(next, painted.words)).toBeLessThan(0.1);
  },
);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How much of a line is under the band that covers most of it. */
function coverage(line: Box, bands: readonly Box[]): number {
  const overlap = (from: number, length: number, other: number, otherLength: number) =>
    Math.max(0, Math.min(from + length, other + otherLength) - Math.max(from, other)) / length;
  return Math.max(
    0,
    ...bands.map(
      (band) =>
        overlap(line.x, line.width, band.x, band.width) * overlap(line.y, line.height, band.y, band.height),
    ),
  );
}

it('citations of a Word file and of a page open at their block, those of a sheet at its cell', async () => {
  const page = await open('/document-stores');
  const flowId = await makeKnowledgeFlow(client, model.port, { selectedStore: await takeIn(page), topK: 20 });
  await openMark(page, flowId, 'What does a helmet cost?', 'Helmets are lent against a deposit');
  await dialog(page).locator('mark').waitFor();
  expect(await dialog(page).locator('mark').textContent()).toBe('Helmets are lent against a deposit');
  await expectInSight(page);
  await shot(page, 'docx');

  await openMark(page, flowId, 'When does the roof get tiles?', 'The roof gets new tiles before the winter');
  await dialog(page).locator('mark').waitFor();
  expect(await dialog(page).locator('mark').textContent()).toBe('The roof gets new tiles before the winter');
  await expectInSight(page);

  await openMark(page, flowId, 'What does a brake pad cost?', 'Brake pad costs 8.90 francs');
  await dialog(page).getByRole('table').waitFor();
  await shot(page, 'sheet');
  await dialog(page).getByText('Cited: A3, B3').waitFor();
  expect(await dialog(page).locator('td > mark').allTextContents()).toEqual(['Brake pad', '8.90']);
  const cells = await dialog(page).locator('tr:has(mark)').getByRole('rowheader').textContent();
  expect(cells).toBe('3');
  await expectInSight(page);
  await shot(page, 'sheet');
});

async function expectInSight(page: Page): Promise<void> {
  const mark = await dialog(page).locator('mark').first().boundingBox();
  const frame = await dialog(page).getByRole('region').first().boundingBox();
  expect(mark && frame && mark.y >= frame.y && mark.y + mark.height <= frame.y + frame.height).toBe(true);
}

it('says before it begins what is left out and where it goes; dropped again, files replace those of their path', async () => {
  const page = await open('/document-stores');
  const storeId = await takeIn(page);
  await page.goto('/document-stores');
  await page.getByRole('article').waitFor();
  const again = workshop.map((file) =>
    file.path.endsWith('rules.md') ? { path: file.path, text: markdown.replace('garden', 'yard') } : file,
  );
  await dropEntries(page, again, 'Drop to create a knowledge base from these files');
  await dialog(page).getByText('4 files are left out').waitFor();
  const leftOut = await dialog(page).getByRole('listitem').allTextContents();
  expect(leftOut.toSorted()).toEqual([
    'Workshop/.DS_Storehidden',
    'Workshop/.githidden',
    'Workshop/empty.txtempty',
    'Workshop/film.movcannot be read',
  ]);
  expect(await dialog(page).getByRole('textbox', { name: 'Name of the knowledge base' }).inputValue()).toBe(
    'Workshop',
  );
  await shot(page, 'dialog');
  await dialog(page).getByRole('button', { name: 'An existing one' }).click();
  await shot(page, 'dialog-known');
  await dialog(page).getByRole('button', { name: 'Add 5 files' }).click();
  await page.getByText('0 added, 1 replaced, 4 unchanged').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/document-stores/${storeId}`);
  const { loaders } = await client.call<{ loaders: { id: string }[] }>(
    'GET',
    `document-store/store/${storeId}`,
  );
  expect(loaders).toHaveLength(1);
  await page.goto(`/document-stores/files/${storeId}/${loaders[0]?.id}`);
  await page.getByText('5 files', { exact: true }).waitFor();
  await row(page, 'handbook.pdf').getByText('Workshop/papers').waitFor();
  await row(page, 'rules.md').getByText('Searchable').waitFor();
  await shot(page, 'files');
});

it('a folder is chosen by keyboard too, on the page of a knowledge base', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'tendril-folder-')), 'Garden');
  await mkdir(join(folder, 'beds'), { recursive: true });
  await writeFile(join(folder, 'beds', 'roses.md'), 'Roses grow beside the gate.');
  await writeFile(join(folder, '.hidden'), 'x');
  const { id } = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Quiet' });
  const page = await open(`/document-stores/${id}`);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a folder' }).press('Enter');
  await (await chooser).setFiles(folder);
  await dialog(page).getByText('1 file is left out').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('1 added, 0 replaced, 0 unchanged').waitFor();
  await row(page, 'Garden').getByText('Upserted').waitFor();
  await shot(page, 'store-page');
  await rm(dirname(folder), { recursive: true });
});

it('a folder that the limit of the workspace has no room for is refused before anything is sent', async () => {
  const page = await open('/document-stores');
  await page.route('**/document-store/intake-room', (route) =>
    route.fulfill({ json: { fileBytes: 1_000_000, bytesLeft: 100, chunksLeft: null } }),
  );
  await page.getByText('Choose files').waitFor();
  await dropEntries(page, workshop, 'Drop to create a knowledge base from these files');
  await dialog(page).getByRole('alert').getByText('leaves 100 Bytes for knowledge bases').waitFor();
  expect(await dialog(page).getByRole('button', { name: /^Add/ }).count()).toBe(0);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await client.call<unknown[]>('GET', 'document-store/store')).toEqual([]);
});
