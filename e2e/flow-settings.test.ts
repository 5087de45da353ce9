import { readFile } from 'node:fs/promises';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { makeModelFlow } from './model-flow.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let model: ScriptedModel;
let flowId: string;

beforeAll(async () => {
  model = await startScriptedModel();
  server = await startServer({ environment: { EGRESS_ALLOW: `127.0.0.1:${model.port}` } });
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(async () => {
  await server?.remove();
  await model?.close();
});

beforeEach(async () => {
  flowId = await makeModelFlow(client, model.port);
});

const readSettings = () => client.call<FlowSettings>('GET', `flows/${flowId}/settings`);
const saveSettings = (sections: Partial<FlowSettings>) =>
  client.call('PATCH', `flows/${flowId}/settings`, sections);
const askByApi = (question: string, chatId: string) =>
  client.call<{ chatMessageId: string }>('POST', `prediction/${flowId}`, { question, chatId });

async function openDialog(entry: string, title = entry): Promise<{ page: Page; dialog: Locator }> {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/canvas/${flowId}`);
  await page.getByRole('button', { name: 'Flow settings' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return { page, dialog };
}

async function expectNoFindings(page: Page): Promise<void> {
  await untilStill(page);
  expect(await axeFindings(page, { part: '[role="dialog"]' })).toEqual([]);
}

describe('the configuration', () => {
  it('each section is saved by itself; a mistake names its field, and closing asks while something is unsaved', async () => {
    const { page, dialog } = await openDialog('Configuration');
    const tab = (name: string) => dialog.getByRole('tab', { name });
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    const isOff = () => save.getAttribute('aria-disabled');
    for (const name of await dialog.getByRole('tab').allTextContents()) {
      await tab(name).click();
      await dialog.getByText('All changes saved').waitFor();
      expect(await isOff()).toBe('true');
    }
    await tab('Security').click();
    await dialog.getByRole('switch', { name: 'Limit how many messages a visitor can send' }).click();
    await dialog.getByText('Not saved yet').waitFor();
    expect(await isOff()).toBeNull();
    await dialog.getByLabel('Messages', { exact: true }).fill('many');
    await dialog.getByLabel('Time window (seconds)').fill('60');
    await save.click();
    await dialog.getByText('Messages must be a whole number of at least 1.').waitFor();
    expect((await readSettings()).apiConfig).toEqual({});
    await dialog.getByLabel('Messages', { exact: true }).fill('5');

    await tab('Starter prompts').click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.keyboard.type('Do you ship?');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.keyboard.type('What does it cost?');
    await dialog.getByRole('button', { name: 'Move Prompt 2 up' }).click();
    await save.click();
    await page.getByText('Starter prompts saved').waitFor();
    const stored = await readSettings();
    expect(stored.chatbotConfig.starterPrompts).toEqual({
      0: { prompt: 'What does it cost?' },
      1: { prompt: 'Do you ship?' },
    });
    expect(stored.apiConfig).toEqual({});

    await expect.poll(() => tab('Security').textContent()).toContain('not saved');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Unsaved settings' });
    await question.getByText('Security').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await tab('Security').click();
    await save.click();
    await page.getByText('Security saved').waitFor();
    expect((await readSettings()).apiConfig.rateLimit).toMatchObject({
      status: true,
      limitMax: 5,
      limitDuration: 60,
    });
    // The button that saved keeps the focus, and with it Esc.
    await expect.poll(isOff).toBe('true');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('runs go on after a crash until the switch is off, and again once it is on', async () => {
    const { page, dialog } = await openDialog('Configuration');
    await dialog.getByRole('tab', { name: 'After a crash' }).click();
    const goesOn = dialog.getByRole('switch', { name: 'Go on after a crash' });
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    expect(await goesOn.isChecked()).toBe(true);
    await goesOn.click();
    await save.click();
    await page.getByText('After a crash saved').waitFor();
    expect((await readSettings()).chatbotConfig.resumesAfterCrash).toBe(false);
    expect(await goesOn.isChecked()).toBe(false);
    await goesOn.click();
    await save.click();
    await expect.poll(async () => (await readSettings()).chatbotConfig.resumesAfterCrash).toBeUndefined();
    await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('what the server refuses stays in the form, with the reason', async () => {
    const { page, dialog } = await openDialog('Configuration');
    await dialog.getByRole('tab', { name: 'Welcome & appearance' }).click();
    await dialog.getByLabel('Welcome message').fill('Hello there.');
    browser.allow(page, answered(500));
    await page.route('**/settings', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'The disk is full.' } })
        : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('alert').getByText('The disk is full.').waitFor();
    expect(await dialog.getByLabel('Welcome message').inputValue()).toBe('Hello there.');
    await page.unroute('**/settings');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Welcome & appearance saved').waitFor();
    expect((await readSettings()).chatbotConfig.welcomeMessage).toBe('Hello there.');
  });

  it('JSON shows everything, names the field of a mistake and keeps keys that no form knows', async () => {
    await saveSettings({ chatbotConfig: { title: 'Help', poweredByTextColor: '#303235' } });
    const { page, dialog } = await openDialog('Configuration');
    await dialog.getByRole('tab', { name: 'JSON' }).click();
    const editor = dialog.getByRole('textbox', { name: 'Settings as JSON' });
    await editor.waitFor();
    expect(await editor.textContent()).toContain('poweredByTextColor');
    const write = async (text: string) => {
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    };
    await write('{"mcpServerConfig": {"toolName": "two words"}}');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('mcpServerConfig.toolName: may hold letters').first().waitFor();
    await write('{"mcpServerConfig": {"toolName": "help"}}');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('JSON saved').waitFor();
    const stored = await readSettings();
    expect(stored.mcpServerConfig).toEqual({ toolName: 'help' });
    expect(stored.chatbotConfig).toEqual({ title: 'Help', poweredByTextColor: '#303235' });
  });

  it('has no accessibility finding in any section, in both themes', async () => {
    const { page, dialog } = await openDialog('Configuration');
    const names = await dialog.getByRole('tab').allTextContents();
    expect(names).toHaveLength(16);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((wanted) => document.documentElement.setAttribute('data-theme', wanted), theme);
      for (const name of names) {
        await dialog.getByRole('tab', { name }).click();
        await expectNoFindings(page);
      }
    }
  });
});

describe('the post-processing example', () => {
  it('works as it stands: it rewrites the answer of a run by API', async () => {
    const { page, dialog } = await openDialog('Configuration');
    await dialog.getByRole('tab', { name: 'Post-processing' }).click();
    await dialog.getByRole('switch', { name: 'Rewrite answers' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Post-processing saved').waitFor();
    model.play({ words: ['First part.', '\n\n', 'Second part.'] });
    const { text } = await client.call<{ text: string }>('POST', `prediction/${flowId}`, { question: 'Hi?' });
    expect(text).toContain('First part.');
    expect(text).toContain('You asked: Hi?');
    expect(text).not.toContain('Second part.');
  });
});

describe('the messages viewer', () => {
  it('lists conversations, shows one with its feedback, filters, exports and deletes what is filtered', async () => {
    model.play({ words: ['We ship **daily**.'] });
    const { chatMessageId } = await askByApi('Do you ship?', 'chat-one');
    await askByApi('And to Corsica?', 'chat-two');
    await client.call('POST', `feedback/${flowId}`, {
      chatId: 'chat-one',
      messageId: chatMessageId,
      rating: 'THUMBS_UP',
      content: 'Short and clear',
    });
    const { page, dialog } = await openDialog('Messages');
    const sessions = dialog.getByRole('region', { name: 'Conversations' }).getByRole('listitem');
    await expect.poll(() => sessions.count()).toBe(2);
    await expect
      .poll(() => dialog.getByRole('definition').allTextContents())
      .toEqual(['2', '4', '1', '100 %']);
    await sessions.filter({ hasText: 'Do you ship?' }).click();
    const transcript = dialog.getByRole('region', { name: 'Conversation chat-one' });
    await transcript.locator('strong', { hasText: 'daily' }).waitFor();
    await transcript.getByText('Short and clear').waitFor();
    await expectNoFindings(page);

    await dialog.getByLabel('Feedback').selectOption({ label: 'Thumbs up' });
    await expect.poll(() => sessions.count()).toBe(1);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export as JSON' }).click();
    const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(exported).toMatchObject([
      { chatId: 'chat-one', messages: [{ content: 'Do you ship?' }, { feedback: { rating: 'THUMBS_UP' } }] },
    ]);
    await dialog.getByRole('button', { name: 'Delete messages' }).click();
    await page
      .getByRole('dialog', { name: 'Delete messages' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog.getByText('No messages match these filters').waitFor();
    await dialog.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => sessions.count()).toBe(1);
    await dialog.getByLabel('Search messages').fill('corsica');
    await sessions.filter({ hasText: 'And to Corsica?' }).waitFor();
    const left = await client.call<{ chatId: string }[]>('GET', `chatmessage/${flowId}`);
    expect(new Set(left.map(({ chatId }) => chatId))).toEqual(new Set(['chat-two']));
  });
});

describe('leads and upserts', () => {
  it('leads are listed, searched, exported as CSV that no spreadsheet runs, and deleted', async () => {
    await client.call('POST', 'leads', { chatflowid: flowId, name: '=1+1', email: 'eve@example.com' });
    await client.call('POST', 'leads', { chatflowid: flowId, name: 'Ada', phone: '+44 1' });
    const { page, dialog } = await openDialog('Leads');
    const rows = dialog.getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    await expectNoFindings(page);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export as CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain("'=1+1,eve@example.com");
    expect(csv).toContain("'+44 1");
    await dialog.getByLabel('Search leads').fill('ada');
    await expect.poll(() => rows.count()).toBe(2);
    await dialog.getByRole('button', { name: 'Delete lead Ada' }).click();
    await page
      .getByRole('dialog', { name: 'Delete', exact: true })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog.getByText('No leads match').waitFor();
    expect(await client.call('GET', `leads/${flowId}`)).toHaveLength(1);
  });

  it('SP-88: a wired loader brings an upsert into the bar of the canvas, with its progress and its result', async () => {
    const bot = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
    const page = await browser.visit(server.url, { session: 'shared' });
    let letGo = () => undefined as unknown;
    const isHeld = new Promise((resolve) => {
      letGo = () => resolve(undefined);
    });
    await page.route('**/vector/internal-upsert/*', async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.goto(`/canvas/${bot.id}`);
    await page.getByRole('button', { name: 'Upsert', exact: true }).click();
    const busy = page.getByRole('button', { name: 'Upserting…' });
    await busy.waitFor();
    expect(await busy.getAttribute('aria-busy')).toBe('true');
    letGo();
    await page
      .locator('[data-toast]')
      .getByText(/^Upserted into .+: [1-9]\d* added, 0 updated, 0 skipped, 0 deleted$/)
      .waitFor();
    await page.getByRole('button', { name: 'Upsert', exact: true }).waitFor();
    const history = await client.call<{ result: { numAdded: number } }[]>('GET', `upsert-history/${bot.id}`);
    expect(history.map(({ result }) => result.numAdded > 0)).toEqual([true]);
    await page.goto(`/canvas/${flowId}`);
    await page.getByRole('button', { name: 'Flow settings' }).waitFor();
    expect(await page.getByRole('button', { name: 'Upsert', exact: true }).count()).toBe(0);
  });

  it('an upsert shows in the history with its counts, and can be taken out of it', async () => {
    const bot = await client.call<{ id: string }>('POST', 'flows/starters/support-bot', {});
    flowId = bot.id;
    await client.call('POST', `vector/internal-upsert/${flowId}`, {});
    const { page, dialog } = await openDialog('Upsert history');
    const row = dialog.getByRole('row').nth(1);
    await row.waitFor();
    expect(Number(await row.getByRole('cell').nth(2).textContent())).toBeGreaterThan(0);
    await expectNoFindings(page);
    await dialog.getByLabel('Select all').check();
    await dialog.getByRole('button', { name: 'Delete 1 entry' }).click();
    await page
      .getByRole('dialog', { name: 'Delete', exact: true })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog.getByText('No upserts yet').waitFor();
  });
});

describe('templates and files', () => {
  it('a flow saved as a template begins another one; a file and pasted text begin one too', async () => {
    const { page, dialog } = await openDialog('Save as template');
    await dialog.getByLabel('Name').fill('Short answers');
    await dialog.getByLabel('Use cases').fill('support');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('Template Short answers saved').waitFor();
    await page.goto('/chatflows');
    await page.getByRole('button', { name: 'New flow' }).click();
    await page.getByRole('menuitem', { name: 'From template' }).click();
    const picker = page.getByRole('dialog', { name: 'New from template' });
    await picker.getByText('support', { exact: true }).waitFor();
    await picker.getByRole('button', { name: 'Use Short answers' }).click();
    await page.waitForURL(/\/canvas\/[\w-]+$/);
    expect(page.url()).not.toContain(flowId);

    await page.goto('/chatflows');
    const { flowData } = await client.call<{ flowData: object }>('GET', `flows/${flowId}`);
    const files = page.getByLabel('Import', { exact: true });
    const give = (name: string, text: string) =>
      files.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    browser.allow(page, /400/);
    await give('broken.json', '{"nodes": [{"id": 7}]}');
    await page.getByText(/broken\.json: ChatFlow\.0\.flowData\.nodes\.0\./).waitFor();
    const go = page
      .getByRole('dialog', { name: 'Import', exact: true })
      .getByRole('button', { name: 'Import 1 item' });
    await give('Greeter Chatflow.json', JSON.stringify(flowData));
    await go.click();
    await page.waitForURL(/\/canvas\/[\w-]+$/);
    await page.goto('/chatflows');
    await page.getByRole('link', { name: 'Greeter' }).waitFor();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, JSON.stringify(flowData));
    await go.click();
    await page.waitForURL(/\/canvas\/[\w-]+$/);
  });
});
