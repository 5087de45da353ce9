import type { FlowBuilder } from '@tendril/contract/flow/flow-builder';
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

/** Prompt, model and chain, with both wired. */
const chain = (flow: FlowBuilder) => {
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const prompt = flow.add('promptTemplate', { x: 0, y: 320 }, { template: 'Say {question}' });
  const end = flow.add('llmChain', { x: 480, y: 100 });
  flow.connect(model, end, 'model').connect(prompt, end, 'prompt');
};

const open = async (path: string) => {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(path);
  return { page, driver: canvasDriver(page) };
};

const ids = (page: Page) =>
  page
    .locator('.react-flow__node')
    .evaluateAll((all) => all.map((node) => node.getAttribute('data-id')).sort());

const ask = async (page: Page, question: string) => {
  await page.getByRole('textbox', { name: 'Ask this flow' }).fill(question);
  await page.keyboard.press('Enter');
};

const answers = (page: Page) => page.getByRole('article', { name: 'Answer' });

it('a new note is written in at once, and its letters are no shortcuts', async () => {
  const { page } = await open('/canvas');
  await page.getByRole('button', { name: 'Add a sticky note' }).click();
  await page.keyboard.type('d n  one note');
  await page.keyboard.press('Escape');
  await page.locator('.react-flow__node').getByText('d n  one note').waitFor();
  expect(await ids(page)).toEqual(['stickyNote_0']);
  await page.getByRole('complementary', { name: 'Nodes' }).waitFor();
});

it('a flow that was never saved answers without a dialog, and is named when it is saved', async () => {
  const { page, driver } = await open('/canvas');
  for (const label of ['Demo model', 'Buffer Memory', 'Conversation Chain']) await driver.addByClick(label);
  await expect.poll(() => driver.edges.count()).toBe(2);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await ask(page, 'Hello');
  await answers(page).last().getByRole('button', { name: 'Open trace' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await driver.save('Named later');
  expect(await storedFlow(client, page)).toMatchObject({ name: 'Named later' });
});

it('Ctrl Enter asks again from inside a field', async () => {
  const { page, driver } = await open(`/canvas/${(await storeFlow(client, 'Asked from a field', chain)).id}`);
  await ask(page, 'Whales');
  await answers(page).first().getByRole('button', { name: 'Open trace' }).waitFor();
  await driver.select('promptTemplate_0');
  await driver.field('template').getByRole('textbox').fill('Tell me of {question}');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => answers(page).count()).toBe(2);
  await answers(page).last().getByRole('button', { name: 'Open trace' }).waitFor();
});

it('a step has one name, and what it lacks is shown on request', async () => {
  const { page, driver } = await open('/agentcanvas');
  for (const label of ['Demo model', 'Start', 'LLM Node']) await driver.addByClick(label);
  await expect.poll(() => driver.edges.count()).toBe(2);
  await driver.field('llmNodeName').getByRole('textbox').fill('Summary');
  await driver.node('seqLLMNode_0').getByText('Summary').first().waitFor();
  await driver.field('systemMessagePrompt').getByRole('textbox').waitFor();
  const problems = page.getByRole('tab', { name: /^Problems/ });
  expect(await problems.textContent()).toBe('Problems');
  await problems.click();
  const endless = page.getByRole('button', { name: /^Summary Nothing comes after/ });
  await endless.waitFor();
  await page
    .getByRole('tabpanel', { name: /^Problems/ })
    .getByRole('button', { name: 'Add End' })
    .click();
  await expect.poll(() => ids(page)).toContain('seqEnd_0');
  await endless.waitFor({ state: 'detached' });
});

it('names keep a size that can be read when the view goes out', async () => {
  const { page, driver } = await open(`/canvas/${(await storeFlow(client, 'Far out', chain)).id}`);
  const size = () =>
    driver.node('llmChain_0').evaluate((node) => {
      const label = [...node.querySelectorAll('header span')].find((one) => one.textContent === 'LLM Chain');
      const scale = node.getBoundingClientRect().width / (node as HTMLElement).offsetWidth;
      return label ? Number.parseFloat(getComputedStyle(label).fontSize) * scale : 0;
    });
  for (let steps = 0; steps < 8; steps += 1) {
    await expect.poll(size).toBeGreaterThan(8.5);
    await page.keyboard.press('-');
  }
  await driver.node('llmChain_0').locator('header svg').waitFor();
});
