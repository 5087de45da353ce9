import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;

beforeAll(async () => {
  server = await startServer();
  const client = await new ApiClient(server.url).registerOwner();
  await client.call('POST', 'flows', { name: 'Toasted', type: 'CHATFLOW' });
});

afterAll(() => server?.remove());

const toasts = (page: Page) => page.locator('[data-toast]');
const duplicateCall = (url: URL) => /\/flows\/[^/]+\/duplicate$/.test(url.pathname);

/** The list of flows under a clock that only the test moves. */
async function openWithClock(): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.clock.install();
  await page.goto('/chatflows');
  await page.getByRole('button', { name: 'More actions for Toasted' }).first().waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** Lets the server answer duplications at once with copies of the given name, so that none is really made. */
async function answerDuplicates(page: Page, answer: () => { status: number; json: unknown }): Promise<void> {
  await page.route(duplicateCall, (route) => route.fulfill(answer()));
}

/** Moves the page's clock in steps: what one timer draws sets the next timer. */
async function pass(page: Page, durationMs: number): Promise<void> {
  const stepMs = durationMs > 10_000 ? 1000 : 50;
  for (let passed = 0; passed < durationMs; passed += stepMs) await page.clock.runFor(stepMs);
}

/** Looks again and again while animations, which follow the real clock, and timers, which follow the page's, go on. */
function settled<T>(page: Page, look: () => Promise<T>) {
  return expect.poll(async () => {
    await page.clock.runFor(20);
    return await look();
  });
}

/** Chooses Duplicate, which ends in a toast; takes less than a second of the page's clock. */
async function provoke(page: Page): Promise<void> {
  const before = await toasts(page).allTextContents();
  await page.getByRole('button', { name: 'More actions for Toasted' }).first().click();
  await pass(page, 100);
  const answer = page.waitForResponse((response) => duplicateCall(new URL(response.url())));
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
  await answer;
  await settled(page, () => page.locator('[role=menu]').count()).toBe(0);
  await settled(page, () => toasts(page).allTextContents()).not.toEqual(before);
}

/** A flow as the duplicate call answers it. */
const copyOf = (name: string) => {
  const flow = {
    id: 'copy',
    name,
    description: '',
    type: 'CHATFLOW',
    category: '',
    isPublic: false,
    status: 'never',
    liveVersion: 1,
    createdAt: 1,
    updatedAt: 1,
    apikeyid: null,
    chatbotConfig: {},
    draftRevision: 1,
    draftVersion: 1,
    hasImportReport: false,
    flowData: { nodes: [], edges: [] },
  };
  return { status: 201, json: flow };
};

it('NOTIFY-01, NOTIFY-02, NOTIFY-11: of four toasts the oldest goes, three stay, at the bottom left', async () => {
  const page = await openWithClock();
  const names = ['A', 'B', 'C', 'D'];
  let next = 0;
  await answerDuplicates(page, () => copyOf(names[next++] ?? ''));
  for (const _ of names) await provoke(page);
  const texts = async () => (await toasts(page).allTextContents()).toSorted();
  await settled(page, texts).toEqual(['B was created', 'C was created', 'D was created']);
  const box = await toasts(page).first().boundingBox();
  expect(box?.x).toBeLessThan(60);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(600);
});

it('NOTIFY-05, NOTIFY-07: a success toast stays for 6 s, whatever is clicked elsewhere', async () => {
  const page = await openWithClock();
  await answerDuplicates(page, () => copyOf('Copy'));
  await provoke(page);
  await page.mouse.click(900, 700);
  await pass(page, 5400);
  expect(await toasts(page).count()).toBe(1);
  await pass(page, 700);
  await settled(page, () => toasts(page).count()).toBe(0);
});

it('NOTIFY-04, NOTIFY-10: another toast stays for 5 s, and for half of it after the pointer left it', async () => {
  const page = await openWithClock();
  browser.allow(page, answered(403));
  await page.evaluate(() => sessionStorage.setItem('csrfReloadAt', String(Date.now())));
  const refusal = { status: 403, json: { code: 'CSRF_ERROR', message: 'm' } };
  await answerDuplicates(page, () => refusal);
  const countNotices = () => toasts(page).filter({ hasText: 'This page is out of date' }).count();
  await provoke(page);
  // The refusal itself is shown too, and that one stays.
  expect(await countNotices()).toBe(1);
  await pass(page, 4300);
  expect(await countNotices()).toBe(1);
  await toasts(page).filter({ hasText: 'This page is out of date' }).hover();
  await pass(page, 20_000);
  expect(await countNotices()).toBe(1);
  await page.mouse.move(900, 500);
  await pass(page, 2300);
  expect(await countNotices()).toBe(1);
  await pass(page, 700);
  await settled(page, countNotices).toBe(0);
});

it('NOTIFY-06, NOTIFY-14, NOTIFY-15, ERR-09: a failure of an unknown code is shown by its message until it is closed', async () => {
  const page = await openWithClock();
  browser.allow(page, answered(418));
  await answerDuplicates(page, () => ({ status: 418, json: { code: 'X_1', message: 'no tea here' } }));
  await provoke(page);
  const toast = toasts(page).filter({ hasText: 'no tea here' });
  const look = await toast.evaluate((node) => getComputedStyle(node).backgroundColor);
  await pass(page, 60_000);
  expect(await toast.count()).toBe(1);
  await toast.getByRole('button', { name: 'Close' }).click();
  await settled(page, () => toast.count()).toBe(0);

  await page.unroute(duplicateCall);
  await answerDuplicates(page, () => copyOf('Copy'));
  await provoke(page);
  const other = await toasts(page).evaluateAll((all) =>
    all.map(
      (node) =>
        node.querySelector('[data-variant]')?.getAttribute('data-variant') ??
        node.getAttribute('data-variant'),
    ),
  );
  expect(other).toEqual(['success']);
  expect(look).not.toBe('');
});

it('SP-41: the bell keeps earlier notifications', async () => {
  const page = await openWithClock();
  await answerDuplicates(page, () => copyOf('Copy'));
  await provoke(page);
  await pass(page, 10_000);
  await page.getByRole('button', { name: 'Messages' }).click();
  await pass(page, 500);
  await page.getByRole('listitem').filter({ hasText: 'Copy was created' }).waitFor();
});
