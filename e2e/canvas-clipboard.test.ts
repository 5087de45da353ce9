import type { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const chain = (flow: FlowBuilder) => {
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const prompt = flow.add('promptTemplate', { x: 0, y: 320 }, { template: 'Say {question}' });
  const end = flow.add('llmChain', { x: 420, y: 100 });
  flow.connect(model, end, 'model').connect(prompt, end, 'prompt');
};

const ids = (page: Page) =>
  page
    .locator('.react-flow__node')
    .evaluateAll((all) => all.map((node) => node.getAttribute('data-id') ?? '').sort());

const chainIds = ['demoModel_0', 'llmChain_0', 'promptTemplate_0'];
const copyIds = ['demoModel_1', 'llmChain_1', 'promptTemplate_1'];

async function open(path: string): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await browser.visit(server.url, { session: 'shared', permissions });
  await page.goto(path);
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  return page;
}

/** Presses a chord with the focus on the drawing, as after a click into it. */
async function press(page: Page, chord: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(chord);
}

const paste = async (page: Page, text: string) => {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await press(page, 'Control+V');
};

describe('the clipboard of the canvas', () => {
  it('nodes travel to another flow with their edges, one undo takes them back, and saved they are whole', async () => {
    const flow = await storeFlow(client, 'Source of a copy', chain);
    const page = await open(`/canvas/${flow.id}`);
    await expect.poll(() => ids(page)).toEqual(chainIds);
    await press(page, 'Control+A');
    await press(page, 'Control+C');

    const target = await storeFlow(client, 'Target of a copy', chain);
    await page.goto(`/canvas/${target.id}`);
    await expect.poll(() => ids(page)).toEqual(chainIds);
    await press(page, 'Control+V');
    await expect.poll(() => ids(page)).toEqual([...chainIds, ...copyIds].sort());
    await press(page, 'Control+Z');
    await expect.poll(() => ids(page)).toEqual(chainIds);
    await press(page, 'Control+Shift+Z');
    await expect.poll(() => ids(page)).toEqual([...chainIds, ...copyIds].sort());

    await canvasDriver(page).save();
    const { flowData } = await storedFlow(client, page);
    const copy = flowData.nodes.find((node) => node.id === 'llmChain_1');
    expect(copy?.data.inputs).toMatchObject({
      model: '{{demoModel_1.data.instance}}',
      prompt: '{{promptTemplate_1.data.instance}}',
    });
    expect(flowData.edges).toHaveLength(4);
  });

  it('a whole flow as text is added, may replace the canvas instead, and a field keeps its own paste', async () => {
    const page = await open('/canvas');
    const source = await storeFlow(client, 'Text of a flow', chain);
    const { flowData } = await client.call<{ flowData: unknown }>('GET', `flows/${source.id}`);
    const text = `Here it is:\n\`\`\`json\n${JSON.stringify(flowData, null, 2)}\n\`\`\``;
    const banner = page.getByRole('status').filter({ hasText: 'was added to this one' });

    await paste(page, text);
    await expect.poll(() => ids(page)).toEqual(chainIds);
    expect(await banner.count()).toBe(0);

    const search = page.getByRole('textbox', { name: 'Search nodes' });
    await search.focus();
    await page.keyboard.press('Control+V');
    await expect.poll(() => search.inputValue()).toContain('Here it is:');
    expect(await ids(page)).toEqual(chainIds);
    await search.fill('');

    await paste(page, text);
    await expect.poll(() => ids(page)).toEqual([...chainIds, ...copyIds].sort());
    await banner.getByRole('button', { name: 'Replace the canvas instead' }).click();
    await expect.poll(() => ids(page)).toEqual(chainIds);
    await banner.waitFor({ state: 'detached' });

    await paste(page, text.slice(0, -60));
    await page.locator('[data-toast]').getByText('but could not be read').waitFor();
    expect(await ids(page)).toEqual(chainIds);
  });

  it('a group has a frame that is named, moved as one step and taken apart', async () => {
    const built = await storeFlow(client, 'Grouped', chain);
    const groups = [{ id: 'group_0', label: 'Knowledge', nodeIds: ['demoModel_0', 'promptTemplate_0'] }];
    const flowData = { ...built.flowData, groups };
    const flow = await client.call<{ id: string }>('POST', 'flows', {
      name: 'G',
      type: 'CHATFLOW',
      flowData,
    });
    const page = await open(`/canvas/${flow.id}`);
    const driver = canvasDriver(page);
    const frame = (name: string) => page.getByRole('group', { name });
    const header = frame('Knowledge').locator('button').first();
    await header.waitFor();
    const place = async () => {
      const boxes = await Promise.all(chainIds.map((id) => driver.node(id).boundingBox()));
      return boxes.map((box) => Math.round(box?.x ?? 0));
    };

    const before = await place();
    const box = await header.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 30);
    await page.mouse.move((box?.x ?? 0) + 120, (box?.y ?? 0) + 8);
    await page.mouse.up();
    await expect.poll(place).toEqual([before[0]! + 100, before[1]!, before[2]! + 100]);
    await press(page, 'Control+Z');
    await expect.poll(place).toEqual(before);

    await header.click();
    expect(await page.locator('.react-flow__node.selected').count()).toBe(2);
    await frame('Knowledge').getByRole('button', { name: 'Actions for the group Knowledge' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Group name' }).fill('Sources');
    await page.keyboard.press('Enter');
    await frame('Sources').waitFor();
    await driver.save();
    expect((await storedFlow(client, page)).flowData.groups).toEqual([{ ...groups[0], label: 'Sources' }]);

    await frame('Sources').getByRole('button', { name: 'Actions for the group Sources' }).click();
    await page.getByRole('menuitem', { name: 'Ungroup' }).click();
    await frame('Sources').waitFor({ state: 'detached' });
    expect(await ids(page)).toEqual(chainIds);
  });
});
