import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPackedFile } from '../tools/packed-file.ts';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type ShopPage, startShop } from './shop-page.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';

const browser = testBrowser();

/** The fourteen routes of the widget (flowise.md 2.8), ids left out. */
const routes = [
  'GET public-chatbotConfig',
  'GET chatflows-streaming',
  'POST prediction',
  'POST feedback',
  'PUT feedback',
  'POST leads',
  'POST attachments',
  'POST vector/upsert',
  'POST openai-assistants-file/download',
  'GET get-upload-file',
  'GET node-icon',
  'POST text-to-speech/generate',
  'POST text-to-speech/abort',
  'PUT chatmessage/abort',
];
const used = new Set<string>();
/** What the widget has asked and may not have been answered yet. */
const underWay: Promise<void>[] = [];

let server: LocalServer;
let client: ApiClient;
let shop: ShopPage;
let slow: SlowModel;
let voice: Server;
let template: (name: string) => NodeTemplate;

beforeAll(async () => {
  slow = await startSlowModel(500, 20);
  voice = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.write('ID3');
  });
  await new Promise<void>((resolve) => voice.listen(0, '127.0.0.1', resolve));
  const allowed = [slow.port, (voice.address() as AddressInfo).port]
    .map((port) => `127.0.0.1:${port}`)
    .join(',');
  server = await startServer({ environment: { EGRESS_ALLOW: allowed } });
  client = await new ApiClient(server.url).registerOwner();
  template = await readTemplates(client);
  shop = await startShop(readPackedFile('flowise-embed', '3.1.6', 'dist/web.js'));
});
// Before its page is closed, a test waits for what it has asked last.
afterEach(async () => {
  await Promise.allSettled(underWay.splice(0));
});
afterAll(async () => {
  voice?.closeAllConnections();
  voice?.close();
  await shop?.close();
  await slow?.close();
  await server?.remove();
});

/** A text, embedded and kept in memory, and the demo model that answers from it. */
function retrieval(): FlowData {
  const flow = new FlowBuilder(template);
  const text = Buffer.from('The gate of the harbour opens at nine in the morning.').toString('base64');
  const txtFile = `data:text/plain;base64,${text},filename:house.txt`;
  const loader = flow.add('textFile', { x: 0, y: 0 }, { txtFile });
  const embeddings = flow.add('demoEmbeddings', { x: 0, y: 300 });
  const store = flow.add('memoryVectorStore', { x: 400, y: 0 }, { fileUpload: true });
  const model = flow.add('demoModel', { x: 400, y: 400 });
  const chain = flow.add('conversationalRetrievalQAChain', { x: 800, y: 0 }, { returnSourceDocuments: true });
  return flow
    .connect(loader, store, 'document')
    .connect(embeddings, store, 'embeddings')
    .connect(store, chain, 'vectorStoreRetriever')
    .connect(model, chain, 'model')
    .build();
}

function talk(model: string, values: Record<string, unknown> = {}): FlowData {
  const flow = new FlowBuilder(template);
  const answering = flow.add(model, { x: 0, y: 0 }, values);
  const memory = flow.add('bufferMemory', { x: 0, y: 400 });
  const chain = flow.add(
    'conversationChain',
    { x: 500, y: 0 },
    { systemMessagePrompt: 'Answer from {{file_attachment}}' },
  );
  return flow.connect(answering, chain, 'model').connect(memory, chain, 'memory').build();
}

async function publish(flowData: FlowData, settings: object = {}): Promise<string> {
  const flow = { name: 'Shop', type: 'CHATFLOW', flowData };
  const { id } = await client.call<{ id: string }>('POST', 'flows', flow);
  await client.call('PATCH', `flows/${id}/settings`, { isPublic: true, ...settings });
  return id;
}

function note(page: Page): void {
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url());
    const known = routes.find((route) => {
      const [method, path] = route.split(' ');
      return request.method() === method && pathname.startsWith(`/api/v1/${path}`);
    });
    if (origin !== server.url || !known) return;
    const noted = request.response().then((response) => {
      if (response?.ok()) used.add(known);
    });
    underWay.push(noted);
  });
}

async function open(flow: string, kind: 'init' | 'initFull' = 'initFull', kept?: object): Promise<Page> {
  const page = await browser.visit(shop.url);
  note(page);
  if (kept) {
    const entry = { key: `${flow}_EXTERNAL`, value: JSON.stringify(kept) };
    await page.addInitScript(({ key, value }) => localStorage.setItem(key, value), entry);
  }
  // Before this is back the widget does not stream: a person takes longer to begin. A bubble asks once it is opened.
  const asks = (request: Request) => request.url().includes('/api/v1/chatflows-streaming/');
  const prepared = Promise.race([
    page.waitForEvent('requestfinished', asks),
    page.waitForEvent('requestfailed', asks),
  ]);
  await page.goto(`${shop.url}/?${new URLSearchParams({ kind, flow, server: server.url })}`);
  if (kind === 'initFull') await prepared;
  else prepared.catch(() => undefined);
  return page;
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByPlaceholder('Type your question').fill(question);
  await page.keyboard.press('Enter');
}

const answers = (page: Page) => page.getByTestId('host-bubble');

describe('flowise-embed 3.1.6, as npm has it, on a page of another site', () => {
  it('talks from its bubble: starter prompt, streamed answer, sources, ratings with a word', async () => {
    const flow = await publish(retrieval(), {
      chatbotConfig: {
        starterPrompts: { 0: { prompt: 'When does the gate of the harbour open?' } },
        chatFeedback: { status: true },
      },
    });
    const page = await open(flow, 'init');
    await page.getByRole('button').first().click();
    await expect.poll(() => answers(page).first().textContent()).toContain('Welcome to the shop');
    const asked = page.waitForResponse((response) => response.url().includes('/prediction/'));
    await page.getByText('When does the gate of the harbour open?').click();
    const answer = await asked;
    expect(answer.headers()['content-type']).toContain('text/event-stream');
    await expect.poll(() => answers(page).last().textContent()).toContain('nine');
    expect((await answer.text()).match(/"event":"token"/g)?.length).toBeGreaterThan(3);
    await expect.poll(() => page.getByText('The gate of the harbour').count()).toBeGreaterThan(1);

    await page.getByTitle('Thumbs Up').click();
    await page.getByPlaceholder('What do you think of the response?').fill('Clear.');
    await page.getByText('Submit Feedback').click();
    await expect
      .poll(() => client.call<{ rating: string; content: string }[]>('GET', `feedback/${flow}`))
      .toMatchObject([{ rating: 'THUMBS_UP', content: 'Clear.' }]);
  });

  it('asks who its visitor is before it talks', async () => {
    const leads = {
      status: true,
      title: 'Who are you?',
      name: true,
      email: true,
      successMessage: 'Thank you.',
    };
    const flow = await publish(talk('demoModel'), { chatbotConfig: { leads } });
    const page = await open(flow);
    await page.getByText('Who are you?').waitFor();
    await page.locator('input[name=name]').fill('Ann');
    await page.locator('input[name=email]').fill('ann@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('Thank you.').waitFor();
    await expect
      .poll(() => client.call<object[]>('GET', `leads/${flow}`))
      .toMatchObject([{ name: 'Ann', email: 'ann@example.com' }]);
    await ask(page, 'Hello');
    await expect.poll(() => answers(page).count()).toBeGreaterThan(1);
  });

  it('answers from a file that goes into the vector store for this chat', async () => {
    const page = await open(await publish(retrieval()));
    const text = 'High tide in Wexmouth is at half past four in the afternoon.';
    const file = { name: 'tides.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
    await ask(page, 'When is high tide in Wexmouth?');
    await expect.poll(() => answers(page).last().textContent()).toContain('half past four');
  });

  it('sends the whole text of a file along', async () => {
    const flow = await publish(talk('demoModel'), { chatbotConfig: { fullFileUpload: { status: true } } });
    const page = await open(flow);
    const file = {
      name: 'tides.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('High tide is at a quarter to six.'),
    };
    await page.locator('input[type=file]').setInputFiles(file);
    await ask(page, 'When is high tide?');
    await expect.poll(() => answers(page).count()).toBeGreaterThan(1);
    await expect
      .poll(async () => (await client.call<object[]>('GET', `chatmessage/${flow}`))[0])
      .toMatchObject({ fileUploads: [{ type: 'file:full', name: 'tides.md' }] });
  });

  it('stops an answer down to the model, and shows what came of it', async () => {
    const basepath = `http://127.0.0.1:${slow.port}/v1`;
    const flow = await publish(talk('chatOpenAI', { basepath, modelName: 'slow' }));
    const page = await open(flow);
    const asked = page.waitForRequest(
      (request: Request) => request.url().includes('/prediction/') && request.method() === 'POST',
    );
    await ask(page, 'Tell me a long story');
    const { chatId } = (await asked).postDataJSON();
    await expect.poll(() => answers(page).last().textContent()).toContain('word3');
    // The widget draws its own button for this on flows of the second agent generation only.
    const status = await page.evaluate(async (address) => {
      const answer = await fetch(address, { method: 'PUT', mode: 'cors' });
      return answer.status;
    }, `${server.url}/api/v1/chatmessage/abort/${flow}/${chatId}`);
    expect(status).toBe(200);
    await expect.poll(() => slow.open()).toBe(0);
    await page.getByPlaceholder('Type your question').fill('Go on');
    await expect.poll(() => page.getByPlaceholder('Type your question').isEnabled()).toBe(true);
  });

  it('shows on a page that the flow does not list why it is refused', async () => {
    const chatbotConfig = {
      allowedOrigins: ['https://elsewhere.example'],
      allowedOriginsError: 'Not on this site, sorry.',
    };
    const page = await open(await publish(talk('demoModel'), { chatbotConfig }));
    browser.allow(
      page,
      /CORS policy/,
      /net::ERR_FAILED/,
      answered(403),
      /Failed to fetch/,
      /Not on this site/,
      /JSHandle|Object/,
    );
    await ask(page, 'Hello');
    await expect.poll(() => answers(page).last().textContent()).toContain('Not on this site, sorry.');
  });

  it('shows pictures, files and traces of an earlier conversation, and speaks answers until it is stopped', async () => {
    const { port } = voice.address() as AddressInfo;
    const payload = {
      name: 'Key',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-test' },
      hosts: [`http://127.0.0.1:${port}`],
    };
    const { id: credentialId } = await client.call<{ id: string }>('POST', 'credentials', payload);
    const openai = { status: true, credentialId, baseUrl: `http://127.0.0.1:${port}/v1` };
    const flow = await publish(talk('demoModel'), {
      textToSpeech: { openai },
      chatbotConfig: { fullFileUpload: { status: true } },
    });
    const chatId = randomUUID();
    await sendFile(flow, chatId, 'tides.csv', 'a,b');
    const message = {
      message: 'High tide is at four.',
      type: 'apiMessage',
      messageId: 'message-1',
      fileAnnotations: [{ fileName: 'tides.csv' }],
      agentFlowExecutedData: [
        {
          nodeId: 'demoModel_0',
          nodeLabel: 'Demo model',
          previousNodeIds: [],
          status: 'FINISHED',
          data: { id: 'demoModel_0', name: 'demoModel', input: {}, output: { content: 'four' } },
        },
      ],
    };
    const upload = { type: 'stored-file', name: 'tides.csv', mime: 'audio/webm' };
    const question = { message: 'When?', type: 'userMessage', fileUploads: [upload] };
    const again = { message: 'And low tide at ten.', type: 'apiMessage', messageId: 'message-2' };
    const page = await open(flow, 'initFull', { chatId, chatHistory: [question, message, again] });
    browser.allow(page, /Audio|MediaSource|SourceBuffer|buffer|abort/i);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'tides.csv' }).click();
    expect((await download).suggestedFilename()).toBe('tides.csv');

    const answerTo = (path: string) => page.waitForResponse((response) => response.url().endsWith(path));
    const spoken = answerTo('/text-to-speech/generate');
    await page.getByTitle('Play audio').first().click();
    expect((await spoken).headers()['content-type']).toContain('text/event-stream');
    const stopped = answerTo('/text-to-speech/abort');
    await page.getByTitle('Play audio').last().click();
    expect(await (await stopped).json()).toMatchObject({ message: 'Stopped.', chatMessageId: 'message-1' });

    await page.getByTitle('Traces').click();
    await page.getByText('Demo model').first().waitFor();
    await expect.poll(() => used.has('GET node-icon')).toBe(true);
  });

  it('has used all of its fourteen routes', () => {
    expect([...used].toSorted()).toEqual(routes.toSorted());
  });
});

async function sendFile(flow: string, chat: string, name: string, content: string): Promise<void> {
  const form = new FormData();
  form.append('files', new Blob([content], { type: 'text/csv' }), name);
  const answer = await fetch(`${server.url}/api/v1/attachments/${flow}/${chat}`, {
    method: 'POST',
    body: form,
  });
  expect(answer.status).toBe(200);
}
