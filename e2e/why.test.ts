import type { FlowDetail } from '@tendril/contract/api/flows';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type CanvasDriver, canvasDriver, storeFlow } from './canvas-driver.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let apiKey: string;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  ({ apiKey } = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Journeys' }));
});

afterAll(() => server?.remove());

const chain = 'conversationalRetrievalQAChain_0';
const answer = (page: Page) => page.getByRole('article', { name: 'Answer' });
const strip = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });
const playHead = (page: Page) => page.getByRole('slider', { name: 'Playback position' });
const statusOf = (driver: CanvasDriver, id: string) =>
  driver.node(id).locator('article').first().getAttribute('data-status');
const tagOf = (driver: CanvasDriver, id: string) => driver.node(id).locator('[data-tag]').allTextContents();

async function open(path: string): Promise<{ page: Page; driver: CanvasDriver }> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(path);
  await page.locator('.react-flow__node').first().waitFor();
  return { page, driver: canvasDriver(page) };
}

async function ask(page: Page, question: string): Promise<void> {
  const chat = page.getByRole('tab', { name: 'Chat' });
  if ((await chat.getAttribute('aria-selected')) !== 'true') await chat.click();
  const before = await answer(page).count();
  await page.getByRole('textbox', { name: 'Ask this flow' }).fill(question);
  await page.keyboard.press('Enter');
  await expect.poll(() => answer(page).count()).toBe(before + 1);
  await answer(page).last().getByRole('button', { name: 'Open trace' }).waitFor();
}

async function select(page: Page, driver: CanvasDriver, id: string): Promise<void> {
  await page.getByRole('tab', { name: 'Inspector' }).click();
  await driver.select(id);
}

async function runPart(page: Page, driver: CanvasDriver, id: string, entry: string): Promise<void> {
  await driver
    .node(id)
    .getByRole('button', { name: /or part of the flow$/ })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function callApi(flowId: string): Promise<string> {
  const called = await fetch(`${server.url}/api/v1/prediction/${flowId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'What is your return policy?' }),
  });
  expect(called.status).toBe(200);
  return ((await called.json()) as { text: string }).text;
}

it('a run shows on the canvas what each node did, and its time line leads back to any moment of it', async () => {
  const flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  const { page, driver } = await open(`/canvas/${flow.id}`);
  await ask(page, 'How much does shipping cost?');
  await strip(page)
    .getByText(/^7 of 7 nodes/)
    .waitFor();
  await strip(page)
    .getByRole('heading', { name: /, done$/ })
    .waitFor();
  expect((await tagOf(driver, chain)).join()).toMatch(/\d (ms|s)$/);
  expect(await statusOf(driver, chain)).toBe('idle');

  // Dragged to its beginning, the line shows the nodes before they had done anything.
  const head = await playHead(page).boundingBox();
  if (!head) throw new Error('There is no time line.');
  await page.mouse.move(head.x + head.width - 2, head.y + 60);
  await page.mouse.down();
  await page.mouse.move(head.x + head.width / 2, head.y + 60);
  await page.mouse.move(head.x + 1, head.y + 60);
  await page.mouse.up();
  await expect.poll(() => statusOf(driver, chain)).toBe('queued');
  // Keys step from event to event, until the chain is at work and then done.
  await playHead(page).focus();
  const steps = async (until: string) => {
    for (let step = 0; step < 60 && (await statusOf(driver, chain)) !== until; step += 1)
      await page.keyboard.press('ArrowRight');
    expect(await statusOf(driver, chain)).toBe(until);
  };
  await steps('running');
  expect(await playHead(page).getAttribute('aria-valuetext')).toContain('Conversational Retrieval QA Chain');
  await page.keyboard.press('End');
  await expect.poll(() => statusOf(driver, chain)).toBe('idle');

  // Input, output and the exact prompt are one click from the node.
  await select(page, driver, chain);
  await driver.panel.getByRole('tab', { name: 'Output' }).click();
  await expect
    .poll(() => driver.panel.getByRole('region', { name: 'Output' }).textContent())
    .toContain('4.90');
  await driver.panel.getByRole('tab', { name: 'Prompt' }).click();
  await expect
    .poll(() => driver.panel.getByRole('group', { name: 'System' }).textContent())
    .toContain('passage');
  await driver.panel.getByRole('tab', { name: 'Input' }).click();
  await expect
    .poll(() => driver.panel.getByRole('region', { name: 'Input' }).textContent())
    .toContain('Demo model');
});

it('a node is run with the last question, everything before it too, and its history shows both runs', async () => {
  const flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  const { page, driver } = await open(`/canvas/${flow.id}`);
  await select(page, driver, 'memoryVectorStore_0');
  await runPart(page, driver, 'memoryVectorStore_0', 'Run to here');
  const dialog = page.getByRole('dialog', { name: 'What should it run with?' });
  await dialog.getByRole('textbox', { name: 'Question' }).fill('How much does shipping cost?');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await strip(page).getByText('Up to In-Memory Vector Store').waitFor();
  await strip(page)
    .getByRole('heading', { name: /, done$/ })
    .waitFor();
  expect((await tagOf(driver, 'memoryVectorStore_0')).join()).not.toBe('');
  expect(await tagOf(driver, chain)).toEqual([]);

  // Asked once, the question is used again; what did not change comes as it was kept.
  await runPart(page, driver, 'memoryVectorStore_0', 'Run to here');
  await expect.poll(async () => (await tagOf(driver, 'memoryVectorStore_0')).join()).toContain('cached');
  await driver.panel.getByRole('tab', { name: 'History' }).click();
  const runs = driver.panel.getByRole('list', { name: 'Runs of this node' }).getByRole('button');
  await expect.poll(() => runs.count()).toBe(2);
  await runs.last().click();
  await driver.panel.getByText('Done', { exact: true }).first().waitFor();

  // Both stand in the Runs tab, and an old one is put onto the canvas from there.
  await page.getByRole('button', { name: /^Runs/ }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  await page.getByRole('row').last().getByRole('button').click();
  await page.getByRole('button', { name: 'Show on canvas' }).click();
  await strip(page).getByText('Up to In-Memory Vector Store').waitFor();
  await expect.poll(async () => (await tagOf(driver, 'memoryVectorStore_0')).join()).not.toContain('cached');
});

it('a pinned output answers on the canvas and nowhere else, and an edit makes the run behind it old', async () => {
  const flow = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
  const { page, driver } = await open(`/canvas/${flow.id}`);
  await ask(page, 'What is your return policy?');
  await select(page, driver, chain);
  await page.keyboard.press('Escape');
  await driver.select(chain);
  await page
    .locator('.react-flow__pane')
    .focus()
    .catch(() => undefined);
  await page.keyboard.press('p');
  await expect.poll(async () => (await tagOf(driver, chain)).join()).toContain('pinned');
  await expect.poll(async () => (await tagOf(driver, chain)).join()).toContain('edited');

  await driver.panel.getByRole('tab', { name: 'Output' }).click();
  const pin = driver.panel.getByRole('region', { name: 'Pinned output' }).first();
  await pin.getByText('Pinned; not used when published').waitFor();
  await pin.getByRole('button', { name: 'Edit' }).click();
  const write = async (text: string) => {
    await pin.getByRole('textbox', { name: 'Pinned output' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  await write('Pinned words.');
  await pin.getByText('This is not valid JSON.').waitFor();
  expect(await pin.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await write('"Pinned words."');
  await pin.getByRole('button', { name: 'Save' }).click();
  await ask(page, 'What is your return policy?');
  await expect.poll(() => answer(page).last().textContent()).toContain('Pinned words.');
  expect((await tagOf(driver, chain)).join()).not.toContain('edited');

  expect(await callApi(flow.id)).not.toContain('Pinned words.');
  await select(page, driver, chain);
  await driver.panel.getByRole('tab', { name: 'Output' }).click();
  await pin.getByRole('button', { name: 'Unpin' }).click();
  await ask(page, 'What is your return policy?');
  await expect.poll(() => answer(page).last().textContent()).not.toContain('Pinned words.');
});

it('Problems names what is missing before a run and leads to the field; a key that is missing has help', async () => {
  const flow = await storeFlow(client, 'Unready', (builder) => {
    const model = builder.add('chatOpenAI', { x: 0, y: 0 });
    const prompt = builder.add('promptTemplate', { x: 0, y: 520 }, { template: '' });
    const end = builder.add('llmChain', { x: 460, y: 100 });
    builder.connect(model, end, 'model').connect(prompt, end, 'prompt');
  });
  const { page, driver } = await open(`/canvas/${flow.id}`);
  const tab = page.getByRole('tab', { name: /^Problems/ });
  await tab.getByText('2', { exact: true }).waitFor();
  await tab.click();
  const problems = page.getByRole('tabpanel', { name: /^Problems/ });
  await problems.getByRole('button', { name: /Prompt Template.*Template/ }).click();
  await expect.poll(() => driver.panel.isVisible()).toBe(true);
  const field = driver.field('template');
  await expect.poll(() => field.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await page.keyboard.type('Say hello to {question}');

  await driver
    .node('chatOpenAI_0')
    .getByRole('button', { name: /needs a key$/ })
    .click();
  await page.getByRole('menuitem', { name: 'Use demo model' }).click();
  await driver.node('demoModel_0').waitFor();
  await expect.poll(() => driver.edges.count()).toBe(2);
  await expect.poll(() => driver.node('chatOpenAI_0').getByText('Needs key').count()).toBe(0);
  await tab.click();
  await expect
    .poll(() => problems.getByRole('region', { name: 'Errors: the flow cannot run' }).count())
    .toBe(0);
  // Ctrl Enter opens the chat where nothing was asked yet, and asks the last question again where something was.
  await page.keyboard.press('Control+Enter');
  await page.getByRole('tabpanel', { name: 'Chat' }).waitFor();
  await ask(page, 'Whales');
  await page.getByRole('tab', { name: 'Inspector' }).click();
  await driver.select('demoModel_0');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => answer(page).count()).toBe(2);
});

it('a paused run waits at its node, is decided in the inspector, and goes on in chat and time line', async () => {
  const flow = await storeFlow(
    client,
    'Approval',
    (builder) => {
      const model = builder.add('demoModel', { x: 0, y: 0 });
      const begin = builder.add('seqStart', { x: 0, y: 220 });
      const tool = builder.add('calculator', { x: 0, y: 500 });
      const step = builder.add('seqAgent', { x: 380, y: 220 }, { agentName: 'Counter', interrupt: true });
      const end = builder.add('seqEnd', { x: 760, y: 220 });
      builder.connect(model, begin, 'model').connect(begin, step, 'sequentialNode');
      builder.connect(tool, step, 'tools').connect(step, end, 'sequentialNode');
    },
    'MULTIAGENT',
  );
  const { page, driver } = await open(`/agentcanvas/${flow.id}`);
  await ask(page, 'What is 12 * 7?');
  await expect.poll(() => statusOf(driver, 'seqAgent_0')).toBe('waiting');
  expect(await statusOf(driver, 'seqEnd_0')).toBe('queued');
  await strip(page)
    .getByRole('heading', { name: /, paused$/ })
    .waitFor();
  await select(page, driver, 'seqAgent_0');
  const card = driver.panel.getByRole('region', { name: 'Waiting for approval' });
  expect(await card.textContent()).toContain('12 * 7');
  await card.getByRole('button', { name: 'Yes' }).click();
  await strip(page)
    .getByRole('heading', { name: /, done$/ })
    .waitFor();
  await strip(page)
    .getByText(/^paused /)
    .waitFor();
  expect(await card.count()).toBe(0);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect.poll(() => answer(page).last().textContent()).toContain('calculator');
});
