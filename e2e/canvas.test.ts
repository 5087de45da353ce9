import { readFile } from 'node:fs/promises';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, owner } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
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

async function open(path: string): Promise<{ page: Page; driver: CanvasDriver }> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(path);
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  return { page, driver: canvasDriver(page) };
}

async function openFlow(flow: FlowDetail) {
  const opened = await open(`/canvas/${flow.id}`);
  await opened.page.locator('.react-flow__node').first().waitFor();
  return opened;
}

/** Prompt, model and chain, with the prompt wired. */
const chain = (flow: FlowBuilder) => {
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const prompt = flow.add('promptTemplate', { x: 0, y: 320 }, { template: 'Say {question}' });
  const end = flow.add('llmChain', { x: 420, y: 100 });
  flow.connect(model, end, 'model').connect(prompt, end, 'prompt');
};

const places = (page: Page) =>
  page
    .locator('.react-flow__node')
    .evaluateAll((all) =>
      all.map((node) => [node.getAttribute('data-id'), (node as HTMLElement).style.transform]).sort(),
    );

describe('drawing', () => {
  it.each(['/canvas', '/agentcanvas'])(
    'PRODUCT-08, CANVAS-01, CANVAS-02: the palette of %s groups nodes, with placeable ones in Vector Stores and Sequential Agents',
    async (path) => {
      const { page, driver } = await open(path);
      const palette = page.getByRole('complementary', { name: 'Nodes' });
      for (const category of ['Vector Stores', 'Sequential Agents']) {
        const group = palette.getByRole('rowgroup', { name: category });
        const head = group.getByRole('button', { name: category });
        if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
        await group.getByRole('button', { name: /^Add / }).first().click();
      }
      await expect.poll(() => page.locator('.react-flow__node').count()).toBe(2);
      await palette.getByRole('textbox', { name: 'Search nodes' }).fill('no such thing');
      await palette.getByText('No nodes match “no such thing”.').waitFor();
      expect(await driver.isDirty()).toBe(true);
    },
  );

  it('PRODUCT-01, CANVAS-01, CANVAS-03, CANVAS-05, CANVAS-06, CONNECT-04: after the sign-in a flow is drawn by mouse, saved, reopened the same, answers in chat and API; then a voice agent is made and edited', async () => {
    const page = await browser.visit(server.url);
    const driver = canvasDriver(page);
    await page.goto('/');
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/chatflows');
    await page.goto('/canvas');
    await page.getByRole('button', { name: 'Close the side panel' }).click();
    await driver.addByDrag('Demo model', { x: 480, y: 160 });
    await driver.addByDrag('Prompt Template', { x: 480, y: 520 });
    await driver.addByDrag('LLM Chain', { x: 960, y: 260 });
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(3);
    expect(await driver.isDirty()).toBe(true);
    await driver.draw(driver.handle('demoModel_0', 'demoModel'), driver.handle('llmChain_0', 'model'));
    await driver.draw(
      driver.handle('promptTemplate_0', 'promptTemplate'),
      driver.handle('llmChain_0', 'prompt'),
    );
    await expect.poll(() => driver.edges.count()).toBe(2);
    await page.getByRole('button', { name: 'Open the side panel' }).click();
    await driver.select('promptTemplate_0');
    await driver.field('template').getByRole('textbox').fill('Repeat this: {question}');
    await driver.save('Drawn by hand');
    expect(await driver.isDirty()).toBe(false);
    expect(new URL(page.url()).pathname).toMatch(/^\/canvas\/[\w-]+$/);

    const { flowData, name } = await storedFlow(client, page);
    expect(name).toBe('Drawn by hand');
    expect(flowData.edges.map(({ source, target }) => [source, target]).toSorted()).toEqual([
      ['demoModel_0', 'llmChain_0'],
      ['promptTemplate_0', 'llmChain_0'],
    ]);
    for (const edge of flowData.edges) {
      expect(edge.sourceHandle).toMatch(new RegExp(`^${edge.source}-output-`));
      expect(edge.targetHandle).toMatch(/^llmChain_0-input-(model|prompt)-/);
      expect(edge.id).toBe(`${edge.source}-${edge.sourceHandle}-${edge.target}-${edge.targetHandle}`);
    }
    const drawn = await places(page);
    await page.reload();
    await expect.poll(() => driver.edges.count()).toBe(2);
    await expect.poll(() => places(page)).toEqual(drawn);
    await driver.select('promptTemplate_0');
    expect(await driver.field('template').getByRole('textbox').inputValue()).toBe('Repeat this: {question}');
    expect(await driver.isDirty()).toBe(false);

    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('textbox', { name: 'Ask this flow' }).fill('blue whales');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByRole('button', { name: 'Open trace' }).waitFor();
    expect(((await answer.textContent()) ?? '').length).toBeGreaterThan(10);

    const flowId = new URL(page.url()).pathname.split('/').at(-1);
    const asked = { question: 'blue whales' };
    const { text } = await client.call<{ text: string }>('POST', `prediction/${flowId}`, asked);
    expect(text).toContain('blue whales');

    await page.goto('/agent');
    await page.getByRole('button', { name: 'New agent' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Front desk');
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await page.waitForURL(/\/agent\/[\w-]+$/);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: /^Français/ }).click();
    expect((await saved).status()).toBe(200);
    const agentId = new URL(page.url()).pathname.split('/').at(-1);
    expect(await client.call('GET', `${agentsPrefix}/${agentId}`)).toMatchObject({
      data: { agentName: 'Front desk', language: 'fr-FR' },
    });
  });

  it('CANVAS-03: moving a node makes the flow dirty, saving makes it clean, and the place is kept', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Moved', chain));
    expect(await driver.isDirty()).toBe(false);
    const before = await places(page);
    const header = driver.node('promptTemplate_0').locator('header');
    await header.hover({ position: { x: 60, y: 12 } });
    await page.mouse.down();
    const box = await header.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 90, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => driver.isDirty()).toBe(true);
    await page.keyboard.press('Control+s');
    await expect.poll(() => driver.isDirty()).toBe(false);
    const moved = await places(page);
    expect(moved).not.toEqual(before);
    await page.reload();
    await expect.poll(() => places(page)).toEqual(moved);
  });

  it('removes by key with its edges, copies, and takes an edge away', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Cut', chain));
    await driver.select('demoModel_0');
    await page.keyboard.press('Escape');
    await driver.select('demoModel_0');
    await page.keyboard.press('Control+d');
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(4);
    await driver.node('demoModel_1').waitFor();
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(3);
    expect(await driver.edges.count()).toBe(2);
    await driver.select('demoModel_0');
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(2);
    expect(await driver.edges.count()).toBe(1);
    await driver.select('llmChain_0');
    await driver.panel.getByRole('button', { name: /^Remove the connection from Prompt Template/ }).click();
    await expect.poll(() => driver.edges.count()).toBe(0);
    await driver.save();
    const { flowData } = await storedFlow(client, page);
    expect(flowData.nodes.map(({ id }) => id).toSorted()).toEqual(['llmChain_0', 'promptTemplate_0']);
    expect(flowData.nodes.find(({ id }) => id === 'llmChain_0')?.data.inputs).toMatchObject({
      model: '',
      prompt: '',
    });
  });

  it('NODE-05: a new node gets the first free number', async () => {
    const { page, driver } = await open('/canvas');
    for (let count = 0; count < 3; count += 1) await driver.addByClick('LLM Chain');
    await driver.node('llmChain_2').waitFor();
    await page.locator('.react-flow__node[data-id="llmChain_1"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('.react-flow__node[data-id="llmChain_1"]').focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(2);
    await driver.addByClick('LLM Chain');
    await driver.node('llmChain_1').waitFor();
  });

  it('keeps sticky notes with text and colour', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Noted', chain));
    await page.getByRole('button', { name: 'Add a sticky note' }).click();
    const note = driver.node('stickyNote_0');
    await note.dblclick();
    await note.getByRole('textbox', { name: 'Note' }).fill('Mind the gap');
    await page.keyboard.press('Escape');
    await driver.panel.getByRole('button', { name: 'Blue' }).click();
    await driver.save();
    await page.reload();
    await note.getByText('Mind the gap').waitFor();
    expect(await note.locator('[data-colour]').getAttribute('data-colour')).toBe('blue');
  });

  it('zooms, shows all, and a locked drawing stays as it is', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Controls', chain));
    const controls = page.getByRole('toolbar', { name: 'Flow' });
    const percent = controls.getByRole('button', { name: /%$/ });
    const before = await percent.textContent();
    await controls.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => percent.textContent()).not.toBe(before);
    await controls.getByRole('button', { name: 'Zoom to fit (1)' }).click();
    await expect.poll(() => percent.textContent()).toBe(before);
    await percent.click();
    await expect.poll(() => percent.textContent()).toBe('100%');
    expect(await page.locator('.react-flow__minimap').isVisible()).toBe(true);
    await controls.getByRole('button', { name: 'Lock the canvas' }).click();
    await driver.select('promptTemplate_0');
    await page.keyboard.press('Delete');
    await page.keyboard.press('ArrowDown');
    await controls.getByRole('button', { name: 'Unlock the canvas' }).click();
    expect(await page.locator('.react-flow__node').count()).toBe(3);
    expect(await driver.isDirty()).toBe(false);
  });

  it('G6: connects by keyboard', async () => {
    const flow = await storeFlow(client, 'Keys', (builder) => {
      builder.add('demoModel', { x: 0, y: 0 });
      builder.add('llmChain', { x: 420, y: 100 });
    });
    const { page, driver } = await openFlow(flow);
    await driver.node('demoModel_0').focus();
    await page.keyboard.press('Enter');
    await driver.node('demoModel_0').focus();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Connect Demo model' });
    await dialog.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => driver.edges.count()).toBe(1);
  });
});

describe('connection rules', () => {
  const parts = (flow: FlowBuilder) => {
    flow.add('demoModel', { x: 0, y: 0 });
    flow.add('chatOllama', { x: 0, y: 260 });
    flow.add('calculator', { x: 0, y: 620 });
    flow.add('currentDateTime', { x: 0, y: 800 });
    flow.add('toolAgent', { x: 460, y: 200 });
  };

  it('CONNECT-01: a drag between types that share nothing makes no edge and says why', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Types', parts));
    await driver.draw(
      driver.handle('calculator_0', 'calculator'),
      driver.handle('toolAgent_0', 'model'),
      async () => {
        await page
          .getByRole('status')
          .getByText(/^Needs BaseChatModel, but this provides \w+$/)
          .waitFor();
      },
    );
    expect(await driver.edges.count()).toBe(0);
    expect(await driver.isDirty()).toBe(false);
  });

  it('CONNECT-02, CONNECT-03: a single place takes one edge and says it is taken; a list takes several', async () => {
    const { page, driver } = await openFlow(await storeFlow(client, 'Taken', parts));
    const model = driver.handle('toolAgent_0', 'model');
    await driver.draw(driver.handle('demoModel_0', 'demoModel'), model);
    await expect.poll(() => driver.edges.count()).toBe(1);
    await driver.draw(driver.handle('chatOllama_0', 'chatOllama'), model, async () => {
      await page.getByRole('status').getByText('Already connected').waitFor();
    });
    expect(await driver.edges.count()).toBe(1);
    const tools = driver.handle('toolAgent_0', 'tools');
    await driver.draw(driver.handle('calculator_0', 'calculator'), tools);
    await driver.draw(driver.handle('currentDateTime_0', 'currentDateTime'), tools);
    await expect.poll(() => driver.edges.count()).toBe(3);
    await driver.save();
    const { flowData } = await storedFlow(client, page);
    expect(flowData.nodes.find(({ id }) => id === 'toolAgent_0')?.data.inputs).toMatchObject({
      model: '{{demoModel_0.data.instance}}',
      tools: ['{{calculator_0.data.instance}}', '{{currentDateTime_0.data.instance}}'],
    });
  });

  it('NODE-11, SP-98: an anchor shows its types, joined by a spaced pipe', async () => {
    const { page } = await openFlow(await storeFlow(client, 'Types', parts));
    const shown = await page
      .locator('.react-flow__node[data-id="chatOllama_0"] [title]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    expect(shown.join('\n')).toMatch(/^ChatOllama( \| \w+)* \| BaseChatModel( \| \w+)*$/m);
  });
});

describe('the flow as a whole', () => {
  it('ROUTES-34: renames in place, copies and deletes after asking', async () => {
    const { page } = await openFlow(await storeFlow(client, 'Old name', chain));
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Flow name' }).fill('Other');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Old name' }).waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Flow name' }).fill('New name');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await storedFlow(client, page)).name).toBe('New name');
    const first = page.url();
    await page.getByRole('button', { name: 'Flow settings' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => page.url()).not.toBe(first);
    await page.locator('.react-flow__node').first().waitFor();
    const copy = (await storedFlow(client, page)).name;
    await page.getByRole('button', { name: 'Flow settings' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText(`Delete flow ${copy}?`, { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL('**/chatflows');
    await page.getByRole('article').filter({ hasText: 'New name' }).first().waitFor();
    expect(await page.getByRole('heading', { level: 2, name: copy, exact: true }).count()).toBe(0);
  });

  it('ROUTES-28: an unknown flow says so', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    browser.allow(page, answered(404));
    await page.goto('/canvas/no-such-flow');
    await page.getByText('Flow not found').waitFor();
  });

  it('ROUTES-28: a flow opened at the address of pipelines is shown at its own', async () => {
    const flow = await storeFlow(client, 'Elsewhere', chain);
    const page = await browser.visit(server.url, { session: 'shared' });
    await page.goto(`/agentcanvas/${flow.id}?chat=open`);
    await page.locator('.react-flow__node').first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/canvas/${flow.id}?chat=open`);
  });

  it('the first save changes the address and leaves drawing and history as they are', async () => {
    const { page, driver } = await open('/canvas');
    await driver.addByClick('Calculator');
    await page.locator('.react-flow__node').evaluate((node) => node.setAttribute('data-same', 'yes'));
    await driver.save('Same desk');
    await expect.poll(() => page.url()).toMatch(/canvas\/[\w-]+$/);
    expect(await driver.node('calculator_0').getAttribute('data-same')).toBe('yes');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(0);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).not.toMatch(/^\/canvas/);
  });

  it('I-31: exports the flow as a file and loads it again as one step; a bad file says why', async () => {
    const { page } = await openFlow(await storeFlow(client, 'Travelling', chain));
    await page.getByRole('button', { name: 'Flow settings' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Travelling Chatflow.json');
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { nodes: { id: string }[] };
    expect(file.nodes.map(({ id }) => id)).toContain('llmChain_0');

    const load = async (name: string, text: string) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Flow settings' }).click();
      await page.getByRole('menuitem', { name: 'Load from file…' }).click();
      await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    };
    await load('one.json', JSON.stringify({ nodes: file.nodes.slice(0, 1), edges: [] }));
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.locator('.react-flow__node').count()).toBe(3);
    await load('bad.json', '{"tools": []}');
    await page.getByText('bad.json does not contain a flow').waitFor();
    expect(await page.locator('.react-flow__node').count()).toBe(3);
  });
});
