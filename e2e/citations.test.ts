import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser, type VisitOptions } from './browser.ts';
import { makeHandbookPdf } from './handbook-pdf.ts';
import { makeKnowledgeFlow } from './knowledge-flow.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let model: ScriptedModel;
let storeId: string;
let flowId: string;

const question = 'Who keeps lost keys?';
const markdown =
  '# House rules\n\n## Garden\n\nDogs have to wait in the garden while their people are inside. Water stands beside the bench.\n\n## Library\n\nThe library is open to everybody.\n';

beforeAll(async () => {
  model = await startScriptedModel();
  server = await startServer({ environment: { EGRESS_ALLOW: `127.0.0.1:${model.port}` } });
  client = await new ApiClient(server.url).registerOwner();
  storeId = await fill('handbook.pdf', 'application/pdf', await makeHandbookPdf());
  flowId = await makeKnowledgeFlow(client, model.port, { selectedStore: storeId });
});

afterAll(async () => {
  await server?.remove();
  await model?.close();
});

async function fill(name: string, type: string, content: Buffer): Promise<string> {
  const { id } = await client.call<{ id: string }>('POST', 'document-store/store', { name, description: '' });
  const file = `data:${type};base64,${content.toString('base64')},filename:${name}`;
  await client.call('POST', `document-store/upsert/${id}`, {
    loader: { name: 'fileLoader', config: { file } },
    splitter: { name: 'structureTextSplitter', config: {} },
  });
  return id;
}

/** Which source of the flow's answers holds these words. */
async function sourceWith(id: string, words: string): Promise<number> {
  model.play({ words: ['Hello.'] });
  const { sourceDocuments } = await client.call<{ sourceDocuments: { pageContent: string }[] }>(
    'POST',
    `internal-prediction/${id}`,
    { question },
  );
  return sourceDocuments.findIndex(({ pageContent }) => pageContent.includes(words)) + 1;
}

async function ask(page: Page, id: string): Promise<void> {
  await page.goto(`/chatbot/${id}`);
  const field = page.getByRole('textbox', { name: 'Write a message' });
  await field.fill(question);
  await page.keyboard.press('Enter');
}

const mark = (page: Page, number: number) =>
  page
    .getByRole('article', { name: 'Answer' })
    .getByRole('button', { name: new RegExp(`^Source ${number}:`) })
    .first();
const dialog = (page: Page) => page.getByRole('dialog');
const bands = (page: Page, kind: string) => dialog(page).locator(`[data-band="${kind}"]`);

async function openCitation(options: VisitOptions): Promise<Page> {
  const number = await sourceWith(flowId, 'Lost keys');
  model.play({
    words: ['Lost keys are kept by the porter ', 'until the end of the month ', `[${number}]`, '.'],
  });
  const page = await browser.visit(server.url, { session: 'shared', ...options });
  await ask(page, flowId);
  await mark(page, number).click();
  await bands(page, 'words').first().waitFor();
  return page;
}

const shot = (page: Page, name: string) =>
  process.env['CITATION_SHOTS'] && page.screenshot({ path: `${process.env['CITATION_SHOTS']}/${name}.png` });

it.each(['light', 'dark'] as const)(
  'a mark in an answer opens the PDF at its page with the cited lines painted, in the %s',
  async (colorScheme) => {
    const page = await openCitation({ colorScheme });
    await dialog(page).getByText('Page 2 of 3').waitFor();
    expect(await bands(page, 'passage').count()).toBeGreaterThan(2);
    const words = await bands(page, 'words').first().boundingBox();
    const lines = await bands(page, 'passage').evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    );
    expect(words).not.toBeNull();
    expect(
      lines.some(({ top, bottom }) => words && top - 4 <= words.y && words.y + words.height <= bottom + 4),
    ).toBe(true);
    // Something is drawn, and it is not the error that stands for it.
    const ink = await dialog(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        };
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
        return dark;
      });
    expect(ink).toBeGreaterThan(500);
    await shot(page, `pdf-${colorScheme}`);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  },
);

it('its pages are turned and enlarged by keyboard, and the cited one is a click away', async () => {
  const page = await openCitation({});
  await dialog(page).getByRole('region', { name: 'Content of handbook.pdf' }).focus();
  await page.keyboard.press('PageDown');
  await dialog(page).getByText('Page 3 of 3').waitFor();
  await dialog(page)
    .getByRole('img', { name: /^Page 3 of 3/ })
    .waitFor();
  expect(await bands(page, 'words').count()).toBe(0);
  await page.keyboard.press('+');
  await dialog(page).getByText('125 %').waitFor();
  await dialog(page).getByRole('button', { name: 'Cited page' }).click();
  await bands(page, 'words').first().waitFor();
});

it('on a telephone the page fills the width, and nothing of it is cut', async () => {
  const page = await openCitation({ viewport: { width: 390, height: 780 } });
  const canvas = await dialog(page).locator('canvas').boundingBox();
  expect(canvas?.width).toBeGreaterThan(240);
  expect((canvas?.x ?? 0) + (canvas?.width ?? 999)).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, 'pdf-narrow');
});

it('a text opens at its block, in the version that was cited after the knowledge base is gone', async () => {
  const id = await fill('rules.md', 'text/markdown', Buffer.from(markdown));
  const flow = await makeKnowledgeFlow(client, model.port, { selectedStore: id });
  const number = await sourceWith(flow, 'Dogs');
  model.play({ words: ['Dogs have to wait in the garden ', `[${number}]`, '.'] });
  const page = await browser.visit(server.url, { session: 'shared' });
  await ask(page, flow);
  await mark(page, number).waitFor();
  await client.call('DELETE', `document-store/store/${id}`);
  await mark(page, number).click();
  await dialog(page).locator('mark').waitFor();
  expect(await dialog(page).locator('mark').textContent()).toBe('Dogs have to wait in the garden');
  await dialog(page).getByText('This is the version that was cited.').waitFor();
  await shot(page, 'blocks-light');
});

it('a visitor reads the passage, and opens the document only where the owner lets visitors do so', async () => {
  const number = await sourceWith(flowId, 'Lost keys');
  model.play({ words: ['Lost keys are kept by the porter ', `[${number}]`, '.'] });
  await client.call('PUT', `chatflows/${flowId}`, { isPublic: true });
  const page = await browser.visit(server.url);
  browser.allow(page, answered(403));
  await ask(page, flowId);
  await mark(page, number).click();
  await dialog(page).getByText('Lost keys are kept by the porter').first().waitFor();
  expect(await dialog(page).locator('canvas').count()).toBe(0);
  await client.call('PUT', `chatflows/${flowId}`, { chatbotConfig: JSON.stringify({ opensSources: true }) });
  await page.keyboard.press('Escape');
  await page.reload();
  await mark(page, number).click();
  await bands(page, 'words').first().waitFor();
});

it('a question that finds nothing is listed, and answered by a passage in one click', async () => {
  const id = await fill('rules.md', 'text/markdown', Buffer.from(markdown));
  const flow = await makeKnowledgeFlow(client, model.port, { selectedStore: id });
  model.play({ words: ['I do not know.'] });
  await client.call('POST', `internal-prediction/${flow}`, {
    question: 'Quantum chromodynamics lagrangian?',
  });
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/document-stores/${id}/gaps`);
  await page.getByRole('heading', { name: 'Quantum chromodynamics lagrangian?' }).waitFor();
  await shot(page, 'gaps-light');
  await page.getByRole('button', { name: 'Write a passage' }).click();
  await dialog(page).getByRole('textbox', { name: 'Passage' }).fill('It hangs in the hall.');
  await dialog(page).getByRole('button', { name: 'Add to knowledge base' }).click();
  await page.getByText('No unanswered questions').waitFor();
});
