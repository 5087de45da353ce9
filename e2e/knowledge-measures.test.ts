import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let storeId: string;

const sections = [
  [
    'Pumps',
    'Fault ERR-4711 means that the pump is dry. Fill it with two litres of water and start it again.',
  ],
  ['Heaters', 'Fault ERR-4712 means that the heater is too hot. Let it cool for an hour before you open it.'],
  ['Swans', 'Nobody may feed the swans on the lake. Bread is bad for them and for the water around them.'],
  ['Guarantee', 'A repair has a guarantee of twelve months on labour and of six months on the parts used.'],
  ['Opening', 'The workshop is open on weekdays from eight until five and closed on public holidays.'],
];

beforeAll(async () => {
  server = await startServer();
  const client = await new ApiClient(server.url).registerOwner();
  const text = sections.map(([title, body]) => `# ${title}\n\n${body}`).join('\n\n');
  storeId = (await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Workshop' })).id;
  await client.call('POST', `document-store/upsert/${storeId}`, {
    loader: { name: 'plainText', config: { text } },
    splitter: { name: 'structureTextSplitter', config: {} },
  });
});

afterAll(() => server?.remove());

async function open(path: string): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const results = (page: Page) => page.getByRole('region', { name: 'Results' }).locator('tbody tr');

async function measure(page: Page, mode?: string): Promise<void> {
  const before = await page.getByRole('checkbox', { name: /^Compare/ }).count();
  await button(page, 'Measure').click();
  const dialog = page.getByRole('dialog');
  if (mode) await dialog.getByRole('combobox', { name: 'Search by' }).selectOption({ label: mode });
  await dialog.getByRole('button', { name: 'Measure', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('checkbox', { name: /^Compare/ })
    .nth(before)
    .waitFor();
}

it('a question is saved after a search, measured in two ways, and the two are compared', async () => {
  const page = await open(`/document-stores/query/${storeId}`);
  for (const question of ['What does ERR-4711 mean?', 'May I feed the swans?']) {
    await page.getByRole('textbox', { name: 'Question' }).fill(question);
    await page.keyboard.press('Enter');
    await page.getByText(/chunks? in [\d.]+ ms/).waitFor();
    const best = page.getByRole('article').first();
    await best.getByRole('button', { name: 'Add as test' }).click();
    await best.getByText('Saved as a test').waitFor();
  }
  await page.getByRole('link', { name: 'Open measures' }).click();
  await page.getByRole('heading', { level: 1, name: 'Measures' }).waitFor();
  const questions = page.getByRole('region', { name: 'Questions' });
  await questions.getByText('What does ERR-4711 mean?').waitFor();
  expect(await questions.getByText('1 passage').count()).toBe(2);

  await measure(page);
  await measure(page, 'Words');
  expect(await results(page).first().textContent()).toContain('Words');
  expect(await results(page).nth(1).textContent()).toContain('1.00');
  for (const box of await page.getByRole('checkbox', { name: /^Compare/ }).all()) await box.check();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await comparison.getByText('Over 2 shared questions, paired').waitFor();
  expect(await comparison.getByText('May I feed the swans?').count()).toBe(1);
  await comparison.getByRole('button', { name: 'Close comparison' }).click();
  await comparison.waitFor({ state: 'detached' });
});

it('other ways to cut the documents are tried beside the live one', async () => {
  const page = await open(`/document-stores/measures/${storeId}`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Try chunkers' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('No candidate is shown to be better than the current chunks.').waitFor();
  expect(await page.getByText('Chunker trial').count()).toBe(3);
  // Nothing of it is found, and nothing of it is listed.
  const stores = await open('/document-stores');
  // The heading is there before the list has been read.
  await stores.getByRole('article').first().waitFor();
  expect(await stores.getByRole('article').count()).toBe(1);
});

it('a question is written by hand with its keyboard alone, and the page fits a phone', async () => {
  const page = await open(`/document-stores/measures/${storeId}`);
  await page.setViewportSize({ width: 400, height: 800 });
  const add = button(page, 'Add question');
  await add.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How long is the guarantee?');
  await dialog.getByRole('textbox', { name: 'Text of the passage' }).fill('twelve months');
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('How long is the guarantee?').waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
