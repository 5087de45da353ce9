import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { makeAskingFlow } from './asking-flow.ts';
import { axeFindings } from './axe-findings.ts';
import { testBrowser } from './browser.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { makeModelFlow } from './model-flow.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';
import { untilStill } from './until-still.ts';

const run = promisify(execFile);
const browser = testBrowser();
let tendril: LocalServer;
let client: ApiClient;
let model: ScriptedModel;
let speech: Awaited<ReturnType<typeof startSpeechVendor>>;
let flowId: string;
let folder: string;
let hasPython: boolean;

beforeAll(async () => {
  model = await startScriptedModel();
  speech = await startSpeechVendor();
  const EGRESS_ALLOW = `127.0.0.1:${model.port},127.0.0.1:${speech.port}`;
  tendril = await startServer({ environment: { EGRESS_ALLOW } });
  client = await new ApiClient(tendril.url).registerOwner();
  folder = await mkdtemp(join(tmpdir(), 'tendril-samples-'));
  await writeFile(join(folder, 'document.txt'), 'We ship to Corsica within five days.');
  hasPython = await run('python3', ['-c', 'import requests']).then(
    () => true,
    () => false,
  );
});

afterAll(async () => {
  await tendril?.remove();
  await model?.close();
  await speech?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  flowId = await makeModelFlow(client, model.port);
  model.play({ words: ['Fine, ', 'thank you.'] });
});

const readSettings = () => client.call<FlowSettings>('GET', `flows/${flowId}/settings`);

async function openShare(): Promise<{ page: Page; dialog: Locator }> {
  const page = await browser.visit(tendril.url, { session: 'shared' });
  await page.goto(`/canvas/${flowId}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Share / });
  await dialog.getByRole('tab', { name: 'Embed' }).waitFor();
  return { page, dialog };
}

async function bindNewKey(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByLabel('API key').selectOption({ label: '- Add new key -' });
  const maker = page.getByRole('dialog', { name: 'New API key' });
  await maker.getByLabel('Name').fill('Website');
  await maker.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog', { name: 'Your new key' }).getByRole('button', { name: 'Done' }).click();
  await page.getByText('The flow now requires the key Website').waitFor();
}

const sampleOf = (dialog: Locator, title: string) =>
  dialog.getByRole('region', { name: title, exact: true }).locator('pre');

/** Runs a sample as somebody would who pasted it, and answers what it printed. */
async function runSample(language: string, code: string): Promise<string> {
  const options = { cwd: folder, timeout: 30_000 };
  if (language === 'cURL') return (await run('bash', ['-c', code], options)).stdout;
  const file = join(folder, language === 'Python' ? 'sample.py' : 'sample.mjs');
  await writeFile(file, code);
  return (await run(language === 'Python' ? 'python3' : process.execPath, [file], options)).stdout;
}

describe('the code samples', () => {
  it('CHAT-10: copied as they stand, they ask the flow: at once, by stream, in every language', async () => {
    const { page, dialog } = await openShare();
    await bindNewKey(page, dialog);
    expect((await readSettings()).apikeyid).toEqual(expect.any(String));
    for (const language of hasPython ? ['cURL', 'JavaScript', 'Python'] : ['cURL', 'JavaScript']) {
      await dialog.getByRole('tab', { name: language, exact: true }).click();
      const ask = (await sampleOf(dialog, 'Call the flow').textContent()) ?? '';
      expect(ask).toContain('Hey, how are you?');
      expect(await runSample(language, ask), ask).toContain('Fine, thank you.');
      const stream = (await sampleOf(dialog, 'Stream the answer').textContent()) ?? '';
      const printed = await runSample(language, stream);
      expect(printed, stream).toContain('Fine, ');
      expect(printed, stream).toContain('thank you.');
    }
    await dialog.getByRole('tab', { name: 'OpenAI-compatible' }).click();
    const openAi = (await sampleOf(dialog, 'cURL').textContent()) ?? '';
    expect(JSON.parse(await runSample('cURL', openAi))).toMatchObject({
      choices: [{ message: { content: 'Fine, thank you.' } }],
    });
  });

  it('with override configuration they send what the owner has ticked, and the flow takes it', async () => {
    await client.call('PATCH', `flows/${flowId}/settings`, {
      isPublic: true,
      apiConfig: {
        overrideConfig: {
          status: true,
          nodes: { ChatOpenAI: [{ name: 'temperature', enabled: true }] },
        },
      },
    });
    const { dialog } = await openShare();
    await dialog.getByRole('tab', { name: 'cURL', exact: true }).click();
    await dialog.getByLabel('Show Override Config').check();
    const table = dialog.getByRole('table', { name: 'Parameters that calls can set' });
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    const sample = (await sampleOf(dialog, 'With parameter overrides').textContent()) ?? '';
    expect(sample).not.toContain('Authorization');
    expect(await runSample('cURL', sample), sample).toContain('Fine, thank you.');
    expect(model.requests.at(-1)).toMatchObject({ temperature: 1 });
    const byNode = (await sampleOf(dialog, 'With a parameter for a single node').textContent()) ?? '';
    expect(await runSample('cURL', byNode), byNode).toContain('Fine, thank you.');
  });

  it('CHAT-09, CHAT-11: a flow with a vector store shows how it is filled: files first, the node in place of a question', async () => {
    flowId = await makeStoreFlow();
    const { page, dialog } = await openShare();
    await bindNewKey(page, dialog);
    for (const language of ['cURL', 'JavaScript']) {
      await dialog.getByRole('tab', { name: language, exact: true }).click();
      const sample = (await sampleOf(dialog, 'Fill the vector store').textContent()) ?? '';
      expect(sample.indexOf('files')).toBeLessThan(sample.indexOf('stopNodeId'));
      expect(sample).not.toContain('Hey, how are you?');
      expect(await runSample(language, sample), sample).toMatch(/numAdded["']?: ?[1-9]/);
    }
  });
});

/** A text file's passages in a store that a chain answers from. */
async function makeStoreFlow(): Promise<string> {
  const flow = new FlowBuilder(await readTemplates(client));
  const txtFile = 'data:text/plain;base64,SGVsbG8=,filename:hello.txt';
  const loader = flow.add('textFile', { x: 300, y: 0 }, { txtFile });
  const embeddings = flow.add('demoEmbeddings', { x: 300, y: 400 });
  const store = flow.add('memoryVectorStore', { x: 600, y: 0 });
  const answering = flow.add('demoModel', { x: 600, y: 400 });
  const chain = flow.add('conversationalRetrievalQAChain', { x: 900, y: 0 });
  const flowData = flow
    .connect(loader, store, 'document')
    .connect(embeddings, store, 'embeddings')
    .connect(store, chain, 'vectorStoreRetriever')
    .connect(answering, chain, 'model')
    .build();
  const made = await client.call<{ id: string }>('POST', 'flows', {
    name: 'Store',
    type: 'CHATFLOW',
    flowData,
  });
  return made.id;
}

describe('the share dialog', () => {
  it('makes the flow public, shows how its page will look while it is changed, and the page looks so', async () => {
    const { page, dialog } = await openShare();
    await dialog.getByRole('tab', { name: 'Share chatbot' }).click();
    await dialog.getByRole('switch', { name: 'Anyone with the link can chat' }).click();
    await page.getByText('The flow is public now').waitFor();
    await dialog.getByLabel('Title', { exact: true }).first().fill('Maison Orfèvre help');
    await dialog.getByLabel('Subtitle').fill('Answers from the help centre');
    await dialog.locator('input:not([type="color"])').and(dialog.getByLabel('Title bar')).fill('#0b7a49');
    const preview = dialog.locator('[aria-label="Preview"]');
    await preview.getByText('Answers from the help centre').waitFor();
    await dialog.getByRole('button', { name: 'Save appearance' }).click();
    await page.getByText('Welcome & appearance saved').waitFor();
    const visitor = await browser.visit(tendril.url);
    await visitor.goto(`/chatbot/${flowId}`);
    await visitor.getByRole('heading', { name: 'Maison Orfèvre help' }).waitFor();
    await visitor.getByText('Answers from the help centre').waitFor();
    const infrastructure = await visitor
      .locator('header')
      .evaluate((head) => getComputedStyle(head).backgroundColor);
    expect(infrastructure).toBe('rgb(11, 122, 73)');
  });

  it('offers our own widget first: its code follows what is chosen, and it answers live beside it', async () => {
    const { page, dialog } = await openShare();
    await dialog.getByText('Make the flow public to try the chat here.').waitFor();
    await dialog.getByRole('button', { name: 'Make public' }).click();
    const code = sampleOf(dialog, 'Code for your page');
    expect(await code.textContent()).toContain(`src="${tendril.url}/widget.js"\n  data-flow="${flowId}"`);
    expect(await code.textContent()).not.toContain('jsdelivr');
    await dialog.getByRole('button', { name: 'Inline panel' }).click();
    await dialog.getByLabel('Theme').selectOption('dark');
    await dialog.getByLabel('Title', { exact: true }).fill('Ask the shop');
    await expect.poll(() => code.textContent()).toContain('heading="Ask the shop"');
    const live = page.frameLocator('iframe[title="Live preview"]');
    await live.getByRole('heading', { name: 'Ask the shop' }).waitFor();
    await live.getByRole('textbox', { name: 'Write a message' }).fill('Hello');
    await live.getByRole('textbox', { name: 'Write a message' }).press('Enter');
    await live.getByRole('article', { name: 'Answer' }).getByText('Fine, thank you.').waitFor();
    const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
    await dialog.getByRole('button', { name: 'React' }).click();
    expect(await sampleOf(dialog, 'Save the component').textContent()).toContain('/widget-react.tsx');
    await dialog.getByRole('button', { name: 'flowise-embed' }).click();
    expect(await sampleOf(dialog, 'Popup HTML').textContent()).toContain('Chatbot.init(');
  });

  it('keeps its size whatever tab is chosen', async () => {
    const { page, dialog } = await openShare();
    await untilStill(page);
    const size = await dialog.boundingBox();
    for (const name of await dialog.getByRole('tab').allTextContents()) {
      await dialog.getByRole('tab', { name, exact: true }).click();
      expect(await dialog.boundingBox(), name).toEqual(size);
    }
  });

  it('has no accessibility finding in any tab, in both themes', async () => {
    const { page, dialog } = await openShare();
    const names = await dialog.getByRole('tab').allTextContents();
    expect(names).toHaveLength(7);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((wanted) => document.documentElement.setAttribute('data-theme', wanted), theme);
      for (const name of names) {
        await dialog.getByRole('tab', { name, exact: true }).click();
        await untilStill(page);
        expect(await axeFindings(page, { part: '[role="dialog"]' }), name).toEqual([]);
      }
    }
  });
});

/** Writes down and speaks, by OpenAI's calls. */
async function startSpeechVendor() {
  const heard: number[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    heard.push(Buffer.concat(parts).length);
    if (request.url?.endsWith('/audio/transcriptions')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ text: 'Do you ship to Corsica?' }));
      return;
    }
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(silence());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, heard, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Half a minute of nothing, as a WAV file. */
function silence(): Buffer {
  const [rate, seconds] = [8000, 30];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, rate * seconds],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, Buffer.alloc(rate * seconds, 128)]);
}

describe('a visitor of the public chat page', () => {
  const settings = {
    isPublic: true,
    chatbotConfig: {
      title: 'Help',
      welcomeMessage: 'Hello there.',
      starterPrompts: { 0: { prompt: 'Do you ship?' } },
      chatFeedback: { status: true },
      leads: {
        status: true,
        title: 'Who are you?',
        name: true,
        email: true,
        successMessage: 'Welcome, then.',
      },
      fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain,text/markdown' },
    },
  };

  it('CHAT-02, SP-96: leaves his details, asks, sends a file along and rates the answer', async () => {
    await client.call('PATCH', `flows/${flowId}/settings`, settings);
    const page = await browser.visit(tendril.url, { viewport: { width: 360, height: 740 } });
    await page.goto(`/chatbot/${flowId}`);
    const field = page.getByRole('textbox', { name: 'Write a message' });
    await page.getByText('Hello there.').waitFor();
    expect(await field.isDisabled()).toBe(true);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Start the chat' }).click();
    await page.getByText('Welcome, then.').waitFor();
    const record = () =>
      page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `${flowId}_EXTERNAL`);
    expect(await record()).toMatchObject({ lead: { name: 'Ada', email: 'ada@example.com' } });
    expect(await client.call('GET', `leads/${flowId}`)).toMatchObject([{ email: 'ada@example.com' }]);

    await page.locator('input[type="file"]').setInputFiles({
      name: 'order.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('Order 40217'),
    });
    await page.getByRole('button', { name: 'Remove order.md' }).waitFor();
    await page.getByRole('button', { name: 'Do you ship?' }).waitFor();
    await field.fill('What did I order?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByText('Fine, thank you.').waitFor();
    expect(JSON.stringify(model.requests.at(-1))).toContain('What did I order?');
    await answer.getByRole('button', { name: 'Good answer' }).click();
    await answer.getByRole('button', { name: 'Tell us what helped' }).click();
    const words = page.getByRole('dialog', { name: 'Tell us what helped' });
    await words.getByRole('textbox').fill('Very polite');
    await words.getByRole('button', { name: 'Send' }).click();
    await words.waitFor({ state: 'hidden' });
    await expect
      .poll(() => client.call('GET', `feedback/${flowId}`))
      .toMatchObject([{ rating: 'THUMBS_UP', content: 'Very polite' }]);
    const [message] = await client.call<{ leadEmail: string; fileUploads: object[] }[]>(
      'GET',
      `chatmessage/${flowId}?chatType=EXTERNAL`,
    );
    expect(message).toMatchObject({ leadEmail: 'ada@example.com', fileUploads: [{ name: 'order.md' }] });
    await untilStill(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBe(0);
  });

  it('sees what could be asked next, and one click asks it', async () => {
    await client.call('PATCH', `flows/${flowId}/settings`, {
      isPublic: true,
      followUpPrompts: { status: true, selectedProvider: 'demoModel', demoModel: {} },
    });
    const page = await browser.visit(tendril.url);
    await page.goto(`/chatbot/${flowId}`);
    await page.getByRole('textbox', { name: 'Write a message' }).fill('Do you ship?');
    await page.keyboard.press('Enter');
    const next = page.getByRole('list', { name: 'Suggested follow-ups' }).getByRole('button').first();
    await next.waitFor();
    const question = (await next.textContent()) ?? '';
    await next.click();
    await expect.poll(() => page.getByRole('article', { name: 'Answer' }).count()).toBe(2);
    expect(await page.getByRole('log').textContent()).toContain(question);
  });

  it('speaks his question and has the answer read aloud', async () => {
    const credential = await client.call<{ id: string }>('POST', 'credentials', {
      name: 'Speech',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-CANARY-not-a-real-key' },
      hosts: [`http://127.0.0.1:${speech.port}`],
    });
    const baseUrl = `http://127.0.0.1:${speech.port}/v1`;
    const provider = { status: true, credentialId: credential.id, baseUrl };
    await client.call('PATCH', `flows/${flowId}/settings`, {
      isPublic: true,
      speechToText: { openAIWhisper: provider },
      textToSpeech: { openai: provider },
    });
    const page = await browser.visit(tendril.url);
    // A machine for tests has no microphone: a tone stands in for the voice, everything after it is real.
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        const context = new AudioContext();
        const end = context.createMediaStreamDestination();
        const tone = context.createOscillator();
        tone.connect(end);
        tone.start();
        return end.stream;
      };
    });
    await page.goto(`/chatbot/${flowId}`);
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByText('Recording 0:01').waitFor();
    await page.getByRole('button', { name: 'Send the recording' }).click();
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByText('Fine, thank you.').waitFor();
    await page.getByRole('log').getByText('Do you ship to Corsica?').waitFor();
    expect(speech.heard[0]).toBeGreaterThan(1000);
    await answer.getByRole('button', { name: 'Read aloud' }).click();
    await answer.getByRole('button', { name: 'Stop reading' }).click();
    await answer.getByRole('button', { name: 'Read aloud' }).waitFor();
    await expect.poll(() => speech.heard.length).toBe(2);
  });
});

describe('a run that waits for a person', () => {
  it.each([
    ['a visitor', undefined],
    ['its owner', 'shared'],
  ] as const)(
    'asks %s with real buttons, also after a reload, and goes on with the decision',
    async (_who, session) => {
      flowId = await makeAskingFlow(client);
      await client.call('PATCH', `flows/${flowId}/settings`, { isPublic: true });
      const page = await browser.visit(tendril.url, session ? { session } : {});
      await page.goto(`/chatbot/${flowId}`);
      await page.getByRole('textbox', { name: 'Write a message' }).fill('What is 6 * 7?');
      await page.keyboard.press('Enter');
      const card = page.getByRole('region', { name: 'Waiting for your decision' });
      await card.waitFor();
      await page.reload();
      await card.getByRole('button', { name: 'Yes' }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('log').textContent()).toContain('42');
      expect(await card.count()).toBe(0);
      // A question waits until the answer before it has ended.
      await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
      await page.getByRole('textbox', { name: 'Write a message' }).fill('And 7 * 8?');
      await page.keyboard.press('Enter');
      await card.getByRole('textbox', { name: 'Note (optional)' }).fill('Not today');
      await card.getByRole('button', { name: 'No', exact: true }).click();
      await expect.poll(() => page.getByRole('article', { name: 'Answer' }).count()).toBe(4);
      const stored = async () =>
        (await client.call<{ content: string }[]>('GET', `chatmessage/${flowId}`)).map(
          ({ content }) => content,
        );
      await expect.poll(stored).toContain('Not today');
    },
  );
});
