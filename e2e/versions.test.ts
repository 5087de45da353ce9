import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { canvasDriver, storeFlow } from './canvas-driver.ts';
import { draftDriver } from './draft-driver.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

const chain = (flow: FlowBuilder) => {
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const prompt = flow.add('promptTemplate', { x: 0, y: 320 }, { template: 'Say {question} in short words' });
  const end = flow.add('llmChain', { x: 420, y: 100 });
  flow.connect(model, end, 'model').connect(prompt, end, 'prompt');
};

async function open(flow: FlowDetail) {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/canvas/${flow.id}`);
  await page.locator('.react-flow__node').first().waitFor();
  return { page, driver: canvasDriver(page), draft: draftDriver(page) };
}

const read = (id: string) => client.call<FlowDetail>('GET', `flows/${id}`);

it('publishes with a note: the chip turns green, callers get the version, and the next edit makes a draft again', async () => {
  const flow = await storeFlow(client, 'Published', chain);
  const { page, driver, draft } = await open(flow);
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'v1 draft' }).waitFor();
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByLabel('Note').fill('First one');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await bar.getByRole('button', { name: 'Published' }).waitFor();
  await bar.getByRole('button', { name: /^v\d+ live$/ }).waitFor();
  const { status, liveVersion, draftVersion } = await read(flow.id);
  expect([status, liveVersion]).toEqual(['live', draftVersion]);
  await driver.addByClick('Calculator');
  await bar.getByRole('button', { name: 'Publish', exact: true }).waitFor();
  await bar.getByRole('button', { name: /^v\d+ draft$/ }).waitFor();
  await draft.label(/^Saved \d/).waitFor();
  expect(await read(flow.id)).toMatchObject({ status: 'draft', liveVersion });
});

it('a flow with errors is not published: the button says why and leads to the problems', async () => {
  const flow = await storeFlow(client, 'Broken', (builder) => {
    builder.add('llmChain', { x: 0, y: 0 });
  });
  const { page } = await open(flow);
  const publish = page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true });
  await expect.poll(() => publish.getAttribute('aria-disabled')).toBe('true');
  await publish.click({ force: true });
  await page.getByRole('tabpanel', { name: /Problems/ }).waitFor();
  expect((await read(flow.id)).status).toBe('never');
});

it('G2: lists versions with notes, shows what changed word by word, and restores one without losing the draft', async () => {
  const flow = await storeFlow(client, 'Looked back', chain);
  const { page, driver, draft } = await open(flow);
  await draft.writePrompt('Say {question} in long words');
  await page.keyboard.press('Control+s');
  await draft.label(/^Saved \d/).waitFor();
  await driver.addByClick('Calculator');
  await page.getByRole('button', { name: 'More save options' }).click();
  await page.getByRole('menuitem', { name: 'Save with a note…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a version' });
  await dialog.getByLabel('Note').fill('With sums');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await draft.label(/^Saved \d/).waitFor();

  await page
    .getByRole('navigation', { name: 'Flow views' })
    .getByRole('button', { name: 'Versions' })
    .click();
  const list = page.getByRole('region', { name: 'Versions of this flow' });
  await list.getByText('With sums').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(3);
  const compare = page.getByRole('region', { name: 'Flow with changes highlighted' });
  await compare.locator('.react-flow__node.diff-added[data-id="calculator_0"]').waitFor();

  await list.getByRole('checkbox', { name: 'Compare v2' }).check();
  await compare.getByRole('heading', { name: 'v1 and v2' }).waitFor();
  await compare.locator('.react-flow__node.diff-changed[data-id="promptTemplate_0"]').waitFor();
  expect(await compare.locator('del').allTextContents()).toContain('short');
  expect(await compare.locator('ins').allTextContents()).toContain('long');

  await list.getByRole('button', { name: 'Add a note' }).first().click();
  await list.getByRole('textbox', { name: /^Note for v/ }).fill('Long words');
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: 'Long words' }).waitFor();

  await list.getByRole('checkbox', { name: 'Compare v2' }).uncheck();
  await list.getByRole('checkbox', { name: 'Compare v1' }).check();
  await compare.getByRole('button', { name: 'Restore as draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore as draft' }).click();
  await page.getByText('v1 restored as the draft').waitFor();
  await expect.poll(async () => (await read(flow.id)).flowData.nodes.length).toBe(3);
  await list.getByText('With sums').waitFor();

  await page.getByRole('navigation', { name: 'Flow views' }).getByRole('button', { name: 'Build' }).click();
  await expect.poll(() => page.locator('main .react-flow__node').count()).toBe(3);
  expect(await draft.prompt()).toBe('Say {question} in short words');
  await page.getByRole('button', { name: 'Undo' }).click();
  await driver.node('calculator_0').waitFor();
});
