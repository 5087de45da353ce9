import type { FlowData } from '@tendril/contract/flow/flow';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type CanvasDriver, canvasDriver, storedFlow, storeFlow } from './canvas-driver.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

/** A pipeline with a step, a condition behind it and an end, opened with the condition chosen. */
async function openPipeline(name: string): Promise<{ page: Page; driver: CanvasDriver }> {
  const flow = await storeFlow(
    client,
    name,
    (builder) => {
      const model = builder.add('demoModel', { x: 0, y: 0 });
      const state = builder.add(
        'seqState',
        { x: 0, y: 260 },
        { stateMemoryUI: '[{"key":"verdict","operation":"Replace","defaultValue":""}]' },
      );
      const start = builder.add('seqStart', { x: 0, y: 500 });
      const step = builder.add('seqLLMNode', { x: 360, y: 0 }, { llmNodeName: 'Judge' });
      const condition = builder.add('seqCondition', { x: 720, y: 0 });
      builder.add('seqEnd', { x: 720, y: 400 });
      builder
        .connect(model, start, 'model')
        .connect(state, start, 'state')
        .connect(start, step, 'sequentialNode')
        .connect(step, condition, 'sequentialNode');
    },
    'MULTIAGENT',
  );
  const page = await browser.visit(server.url, { session: 'shared' });
  const driver = canvasDriver(page);
  await page.goto(`/agentcanvas/${flow.id}`);
  await driver.select('seqCondition_0');
  return { page, driver };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /Condition/ });
const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit the condition' }).click();
  await dialogOf(page).waitFor();
};
const saveDialog = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click();
const alertOf = (page: Page) => dialogOf(page).getByRole('alert').locator('p').textContent();

async function fillItem(page: Page, item: number, variable: string, operation: string, output: string) {
  const row = dialogOf(page).getByRole('group', { name: `Item ${item}` });
  await row.getByRole('combobox', { name: 'Variable' }).fill(variable);
  await page.keyboard.press('Tab');
  await row.getByRole('combobox', { name: 'Operation' }).selectOption(operation);
  await row.getByRole('textbox', { name: 'Output Name' }).fill(output);
}

const edgesFrom = (flowData: FlowData, source: string) =>
  flowData.edges.filter((edge) => edge.source === source).map((edge) => edge.sourceHandle);

it('CONDITION-01 to -05, SP-91: the alerts are shown in the dialog, letter by letter, and it stays open', async () => {
  const { page } = await openPipeline('Alerts');
  await openDialog(page);
  await saveDialog(page);
  expect(await alertOf(page)).toBe('Please add an item for the condition');
  await dialogOf(page).getByRole('button', { name: 'Add item' }).click();
  await saveDialog(page);
  expect(await alertOf(page)).toBe(
    'Please specify a Variable. Try connecting Condition node to a previous node and select the variable',
  );
  const row = dialogOf(page).getByRole('group', { name: 'Item 1' });
  await row.getByRole('combobox', { name: 'Variable' }).click();
  await dialogOf(page)
    .getByRole('option', { name: /\$flow\.state\.verdict/ })
    .click();
  await saveDialog(page);
  expect(await alertOf(page)).toBe('Please specify an Output Name');
  expect(
    await row.getByRole('textbox', { name: 'Output Name' }).evaluate((it) => it === document.activeElement),
  ).toBe(true);
  await page.keyboard.type('Refund');
  await saveDialog(page);
  expect(await alertOf(page)).toBe('Please select an operation for the condition');
  await row.getByRole('combobox', { name: 'Operation' }).selectOption('Is');
  await saveDialog(page);
  await dialogOf(page).waitFor({ state: 'hidden' });
  await page.getByText('Items: 1. Outputs: End, Refund').waitFor();
});

it('CONDITION-06, CONDITION-10: a renamed output loses its edge, End keeps its own, and one undo brings both back', async () => {
  const { page, driver } = await openPipeline('Renamed');
  await openDialog(page);
  await dialogOf(page).getByRole('button', { name: 'Add item' }).click();
  await fillItem(page, 1, '$flow.state.verdict', 'Is', 'Refund');
  await saveDialog(page);
  const end = driver.handle('seqEnd_0', 'sequentialNode');
  await driver.draw(driver.handle('seqCondition_0', 'refund'), end);
  await driver.save();
  expect(edgesFrom((await storedFlow(client, page)).flowData, 'seqCondition_0')).toEqual([
    'seqCondition_0-output-refund-Condition',
  ]);

  await driver.select('seqCondition_0');
  await openDialog(page);
  await fillItem(page, 1, '$flow.state.verdict', 'Is', 'Pay back');
  await saveDialog(page);
  await driver.save();
  const renamed = (await storedFlow(client, page)).flowData;
  expect(edgesFrom(renamed, 'seqCondition_0')).toEqual([]);
  const node = renamed.nodes.find((one) => one.id === 'seqCondition_0');
  expect(node?.data.outputAnchors?.[0]?.options?.map((option) => option.id)).toEqual([
    'seqCondition_0-output-end-Condition',
    'seqCondition_0-output-payBack-Condition',
  ]);
  await page.locator('.react-flow__pane').click({ position: { x: 30, y: 200 } });
  await page.keyboard.press('Control+z');
  await expect.poll(() => driver.edges.count()).toBe(5);
});

it('CONDITION-07, CONDITION-08: code names the outputs by the texts it returns', async () => {
  const { page } = await openPipeline('In code');
  await openDialog(page);
  await dialogOf(page).getByRole('tab', { name: 'Code' }).click();
  const editor = dialogOf(page).locator('.cm-content');
  await editor.click();
  await page.keyboard.type('return 5');
  await saveDialog(page);
  expect(await alertOf(page)).toBe(
    'Please add a return statement in the condition code to define the output. You can refer to How to Use for more information.',
  );
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('return $flow.state.verdict ? "Yes" : no();');
  await page.keyboard.press('Enter');
  await page.keyboard.type("return 'No'");
  await saveDialog(page);
  await page.getByText('Code. Outputs: No').waitFor();
});
