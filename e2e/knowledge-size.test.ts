import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerOnDatabase, startServerOn } from './any-database.ts';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';

const browser = testBrowser();
/** A row of a table has some forty elements; a screen that drew every row would have hundreds of thousands. */
const mostElements = 9000;
let on: ServerOnDatabase;
let storeId: string;
let loaderId: string;

beforeAll(async () => {
  on = await startServerOn('the embedded database');
  const client = await new ApiClient(on.server.url).registerOwner();
  storeId = (await client.call<{ id: string }>('POST', 'document-store/store', { name: 'Contracts' })).id;
  const file = JSON.stringify(['data:text/plain;base64,Qm9hdHM=,filename:boats.md']);
  const loader = { storeId, loaderId: 'fileLoader', loaderName: 'Signed', loaderConfig: { file } };
  loaderId = (await client.call<{ id: string }>('POST', 'document-store/loader/save', loader)).id;
  await on.change(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 9999)
    insert into document_file ("id", "workspaceId", "storeId", "loaderId", "key", "title", "state", "chunks", "chars",
      "attempts", "position", "createdAt", "updatedAt", "error")
    select 'file-' || i, store."workspaceId", store."id", '${loaderId}', 'contract-' || i || '.pdf',
      'contract-' || i || '.pdf',
      case when i % 50 = 0 then 'failed' else 'chunked' end, 3, 900, 1, i, 1000000 + i, 1000000 + i,
      case when i % 50 = 0 then 'The file is encrypted.' end
    from n, document_store store where store."id" = '${storeId}'`);
  await on.change(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 1999)
    insert into measure_case ("id", "workspaceId", "storeId", "question", "expected", "tags", "origin", "isConfirmed",
      "createdAt", "updatedAt")
    select 'case-' || i, store."workspaceId", store."id", 'Who signed contract ' || i || '?', '[]', '[]', 'manual', 1,
      1000000 + i, 1000000 + i
    from n, document_store store where store."id" = '${storeId}'`);
  await on.change(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 498)
    insert into document_store ("workspaceId", "id", "name", "description", "createdAt", "updatedAt", "audience")
    select store."workspaceId", 'store-' || i, 'Branch ' || i, '', 1000000 + i, 1000000 + i, 'open'
    from n, document_store store where store."id" = '${storeId}'`);
});
afterAll(() => on?.remove());

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
const selected = (page: Page, count: string) =>
  page.getByRole('toolbar', { name: `${count} selected`, exact: true });

async function open(path: string): Promise<Page> {
  const page = await browser.visit(on.server.url, { session: 'shared' });
  await page.goto(path);
  return page;
}

it('ten thousand files are searched, walked by keys, and selected beyond what is drawn', async () => {
  const page = await open(`/document-stores/files/${storeId}/${loaderId}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('contract-').first().waitFor();
  expect(await elements(page)).toBeLessThan(mostElements);

  const boxes = page.getByRole('checkbox', { name: /^Select contract-/ });
  await boxes.first().focus();
  await page.keyboard.press('Shift+ArrowDown');
  await selected(page, '2').waitFor();
  await page.keyboard.press('Control+a');
  const drawn = await boxes.count();
  await selected(page, String(drawn)).waitFor();
  await page.getByRole('button', { name: 'Select all 10,000' }).press('Enter');
  await selected(page, '10,000').waitFor();
  await boxes.nth(1).focus();
  await page.keyboard.press('Space');
  await selected(page, '9,999').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('toolbar').count()).toBe(0);

  await page.getByLabel('Search files').fill('contract-9876');
  await row('contract-9876').waitFor();
  await expect.poll(() => boxes.count()).toBe(1);
  await page.getByLabel('Search files').fill('');
  await expect.poll(() => boxes.count()).toBe(drawn);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect.poll(() => boxes.count()).toBe(2 * drawn);
});

it('two thousand saved questions come page by page, and all of them are selected', async () => {
  const page = await open(`/document-stores/measures/${storeId}`);
  const boxes = page.getByRole('checkbox', { name: /^Select Who signed/ });
  await boxes.first().waitFor();
  expect(await boxes.count()).toBe(50);
  expect(await elements(page)).toBeLessThan(mostElements);
  await page.getByText('50 of 2,000 shown').waitFor();
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect.poll(() => boxes.count()).toBe(100);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await selected(page, '100').waitFor();
  await page.getByRole('button', { name: 'Select all 2,000' }).press('Enter');
  await selected(page, '2,000').waitFor();
  await selected(page, '2,000').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => boxes.count()).toBe(0);
});

it('the pages of a knowledge base lead back to it before anything is loaded, and when nothing can be', async () => {
  const pages = [
    `files/${storeId}/${loaderId}`,
    `chunks/${storeId}/all`,
    `${storeId}/gaps`,
    `measures/${storeId}`,
    `query/${storeId}`,
  ];
  const page = await browser.visit(on.server.url, {
    session: 'shared',
    viewport: { width: 400, height: 800 },
  });
  browser.allow(page, answered(500));
  let isFailing = false;
  await page.route(/\/api\/.*document-store/, async (route) => {
    const message = 'The database is not there.';
    if (isFailing) await route.fulfill({ status: 500, json: { code: 'INTERNAL', message } });
  });
  const back = page.getByRole('navigation', { name: 'Breadcrumb' }).last().getByRole('link');
  for (const path of pages) {
    await page.goto(`/document-stores/${path}`);
    await page.getByRole('main').getByText('Loading').waitFor({ state: 'attached' });
    expect([path, await back.getAttribute('href')]).toEqual([path, `/document-stores/${storeId}`]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  }
  isFailing = true;
  await page.goto(`/document-stores/${storeId}/gaps`);
  await page.getByRole('alert').getByText('The database is not there.').waitFor({ timeout: 20_000 });
  isFailing = false;
  await page.unroute(/\/api\/.*document-store/);
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await page.getByText('No unanswered questions').waitFor();
  await back.press('Enter');
  await page.getByRole('heading', { name: 'Contracts' }).waitFor();
});

it('five hundred knowledge bases are drawn in parts, in both views, and the search finds each of them', async () => {
  const page = await open('/document-stores');
  for (const view of ['Table', 'Cards'] as const) {
    await page
      .getByRole('radio', { name: view })
      .or(page.getByRole('button', { name: view }))
      .first()
      .click();
    await page.getByText('100 of 500 shown').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Select (Branch|Contracts)/ }).count()).toBe(100);
    expect(await elements(page)).toBeLessThan(mostElements);
  }
  await page.getByLabel('Search knowledge bases').fill('Branch 17');
  await page.getByRole('article').filter({ hasText: 'Branch 170' }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(11);
  await page.getByLabel('Search knowledge bases').fill('');
  const first = page.getByRole('checkbox', { name: /^Select (Branch|Contracts)/ }).first();
  await first.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Select all 500' }).press('Enter');
  await selected(page, '500').waitFor();

  // The list is read again once, not after each of them.
  await first.focus();
  await page.keyboard.press('Escape');
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
  let reads = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/document-store/store')) reads += 1;
  });
  await selected(page, '3').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('3 knowledge bases deleted').waitFor();
  await page.getByText('100 of 497 shown').waitFor();
  expect(reads).toBe(1);
});
