import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../tools/postgres/free-port.ts';
import { repositoryRoot } from '../tools/repository-root.ts';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser, type VisitOptions } from './browser.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { makeModelFlow } from './model-flow.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';
import { type SlowModel, startSlowModel } from './slow-model.ts';
import { type StrangePage, startStrangePage } from './strange-page.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let strange: StrangePage;
let slow: SlowModel;
let model: ScriptedModel;
let speechPort: number;
let template: (name: string) => NodeTemplate;

beforeAll(async () => {
  slow = await startSlowModel(500, 20);
  model = await startScriptedModel();
  speechPort = await freePort();
  const EGRESS_ALLOW = [slow.port, model.port, speechPort].map((port) => `127.0.0.1:${port}`).join(',');
  server = await startServer({ environment: { EGRESS_ALLOW } });
  client = await new ApiClient(server.url).registerOwner();
  template = await readTemplates(client);
  strange = await startStrangePage(server.url);
});
afterAll(async () => {
  await strange?.close();
  await slow?.close();
  await model?.close();
  await server?.remove();
});

/** A text, embedded and kept in memory, and the demo model that answers from it. */
function retrieval(): FlowData {
  const flow = new FlowBuilder(template);
  const text = Buffer.from('The gate of the harbour opens at nine in the morning.').toString('base64');
  const txtFile = `data:text/plain;base64,${text},filename:house.txt`;
  const at = { x: 0, y: 0 };
  const store = flow.add('memoryVectorStore', at, { fileUpload: true });
  const chain = flow.add('conversationalRetrievalQAChain', at, { returnSourceDocuments: true });
  return flow
    .connect(flow.add('textFile', at, { txtFile }), store, 'document')
    .connect(flow.add('demoEmbeddings', at), store, 'embeddings')
    .connect(store, chain, 'vectorStoreRetriever')
    .connect(flow.add('demoModel', at), chain, 'model')
    .build();
}

async function publish(flowData: FlowData, chatbotConfig: object = {}): Promise<string> {
  const flow = { name: 'Harbour', type: 'CHATFLOW', flowData };
  const { id } = await client.call<{ id: string }>('POST', 'flows', flow);
  await client.call('PATCH', `flows/${id}/settings`, { isPublic: true, chatbotConfig });
  return id;
}

const scriptOf = (flow: string, more = '') =>
  `<script type="module" src="${server.url}/widget.js" data-flow="${flow}" ${more}></script>`;

async function visit(body: string, options: VisitOptions & { isCalm?: boolean } = {}): Promise<Page> {
  const { isCalm, ...visiting } = options;
  const page = await browser.visit(strange.url, visiting);
  await page.goto(`${strange.url}/?${new URLSearchParams({ body, ...(isCalm && { calm: '' }) })}`);
  return page;
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
const answers = (page: Page) => page.getByRole('article', { name: 'Answer' });

async function openBubble(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the chat' }).click();
  await page.getByRole('dialog').waitFor();
}

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await page.keyboard.press('Enter');
}

/** As `untilStill`, which does not look into an element's own root. */
async function untilWidgetStill(page: Page): Promise<void> {
  const isMoving = () =>
    page
      .locator('tendril-chat')
      .evaluateAll((chats) =>
        chats
          .flatMap((chat) => chat.shadowRoot?.getAnimations() ?? [])
          .some(
            ({ effect, playState }) =>
              playState === 'running' && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
          ),
      );
  await expect.poll(isMoving).toBe(false);
}

async function findings(page: Page): Promise<string[]> {
  await untilWidgetStill(page);
  const { violations } = await new AxeBuilder({ page }).include('tendril-chat').analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('the widget on a page with a hostile style sheet and a strict policy', () => {
  it('talks from its bubble: starter, streamed answer, source, rating with a word, history after a reload', async () => {
    const flow = await publish(retrieval(), {
      title: 'Harbour help',
      welcomeMessage: 'Ahoy.',
      starterPrompts: { 0: { prompt: 'When does the gate of the harbour open?' } },
      chatFeedback: { status: true },
    });
    const page = await visit(scriptOf(flow));
    const launcher = page.getByRole('button', { name: 'Open the chat' });
    await launcher.waitFor();
    const corner = await launcher.boundingBox();
    expect(corner).toMatchObject({ x: 1440 - 20 - 58, y: 900 - 20 - 58, width: 58, height: 58 });
    expect(await findings(page)).toEqual([]);
    await openBubble(page);
    await page.getByText('Ahoy.').waitFor();
    expect(await page.getByText('Ahoy.').evaluate((element) => getComputedStyle(element).fontSize)).toBe(
      '15px',
    );
    const asked = page.waitForResponse((response) => response.url().includes('/prediction/'));
    await page.getByRole('button', { name: 'When does the gate of the harbour open?' }).click();
    const response = await asked;
    expect(response.headers()['content-type']).toContain('text/event-stream');
    await expect.poll(() => answers(page).textContent()).toContain('nine');
    expect((await response.text()).match(/"event":"token"/g)?.length).toBeGreaterThan(3);

    const source = page.getByRole('list', { name: 'Sources' }).getByRole('button').first();
    await source.click();
    await page
      .getByRole('region', { name: /^Source 1/ })
      .getByText('opens at nine')
      .waitFor();
    expect(await source.getAttribute('aria-expanded')).toBe('true');

    await page.getByRole('button', { name: 'Good answer' }).click();
    await page.getByRole('button', { name: 'Tell us what helped' }).click();
    await page.getByRole('textbox', { name: 'Your comment' }).fill('Clear.');
    await page.getByRole('button', { name: 'Send', exact: true }).first().click();
    await expect
      .poll(() => client.call<object[]>('GET', `feedback/${flow}`))
      .toMatchObject([{ rating: 'THUMBS_UP', content: 'Clear.' }]);
    expect(await findings(page)).toEqual([]);

    await page.reload();
    await openBubble(page);
    await expect.poll(() => answers(page).textContent()).toContain('nine');
    expect(await page.getByRole('button', { name: 'Good answer' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => answers(page).count()).toBe(0);
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
  });

  it('stops an answer down to the model and keeps what came of it', async () => {
    const flow = await makeModelFlow(client, slow.port);
    await client.call('PATCH', `flows/${flow}/settings`, { isPublic: true });
    const page = await visit(scriptOf(flow, 'data-open'));
    await ask(page, 'Tell me a long story');
    await expect.poll(() => answers(page).textContent()).toContain('word3');
    await page.getByRole('button', { name: 'Stop' }).click();
    await answers(page).getByText('Stopped').waitFor();
    await expect.poll(() => slow.open()).toBe(0);
    expect(await answers(page).textContent()).toContain('word3');
    expect(await field(page).isEnabled()).toBe(true);
  });

  it('asks who its visitor is before it talks, and once only', async () => {
    const flow = await publish(retrieval(), {
      leads: {
        status: true,
        title: 'Who are you?',
        name: true,
        email: true,
        successMessage: 'Welcome, then.',
      },
    });
    const page = await visit(scriptOf(flow));
    await openBubble(page);
    await page.getByRole('form', { name: 'Who are you?' }).waitFor();
    expect(await field(page).isDisabled()).toBe(true);
    await page.getByLabel('Name').fill('Ann');
    await page.getByLabel('Email').fill('nonsense');
    await page.keyboard.press('Enter');
    await page.getByText('Enter a valid email address.').waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByRole('button', { name: 'Start the chat' }).click();
    await page.getByText('Welcome, then.').waitFor();
    expect(await client.call<object[]>('GET', `leads/${flow}`)).toMatchObject([
      { name: 'Ann', email: 'ann@example.com' },
    ]);
    await page.reload();
    await openBubble(page);
    await ask(page, 'When does the gate open?');
    await expect.poll(() => answers(page).textContent()).toContain('nine');
    const [message] = await client.call<{ leadEmail: string }[]>('GET', `chatmessage/${flow}`);
    expect(message?.leadEmail).toBe('ann@example.com');
  });

  it('answers from a file that was put into this chat, and refuses what the flow does not take', async () => {
    const page = await visit(scriptOf(await publish(retrieval()), 'data-open'));
    const choose = page.locator('tendril-chat input[type=file]');
    const buffer = Buffer.from('High tide in Wexmouth is at half past four in the afternoon.');
    await choose.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
    await page.getByRole('alert').getByText('photo.png').waitFor();
    await choose.setInputFiles({ name: 'tides.txt', mimeType: 'text/plain', buffer });
    await page.getByRole('button', { name: 'Remove tides.txt' }).waitFor();
    await page
      .getByRole('list', { name: 'Attached files' })
      .getByText('tides.txt', { exact: true })
      .waitFor();
    await ask(page, 'When is high tide in Wexmouth?');
    await expect.poll(() => answers(page).textContent()).toContain('half past four');
    expect(await page.getByRole('article', { name: 'You asked' }).textContent()).toContain('tides.txt');
  });

  it('sends the whole text of a file along', async () => {
    const flow = await makeModelFlow(client, model.port);
    model.play({ words: ['Read.'] });
    await client.call('PATCH', `flows/${flow}/settings`, {
      isPublic: true,
      chatbotConfig: { fullFileUpload: { status: true, allowedUploadFileTypes: 'text/markdown' } },
    });
    const page = await visit(scriptOf(flow, 'data-open'));
    const buffer = Buffer.from('Order 40217');
    await page
      .locator('tendril-chat input[type=file]')
      .setInputFiles({ name: 'order.md', mimeType: 'text/markdown', buffer });
    await page.getByRole('list', { name: 'Attached files' }).getByText('order.md', { exact: true }).waitFor();
    await ask(page, 'What did I order?');
    await expect.poll(() => answers(page).textContent()).toContain('Read.');
    const [message] = await client.call<object[]>('GET', `chatmessage/${flow}`);
    expect(message).toMatchObject({ fileUploads: [{ type: 'file:full', name: 'order.md' }] });
  });

  it('is used by keyboard alone, and holds the focus only where it covers the page', async () => {
    const flow = await publish(retrieval(), {
      starterPrompts: { 0: { prompt: 'When does the gate open?' } },
    });
    const page = await visit(scriptOf(flow));
    const launcher = page.getByRole('button', { name: 'Open the chat' });
    await launcher.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const isFocused = () => field(page).evaluate((element) => element.matches(':focus'));
    await expect.poll(isFocused).toBe(true);
    expect(await page.getByRole('dialog').getAttribute('aria-modal')).toBe('false');
    await page.keyboard.type('When does the gate open?');
    await page.keyboard.press('Enter');
    await expect.poll(() => answers(page).textContent()).toContain('nine');
    expect(await isFocused()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await launcher.evaluate((element) => element.matches(':focus'))).toBe(true);

    await page.setViewportSize({ width: 400, height: 800 });
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getAttribute('aria-modal')).toBe('true');
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 400, height: 800 });
    await field(page).fill('More');
    for (let count = 0; count < 30; count += 1) {
      await page.keyboard.press(count < 15 ? 'Tab' : 'Shift+Tab');
      expect(await dialog.evaluate((element) => element.matches(':focus-within'))).toBe(true);
    }
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it.each(['light', 'dark'] as const)(
    'is whole as panel and as page, %s, without a finding',
    async (theme) => {
      const flow = await publish(retrieval(), { title: 'Harbour help', chatFeedback: { status: true } });
      const panel = `<tendril-chat flow="${flow}" mode="panel" theme="${theme}" color="#1d64c8"></tendril-chat>`;
      const script = `<script type="module" src="${server.url}/widget.js"></script>`;
      for (const [body, isCalm] of [
        [panel + script, true],
        [scriptOf(flow, `data-mode="page" data-theme="${theme}" data-heading="Ask the harbour"`), false],
      ] as const) {
        const page = await visit(body, { isCalm });
        await ask(page, 'When does the gate of the harbour open?');
        await expect.poll(() => answers(page).textContent()).toContain('nine');
        await page.getByRole('button', { name: 'Good answer' }).waitFor();
        expect(await findings(page)).toEqual([]);
        const paper = await page
          .getByRole('log')
          .evaluate((log) => getComputedStyle(log.closest('.window') ?? log).backgroundColor);
        expect(paper).toBe(theme === 'dark' ? 'rgb(14, 19, 17)' : 'rgb(247, 249, 248)');
      }
    },
  );

  it('follows the dark mode of its visitor', async () => {
    const flow = await publish(retrieval());
    const page = await visit(scriptOf(flow, 'data-mode="page"'), { colorScheme: 'dark' });
    await field(page).waitFor();
    const scheme = () =>
      page.locator('tendril-chat .root').evaluate((root) => getComputedStyle(root).colorScheme);
    expect(await scheme()).toBe('dark');
    await page.getByRole('button', { name: 'Dark mode' }).click();
    await expect.poll(scheme).toBe('light');
  });

  it('says in the owner’s words that a site is not allowed, and in its own where nothing can be reached', async () => {
    const flow = await publish(retrieval(), {
      allowedOrigins: ['https://elsewhere.example'],
      allowedOriginsError: 'Not on this site, sorry.',
    });
    const page = await visit(scriptOf(flow, 'data-open'));
    browser.allow(page, /CORS policy/, /net::ERR_FAILED/, answered(403), answered(401));
    await page.getByRole('alert').getByText('Not on this site, sorry.').waitFor();
    expect(await field(page).count()).toBe(0);
    expect(await findings(page)).toEqual([]);
    await client.call('PATCH', `flows/${flow}/settings`, { isPublic: false });
    const other = await visit(scriptOf(flow, 'data-open'));
    browser.allow(other, /CORS policy/, /net::ERR_FAILED/, answered(401));
    await other.getByRole('alert').getByText('could not be reached from this page').waitFor();
  });

  it('writes down a spoken question and answers it', async () => {
    let heardBytes = 0;
    const vendor = createServer(async (request, response) => {
      for await (const part of request) heardBytes += (part as Buffer).length;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ text: 'When does the gate of the harbour open?' }));
    });
    await new Promise<void>((resolve) => vendor.listen(speechPort, '127.0.0.1', resolve));
    const { id: credentialId } = await client.call<{ id: string }>('POST', 'credentials', {
      name: 'Speech',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-CANARY-not-a-real-key' },
      hosts: [`http://127.0.0.1:${speechPort}`],
    });
    const flow = await publish(retrieval());
    const openAIWhisper = { status: true, credentialId, baseUrl: `http://127.0.0.1:${speechPort}/v1` };
    await client.call('PATCH', `flows/${flow}/settings`, { speechToText: { openAIWhisper } });
    const page = await browser.visit(strange.url);
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
    await page.goto(`${strange.url}/?${new URLSearchParams({ body: scriptOf(flow, 'data-open') })}`);
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByText('Recording 0:01').waitFor();
    await page.getByRole('button', { name: 'Send the recording' }).click();
    await expect.poll(() => answers(page).textContent()).toContain('nine');
    await page.getByRole('article', { name: 'You asked' }).getByText('When does the gate').waitFor();
    expect(heardBytes).toBeGreaterThan(1000);
    vendor.closeAllConnections();
    vendor.close();
  });

  it('stands in an app of React, built from the component that the server hands out', async () => {
    const flow = await publish(retrieval());
    const folder = await mkdtemp(join(tmpdir(), 'tendril-react-'));
    const component = await fetch(`${server.url}/widget-react.tsx`);
    await writeFile(join(folder, 'tendril-chat.tsx'), await component.text());
    await writeFile(
      join(folder, 'app.tsx'),
      `import { createRoot } from 'react-dom/client';
      import { TendrilChat } from './tendril-chat';
      const heard = (text: string) => document.documentElement.setAttribute('data-heard', text);
      const place = document.body.appendChild(document.createElement('div'));
      createRoot(place).render(
        <TendrilChat host="${server.url}" flow="${flow}" mode="panel" heading="From React" onAnswer={({ text }) => heard(text)} />,
      );`,
    );
    const packages = join(repositoryRoot, 'node_modules');
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      resolve: { alias: { 'react-dom': join(packages, 'react-dom'), react: join(packages, 'react') } },
      build: { write: false, rolldownOptions: { input: join(folder, 'app.tsx') } },
    });
    const [file] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
    if (file?.type !== 'chunk') throw new Error('The app was not built.');
    strange.serveApp(file.code);
    const page = await browser.visit(strange.url);
    await page.goto(`${strange.url}/?app&calm&body=`);
    await page.getByRole('heading', { name: 'From React' }).waitFor();
    await ask(page, 'When does the gate of the harbour open?');
    await expect.poll(() => answers(page).textContent()).toContain('nine');
    await expect.poll(() => page.locator('html').getAttribute('data-heard')).toContain('nine');
    await rm(folder, { recursive: true, force: true });
  });

  it('notifies its page of events, and executes its commands', async () => {
    const flow = await publish(retrieval());
    const page = await visit(scriptOf(flow));
    await page.getByRole('button', { name: 'Open the chat' }).waitFor();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      for (const name of ['open', 'close', 'question', 'answer'])
        document.addEventListener(`tendril-${name}`, (event) =>
          seen.push(`${name} ${JSON.stringify((event as CustomEvent).detail)}`),
        );
      const chat = document.querySelector('tendril-chat') as HTMLElement & Record<string, () => void>;
      Object.assign(chat, { texts: { send: 'Senden', title: 'Hafen' } });
      chat['open']?.();
    });
    await page.getByRole('dialog', { name: 'Hafen' }).getByRole('button', { name: 'Senden' }).waitFor();
    await page.evaluate(() => {
      const chat = document.querySelector('tendril-chat') as HTMLElement & {
        ask(question: string): void;
        close(): void;
      };
      chat.ask('When does the gate open?');
      chat.close();
    });
    const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await expect
      .poll(async () => (await seen()).map((line) => line.split(' ')[0]))
      .toEqual(['open', 'question', 'close', 'answer']);
    expect((await seen()).at(-1)).toContain('nine');
  });
});
