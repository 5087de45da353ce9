import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser, type VisitOptions } from './browser.ts';
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

const clipboard: VisitOptions = { session: 'shared', permissions: ['clipboard-read', 'clipboard-write'] };

async function openFlow(flow: FlowDetail, options: VisitOptions = { session: 'shared' }) {
  const page = await browser.visit(server.url, options);
  return show(page, flow);
}

async function show(page: Page, flow: FlowDetail): Promise<{ page: Page; driver: CanvasDriver }> {
  await page.goto(`/canvas/${flow.id}`);
  await page.locator('.react-flow__node').first().waitFor();
  return { page, driver: canvasDriver(page) };
}

/** Prompt, model and chain, with both wired. */
const chain = (flow: FlowBuilder) => {
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const prompt = flow.add('promptTemplate', { x: 0, y: 320 }, { template: 'Say {question}' });
  const end = flow.add('llmChain', { x: 480, y: 100 });
  flow.connect(model, end, 'model').connect(prompt, end, 'prompt');
};

const ids = (page: Page) =>
  page
    .locator('.react-flow__node')
    .evaluateAll((all) => all.map((node) => node.getAttribute('data-id')).sort());

const places = (page: Page) =>
  page
    .locator('.react-flow__node')
    .evaluateAll((all) =>
      all.map((node) => `${node.getAttribute('data-id')} ${(node as HTMLElement).style.transform}`).sort(),
    );

/** A place of the drawing with nothing on it, far from every node. */
async function emptyPlace(page: Page): Promise<{ x: number; y: number }> {
  const point = await page.evaluate(() => {
    const pane = document.querySelector('.react-flow__pane')?.getBoundingClientRect();
    if (!pane) return undefined;
    for (let y = pane.bottom - 180; y > pane.top + 60; y -= 20) {
      for (let x = pane.left + 60; x < pane.right - 420; x += 20) {
        const isFree = [0, 40, 80].every((step) =>
          document.elementFromPoint(x + step, y + step / 2)?.matches('.react-flow__pane'),
        );
        if (isFree) return { x, y };
      }
    }
    return undefined;
  });
  if (!point) throw new Error('The drawing has no empty place.');
  return point;
}

const addBox = (page: Page): Locator => page.getByRole('dialog', { name: 'Add a node' });

async function dropOnEmpty(page: Page, from: Locator): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('The handle is not drawn.');
  const to = await emptyPlace(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 40, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

describe('taking back', () => {
  it('undo and redo go through a mix of mouse and keyboard edits, step by step', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Steps', chain));
    const states = [await places(page)];
    const done = async (isDone: () => Promise<boolean>) => {
      await expect.poll(isDone).toBe(true);
      states.push(await places(page));
    };
    const header = driver.node('promptTemplate_0').locator('header');
    await header.hover({ position: { x: 60, y: 12 } });
    await page.mouse.down();
    const box = await header.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 120, { steps: 8 });
    await page.mouse.up();
    await done(async () => (await places(page)).join() !== states[0]?.join());
    await page.keyboard.press('Control+d');
    await done(async () => (await ids(page)).length === 4);
    await page.keyboard.press('Delete');
    await done(async () => (await ids(page)).length === 3);
    await driver.addByClick('Calculator');
    await done(async () => (await ids(page)).includes('calculator_0'));
    await page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
    for (const state of states.slice(0, -1).toReversed()) {
      await page.keyboard.press('Control+z');
      await expect.poll(() => places(page)).toEqual(state);
    }
    await expect.poll(() => driver.edges.count()).toBe(2);
    for (const state of states.slice(1)) {
      await page.keyboard.press('Control+Shift+z');
      await expect.poll(() => places(page)).toEqual(state);
    }
  });
});

describe('the clipboard', () => {
  it('nodes go from one flow to another in another tab as JSON text, and a text field keeps its own paste', async () => {
    const from = await openFlow(await storeFlow(client, 'From', chain), clipboard);
    const target = await storeFlow(client, 'To', (flow) => {
      flow.add('demoModel', { x: 0, y: 0 });
    });
    await from.page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
    await from.page.keyboard.press('Control+a');
    await from.page.keyboard.press('Control+c');
    const text = await from.page.evaluate(() => navigator.clipboard.readText());
    const copied: unknown = JSON.parse(text);
    expect(copied).toMatchObject({ nodes: [{}, {}, {}], edges: [{}, {}] });

    const { page, driver } = await show(await browser.tab(from.page), target);
    await page.bringToFront();
    const search = page.getByRole('textbox', { name: 'Search nodes' });
    await search.focus();
    await page.keyboard.press('Control+v');
    await expect.poll(() => search.inputValue()).not.toBe('');
    expect(await ids(page)).toEqual(['demoModel_0']);
    await search.fill('');

    const empty = await emptyPlace(page);
    await page.mouse.click(empty.x, empty.y);
    await page.keyboard.press('Control+v');
    await expect
      .poll(() => ids(page))
      .toEqual(['demoModel_0', 'demoModel_1', 'llmChain_0', 'promptTemplate_0']);
    await expect.poll(() => driver.edges.count()).toBe(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => ids(page)).toEqual(['demoModel_0']);
  });
});

describe('adding a node where it is needed', () => {
  it('CONNECT-01: an edge let go on empty space lists only fitting nodes and connects the chosen one, both ways', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Dropped', chain));
    await dropOnEmpty(page, driver.handle('demoModel_0', 'demoModel'));
    const box = addBox(page);
    const foot = box.getByText(/^\d+ of \d+ nodes are compatible$/);
    await foot.waitFor();
    const [fitting = 0, total = 0] = ((await foot.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
    expect(await box.getByRole('option').count()).toBe(fitting);
    expect(fitting).toBeGreaterThan(0);
    expect(fitting).toBeLessThan(total);
    await box.getByRole('combobox').fill('calculator');
    await box.getByText('No nodes match “calculator”.').waitFor();
    await box.getByRole('combobox').fill('conversation chain');
    await page.keyboard.press('Enter');
    await expect.poll(() => driver.edges.count()).toBe(3);
    await driver.node('conversationChain_0').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => driver.edges.count()).toBe(2);
    expect(await ids(page)).toEqual(['demoModel_0', 'llmChain_0', 'promptTemplate_0']);

    await dropOnEmpty(page, driver.handle('llmChain_0', 'outputParser'));
    await foot.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => driver.edges.count()).toBe(3);
    expect((await ids(page)).length).toBe(4);
  });

  it('a node goes into the middle of an edge, Escape and a double click open and close the box', async () => {
    const flow = await storeFlow(
      client,
      'Inserted',
      (builder) => {
        const model = builder.add('demoModel', { x: 0, y: 300 });
        const start = builder.add('seqStart', { x: 420, y: 0 });
        const agent = builder.add('seqAgent', { x: 840, y: 0 });
        const end = builder.add('seqEnd', { x: 1260, y: 0 });
        builder.connect(model, start, 'model').connect(start, agent, 'sequentialNode');
        builder.connect(agent, end, 'sequentialNode');
      },
      'MULTIAGENT',
    );
    const page = await browser.visit(server.url, { session: 'shared' });
    await page.goto(`/agentcanvas/${flow.id}`);
    await page.locator('.react-flow__node').first().waitFor();
    const driver = canvasDriver(page);
    await page.getByRole('button', { name: 'Close the side panel' }).click();
    await page.getByRole('button', { name: 'Zoom to fit (1)' }).click();
    const empty = await emptyPlace(page);
    await page.mouse.dblclick(empty.x, empty.y);
    await addBox(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => addBox(page).count()).toBe(0);
    // Tab adds for those who work with the pointer; after Escape it leaves the drawing like any other control.
    await page.mouse.click(empty.x, empty.y);
    await page.keyboard.press('Tab');
    await addBox(page).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await addBox(page).count()).toBe(0);

    const drawn = await places(page);
    const edge = page.locator('.react-flow__edge[data-id^="seqStart_0-"] path.react-flow__edge-interaction');
    const line = await edge.boundingBox();
    await page.mouse.move((line?.x ?? 0) + (line?.width ?? 0) / 2, (line?.y ?? 0) + (line?.height ?? 0) / 2);
    await page.locator('[data-act="insert"]').click();
    const box = addBox(page);
    await box.getByRole('combobox').fill('LLM Node');
    expect(await box.getByRole('option', { name: /^Calculator/ }).count()).toBe(0);
    await page.keyboard.press('Enter');
    await driver.node('seqLLMNode_0').waitFor();
    await expect.poll(() => driver.edges.count()).toBe(4);
    await driver.save();
    const { flowData } = await storedFlow(client, page);
    const ends = flowData.edges.map(({ source, target }) => `${source} ${target}`);
    expect(ends).toContain('seqStart_0 seqLLMNode_0');
    expect(ends).toContain('seqLLMNode_0 seqAgent_0');
    expect(ends).not.toContain('seqStart_0 seqAgent_0');
    await page.keyboard.press('Control+z');
    await expect.poll(() => places(page)).toEqual(drawn);
    await expect.poll(() => driver.edges.count()).toBe(3);
  });

  it('the palette keeps what was used and starred, across a reload', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Starred', chain));
    const palette = page.getByRole('complementary', { name: 'Nodes' });
    await driver.addByClick('Calculator');
    await palette.getByRole('button', { name: 'Recent' }).click();
    await palette.getByRole('button', { name: /^Add Calculator/ }).waitFor();
    await palette.getByRole('button', { name: 'Star Calculator' }).click();
    await page.keyboard.press('Control+s');
    await page.reload();
    await palette.getByRole('button', { name: 'Starred' }).click();
    await palette.getByRole('button', { name: /^Add Calculator/ }).waitFor();
    expect(await palette.getByRole('button', { name: /^Add / }).count()).toBe(1);
  });
});

describe('order', () => {
  it('CANVAS-03: a layout moves nodes and is one undo step, and a group moves together', async () => {
    const { page, driver } = await openFlow(
      await storeFlow(client, 'Heap', (flow) => {
        const model = flow.add('demoModel', { x: 300, y: 200 });
        const end = flow.add('llmChain', { x: 0, y: 160 });
        flow.add('calculator', { x: 40, y: 420 });
        flow.connect(model, end, 'model');
      }),
    );
    const heap = await places(page);
    await page.keyboard.press('Shift+L');
    await page
      .getByRole('status')
      .getByText(/^\d nodes tidied up$/)
      .waitFor();
    await expect.poll(() => places(page)).not.toEqual(heap);
    await page.keyboard.press('Control+z');
    await expect.poll(() => places(page)).toEqual(heap);
    expect(await driver.isDirty()).toBe(false);

    await page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('toolbar', { name: 'Selected nodes' });
    await bar.getByRole('button', { name: 'Align left edges' }).click();
    const left = async () =>
      new Set((await places(page)).map((place) => /translate\((-?[\d.]+)px/.exec(place)?.[1]));
    await expect.poll(async () => (await left()).size).toBe(1);
    await bar.getByRole('button', { name: 'Distribute vertically' }).click();
    await bar.getByRole('button', { name: 'Group', exact: true }).click();
    const frame = page.getByRole('group', { name: 'Group', exact: true });
    await frame.waitFor();
    await page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
    await page.getByRole('button', { name: 'Zoom to fit (1)' }).click();
    const before = await places(page);
    const name = frame.getByRole('button', { name: /^Group/ }).first();
    await name.hover();
    const box = await name.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 60, { steps: 6 });
    await page.mouse.up();
    await expect
      .poll(async () => (await places(page)).filter((place) => before.includes(place)).length)
      .toBe(0);
    await driver.save();
    expect((await storedFlow(client, page)).flowData.groups?.[0]?.nodeIds.length).toBe(3);
  });

  it('disables nodes by key; what is saved says so', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Disabled', chain));
    await driver.select('promptTemplate_0');
    await page.keyboard.press('d');
    await page.getByRole('status').getByText('Prompt Template disabled').waitFor();
    await driver.save();
    const { flowData } = await storedFlow(client, page);
    expect(flowData.nodes.filter((node) => node.isDisabled).map(({ id }) => id)).toEqual([
      'promptTemplate_0',
    ]);
  });
});

describe('finding', () => {
  it('finds values of parameters, goes through what it found, and leaves it chosen', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Found', chain));
    await page.locator('.react-flow__pane').click({ position: { x: 8, y: 8 } });
    await page.keyboard.press('Control+f');
    const field = page.getByRole('textbox', { name: 'Find in this flow' });
    await field.fill('{question}');
    await page.getByText('1 of 1').waitFor();
    await field.fill('o');
    await page.getByText(/^1 of [2-9]/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^2 of [2-9]/).waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.getByText(/^1 of [2-9]/).waitFor();
    await field.fill('Say {');
    await page.keyboard.press('Escape');
    await expect.poll(() => field.count()).toBe(0);
    await expect
      .poll(() => driver.node('promptTemplate_0').locator('[data-selected]').count())
      .toBeGreaterThan(0);
    await page.keyboard.press('Delete');
    await expect.poll(() => ids(page)).toEqual(['demoModel_0', 'llmChain_0']);
  });
});

describe('keys', () => {
  it('a key is changed in the sheet, a clash is refused by name, and the choice outlives a reload', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Keyed', chain));
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByRole('textbox', { name: 'Search shortcuts' }).fill('duplicate');
    const key = sheet.getByRole('button', { name: /^Change the shortcut for “Duplicate”/ });
    await key.click();
    await page.keyboard.press('Control+z');
    await sheet.getByText('Ctrl Z is already used for “Undo”. Change that shortcut first.').first().waitFor();
    await key.click();
    await page.keyboard.press('Control+j');
    await sheet.getByRole('button', { name: 'Change the shortcut for “Duplicate”: Ctrl J' }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await driver.select('demoModel_0');
    await page.keyboard.press('Control+j');
    await driver.node('demoModel_1').waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('?');
    await sheet.getByRole('button', { name: 'Reset all' }).click();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await driver.select('demoModel_0');
    await page.keyboard.press('Control+d');
    await driver.node('demoModel_1').waitFor();
  });

  it('rests while a field has the focus', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Resting', chain));
    await driver.select('promptTemplate_0');
    await page.getByRole('textbox', { name: 'Search nodes' }).focus();
    for (const key of ['d', 'c', 'o', 'Delete', '1', 'Control+a', '?']) await page.keyboard.press(key);
    expect(await ids(page)).toEqual(['demoModel_0', 'llmChain_0', 'promptTemplate_0']);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await driver.isDirty()).toBe(false);
  });
});
