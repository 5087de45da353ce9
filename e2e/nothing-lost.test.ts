import type { FlowDetail } from '@tendril/contract/api/flows';
import type { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, owner } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { canvasDriver, storedFlow, storeFlow } from './canvas-driver.ts';
import { draftDriver } from './draft-driver.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

/** Prompt, model and chain, with both wired. */
const chain = (flow: FlowBuilder) => {
  const model = flow.add('demoModel', { x: 0, y: 0 });
  const prompt = flow.add('promptTemplate', { x: 0, y: 320 }, { template: 'Say {question}' });
  const end = flow.add('llmChain', { x: 420, y: 100 });
  flow.connect(model, end, 'model').connect(prompt, end, 'prompt');
};

const make = (name: string) => storeFlow(client, name, chain);

async function openIn(page: Page, flow: Pick<FlowDetail, 'id'>) {
  await page.goto(`/canvas/${flow.id}`);
  await page.locator('.react-flow__node').first().waitFor();
  return { page, driver: canvasDriver(page), draft: draftDriver(page) };
}

async function open(flow: FlowDetail, session: 'shared' | 'own' = 'shared') {
  return openIn(await browser.visit(server.url, { session }), flow);
}

const isDraftCall = (url: URL) => url.pathname.endsWith('/draft');
/** Keeps autosaves from the server, so that only this device has the edits. */
const cutAutosave = (page: Page) => page.route(isDraftCall, (route) => route.abort());

const promptOf = async (flow: Pick<FlowDetail, 'id'>) => {
  const { flowData } = await client.call<FlowDetail>('GET', `flows/${flow.id}`);
  return flowData.nodes.find(({ id }) => id === 'promptTemplate_0')?.data.inputs?.['template'];
};

/** Keeps the server from being given a new flow, as it is for the first seconds of one. */
const holdNewFlows = (page: Page) =>
  page.route(/\/flows$/, (route) => (route.request().method() === 'POST' ? undefined : route.fallback()));

describe('no edit is lost', () => {
  it('G2: by a reload before the autosave: it is there again, said so, and saved', async () => {
    const flow = await make('Reloaded');
    const { page, driver, draft } = await open(flow);
    await draft.writePrompt('Answer {question} kindly');
    await draft.label(/^1 edit kept on this device$/).waitFor();
    expect(await driver.isDirty()).toBe(true);
    await page.reload();
    await draft.restored.waitFor();
    expect(await draft.prompt()).toBe('Answer {question} kindly');
    await draft.label(/^Saved \d/).waitFor();
    expect(await promptOf(flow)).toBe('Answer {question} kindly');
    await page.reload();
    await page.locator('.react-flow__node').first().waitFor();
    await expect.poll(() => draft.restored.count()).toBe(0);
  });

  it('G2: by a version that keeps them under another key: what was kept before is there again', async () => {
    const flow = await make('Kept before');
    const { page, draft } = await open(flow);
    await draft.writePrompt('From before {question}');
    await draft.label(/^1 edit kept on this device$/).waitFor();
    await page.goto('/tools');
    await page.evaluate(keepAsVersionOne);
    await page.goto(`/canvas/${flow.id}`);
    await draft.restored.waitFor();
    expect(await draft.prompt()).toBe('From before {question}');
  });

  it('G2: restored edits are given up by one step, and taken again by undoing that', async () => {
    const flow = await make('Given up');
    const { page, draft } = await open(flow);
    await draft.writePrompt('Never mind');
    await draft.label(/^1 edit kept on this device$/).waitFor();
    await page.reload();
    await draft.restored.waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await draft.prompt()).toBe('Say {question}');
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await draft.prompt()).toBe('Never mind');
  });

  it('G2: by a tab that crashes right after the edit', async () => {
    const flow = await make('Crashed');
    const { page, driver } = await open(flow);
    browser.allow(page, /ERR_FAILED/);
    await cutAutosave(page);
    await driver.addByClick('Calculator');
    await driver.node('calculator_0').waitFor();
    await draftDriver(page)
      .label(/^1 edit kept on this device$/)
      .waitFor();
    const crashed = new Promise((resolve) => page.once('crash', resolve));
    const session = await page.context().newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    const next = await openIn(await browser.tab(page), flow);
    await next.draft.restored.waitFor();
    await next.driver.node('calculator_0').waitFor();
  });

  it('G2: of a flow that was never saved: it is offered again', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    await holdNewFlows(page);
    await page.goto('/canvas');
    const driver = canvasDriver(page);
    await driver.addByClick('Demo model');
    await driver.addByClick('LLM Chain');
    await driver.node('llmChain_0').waitFor();
    await draftDriver(page)
      .label(/^Kept on this device, not saved yet$/)
      .waitFor();
    // What was held goes with the page: given free before, it would be sent, and the flow be saved after all.
    await page.reload();
    await page.getByText('Continue with your unsaved flow?').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await driver.node('llmChain_0').waitFor();
    await driver.save('Found again');
    expect((await storedFlow(client, page)).flowData.nodes).toHaveLength(2);
    await page.goto('/canvas');
    await page.getByText('Nothing here yet').waitFor();
    expect(await page.getByText('Continue with your unsaved flow?').count()).toBe(0);
  });

  it('AUTH-08, G2: by a session that ends: signed in again, the edits are back, for the same person only', async () => {
    const flow = await make('Signed out');
    const { page, draft } = await open(flow, 'own');
    browser.allow(page, answered(401));
    // The inspector is open before the session ends: from then on every call would lead to the start page.
    await draft.prompt();
    await page.context().clearCookies();
    await draft.writePrompt('Written while the session ended');
    await page.waitForURL(`${server.url}/`);
    await page.getByText('You were signed out. Your unsaved edits are kept on this device.').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/chatflows');

    await page.evaluate(() => localStorage.setItem('user', '{"name":"Other","email":"other@example.com"}'));
    const other = await openIn(page, flow);
    expect(await other.draft.prompt()).toBe('Say {question}');
    expect(await other.draft.restored.count()).toBe(0);

    await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(owner));
    await openIn(page, flow);
    await draft.restored.waitFor();
    expect(await draft.prompt()).toBe('Written while the session ended');
  });

  it('G2: over an offline spell: kept here, said so, and saved when the network is back', async () => {
    const flow = await make('Offline');
    const { page, draft } = await open(flow);
    browser.allow(page, /ERR_INTERNET_DISCONNECTED/);
    // The parts of the canvas come while nothing else is to do.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await draft.writePrompt('Written without a network');
    await draft.label(/^Offline: 1 edit kept on this device$/).waitFor();
    await page.context().setOffline(false);
    await draft.label(/^Saved \d/).waitFor();
    expect(await promptOf(flow)).toBe('Written without a network');
  });

  it('G2: by a server killed after it took an autosave, nor while it is down', async () => {
    const flow = await make('Killed');
    const { page, draft } = await open(flow);
    browser.allow(
      page,
      /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/,
    );
    await draft.writePrompt('Acknowledged');
    await draft.label(/^Saved \d/).waitFor();
    const port = Number(new URL(server.url).port);
    await server.stop('SIGKILL');
    await draft.writePrompt('Written while the server was down');
    await draft.label(/^Offline: 1 edit kept on this device$/).waitFor();
    // The page must not save before what the server kept was read.
    await page.context().setOffline(true);
    server = await startServer({ home: server.home, port });
    client = await new ApiClient(server.url).signIn();
    expect(await promptOf(flow)).toBe('Acknowledged');
    await page.context().setOffline(false);
    await expect.poll(() => promptOf(flow), { timeout: 20_000 }).toBe('Written while the server was down');
  });

  it('SP-100: leaving a saved flow does not ask, for its edits are kept and nothing can be lost; one that was never saved asks', async () => {
    const flow = await make('Left behind');
    const { page, driver } = await open(flow);
    await driver.addByClick('Calculator');
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.waitForURL('**/chatflows');
    await expect
      .poll(async () => (await client.call<FlowDetail>('GET', `flows/${flow.id}`)).flowData.nodes.length)
      .toBe(4);

    await holdNewFlows(page);
    await page.goto('/canvas');
    await driver.addByClick('Calculator');
    await page.getByRole('button', { name: 'Back to the list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave' });
    await dialog.getByText('You have unsaved changes! Do you want to navigate away?').waitFor();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await driver.node('calculator_0').waitFor();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/chatflows');
  });
});

describe('two tabs on one flow', () => {
  it('G2: different nodes: both edits are in both tabs and on the server', async () => {
    const flow = await make('Shared apart');
    const mine = await open(flow);
    const theirs = await openIn(await browser.tab(mine.page), flow);
    browser.allow(mine.page, answered(409));
    browser.allow(theirs.page, answered(409));
    await mine.draft.writePrompt('Mine');
    await theirs.driver.addByClick('Calculator');
    await theirs.page.keyboard.press('Control+s');
    await mine.driver.node('calculator_0').waitFor();
    await mine.page.getByText(/^Merged with changes/).waitFor();
    expect(await mine.draft.prompt()).toBe('Mine');
    await mine.draft.label(/^Saved \d/).waitFor();
    await expect.poll(() => theirs.draft.prompt()).toBe('Mine');
    const { flowData } = await client.call<FlowDetail>('GET', `flows/${flow.id}`);
    expect(flowData.nodes.map(({ id }) => id)).toContain('calculator_0');
    expect(await promptOf(flow)).toBe('Mine');
  });

  it('G2: one parameter: both versions are shown, and what is chosen is saved', async () => {
    const flow = await make('Shared clash');
    const mine = await open(flow);
    const theirs = await openIn(await browser.tab(mine.page), flow);
    browser.allow(mine.page, answered(409));
    // The other tab's save comes first, however long the typing takes.
    const { promise: isTheirs, resolve: letGo } = Promise.withResolvers<void>();
    await mine.page.route(`**/flows/${flow.id}/draft`, async (route) => {
      await isTheirs;
      await route.continue();
    });
    await mine.draft.writePrompt('Mine {question}');
    await mine.driver.addByClick('Custom Tool');
    await theirs.draft.writePrompt('Theirs {question}');
    await theirs.page.keyboard.press('Control+s');
    await theirs.draft.label(/^Saved \d/).waitFor();
    letGo();
    await mine.page.getByText(/Resolve 1 conflict\./).waitFor();
    await mine.draft.label(/conflicting changes/).waitFor();
    await mine.page.getByRole('button', { name: 'Compare and choose' }).click();
    const dialog = mine.page.getByRole('dialog', { name: 'Two versions of this flow' });
    await dialog.locator('.react-flow__node.diff-added[data-id="customTool_0"]').waitFor();
    await dialog.locator('.react-flow__node.diff-clash[data-id="promptTemplate_0"]').waitFor();
    await dialog.getByRole('radio', { name: /^Theirs/ }).check();
    await dialog.getByRole('button', { name: 'Save merged version' }).click();
    await dialog.waitFor({ state: 'detached' });
    await mine.draft.label(/^Saved \d/).waitFor();
    expect(await promptOf(flow)).toBe('Theirs {question}');
    await theirs.driver.node('customTool_0').waitFor();
  });

  it('G2: a clash that waits survives a reload, and mine can become a flow of its own', async () => {
    const flow = await make('Shared waiting');
    const mine = await open(flow);
    browser.allow(mine.page, answered(409));
    await mine.draft.writePrompt('Mine');
    await mine.draft.label(/^1 edit kept on this device$/).waitFor();
    const theirs = await open(flow);
    await theirs.draft.writePrompt('Theirs');
    await theirs.page.keyboard.press('Control+s');
    await theirs.draft.label(/^Saved \d/).waitFor();
    await mine.page.keyboard.press('Control+s');
    const dialog = mine.page.getByRole('dialog', { name: 'Two versions of this flow' });
    await dialog.getByRole('button', { name: 'Later' }).click();
    await mine.page.reload();
    await mine.page.getByText(/Resolve 1 conflict\./).waitFor();
    expect(await mine.draft.prompt()).toBe('Mine');
    await mine.page.getByRole('button', { name: 'Compare and choose' }).click();
    await dialog.getByRole('button', { name: 'Save mine as a copy' }).click();
    await expect.poll(() => mine.page.url()).not.toContain(flow.id);
    const copy = await storedFlow(client, mine.page);
    expect(await promptOf(copy)).toBe('Mine');
    expect(await promptOf(flow)).toBe('Theirs');
  });
});

/** Runs in the page: writes the journal as version 1 had it, with the key called `deskId`. */
async function keepAsVersionOne(): Promise<void> {
  const name = 'tendril-drafts';
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const present = await result(indexedDB.open(name));
  const read = present.transaction(['drafts', 'bases']);
  const drafts = await result(read.objectStore('drafts').getAll());
  const bases = await result(read.objectStore('bases').getAll());
  present.close();
  await result(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore('drafts', { keyPath: 'deskId' });
    store.createIndex('user', 'user');
    store.createIndex('at', 'at');
    opening.result.createObjectStore('bases');
  };
  const before = await result(opening);
  const write = before.transaction(['drafts', 'bases'], 'readwrite');
  for (const [at, { editorId, ...draft }] of drafts.entries()) {
    write.objectStore('drafts').put({ ...draft, deskId: editorId });
    write.objectStore('bases').put(bases[at], editorId);
  }
  await new Promise((resolve) => {
    write.oncomplete = resolve;
  });
  before.close();
}
