import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { inlineTypes } from '@tendril/contract/node/inline-type';
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
  server = await startServer({ preload: new URL('sampler-node.ts', import.meta.url).href });
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

async function open(flow: FlowDetail): Promise<{ page: Page; driver: CanvasDriver }> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/canvas/${flow.id}`);
  await page.locator('.react-flow__node').first().waitFor();
  return { page, driver: canvasDriver(page) };
}

const one = (name: string) =>
  storeFlow(client, name, (flow) => {
    flow.add(name, { x: 0, y: 0 });
  });

async function inputsOf(page: Page, id: string): Promise<Record<string, unknown>> {
  const { flowData } = await storedFlow(client, page);
  return flowData.nodes.find((node) => node.id === id)?.data.inputs ?? {};
}

const showMore = (driver: CanvasDriver) => driver.panel.getByText('More settings').click();

it('NODE-06: string, number, boolean, options, json, asyncOptions and multiOptions are edited, saved and read again', async () => {
  const { page, driver } = await open(await one('chatOpenAI'));
  await driver.select('chatOpenAI_0');
  const model = driver.field('modelName').getByRole('combobox');
  await model.click();
  await driver.field('modelName').getByRole('option').first().waitFor();
  await model.fill('gpt-4.1-mini');
  await page.keyboard.press('Enter');
  await driver.field('temperature').getByRole('spinbutton').fill('0.25');
  await showMore(driver);
  await driver.field('streaming').getByRole('switch').click();
  await driver.field('stopSequence').getByRole('textbox').fill('one\ntwo');
  await driver.field('reasoningEffort').getByRole('combobox').selectOption('low');
  await driver.field('baseOptions').getByRole('textbox').click();
  await page.keyboard.type('{"x-team": "a"');
  expect(await driver.isDirty()).toBe(true);
  await driver.save();
  expect(await inputsOf(page, 'chatOpenAI_0')).toMatchObject({
    modelName: 'gpt-4.1-mini',
    temperature: 0.25,
    streaming: false,
    stopSequence: 'one\ntwo',
    reasoningEffort: 'low',
    baseOptions: '{"x-team": "a"}',
  });
  await page.reload();
  await driver.select('chatOpenAI_0');
  expect(await model.inputValue()).toContain('gpt-4.1-mini');
  expect(await driver.field('temperature').getByRole('spinbutton').inputValue()).toBe('0.25');
  await showMore(driver);
  expect(await driver.field('streaming').getByRole('switch').getAttribute('aria-checked')).toBe('false');
  expect(await driver.node('chatOpenAI_0').textContent()).toContain('gpt-4.1-mini');
});

it('NODE-06: multiOptions, tabs, datagrid and code keep their values', async () => {
  const flow = await storeFlow(client, 'Many kinds', (builder) => {
    builder.add('chatGoogleGenerativeAI', { x: 0, y: 0 });
    builder.add('seqState', { x: 400, y: 0 });
    builder.add('customFunction', { x: 400, y: 360 });
  });
  const { page, driver } = await open(flow);
  await driver.select('chatGoogleGenerativeAI_0');
  await showMore(driver);
  const categories = driver.field('harmCategory').getByRole('checkbox');
  await categories.nth(0).check();
  await categories.nth(2).check();

  await driver.select('seqState_0');
  const state = driver.field('stateMemory');
  await state.getByRole('button', { name: 'Add row' }).click();
  await state.getByRole('group', { name: 'Row 1' }).getByRole('textbox').first().fill('topic');
  await state.getByRole('button', { name: 'Add row' }).click();
  await state.getByRole('group', { name: 'Row 2' }).getByRole('textbox').first().fill('gone');
  await state.getByRole('button', { name: 'Remove row 2' }).click();

  await driver.select('customFunction_0');
  await driver.field('javascriptFunction').getByRole('textbox').click();
  await page.keyboard.type('return 6 * 7;');
  await driver.save();

  const harms = String((await inputsOf(page, 'chatGoogleGenerativeAI_0')).harmCategory);
  expect(JSON.parse(harms)).toHaveLength(2);
  const memory = Object.values(await inputsOf(page, 'seqState_0')).map(String);
  expect(memory.some((value) => value.includes('"topic"') && !value.includes('gone'))).toBe(true);
  expect((await inputsOf(page, 'customFunction_0')).javascriptFunction).toBe('return 6 * 7;');
  await page.reload();
  await driver.select('customFunction_0');
  await expect.poll(() => driver.field('javascriptFunction').textContent()).toContain('return 6 * 7;');
  await driver.select('seqState_0');
  expect(await state.getByRole('group', { name: 'Row 1' }).getByRole('textbox').first().inputValue()).toBe(
    'topic',
  );
  expect(await state.getByRole('group', { name: 'Row 2' }).count()).toBe(0);
});

it('NODE-06: a file is kept with the flow, under its name', async () => {
  const { page, driver } = await open(await one('textFile'));
  await driver.select('textFile_0');
  await driver
    .field('txtFile')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'facts.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('Whales are large.'),
    });
  await driver.field('txtFile').getByText('facts.md').waitFor();
  await driver.save();
  expect((await inputsOf(page, 'textFile_0')).txtFile).toBe('FILE-STORAGE::["facts.md"]');
  await page.reload();
  await driver.select('textFile_0');
  await driver.field('txtFile').getByText('facts.md').waitFor();
  await driver.field('txtFile').getByRole('button', { name: 'Remove facts.md' }).click();
  await driver.save();
  expect((await inputsOf(page, 'textFile_0')).txtFile).toBe('');
});

it('NODE-06: each of the fifteen types is drawn, edited, stored and drawn again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tendril-folder-'));
  await writeFile(join(folder, 'one.md'), 'One.');
  await writeFile(join(folder, 'two.md'), 'Two.');
  const { page, driver } = await open(await one('paramSampler'));
  await driver.select('paramSampler_0');
  // What is under a heading of its own belongs to every node, whatever its parameters.
  const drawn = driver.panel.locator('[data-param-field]:not([data-param-field] *, details *)');
  expect(
    (await drawn.evaluateAll((all) => all.map((field) => field.getAttribute('data-param-field')))).sort(),
  ).toEqual(inlineTypes.toSorted());

  const towns = driver.field('asyncOptions').getByRole('combobox');
  await towns.click();
  await driver.field('asyncOptions').getByRole('option', { name: 'Bonn' }).click();
  await driver.field('options').getByRole('combobox').selectOption('Blue');
  await driver.field('multiOptions').getByRole('checkbox', { name: 'Tuesday' }).check();
  await driver.field('datagrid').getByRole('button', { name: 'Add row' }).click();
  await driver.field('datagrid').getByRole('textbox').fill('topic');
  await driver.field('string').getByRole('textbox').fill('Some words');
  await driver.field('number').getByRole('spinbutton').fill('7');
  await driver.field('boolean').getByRole('switch').click();
  await driver.field('password').locator('input[type=password]').fill('CANARY-password');
  await driver.field('json').getByRole('textbox').click();
  await page.keyboard.type('{"a": 1');
  await driver.field('code').getByRole('textbox').click();
  await page.keyboard.type('return 1;');
  await driver.field('date').locator('input[type=date]').fill('2026-02-28');
  const text = { name: 'facts.txt', mimeType: 'text/plain', buffer: Buffer.from('Facts.') };
  await driver.field('file').locator('input[type=file]').setInputFiles(text);
  await driver.field('file').getByText('facts.txt').waitFor();
  await driver.field('folder').locator('input[type=file]').setInputFiles(folder);
  await driver.field('folder').getByText('two.md').waitFor();
  await driver.field('tabs').getByText('Second', { exact: true }).click();
  await driver.field('second').getByRole('textbox').fill('In the second tab');
  await driver.field('conditionFunction').getByRole('button', { name: 'Edit the condition' }).click();
  const dialog = page.getByRole('dialog', { name: 'Parameter sampler' });
  await dialog.getByRole('tab', { name: 'Code' }).click();
  await dialog.locator('.cm-content').click();
  await page.keyboard.type('return "A";');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await driver.save();

  const stored = await inputsOf(page, 'paramSampler_0');
  expect(stored).toMatchObject({
    ...{ asyncOptions: 'bonn', options: 'blue', multiOptions: '["tue"]', datagrid: '[{"key":"topic"}]' },
    ...{ string: 'Some words', number: 7, boolean: true, json: '{"a": 1}', code: 'return 1;' },
    ...{ date: '2026-02-28', file: 'FILE-STORAGE::["facts.txt"]', second: 'In the second tab' },
    ...{ selectedTab_paramSampler_0: 'second', conditionFunction: 'return "A";' },
    selectedConditionFunctionTab_paramSampler_0: 'conditionFunction',
  });
  expect(JSON.parse(String(stored.folder).replace('FILE-STORAGE::', '')).sort()).toEqual([
    'one.md',
    'two.md',
  ]);
  expect(stored.password).not.toBe('');
  expect(JSON.stringify(stored)).not.toContain('CANARY');

  await page.reload();
  await driver.select('paramSampler_0');
  await expect.poll(() => towns.inputValue()).toBe('Bonn');
  expect(await driver.field('options').getByRole('combobox').inputValue()).toBe('blue');
  expect(await driver.field('multiOptions').getByRole('checkbox', { checked: true }).count()).toBe(1);
  expect(await driver.field('datagrid').getByRole('textbox').inputValue()).toBe('topic');
  expect(await driver.field('string').getByRole('textbox').inputValue()).toBe('Some words');
  expect(await driver.field('number').getByRole('spinbutton').inputValue()).toBe('7');
  expect(await driver.field('boolean').getByRole('switch').getAttribute('aria-checked')).toBe('true');
  expect(await driver.field('password').locator('input').inputValue()).toBe(stored.password);
  await expect.poll(() => driver.field('json').textContent()).toContain('{"a": 1}');
  await expect.poll(() => driver.field('code').textContent()).toContain('return 1;');
  expect(await driver.field('date').locator('input').inputValue()).toBe('2026-02-28');
  await driver.field('file').getByText('facts.txt').waitFor();
  await driver.field('folder').getByText('one.md').waitFor();
  expect(await driver.field('second').getByRole('textbox').inputValue()).toBe('In the second tab');
  expect(await driver.field('conditionFunction').textContent()).toContain('A');
  await rm(folder, { recursive: true });
});

it('NODE-07: the anchors for a cache and for moderation are drawn, as nodes of the catalogue give both', async () => {
  const flow = await storeFlow(client, 'Cache and moderation', (builder) => {
    builder.add('chatOpenAI', { x: 0, y: 0 });
    builder.add('conversationChain', { x: 480, y: 0 });
  });
  const { driver } = await open(flow);
  await driver.handle('conversationChain_0', 'model').waitFor();
  await driver.handle('chatOpenAI_0', 'cache').waitFor();
  await driver.handle('conversationChain_0', 'inputModeration').waitFor();
  await driver.select('conversationChain_0');
  await driver.panel.locator('[data-port-field=inputModeration]').waitFor();
});

it('NODE-15: a secret is made in place, chosen, and never sent back', async () => {
  const { page, driver } = await open(await one('chatOpenAI'));
  await driver.select('chatOpenAI_0');
  await expect
    .poll(() => driver.panel.locator('[data-param-field]').first().getAttribute('data-param-field'))
    .toBe('credential');
  await driver.field('credential').getByRole('button', { name: 'New secret…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add secret' });
  await dialog.getByLabel('Name').fill('Team key');
  await dialog.locator('input[type=password]').fill('sk-CANARY-typed-here');
  await dialog.getByRole('button', { name: 'Save without testing' }).click();
  await page.locator('[data-toast]').getByText('Team key saved').waitFor();
  await expect
    .poll(() => driver.field('credential').getByRole('combobox').locator('option:checked').textContent())
    .toContain('Team key');
  await driver.save();
  const flow = await storedFlow(client, page);
  expect(flow.flowData.nodes[0]?.data.credential).toEqual(expect.any(String));
  expect(JSON.stringify(flow)).not.toContain('CANARY');
  await driver.field('credential').getByRole('button', { name: 'Edit secret' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit secret' });
  await edit.getByLabel('Name').waitFor();
  expect(await edit.locator('input[type=password]').inputValue()).not.toContain('CANARY');
  await page.keyboard.press('Escape');
});

it('a click on a value row opens that parameter, and a missing one is marked', async () => {
  const flow = await storeFlow(client, 'Rows', (builder) => {
    builder.add('promptTemplate', { x: 0, y: 0 });
  });
  const { page, driver } = await open(flow);
  const row = driver.node('promptTemplate_0').locator('[data-param=template]');
  expect(await row.textContent()).toContain('not set');
  await row.click();
  const field = driver.field('template').getByRole('textbox');
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.type('Say hello');
  await expect.poll(() => row.textContent()).toContain('Say hello');
});

it('CANVAS-07: a text that takes variables offers those of the workspace and of connected nodes', async () => {
  const flow = await storeFlow(client, 'Variables', (builder) => {
    builder.add('customFunction', { x: 0, y: 0 }, { javascriptFunction: 'return 1;' });
    builder.add('customFunction', { x: 420, y: 0 }, { javascriptFunction: 'return $a;' });
  });
  const { page, driver } = await open(flow);
  const target = driver.handle('customFunction_1', 'functionInputVariables');
  await driver.draw(driver.handle('customFunction_0', 'output'), target);
  await expect.poll(() => driver.edges.count()).toBe(1);
  await driver.select('customFunction_1');
  await driver.field('functionInputVariables').getByRole('button', { name: 'Insert a variable' }).click();
  const menu = page.getByRole('menu', { name: 'Variables' });
  const offered = (await menu.getByRole('menuitem').allTextContents()).join('\n');
  for (const name of [
    '{{question}}',
    '{{chat_history}}',
    '{{$flow.chatId}}',
    '{{customFunction_0.data.instance}}',
  ]) {
    expect(offered).toContain(name);
  }
  await menu.getByRole('menuitem', { name: '{{question}}' }).click();
  await expect.poll(() => driver.field('functionInputVariables').textContent()).toContain('{{question}}');
});
