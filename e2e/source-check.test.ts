import type { FlowDetail } from '@tendril/contract/api/flows';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnsweringModel, startAnsweringModel } from '../packages/server/src/testing/answering-model.ts';
import { ApiClient } from './api-client.ts';
import { testBrowser, type VisitOptions } from './browser.ts';
import { readTemplates } from './chat-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let model: AnsweringModel;
let flowId: string;

const said =
  'The library opens at nine in the morning [1].\n\nIts **founder** was Ada Byron, who read there every day.';
const reason = 'Nobody is named as its founder.';
const claim = 'Its founder was Ada Byron, who read there every day.';

beforeAll(async () => {
  model = await startAnsweringModel(([first]) =>
    first?.content.startsWith('You check an answer')
      ? JSON.stringify({ unsupported: [{ sentence: 2, reason }] })
      : said,
  );
  server = await startServer({ environment: { EGRESS_ALLOW: model.host } });
  const client = await new ApiClient(server.url).registerOwner();
  const { id: selectedStore } = await client.call<{ id: string }>('POST', 'document-store/store', {
    name: 'House rules',
  });
  await client.call('POST', `document-store/upsert/${selectedStore}`, {
    loader: { name: 'plainText', config: { text: 'The library opens at nine in the morning.' } },
    splitter: { name: 'structureTextSplitter', config: {} },
  });
  flowId = await makeFlow(client, selectedStore);
});

afterAll(async () => {
  model?.close();
  await server?.remove();
});

async function makeFlow(client: ApiClient, selectedStore: string): Promise<string> {
  const credential = await client.call<{ id: string }>('POST', 'credentials', {
    name: 'Local model',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-CANARY-not-a-real-key', basePath: model.url },
  });
  const flow = new FlowBuilder(await readTemplates(client));
  const chat = flow.add('chatOpenAI', { x: 0, y: 0 }, { modelName: 'gpt-4o-mini' });
  const store = flow.add('documentStoreVS', { x: 0, y: 400 }, { selectedStore });
  const chain = flow.add('conversationalRetrievalQAChain', { x: 500, y: 0 });
  const flowData = flow.connect(chat, chain, 'model').connect(store, chain, 'vectorStoreRetriever').build();
  for (const node of flowData.nodes) if (node.id === chat.id) node.data.credential = credential.id;
  const { id } = await client.call<FlowDetail>('POST', 'flows', {
    name: 'Front desk',
    type: 'CHATFLOW',
    flowData,
  });
  await client.call('PATCH', `flows/${id}/settings`, {
    isPublic: true,
    chatbotConfig: { checksSources: true },
  });
  return id;
}

const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['CHECK_SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

async function asked(options: VisitOptions): Promise<Page> {
  const page = await browser.visit(server.url, options);
  await page.goto(`/chatbot/${flowId}`);
  await page.getByRole('textbox', { name: 'Write a message' }).fill('When does the library open?');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 2 sentences could not be found in the sources').waitFor();
  return page;
}

/** The marked words; how they are drawn is loaded with the first answer. */
async function marked(page: Page): Promise<string> {
  const marks = page.getByRole('article', { name: 'Answer' }).locator('mark');
  await marks.first().waitFor();
  return (await marks.allTextContents()).join('');
}

it.each([
  ['a member', { session: 'shared', colorScheme: 'light' }],
  ['a visitor on a phone, in the dark', { colorScheme: 'dark', viewport: { width: 400, height: 800 } }],
] satisfies [string, VisitOptions][])(
  'what the sources of an answer do not say is marked for %s',
  async (who, options) => {
    const page = await asked(options);
    expect(await marked(page)).toBe(claim);
    const first = page.locator('mark').first();
    for (let stops = 0; stops < 60; stops += 1) {
      if (await first.evaluate((mark) => mark === document.activeElement)) break;
      await page.keyboard.press('Shift+Tab');
    }
    await page.getByRole('tooltip').getByText(reason).waitFor();
    await shot(page, who.includes('phone') ? 'visitor' : 'member');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  },
);

it('it is still marked when the conversation is read again', async () => {
  const page = await asked({ session: 'shared' });
  await page.reload();
  await page.getByText('1 of 2 sentences could not be found in the sources').first().waitFor();
  expect(await marked(page)).toContain(claim);
});

it('it is marked in the chat on a page of another site', async () => {
  const page = await browser.visit(server.url);
  await page.route(`${server.url}/host-page`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Shop</title><body><script type="module" src="/widget.js" data-flow="${flowId}"></script>`,
    }),
  );
  await page.goto('/host-page');
  await page.getByRole('button', { name: /chat/i }).first().click();
  await page.getByRole('textbox').first().fill('When does the library open?');
  await page.keyboard.press('Enter');
  const mark = page.locator('mark');
  await mark.waitFor();
  expect(await mark.textContent()).toBe(claim);
  await mark.focus();
  await page.getByText(reason).waitFor();
  await shot(page, 'widget');
});
