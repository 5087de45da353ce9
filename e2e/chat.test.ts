import type { FlowDetail } from '@tendril/contract/api/flows';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { makeModelFlow } from './model-flow.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';
import { startShakyLine } from './shaky-line.ts';

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

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `w${index + 1} `);
/** An answer that takes half a minute unless the test lets it finish. */
const slow = { words: numbered(300), everyMs: 100 };

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const answers = (page: Page) => page.getByRole('article', { name: 'Answer' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
const textOf = async (page: Page) => (await answers(page).last().textContent()) ?? '';
const record = (page: Page, kind = 'INTERNAL') =>
  page.evaluate((key) => localStorage.getItem(key), `${flowId}_${kind}`);

async function openChat(storage: Record<string, string> = {}): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared', storage });
  await page.goto(`/chatbot/${flowId}`);
  await field(page).waitFor();
  return page;
}

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await page.keyboard.press('Enter');
}

describe('the conversation', () => {
  it('CHAT-01 to CHAT-03, PRODUCT-04, ROUTES-32, ROUTES-34, SP-02: an answer streams, and a reload keeps it and the session record', async () => {
    model.play({ words: numbered(40), everyMs: 40 });
    const page = await openChat();
    expect(await record(page)).toBeNull();
    await ask(page, 'What is new?');
    const states = new Set<string>();
    await expect
      .poll(async () => {
        states.add(await textOf(page).catch(() => ''));
        return await page.getByRole('button', { name: 'Stop' }).count();
      })
      .toBe(0);
    const growing = [...states].filter((text) => /w1 /.test(text) && !text.includes('w40'));
    expect(growing.length).toBeGreaterThanOrEqual(2);
    expect(await textOf(page)).toContain('w1 w2 w3');
    const { chatId } = JSON.parse((await record(page)) ?? '{}');
    expect(chatId).toEqual(expect.any(String));
    await page.reload();
    await expect.poll(() => textOf(page)).toContain('w39 w40');
    expect(await log(page).textContent()).toContain('What is new?');
    await ask(page, 'And now?');
    await expect.poll(() => answers(page).count()).toBe(2);
    expect(JSON.parse((await record(page)) ?? '{}')).toEqual({ chatId });
    const last = model.requests.at(-1)?.messages.map(({ content }) => JSON.stringify(content)) ?? [];
    expect(last.join()).toContain('What is new?');
  });

  it('CHAT-04, CHAT-06, CHAT-07, ROUTES-34: Restart forgets the conversation and keeps only a lead', async () => {
    model.play({ words: ['Fine.'] });
    const lead = { name: 'A visitor' };
    const page = await openChat({ [`${flowId}_INTERNAL`]: JSON.stringify({ lead }) });
    await ask(page, 'Hello?');
    await expect.poll(() => textOf(page)).toContain('Fine.');
    expect(JSON.parse((await record(page)) ?? '{}')).toMatchObject({ lead, chatId: expect.any(String) });
    const stored = async () => JSON.parse((await record(page)) ?? 'null');
    const restart = async () => {
      await page.getByRole('button', { name: 'Restart' }).click();
      const dialog = page.getByRole('dialog', { name: 'Clear chat history' });
      await dialog.getByText('Are you sure you want to clear all chat history?').waitFor();
      await dialog.getByRole('button', { name: 'Clear' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => answers(page).count()).toBe(0);
    };
    await restart();
    await expect.poll(stored).toEqual({ lead });
    await page.evaluate((key) => localStorage.removeItem(key), `${flowId}_INTERNAL`);
    await page.reload();
    await ask(page, 'Again?');
    await expect.poll(() => textOf(page)).toContain('Fine.');
    await restart();
    await expect.poll(stored).toBeNull();
    await page.reload();
    await field(page).waitFor();
    await expect.poll(() => answers(page).count()).toBe(0);
  });

  it('CHAT-05: a stored plain string is the chat id', async () => {
    model.play({ words: ['Fine.'] });
    const page = await openChat({ [`${flowId}_INTERNAL`]: 'plain-id' });
    await ask(page, 'Hello?');
    await expect.poll(() => textOf(page)).toContain('Fine.');
    // The record is rewritten behind the answer's first words.
    await expect.poll(() => record(page)).toBe(JSON.stringify({ chatId: 'plain-id' }));
    const stored = await client.call<{ chatId: string }[]>('GET', `internal-chatmessage/${flowId}`);
    expect(new Set(stored.map(({ chatId }) => chatId))).toEqual(new Set(['plain-id']));
  });

  it('works by keyboard: Shift Enter breaks the line, the arrows bring questions back, Escape stops', async () => {
    model.play({ words: ['Fine.'] });
    const page = await openChat();
    await field(page).focus();
    await page.keyboard.type('first line');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line');
    expect(await field(page).inputValue()).toBe('first line\nsecond line');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toContain('Fine.');
    // Only a run that is over lets the next question go.
    await expect.poll(() => textOf(page)).toContain('answered by');
    await page.keyboard.press('ArrowUp');
    expect(await field(page).inputValue()).toBe('first line\nsecond line');
    model.play(slow);
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toContain('w2 ');
    await page.keyboard.press('Escape');
    await answers(page).last().getByText('Stopped').waitFor();
  });
});

describe('a run under way', () => {
  it('Stop ends it down to the model, and the partial answer stays, marked', async () => {
    model.play(slow);
    const page = await openChat();
    const before = model.cut();
    await ask(page, 'Tell me everything.');
    await expect.poll(() => textOf(page)).toContain('w3 ');
    await page.getByRole('button', { name: 'Stop' }).click();
    await answers(page).last().getByText('Stopped').waitFor();
    await expect.poll(() => model.cut()).toBe(before + 1);
    await page.reload();
    await answers(page).last().getByText('Stopped').waitFor();
    expect(await textOf(page)).toContain('w1 w2 w3');
  });

  it('is found again after a reload of the page', async () => {
    model.play(slow);
    const page = await openChat();
    await ask(page, 'Tell me everything.');
    await expect.poll(() => textOf(page)).toContain('w3 ');
    await page.reload();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await expect.poll(() => textOf(page)).toContain('w3 ');
    expect(model.open()).toBe(1);
    model.finish();
    await expect.poll(() => textOf(page)).toContain('w299 w300');
    expect(await answers(page).count()).toBe(1);
    expect((await textOf(page)).match(/w5 /g)).toHaveLength(1);
  });

  it('is found again after a lost connection, without a word missing or doubled', async () => {
    const line = await startShakyLine(server.url);
    model.play(slow);
    const page = await browser.visit(line.url, { session: 'own' });
    browser.allow(page, /net::ERR_/);
    await page.goto(`/chatbot/${flowId}`);
    await ask(page, 'Tell me everything.');
    await expect.poll(() => textOf(page)).toContain('w3 ');
    const tries = page.waitForEvent('requestfailed', (request) => request.url().includes('/events'));
    line.cut();
    await tries;
    expect(model.open()).toBe(1);
    const soFar = (await textOf(page)).length;
    line.mend();
    await expect.poll(async () => (await textOf(page)).length).toBeGreaterThan(soFar);
    model.finish();
    await expect.poll(() => textOf(page)).toContain('w299 w300');
    const words = (await textOf(page)).match(/w\d+/g) ?? [];
    expect(words).toEqual(numbered(300).map((word) => word.trim()));
    await line.close();
  });
});

describe('what an answer may show', () => {
  const hostile = [
    '**bold** and ',
    '<script>window.harmed = 1</script>',
    '<img src="x" onerror="window.harmed = 2">',
    ' [click](javascript:window.harmed=3) ',
    ' ![pixel](https://tracker.example/p.png) ',
    '[fine](https://example.com/a)\n\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
    '```js\nconst x = "<b>";\n```\n',
  ];

  it('draws Markdown, and neither scripts nor pictures nor links that run code', async () => {
    model.play({ words: hostile });
    const page = await openChat();
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) outside.push(request.url());
    });
    await ask(page, 'Attack.');
    const answer = answers(page).last();
    await answer.locator('strong', { hasText: 'bold' }).waitFor();
    await answer.getByRole('cell', { name: '2' }).waitFor();
    await answer.getByRole('button', { name: 'Copy code' }).waitFor();
    expect(await answer.locator('pre code').textContent()).toContain('const x = "<b>";');
    expect(await answer.locator('script, img, iframe').count()).toBe(0);
    const links = await answer
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links.filter((href) => /^javascript:/i.test(href ?? ''))).toEqual([]);
    expect(links).toContain('https://example.com/a');
    const fine = answer.getByRole('link', { name: 'fine' });
    expect(await fine.getAttribute('rel')).toContain('noopener');
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
    expect(outside).toEqual([]);
  });

  it('CANVAS-08, SP-94: a source that is a URL is a link, another opens its passage', async () => {
    const starter = await client.call<FlowDetail>('POST', 'flows/starters/support-bot', {});
    const question = Object.values(
      starter.chatbotConfig.starterPrompts as Record<string, { prompt: string }>,
    )[0]?.prompt;
    const page = await browser.visit(server.url, { session: 'shared' });
    await page.goto(`/chatbot/${starter.id}`);
    await page.getByRole('button', { name: question ?? '' }).click();
    const sources = page.getByRole('list', { name: 'Sources' });
    await sources.getByRole('button').first().click();
    await page
      .getByRole('dialog', { name: /^Source 1/ })
      .getByText(/\w{4}/)
      .first()
      .waitFor();

    const { flowData } = starter;
    const loader = flowData.nodes.find(({ data }) => 'metadata' in (data.inputs ?? {}));
    if (!loader?.data.inputs) throw new Error('The starter has no loader.');
    loader.data.inputs.metadata = '{"source":"https://example.com/faq"}';
    const linked = await client.call<FlowDetail>('POST', 'flows', {
      name: 'Linked',
      type: 'CHATFLOW',
      flowData,
    });
    await page.goto(`/chatbot/${linked.id}`);
    await field(page).fill(question ?? '');
    await page.keyboard.press('Enter');
    const link = sources.getByRole('link').first();
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://example.com/faq');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await sources.getByRole('link').count()).toBe(1);
  });

  it('reports an error of the model in words, and Retry asks again', async () => {
    model.play({ words: [], refusal: { status: 401, message: 'Incorrect API key provided.' } });
    const page = await openChat();
    await ask(page, 'Hello?');
    const alert = answers(page).last().getByRole('alert');
    await alert.getByText('Something went wrong').waitFor();
    const shown = (await alert.textContent()) ?? '';
    expect(shown).toMatch(/key/i);
    expect(shown).not.toMatch(/\bat .*\.ts:|Error:|sk-CANARY/);
    model.play({ words: ['Fine now.'] });
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => textOf(page)).toContain('Fine now.');
  });
});

describe('a chat page for visitors', () => {
  it('SP-19, SP-96: a public flow answers people without a session, who keep a record of their own and see no trace', async () => {
    await client.call('PATCH', `flows/${flowId}`, { isPublic: true });
    model.play({ words: numbered(20), everyMs: 20 });
    const page = await browser.visit(server.url);
    await page.goto(`/chatbot/${flowId}`);
    await ask(page, 'Hello?');
    await expect.poll(() => textOf(page)).toContain('w19 w20');
    expect(JSON.parse((await record(page, 'EXTERNAL')) ?? '{}')).toEqual({ chatId: expect.any(String) });
    expect(await record(page)).toBeNull();
    expect(await page.getByRole('button', { name: 'Open trace' }).count()).toBe(0);
    await page.reload();
    await expect.poll(() => textOf(page)).toContain('w19 w20');
  });

  it('SP-19: a flow that is not public leads visitors to the start page, and an unknown one says so to people', async () => {
    const visitor = await browser.visit(server.url);
    browser.allow(visitor, answered(401), answered(403), answered(404));
    await visitor.goto(`/chatbot/${flowId}`);
    await visitor.getByRole('button', { name: 'Sign in' }).waitFor();
    const page = await browser.visit(server.url, { session: 'shared' });
    browser.allow(page, answered(401), answered(403), answered(404));
    await page.goto('/chatbot/no-such-flow');
    await page.getByRole('heading', { name: 'Invalid Chatbot' }).waitFor();
    await page.getByRole('link', { name: 'Back to the flows' }).click();
    await page.waitForURL('**/chatflows');
  });

  it('fits a window of 360 px', async () => {
    model.play({ words: ['A word and a-very-long-one-'.padEnd(120, 'x')] });
    const page = await browser.visit(server.url, {
      session: 'shared',
      viewport: { width: 360, height: 640 },
    });
    await page.goto(`/chatbot/${flowId}`);
    await ask(page, 'Hello?');
    await expect.poll(() => textOf(page)).toContain('A word');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    const box = await field(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
  });
});
