import { studioPrefix } from '@tendril/contract/api/prefixes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const kinds = [
  { type: 'CHATFLOW', path: '/chatflows', canvas: '/canvas', noun: 'flow', question: 'Delete flow' },
  {
    type: 'MULTIAGENT',
    path: '/agentflows',
    canvas: '/agentcanvas',
    noun: 'pipeline',
    question: 'Delete pipeline',
  },
] as const;
type Kind = (typeof kinds)[number];

/** Makes the list of a kind hold exactly these names, the last one newest. */
async function fill({ type }: Kind, names: readonly string[]): Promise<void> {
  const old = await client.call<{ data: { id: string }[] }>('GET', `flows?type=${type}&limit=100`);
  for (const { id } of old.data) await client.call('DELETE', `flows/${id}`);
  for (const name of names) await client.call('POST', 'flows', { name, type });
}

async function open(kind: Kind): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(kind.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading', { level: 2 }).allTextContents();
const search = (page: Page, kind: Kind) => page.getByRole('textbox', { name: `Search ${kind.noun}s` });

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function storedNames({ type }: Kind): Promise<string[]> {
  const answer = await client.call<{ data: { name: string }[] }>(
    'GET',
    `flows?type=${type}&limit=100&sort=name`,
  );
  return answer.data.map(({ name }) => name);
}

describe.each(kinds)('the list at $path', (kind) => {
  it('SP-02: begins with a way to start and the button for a new one', async () => {
    await fill(kind, []);
    const page = await open(kind);
    if (kind.type === 'CHATFLOW') {
      await expect
        .poll(() => cards(page).getByRole('heading').allTextContents())
        .toEqual(['Support bot with your own FAQ', 'Appointment phone agent', 'Empty flow']);
    } else {
      await page.getByText('No pipelines yet').waitFor();
    }
    await page.getByRole('button', { name: `New ${kind.noun}` }).click();
    const blank = kind.type === 'CHATFLOW' ? 'Blank' : 'Sequential pipeline';
    await page.getByRole('menuitem', { name: blank }).click();
    await page.waitForURL(`**${kind.canvas}`);
  });

  it('SP-02: finds by search, says when nothing matches and clears the search', async () => {
    await fill(kind, ['Alpha one', 'Beta two', 'alphabet']);
    const page = await open(kind);
    await search(page, kind).waitFor();
    const isSearching = () => search(page, kind).evaluate((field) => field === document.activeElement);
    await page.keyboard.press('Control+f');
    await expect.poll(isSearching).toBe(true);
    await page.keyboard.type('ALPHA');
    await expect.poll(() => names(page)).toEqual(['alphabet', 'Alpha one']);
    await search(page, kind).fill('nothing like it');
    await page.getByText(`No ${kind.noun} matches “nothing like it”`).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await names(page)).length).toBe(3);
    await search(page, kind).fill('100%_');
    await page.getByText(`No ${kind.noun} matches`).waitFor();
  });

  it('keeps what is typed in the search, and the focus, when the rows arrive', async () => {
    await fill(kind, ['Alpha one', 'Beta two']);
    const page = await browser.visit(server.url, { session: 'shared' });
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/flows\?/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(kind.path);
    await search(page, kind).waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('alp');
    resolve();
    await cards(page).first().waitFor();
    await page.keyboard.type('ha');
    await expect.poll(() => names(page)).toEqual(['Alpha one']);
    expect(await search(page, kind).inputValue()).toBe('alpha');
  });

  it('sorts, and shows the same as cards and as a table, which a reload keeps', async () => {
    await fill(kind, ['Beta', 'Gamma', 'Alpha']);
    const page = await open(kind);
    await expect.poll(() => names(page)).toEqual(['Alpha', 'Gamma', 'Beta']);
    await page.getByRole('button', { name: 'Sort: Updated' }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await expect.poll(() => names(page)).toEqual(['Alpha', 'Beta', 'Gamma']);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const cells = page.getByRole('row').getByRole('link');
    await expect.poll(() => cells.allTextContents()).toEqual(['Alpha', 'Beta', 'Gamma']);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expect.poll(() => cells.allTextContents()).toEqual(['Gamma', 'Beta', 'Alpha']);
    await page.reload();
    await expect.poll(() => cells.allTextContents()).toEqual(['Alpha', 'Gamma', 'Beta']);
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await expect.poll(() => cards(page).count()).toBe(3);
  });

  it('ROUTES-34: duplicates and renames; a name is needed', async () => {
    await fill(kind, ['First']);
    const page = await open(kind);
    await act(page, 'First', 'Duplicate');
    await expect.poll(() => cards(page).count()).toBe(2);
    const copy = (await names(page)).find((name) => name !== 'First') ?? '';
    await act(page, copy, 'Rename');
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    await dialog.getByLabel('Name').fill('  ');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill('Second');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await names(page)).toSorted()).toEqual(['First', 'Second']);
    expect(await storedNames(kind)).toEqual(['First', 'Second']);
  });

  it('ROUTES-34, STATE-16: asks before it deletes, and keeps it on Cancel', async () => {
    await fill(kind, ['Keep', 'Drop']);
    const page = await open(kind);
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    await act(page, 'Drop', 'Delete');
    await dialog.getByText(`${kind.question} Drop?`, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await storedNames(kind)).toEqual(['Drop', 'Keep']);
    await act(page, 'Drop', 'Delete');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => names(page)).toEqual(['Keep']);
    await page.locator('[data-toast]').getByText('Drop was deleted').waitFor();
    expect(await storedNames(kind)).toEqual(['Keep']);
  });

  it('deletes the selected rows of the table together', async () => {
    await fill(kind, ['One', 'Two', 'Three']);
    const page = await open(kind);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByLabel('Select One').check();
    await page.getByLabel('Select Three').check();
    const bar = page.getByRole('toolbar', { name: '2 selected' });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => page.getByRole('row').getByRole('link').allTextContents()).toEqual(['Two']);
    expect(await storedNames(kind)).toEqual(['Two']);
  });

  it('SP-02: shows a failure with the request id and loads again on Retry', async () => {
    await fill(kind, ['Alone']);
    const page = await browser.visit(server.url, { session: 'shared' });
    browser.allow(page, answered(500));
    const isList = (url: URL) => url.pathname === `${studioPrefix}/flows`;
    await page.route(isList, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'req-1' },
        json: { code: 'INTERNAL', message: 'The disk is full.', requestId: 'req-1' },
      }),
    );
    await page.goto(kind.path);
    const alert = page.getByRole('alert').filter({ hasText: 'The list could not be loaded' });
    await alert.getByText('The disk is full.').waitFor();
    await alert.getByText('req-1').waitFor();
    await page.unroute(isList);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => names(page)).toEqual(['Alone']);
  });
});

it('shows the publishing state, and filters by it with counts', async () => {
  await fill(kinds[0], ['Never']);
  const flowData = JSON.stringify({ nodes: [], edges: [] });
  const live = await client.call<{ id: string }>('POST', 'chatflows', { name: 'Live one', flowData });
  await client.call('POST', 'chatflows', { name: 'Live two', flowData });
  const { draftRevision } = await client.call<{ draftRevision: number }>('GET', `flows/${live.id}`);
  const data = { flowData: { nodes: [], edges: [], viewport: { x: 1, y: 1, zoom: 1 } } };
  const saved = await client.send('PUT', `flows/${live.id}/draft`, data, {
    'if-match': String(draftRevision),
  });
  expect(saved.status).toBe(200);
  const page = await open(kinds[0]);
  const tabs = page.getByRole('group', { name: 'Status' }).getByRole('button');
  await expect
    .poll(() => tabs.allTextContents())
    .toEqual(['All3', 'Live2', 'Draft edits1', 'Never published1']);
  for (const [index, wanted] of [['Live one', 'Live two'], ['Live one'], ['Never']].entries()) {
    await tabs.nth(index + 1).click();
    await expect.poll(() => names(page)).toEqual(wanted);
  }
});

it('moves and tags the selected flows, finds them by folder and tag, and saves them as one file', async () => {
  await fill(kinds[0], ['Desk', 'Shop', 'Yard']);
  const page = await open(kinds[0]);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  const choose = async (action: string) => {
    await page.getByLabel('Select Desk').check();
    await page.getByLabel('Select Shop').check();
    await bar.getByRole('button', { name: action }).click();
  };
  await choose('Move');
  const move = page.getByRole('dialog', { name: 'Move 2 items to a folder' });
  await move.getByLabel('Folder').fill('Sales');
  await move.getByRole('button', { name: 'Move' }).click();
  await page.locator('[data-toast]').getByText('2 items moved to Sales').waitFor();
  await choose('Tags');
  const tags = page.getByRole('dialog', { name: 'Tags of 2 flows' });
  await tags.getByLabel('Tags').fill('phone');
  await page.keyboard.press('Enter');
  await tags.getByRole('button', { name: 'Save' }).click();
  await tags.waitFor({ state: 'hidden' });
  const links = page.getByRole('row').getByRole('link');
  for (const [menu, choice] of [
    ['Folder: Folders', 'Sales'],
    ['Tag: Tags', 'phone'],
  ] as const) {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitemradio', { name: choice }).click();
    await expect.poll(async () => (await links.allTextContents()).toSorted()).toEqual(['Desk', 'Shop']);
    await page.getByRole('button', { name: `${menu.split(':')[0]}: ${choice}` }).click();
    await page.getByRole('menuitemradio').first().click();
    await expect.poll(() => links.count()).toBe(3);
  }
  await page.getByLabel('Select Desk').check();
  await page.getByLabel('Select Shop').check();
  const saved = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export' }).click();
  const path = await (await saved).path();
  await fill(kinds[0], ['Left']);
  await page.reload();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'New flow' }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  await (await chooser).setFiles(path);
  await page
    .getByRole('dialog', { name: 'Import', exact: true })
    .getByRole('button', { name: 'Import 2 items' })
    .click();
  const imported = page.waitForEvent('load');
  await page.locator('[data-toast]').getByText('Import All successful').first().waitFor();
  await imported;
  await expect.poll(async () => (await links.allTextContents()).toSorted()).toEqual(['Desk', 'Left', 'Shop']);
  const { folders } = await client.call<{ folders: string[] }>('GET', 'flows');
  expect(folders).toEqual(['Sales']);
  await page.getByRole('button', { name: 'More actions for Desk' }).click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  await page.waitForURL('**/canvas/**');
  await page
    .getByRole('button', { name: 'Versions', exact: true })
    .and(page.locator('[aria-current]'))
    .waitFor();
});

it('shows how many runs of a pipeline wait for a person', async () => {
  await fill(kinds[1], ['Refunds']);
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.route(
    (url) => url.pathname === `${studioPrefix}/flows`,
    async (route) => {
      const answer = await (await route.fetch()).json();
      for (const one of answer.data) one.waitingRuns = 2;
      await route.fulfill({ json: answer });
    },
  );
  await page.goto('/agentflows');
  await cards(page).getByText('2 waiting').waitFor();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('row').getByText('2 waiting').waitFor();
});

it('shows skeletons while a list is on its way', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  let letGo = () => {};
  const answerNow = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    (url) => url.pathname === `${studioPrefix}/flows`,
    async (route) => {
      await answerNow;
      await route.continue();
    },
  );
  await page.goto('/chatflows');
  await page.getByRole('status').getByText('Loading').waitFor({ state: 'attached' });
  letGo();
  await expect.poll(() => page.getByRole('status').getByText('Loading').count()).toBe(0);
});

it('PRODUCT-03, ROUTES-07: flows and pipelines stay apart, each under its own path', async () => {
  await fill(kinds[0], ['A flow']);
  await fill(kinds[1], ['A pipeline']);
  const page = await open(kinds[0]);
  await expect.poll(() => names(page)).toEqual(['A flow']);
  await page.getByRole('link', { name: 'Pipelines' }).click();
  await expect.poll(() => names(page)).toEqual(['A pipeline']);
  expect(new URL(page.url()).pathname).toBe('/agentflows');
  await page.goto('/agentflows');
  await expect.poll(() => names(page)).toEqual(['A pipeline']);
  await page.getByRole('heading', { level: 1, name: 'Pipelines' }).waitFor();
});

it('shows fifty at a time and the next on demand', async () => {
  const many = Array.from({ length: 53 }, (_, index) => `Flow ${String(index).padStart(2, '0')}`);
  await fill(kinds[0], many);
  const page = await open(kinds[0]);
  await expect.poll(() => cards(page).count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => cards(page).count()).toBe(53);
  expect(new Set(await names(page))).toEqual(new Set(many));
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

it('copies a call of the flow that works with a key in place', async () => {
  await fill(kinds[0], []);
  const flow = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
  const page = await browser.visit(server.url, {
    session: 'shared',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto('/chatflows');
  await act(page, (await waitForName(page)) ?? '', 'Copy API call');
  await page.locator('[data-toast]').getByText('API call copied').waitFor();
  const call = await page.evaluate(() => navigator.clipboard.readText());
  expect(call).toContain(`curl ${server.url}${studioPrefix}/prediction/${flow.id}`);
});

async function waitForName(page: Page): Promise<string | undefined> {
  await cards(page).first().waitFor();
  return (await names(page))[0];
}

describe('API keys', () => {
  it('PRODUCT-05, ROUTES-09, ROUTES-34, SP-02: makes a key that works and is shown once, renames it, and refuses it once it is deleted', async () => {
    const flow = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
    const page = await browser.visit(server.url, { session: 'shared' });
    await page.goto('/apikey');
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Website');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Copy your key now' });
    const key = (await shown.locator('code').first().textContent()) ?? '';
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('cell', { name: 'Website', exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    const ask = () =>
      fetch(`${server.url}${studioPrefix}/prediction/${flow.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ question: 'Do you ship to Corsica?' }),
      });
    expect((await ask()).status).toBe(200);

    await act(page, 'Website', 'Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('Shop');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'Shop', exact: true }).waitFor();
    await act(page, 'Shop', 'Delete');
    await page.getByRole('dialog').getByText('Delete key Shop?').waitFor();
    await page.getByRole('dialog').getByLabel('Key name').fill('Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No API keys yet').waitFor();
    expect((await ask()).status).toBe(401);
  });
});
