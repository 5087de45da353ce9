import { readFile } from 'node:fs/promises';
import type { BundleReport } from '@tendril/contract/api/export-import';
import { studioPrefix } from '@tendril/contract/api/prefixes';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

const exportUrl = `**${studioPrefix}/export-import/export`;
const importUrl = `**${studioPrefix}/export-import/import`;
const kinds = ['Chatflows', 'Agentflows', 'Tools', 'Variables', 'Assistants'];
const password = 'sk-canary-of-a-password';
const assistant = { name: 'Helper', instruction: 'Help shortly.' };

type Listed = { id: string }[];

/** Makes the house hold one flow with a tool, a pipeline, a variable and an assistant. */
async function fill(): Promise<void> {
  await wipe();
  const tool = await client.call<{ id: string }>('POST', 'tools', {
    name: 'price_of',
    description: 'Prices.',
    func: 'return 1;',
  });
  await client.call('POST', 'variables', { name: 'town', value: 'Oslo' });
  await client.call('POST', 'assistants', { details: JSON.stringify(assistant) });
  const flow = new FlowBuilder(await readTemplates(client));
  flow.add('customTool', { x: 0, y: 0 }, { selectedTool: tool.id });
  const flowData = flow.build();
  const node = flowData.nodes[0];
  if (node) {
    node.selected = true;
    node.data.inputParams = [...(node.data.inputParams ?? []), { name: 'key', type: 'password' }];
    node.data.inputs = { ...node.data.inputs, key: password };
  }
  await client.call('POST', 'flows', { name: 'With a tool', type: 'CHATFLOW', flowData });
  await client.call('POST', 'flows', { name: 'Steps', type: 'MULTIAGENT' });
}

async function wipe(): Promise<void> {
  for (const type of ['CHATFLOW', 'MULTIAGENT']) {
    const { data } = await client.call<{ data: Listed }>('GET', `flows?type=${type}&limit=100`);
    for (const { id } of data) await client.call('DELETE', `flows/${id}`);
  }
  for (const path of ['tools', 'variables', 'assistants'])
    for (const { id } of await client.call<Listed>('GET', path)) await client.call('DELETE', `${path}/${id}`);
}

async function open(): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto('/chatflows');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function openExport(page: Page) {
  await choose(page, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Select Data to Export' });
  await dialog.waitFor();
  return dialog;
}

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await choose(page, 'Import');
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
}

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import', exact: true });
const goOn = (page: Page) => importDialog(page).getByRole('button', { name: /^Import \d+ item/ });
const toastOf = (page: Page, text: string) => page.locator('[data-toast]').filter({ hasText: text });
const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });

/** Exports everything through the page; answers name and content of the file. */
async function download(page: Page) {
  const dialog = await openExport(page);
  const begun = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await begun;
  const text = await readFile(await file.path(), 'utf8');
  return { name: file.suggestedFilename(), text, file: JSON.parse(text) as Record<string, object[]> };
}

describe('export', () => {
  beforeEach(fill);

  it('SHELL-28, EXPORT-01, EXPORT-02, EXPORT-03, SP-28, SP-31, SP-35: five checked boxes; without a choice there is nothing to export', async () => {
    const page = await open();
    const dialog = await openExport(page);
    const boxes = dialog.getByRole('checkbox');
    expect(await dialog.locator('label').allTextContents()).toEqual(kinds);
    for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
    await dialog.getByText(/Does not include .+ voice agents or phone numbers/).waitFor();
    const button = dialog.getByRole('button', { name: 'Export', exact: true });
    for (const kind of kinds) await dialog.getByLabel(kind).uncheck();
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByLabel('Variables').check();
    expect(await button.isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const again = await openExport(page);
    for (const box of await again.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(true);
  });

  it('EXPORT-04 to EXPORT-08, SP-30: sends true for what is chosen, and is busy and closed to everybody meanwhile', async () => {
    const page = await open();
    const sent: unknown[] = [];
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(exportUrl, async (route) => {
      sent.push(route.request().postDataJSON());
      await held;
      await route.continue();
    });
    const dialog = await openExport(page);
    await dialog.getByLabel('Tools').uncheck();
    await dialog.getByLabel('Assistants').uncheck();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const busy = page.getByRole('dialog', { name: 'Exporting..' });
    await busy.getByText('Exporting data might takes a while', { exact: true }).waitFor();
    await busy.locator('svg[data-export-animation]').waitFor();
    await busy.getByRole('progressbar').waitFor();
    expect(sent).toEqual([{ chatflow: true, agentflow: true, variable: true }]);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await busy.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    expect(await busy.isVisible()).toBe(true);
    const begun = page.waitForEvent('download');
    answer();
    await begun;
    await busy.waitFor({ state: 'detached' });
  });

  it('EXPORT-09 to EXPORT-20, SP-34: the file has its name, five keys, exact fields, and no secret', async () => {
    const page = await open();
    const { name, text, file } = await download(page);
    expect(name).toBe('ExportData.json');
    expect(text).toBe(JSON.stringify(file, null, 2));
    expect(Object.keys(file)).toEqual(['Tool', 'ChatFlow', 'AgentFlow', 'Variable', 'Assistant']);
    expect(file['Tool']?.map(Object.keys)).toEqual([
      ['id', 'name', 'description', 'color', 'iconSrc', 'schema', 'func'],
    ]);
    for (const key of ['ChatFlow', 'AgentFlow'])
      expect(file[key]?.map(Object.keys)).toEqual([['id', 'name', 'flowData', 'type']]);
    expect(file['Variable']?.map(Object.keys)).toEqual([['id', 'name', 'value', 'type']]);
    expect(file['Assistant']?.map(Object.keys)).toEqual([['id', 'details', 'credential', 'iconSrc']]);
    const [exported] = file['Assistant'] as { details: string }[];
    expect(JSON.parse(exported?.details ?? '')).toMatchObject(assistant);
    expect(text).not.toContain(password);
    const [flow] = file['ChatFlow'] as { flowData: string }[];
    const { nodes } = JSON.parse(flow?.flowData ?? '');
    expect(nodes[0]).toMatchObject({ selected: false, data: { selected: false } });
    expect(nodes[0].data.inputs).not.toHaveProperty('key');
    expect(nodes[0].data.inputs.selectedTool).toMatch(/./);
  });

  it('EXPORT-09: the file is named as the server says', async () => {
    const page = await open();
    await page.route(exportUrl, json(200, { FileDefaultName: 'Mine.json', Tool: [], ChatFlow: [] }));
    expect((await download(page)).name).toBe('Mine.json');
  });

  it('EXPORT-27, EXPORT-28, ERR-01, SP-29: a failed request is shown and stays until it is closed', async () => {
    const page = await open();
    await page.clock.install();
    browser.allow(page, answered(500), /ERR_FAILED/);
    const start = async () =>
      (await openExport(page)).getByRole('button', { name: 'Export', exact: true }).click();
    await page.route(exportUrl, json(500, { message: 'boom' }));
    await start();
    const notice = page.getByText('Failed to export: boom', { exact: true });
    await notice.waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.unroute(exportUrl);
    await page.route(exportUrl, (route) => route.abort());
    await start();
    const nameless = page.getByText('Failed to export: Internal Server Error', { exact: true });
    await nameless.waitFor();
    await page.clock.runFor(60_000);
    expect([await notice.isVisible(), await nameless.isVisible()]).toEqual([true, true]);
    await toastOf(page, 'Failed to export: boom').getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await nameless.isVisible()).toBe(true);
  });

  it('EXPORT-29, ERR-01, ERR-10: a file that cannot be built is reported with the steps that failed', async () => {
    const page = await open();
    await page.route(exportUrl, json(200, { FileDefaultName: 'x.json', ChatFlow: [{ flowData: '{' }] }));
    await (await openExport(page)).getByRole('button', { name: 'Export', exact: true }).click();
    await page
      .getByText(/^Failed to export all: exportImport\.exportData exportImport\.sanitizeChatflow ./)
      .waitFor();
  });
});

describe('import', () => {
  beforeEach(wipe);

  const bundle = {
    Variable: [{ id: 'v1', name: 'town', value: 'Oslo', type: 'static' }],
    ChatFlow: [
      { id: 'flow-of-a-file', name: 'Brought along', type: 'CHATFLOW', flowData: '{"nodes":[],"edges":[]}' },
    ],
    Execution: [{ id: 'x' }],
  };

  it('ERR-01, SHELL-29, IMPORT-02, IMPORT-03, IMPORT-04, SP-38: a table, one click, the toast, a reload, the toast again', async () => {
    const page = await open();
    const chooser = page.waitForEvent('filechooser');
    await choose(page, 'Import');
    expect(await (await chooser).element().getAttribute('accept')).toBe('.json');
    const text = JSON.stringify(bundle, null, 2);
    await (await chooser).setFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    const records = importDialog(page).getByRole('article');
    await expect.poll(() => records.count()).toBe(2);
    expect(await records.first().locator('header').textContent()).toBe('FlowBrought alongNew');
    await importDialog(page).getByText('Execution (1)').waitFor();

    const sent = page.waitForRequest(importUrl);
    const reloaded = page.waitForEvent('load');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual(bundle);
    await page.getByText('Import All successful', { exact: true }).waitFor();
    await reloaded;
    await page.getByText('Import All successful', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Brought along' }).waitFor();
  });

  it('SP-37: what is here already is shown, and comes in under a new name', async () => {
    const page = await open();
    await client.call('POST', 'export-import/import', bundle);
    await client.call('POST', 'variables', { name: 'land', value: 'Norway' });
    const again = { ...bundle, Variable: [{ id: 'v2', name: 'land', value: 'Sweden', type: 'static' }] };
    await chooseFile(page, 'again.json', JSON.stringify(again));
    await importDialog(page).getByText('New, as “Brought along (1)”').waitFor();
    await importDialog(page).getByText('New, as “land_1”').waitFor();
    await importDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await importDialog(page).waitFor({ state: 'detached' });
    const { data } = await client.call<{ data: Listed }>('GET', 'flows?type=CHATFLOW');
    expect(data).toHaveLength(1);
    await chooseFile(page, 'again.json', JSON.stringify(again));
    const reloaded = page.waitForEvent('load');
    await goOn(page).click();
    await reloaded;
    await page.getByRole('heading', { name: 'Brought along (1)' }).waitFor();
  });

  it('IMPORT-01, IMPORT-06, SP-36: what is no JSON file is refused here, and nothing is sent', async () => {
    const page = await open();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/export-import/')) sent.push(request.url());
    });
    const notice = page.getByText('Failed to import: Invalid Imported File', { exact: true });
    await chooseFile(page, 'notes.txt', '{}');
    await expect.poll(() => notice.count()).toBe(1);
    await chooseFile(page, 'broken.json', '{"Tool":[');
    await expect.poll(() => notice.count()).toBe(2);
    expect(sent).toEqual([]);
  });

  it('ERR-01, IMPORT-05, IMPORT-06, SP-39: a failure is shown and stays; the same file can be chosen again', async () => {
    const page = await open();
    await page.clock.install();
    browser.allow(page, answered(500), answered(400), /ERR_FAILED/);
    const text = JSON.stringify(bundle);
    await page.route(importUrl, json(500, { message: 'bad' }));
    await chooseFile(page, 'same.json', text);
    await goOn(page).click();
    const notice = page.getByText('Failed to import: bad', { exact: true });
    await notice.waitFor();
    await page.unroute(importUrl);
    await page.route(importUrl, (route) => route.abort());
    await chooseFile(page, 'same.json', text);
    await goOn(page).click();
    await page.getByText('Failed to import: Invalid Imported File', { exact: true }).waitFor();
    await page.unroute(importUrl);
    await chooseFile(page, 'same.json', JSON.stringify({ Tool: [{ id: '../x', name: 'a' }] }));
    await page.getByText(/^Failed to import: Tool\.0\.id: must be 1 to 64/).waitFor();
    await page.clock.runFor(60_000);
    expect(await notice.isVisible()).toBe(true);
    expect((await client.call<{ data: Listed }>('GET', 'flows?type=CHATFLOW')).data).toEqual([]);
  });

  it('IMPORT-07: export, delete everything, import the file and export again give the same file', async () => {
    await fill();
    const page = await open();
    const before = await download(page);
    await wipe();
    await chooseFile(page, before.name, before.text);
    const reloaded = page.waitForEvent('load');
    await goOn(page).click();
    await reloaded;
    await page.getByRole('heading', { name: 'With a tool' }).waitFor();
    expect((await download(page)).text).toBe(before.text);
  });

  it('a bundle of many flows shows how far it is', async () => {
    const page = await open();
    const report: BundleReport = { entries: [], skipped: [], refused: [] };
    await page.route('**/export-import/inspect', async (route) => {
      await page.getByRole('progressbar', { name: 'Checking many.json' }).waitFor();
      await page.getByText('3 of 9 flows prepared').waitFor();
      await route.fulfill({ json: report });
    });
    await page.route('**/export-import/progress', json(200, { stage: 'preparing', done: 3, total: 9 }));
    await chooseFile(page, 'many.json', '{}');
    await importDialog(page).getByText('There is nothing to import in this file.').waitFor();
  });
});
