import type { FlowDetail } from '@tendril/contract/api/flows';
import type { TemplateCard } from '@tendril/contract/api/template-gallery';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let cards: TemplateCard[];

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  cards = await client.call<TemplateCard[]>('GET', 'templates/cards');
});

afterAll(() => server?.remove());

async function open(path: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared', viewport });
  await page.goto(path);
  return page;
}

const articles = (page: Page) => page.getByRole('main').getByRole('article');
const nodes = (page: Page) => page.locator('.react-flow__node');

/** Picks an entry of a filter. */
async function choose(page: Page, filter: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${filter}:`) }).click();
  await page.getByRole('menuitemradio', { name: entry, exact: true }).click();
}

async function expectNoFindings(page: Page): Promise<void> {
  await untilStill(page);
  expect(await axeFindings(page)).toEqual([]);
}

/** Boxes of the drawing that lie on another one. */
async function overlaps(boxes: Locator): Promise<string[]> {
  return boxes.evaluateAll((all) => {
    // An iteration is a frame around its steps.
    const single = all.filter((node) => !node.classList.contains('react-flow__node-iteration'));
    const places = single.map((node) => ({
      id: node.getAttribute('data-id') ?? '',
      box: node.getBoundingClientRect(),
    }));
    return places.flatMap((one, at) =>
      places
        .slice(at + 1)
        .filter(
          ({ box }) =>
            box.left < one.box.right &&
            one.box.left < box.right &&
            box.top < one.box.bottom &&
            one.box.top < box.bottom,
        )
        .map((other) => `${one.id} and ${other.id}`),
    );
  });
}

it('ROUTES-08, PRODUCT-05: the gallery shows, filters and finds the templates', async () => {
  const page = await open('/marketplaces');
  await expect.poll(() => articles(page).count()).toBe(cards.length);
  expect(cards.length).toBeGreaterThanOrEqual(24);
  await expectNoFindings(page);

  await choose(page, 'Type', 'Pipeline');
  const pipelines = cards.filter(({ type }) => type === 'MULTIAGENT').length;
  await expect.poll(() => articles(page).count()).toBe(pipelines);
  await choose(page, 'Use case', 'Support');
  await expect.poll(() => articles(page).count()).toBeLessThan(pipelines);
  // The address keeps the filters: coming back finds them again.
  const shown = await articles(page).count();
  await articles(page).first().getByRole('link').first().click();
  await page.waitForURL(/\/marketplace\//);
  await page.getByRole('button', { name: 'Back to the templates' }).waitFor();
  await page.goBack();
  await expect.poll(() => articles(page).count()).toBe(shown);

  await choose(page, 'Type', 'Any type');
  await choose(page, 'Use case', 'Any use case');
  await choose(page, 'Key', 'Needs a key');
  const withKey = cards.filter(({ keys }) => keys.length > 0).length;
  await expect.poll(() => articles(page).count()).toBe(withKey);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('no such thing');
  await page.getByText('No templates match “no such thing”').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => articles(page).count()).toBe(cards.length);
});

it('ROUTES-31: a template is looked at and really answers before anything is made of it', async () => {
  const page = await open('/marketplaces');
  await page.getByRole('link', { name: 'Try Agent with your own tool' }).click();
  await page.waitForURL('**/marketplace/shipping-quote?try=1');
  await page.getByRole('heading', { level: 1, name: 'Agent with your own tool' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await expect.poll(() => nodes(page).count()).toBe(5);
  await page.getByText('Nothing. It runs on the built-in demo model.').waitFor();
  await expectNoFindings(page);

  const first = nodes(page).first();
  const before = await first.boundingBox();
  await page.mouse.move((before?.x ?? 0) + 20, (before?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move(40, 400, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await page.keyboard.press('Delete');
  expect(await nodes(page).count()).toBe(5);
  await expect.poll(async () => (await first.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, -1);

  const chat = page.getByRole('region', { name: 'Sample chat' });
  await chat.getByRole('button', { name: /3 kg to France/ }).click();
  await chat.getByText('costs 9.60 euros').first().waitFor();
  await chat.getByRole('button', { name: 'Start over' }).click();
  await chat.getByText('Where is your parcel going').waitFor();
  const { total } = await client.call<{ total: number }>('GET', 'flows');
  expect(total).toBe(0);
});

it('a trial that asks a person goes on with the decision', async () => {
  const page = await open('/marketplace/refund-approval');
  const chat = page.getByRole('region', { name: 'Sample chat' });
  await chat.getByRole('button', { name: 'Please refund order 1042' }).click();
  await chat.getByRole('button', { name: 'Approve' }).click();
  const said = chat.getByRole('log').getByRole('paragraph').filter({ hasText: 'Order 1042 was refunded' });
  await expect.poll(() => said.last().isVisible()).toBe(true);
});

it('a template that needs a key says so, and asks for it', async () => {
  const page = await open('/marketplace/email-drafting');
  await page.getByRole('img', { name: 'Missing' }).waitFor();
  const chat = page.getByRole('region', { name: 'Sample chat' });
  await chat.getByRole('link', { name: 'Add it in Secrets' }).click();
  await page.waitForURL('**/credentials');
});

it('no template has a node on another one', async () => {
  const page = await open('/marketplaces');
  const found: Record<string, string[]> = {};
  for (const { id } of cards) {
    await page.goto(`/marketplace/${id}`);
    await nodes(page).first().waitFor();
    const crossed = await overlaps(nodes(page));
    if (crossed.length > 0) found[id] = crossed;
  }
  expect(found).toEqual({});
}, 120_000);

it('Use makes a flow of one’s own, Insert puts the nodes into another as one step', async () => {
  const page = await open('/marketplace/onboarding-guide');
  await page.getByRole('button', { name: 'Use template' }).click();
  await page.waitForURL(/\/canvas\/[\w-]+/);
  await expect.poll(() => nodes(page).count()).toBe(4);
  await page.getByText('Welcome! What is your name').waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await client.call<FlowDetail>('GET', `flows/${id}`)).toMatchObject({
    name: 'Onboarding guide with memory',
    description: expect.stringContaining('Welcomes new colleagues'),
  });

  await page.goto('/marketplace/shipping-quote');
  await page.getByRole('button', { name: 'Insert into a flow…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Insert into a flow' });
  await dialog.getByRole('button', { name: /Onboarding guide/ }).click();
  await page.waitForURL(`**/canvas/${id}`);
  await expect.poll(() => nodes(page).count()).toBe(9);
  expect(await overlaps(nodes(page))).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => nodes(page).count()).toBe(4);
});

it('ROUTES-34: own templates are saved, shown, used and deleted', async () => {
  const page = await open('/marketplaces?tab=own');
  await page.getByText('Save any flow as a template from its settings menu.').waitFor();
  await expectNoFindings(page);
  const flow = await client.call<FlowDetail>('POST', 'templates/mood-routing/flows', { name: 'Ours' });
  await client.call('POST', 'templates', { flowId: flow.id, name: 'Our routing', badge: 'NEW' });
  const tool = { name: 'double', description: 'Doubles.', schema: '[]', func: 'return 2 * $n;' };
  const { id: toolId } = await client.call<{ id: string }>('POST', 'tools', tool);
  await client.call('POST', 'templates', { toolId, name: 'Doubling' });

  await page.reload();
  await expect.poll(() => articles(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Delete Our routing' }).click();
  await page.getByRole('dialog').getByText('Delete template Our routing?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => articles(page).count()).toBe(1);
  await page.getByRole('link', { name: 'Open Doubling' }).click();
  await page.getByText('return 2 * $n;').waitFor();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Add to my tools' }).click();
  await page.waitForURL('**/tools');
});

it('SP-02: a template that is gone and a list that does not load say so', async () => {
  const page = await open('/marketplaces');
  browser.allow(page, answered(404), answered(500));
  await page.goto('/marketplace/gone');
  await page.getByText('Template not found').waitFor();
  await page.route('**/templates/cards', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'INTERNAL', message: 'Something went wrong.', requestId: 'r-1' },
    }),
  );
  await page.getByRole('button', { name: 'Back to the templates' }).click();
  await page.getByRole('heading', { name: 'The templates could not be loaded' }).waitFor();
  await page.unroute('**/templates/cards');
  await page.getByRole('button', { name: 'Retry' }).click();
  await articles(page).first().waitFor();
});

it('fits a narrow window', async () => {
  const page = await open('/marketplaces', { width: 390, height: 844 });
  await articles(page).first().waitFor();
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isWide()).toBe(false);
  await page.goto('/marketplace/research-team');
  await nodes(page).first().waitFor();
  expect(await isWide()).toBe(false);
  await page.getByRole('button', { name: 'Use template' }).waitFor();
  await expectNoFindings(page);
});
