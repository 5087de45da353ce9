import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { canvasDriver, storedFlow, storeFlow } from './canvas-driver.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

const answer = (page: Page) => page.getByRole('article', { name: 'Answer' });

async function ask(page: Page, question: string): Promise<void> {
  const chat = page.getByRole('tab', { name: 'Chat' });
  if ((await chat.getAttribute('aria-selected')) !== 'true') await chat.click();
  await page.getByRole('textbox', { name: 'Ask this flow' }).fill(question);
  await page.keyboard.press('Enter');
  await answer(page).last().getByRole('button', { name: 'Open trace' }).waitFor();
}

it('PRODUCT-03, ROUTES-29, ROUTES-30: a pipeline is drawn, saved, listed and run', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  const driver = canvasDriver(page);
  await page.goto('/agentcanvas');
  await page.getByRole('button', { name: 'Close the side panel' }).click();
  await driver.addByDrag('Demo model', { x: 480, y: 150 });
  await driver.addByDrag('Start', { x: 480, y: 480 });
  await driver.addByDrag('LLM Node', { x: 900, y: 180 });
  await driver.addByDrag('Agent', { x: 900, y: 560 });
  await driver.addByDrag('End', { x: 1270, y: 300 });
  await expect.poll(() => page.locator('.react-flow__node').count()).toBe(5);
  await page.getByRole('button', { name: 'Zoom to fit (1)' }).click();
  await driver.draw(driver.handle('demoModel_0', 'demoModel'), driver.handle('seqStart_0', 'model'));
  await driver.draw(driver.handle('seqStart_0', 'seqStart'), driver.handle('seqLLMNode_0', 'sequentialNode'));
  await driver.draw(
    driver.handle('seqLLMNode_0', 'seqLLMNode'),
    driver.handle('seqAgent_0', 'sequentialNode'),
  );
  await driver.draw(driver.handle('seqAgent_0', 'seqAgent'), driver.handle('seqEnd_0', 'sequentialNode'));
  await expect.poll(() => driver.edges.count()).toBe(4);
  await page.getByRole('button', { name: 'Open the side panel' }).click();
  await driver.select('seqLLMNode_0');
  await driver.field('llmNodeName').getByRole('textbox').fill('Summary');
  await driver.select('seqAgent_0');
  await driver.field('agentName').getByRole('textbox').fill('Researcher');
  await driver.save('Drawn pipeline');
  expect(new URL(page.url()).pathname).toMatch(/^\/agentcanvas\/[\w-]+$/);
  expect((await storedFlow(client, page)).type).toBe('MULTIAGENT');

  await ask(page, 'What do whales eat?');
  await expect.poll(() => answer(page).last().getByText('2 steps').count()).toBe(1);
  await answer(page).last().getByText('2 steps').click();
  const steps = answer(page).getByRole('list', { name: 'Steps of the pipeline' });
  expect(await steps.getByRole('heading').allTextContents()).toEqual(['Summary', 'Researcher']);
  await page.reload();
  await expect.poll(() => driver.edges.count()).toBe(4);
  await page.goto('/agentflows');
  await page.getByRole('heading', { level: 2, name: 'Drawn pipeline' }).waitFor();
});

it('a tool is written in place, chosen, and called by the demo model in the sandbox', async () => {
  const flow = await storeFlow(client, 'With a tool', (builder) => {
    const model = builder.add('demoModel', { x: 0, y: 0 });
    const tool = builder.add('customTool', { x: 0, y: 300 });
    const memory = builder.add('bufferMemory', { x: 0, y: 560 });
    const agent = builder.add('toolAgent', { x: 420, y: 100 });
    builder.connect(model, agent, 'model').connect(tool, agent, 'tools').connect(memory, agent, 'memory');
  });
  const page = await browser.visit(server.url, { session: 'shared' });
  const driver = canvasDriver(page);
  await page.goto(`/canvas/${flow.id}`);
  await driver.select('customTool_0');
  await driver.field('selectedTool').getByRole('button', { name: 'New tool…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New tool' });
  const part = (name: string) => dialog.locator(`[data-param-field="${name}"]`);
  await part('name').getByRole('textbox').fill('whale_weight');
  await part('description').getByRole('textbox').fill('Gives the weight of a whale.');
  await part('func').getByRole('textbox').click();
  await page.keyboard.type("return typeof process + ' ' + (6 * 7) + ' tonnes';");
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.locator('[data-toast]').getByText('whale_weight saved').waitFor();
  await expect
    .poll(() => driver.field('selectedTool').getByRole('combobox').inputValue())
    .toBe('whale_weight');
  await driver.save();

  await ask(page, 'What is the whale weight?');
  expect(await answer(page).last().textContent()).toContain('undefined 42 tonnes');
  const chip = answer(page).last().getByRole('list', { name: 'Tools used' }).getByRole('button');
  expect(await chip.allTextContents()).toEqual(['whale_weight']);
  await chip.click();
  await page.getByRole('dialog', { name: 'whale_weight' }).getByText('undefined 42 tonnes').waitFor();
  await page.keyboard.press('Escape');

  await driver.select('customTool_0');
  await driver.field('selectedTool').getByRole('button', { name: 'Edit tool' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit tool' });
  await expect.poll(() => edit.locator('[data-param-field="func"]').textContent()).toContain('tonnes');
});

it('G3: an answer that the API gave is explained on the canvas, two clicks from the list of runs', async () => {
  const flow = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
  const { apiKey } = await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Journeys' });
  const called = await fetch(`${server.url}/api/v1/prediction/${flow.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'What is your return policy?' }),
  });
  expect(called.status).toBe(200);
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/canvas/${flow.id}`);
  await page.getByRole('tab', { name: 'Trace' }).click();
  const runs = page.getByRole('region', { name: 'Trace' });
  const run = runs.getByRole('button').filter({ hasText: 'What is your return policy?' });
  await run.getByText(/^API · v1/).waitFor();
  await run.click();
  await runs.getByRole('button', { name: 'Prompt', pressed: true }).waitFor();
  await expect.poll(() => runs.textContent()).toContain('What is your return policy?');
});

it('a node that fails says so on the canvas and in the chat, in words', async () => {
  const flow = await storeFlow(client, 'Fails', (builder) => {
    builder.add(
      'customFunction',
      { x: 0, y: 0 },
      { javascriptFunction: "throw new Error('no such whale');" },
      'EndingNode',
    );
  });
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/canvas/${flow.id}?chat=open`);
  await page.getByRole('textbox', { name: 'Ask this flow' }).fill('Where?');
  await page.keyboard.press('Enter');
  const alert = answer(page).last().getByRole('alert');
  await alert.getByText('no such whale').waitFor();
  const card = page.locator('.react-flow__node[data-id="customFunction_0"] article');
  await expect.poll(() => card.getAttribute('data-status')).toBe('error');
  expect(await card.textContent()).toContain('no such whale');
});
