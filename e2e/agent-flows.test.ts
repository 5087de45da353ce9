import { AxeBuilder } from '@axe-core/playwright';
import type { FlowDetail } from '@tendril/contract/api/flows';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { canvasDriver, storedFlow } from './canvas-driver.ts';
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
}

/** The place of a step where an edge ends, or one of those where edges begin. */
const handle = (page: Page, id: string, output?: string | number) =>
  page.locator(
    `.react-flow__handle[data-handleid="${output === undefined ? id : `${id}-output-${output}`}"]`,
  );

const fromTemplate = (name: string) => client.call<FlowDetail>('POST', `templates/${name}/flows`);

it('an agent flow is begun from the list, drawn by mouse, saved, opened again, listed with its kind, and run', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  const driver = canvasDriver(page);
  await page.goto('/agentflows');
  await page.getByRole('button', { name: 'New pipeline' }).click();
  await page.getByRole('menuitem', { name: 'Agent flow', exact: true }).click();
  await driver.node('startAgentflow_0').waitFor();
  await driver.addByClick('LLM');
  const model = driver.field('llmModel').getByRole('combobox');
  await model.fill('demo');
  await page.getByRole('option', { name: /^Demo model/ }).click();
  await driver.addByClick('Condition');
  const row = driver.panel.getByRole('group', { name: /^Conditions 1/ });
  const first = row.locator('[data-param-field="value1"] textarea');
  await first.pressSequentially('{{que');
  await page.keyboard.press('Enter');
  expect(await first.inputValue()).toBe('{{question}}');
  await row.getByLabel('Operation').selectOption('contains');
  await row.locator('[data-param-field="value2"] textarea').fill('refund');
  await expect
    .poll(() => driver.node('conditionAgentflow_0').getByRole('listitem').allTextContents())
    .toEqual(['0question contains refund', '1else']);
  await driver.addByClick('Direct Reply');
  await driver.field('directReplyMessage').getByRole('textbox').fill('Five working days.');
  await driver.select('conditionAgentflow_0');
  await driver.addByClick('Direct Reply');
  await driver.field('directReplyMessage').getByRole('textbox').fill('You said: {{question}}');
  await expect.poll(() => driver.edges.count()).toBe(4);
  await page.keyboard.press('Escape');

  // An edge that is taken away is drawn again by the pointer.
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('button', { name: 'Zoom to fit (1)' }).click();
  await driver.draw(handle(page, 'llmAgentflow_0', 'llmAgentflow'), handle(page, 'directReplyAgentflow_1'));
  await expect.poll(() => driver.edges.count()).toBe(5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => driver.edges.count()).toBe(4);
  await driver.save('Sorted replies');
  const stored = await storedFlow(client, page);
  expect(stored.type).toBe('AGENTFLOW');
  expect(stored.flowData.edges.map(({ sourceHandle, target }) => `${sourceHandle} ${target}`)).toEqual([
    'startAgentflow_0-output-startAgentflow llmAgentflow_0',
    'llmAgentflow_0-output-llmAgentflow conditionAgentflow_0',
    'conditionAgentflow_0-output-0 directReplyAgentflow_0',
    'conditionAgentflow_0-output-1 directReplyAgentflow_1',
  ]);
  expect(new URL(page.url()).pathname).toBe(`/agentcanvas/${stored.id}`);

  await page.goto(`/v2/agentcanvas/${stored.id}`);
  await expect.poll(() => driver.edges.count()).toBe(4);
  await ask(page, 'I want a refund');
  await answer(page).last().getByText('Five working days.').waitFor();
  await ask(page, 'Hello');
  await answer(page).last().getByText('You said: Hello').waitFor();
  await page.goto('/agentflows');
  await page
    .getByRole('article')
    .filter({ hasText: stored.name })
    .first()
    .getByText('Agent flow', { exact: true })
    .waitFor();
});

it('an agent flow is drawn with the keyboard alone, each step going on from the one before', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  const driver = canvasDriver(page);
  await page.goto('/v2/agentcanvas');
  await driver.node('startAgentflow_0').waitFor();
  for (const label of ['Custom Function', 'Direct Reply']) {
    await page.locator('.react-flow').focus();
    await page.keyboard.press('/');
    await page.keyboard.type(label);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
  await expect.poll(() => driver.edges.count()).toBe(2);
  await page.keyboard.press('Control+z');
  await expect.poll(() => driver.edges.count()).toBe(1);
});

it('an iteration holds its steps: drawn inside, sized by keys, and run once for each item', async () => {
  const { id } = await fromTemplate('city-notes');
  const page = await browser.visit(server.url, { session: 'shared' });
  const driver = canvasDriver(page);
  await page.goto(`/agentcanvas/${id}`);
  const frame = page.getByRole('region', { name: 'Iteration: Each stop' });
  await frame.getByText('1 step inside').waitFor();
  await frame.getByText('Each stop').click();
  const grip = page.getByRole('button', { name: 'Size of Each stop' });
  await grip.focus();
  await page.keyboard.press('ArrowRight');
  await driver.save();
  const stored = await storedFlow(client, page);
  const [iteration] = stored.flowData.nodes.filter(({ type }) => type === 'iteration');
  expect(iteration).toMatchObject({ style: { width: 356 } });
  const inner = stored.flowData.nodes.find((node) => node['parentNode'] === iteration?.id);
  expect(inner).toMatchObject({ extent: 'parent', position: { x: 40, y: 88 } });
  await ask(page, 'Write the notes for my trip');
  await answer(page).last().getByText(/1886/).waitFor();
});

it('a person lets a reply go or sends it back with a comment', async () => {
  const { id } = await fromTemplate('approved-reply');
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/agentcanvas/${id}`);
  await ask(page, 'Can I return my lamp after four weeks?');
  const chat = page.getByRole('tabpanel', { name: 'Chat' });
  const proceed = chat.getByRole('button', { name: 'Proceed' });
  await proceed.waitFor();
  await chat.getByRole('textbox', { name: 'Note (optional)' }).fill('Be shorter');
  await chat.getByRole('button', { name: 'Reject' }).click();
  await chat.getByText('Be shorter').waitFor();
  await proceed.click();
  await answer(page).last().getByRole('button', { name: 'Open trace' }).waitFor();
});

it.each(['light', 'dark'] as const)(
  'the canvas of an agent flow is free of axe findings in the %s theme',
  async (colorScheme) => {
    const { id } = await fromTemplate('city-notes');
    const page = await browser.visit(server.url, { session: 'shared', colorScheme });
    await page.goto(`/agentcanvas/${id}`);
    const driver = canvasDriver(page);
    await page.getByRole('region', { name: 'Iteration: Each stop' }).waitFor();
    await driver.select('directReplyAgentflow_0');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([]);
  },
);
