import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announced, hearAnnouncements } from './announcements.ts';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { canvasDriver, storedFlow, storeFlow } from './canvas-driver.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { untilStill } from './until-still.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

const focusedNode = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.react-flow__node')?.getAttribute('data-id') ?? null);

/** The focused node once the page has drawn what the last key did. */
async function nodeAfterPaint(page: Page): Promise<string | null> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return focusedNode(page);
}

/** Presses keys one after the other. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Adds a node through the add box and waits until it has the focus. */
async function add(page: Page, label: string, id: string): Promise<void> {
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Add a node' }).waitFor();
  await page.keyboard.type(label);
  await page.getByRole('option', { selected: true }).getByText(label, { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedNode(page)).toBe(id);
}

/** Leaves by Tab until something outside the drawing has the focus. */
async function tabUntil(page: Page, isThere: () => Promise<boolean>): Promise<number> {
  for (let presses = 1; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isThere()) return presses;
  }
  throw new Error('Tab never led there.');
}

describe('without a mouse', () => {
  it('CANVAS-03, CANVAS-06, CONNECT-04: a flow of four nodes is built, wired, moved, named, saved and asked', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    await hearAnnouncements(page);
    const driver = canvasDriver(page);
    await page.goto('/canvas');
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();

    await add(page, 'Demo model', 'demoModel_0');
    await announced(page, 'Demo model added');
    await add(page, 'Prompt Template', 'promptTemplate_0');
    await add(page, 'LLM Chain', 'llmChain_0');
    await add(page, 'Sticky Note', 'stickyNote_0');

    // Arrow keys walk; the chain takes both others by the list of fitting places.
    // Where new nodes stand follows from what is in sight, so several ways are tried.
    const ways = 'Left Up Right Down Right Right Up Up Left Left Down Down Up Right Down Left'.split(' ');
    for (const way of ways) {
      if ((await nodeAfterPaint(page)) === 'llmChain_0') break;
      await press(page, `Arrow${way}`);
    }
    expect(await nodeAfterPaint(page)).toBe('llmChain_0');
    for (const [source, label] of [
      ['demoModel_0', 'Demo model'],
      ['promptTemplate_0', 'Prompt Template'],
    ] as const) {
      await press(page, 'c');
      const dialog = page.getByRole('dialog', { name: 'Connect LLM Chain' });
      await dialog.waitFor();
      const rows = await dialog.locator('button small').allTextContents();
      for (let at = 0; at < rows.indexOf(source); at += 1) await press(page, 'ArrowDown');
      await press(page, 'Enter');
      await announced(page, `${label} connected to LLM Chain`);
      await expect.poll(() => focusedNode(page)).toBe('llmChain_0');
    }
    await expect.poll(() => driver.edges.count()).toBe(2);

    // M, then arrows: through the history as a drag is.
    const place = () => driver.node('llmChain_0').evaluate((node) => node.style.transform);
    const before = await place();
    await press(page, 'm', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter');
    await expect.poll(place).not.toBe(before);
    await press(page, 'Control+z');
    await expect.poll(place).toBe(before);
    await press(page, 'Control+Shift+z');
    await expect.poll(place).not.toBe(before);

    await press(page, 'F2');
    await page.getByRole('textbox', { name: 'New name for LLM Chain' }).waitFor();
    await page.keyboard.type('Answer');
    await press(page, 'Enter');
    await announced(page, 'Renamed to Answer');
    await expect.poll(() => focusedNode(page)).toBe('llmChain_0');

    // Left along an edge to the prompt, then into its first parameter and back.
    await press(page, 'ArrowLeft');
    if ((await nodeAfterPaint(page)) !== 'promptTemplate_0') await press(page, 'ArrowDown');
    for (let steps = 0; (await nodeAfterPaint(page)) !== 'promptTemplate_0' && steps < 6; steps += 1)
      await press(page, ['ArrowUp', 'ArrowDown', 'ArrowLeft'][steps % 3] ?? 'ArrowUp');
    expect(await focusedNode(page)).toBe('promptTemplate_0');
    await press(page, 'Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-param-field]') !== null))
      .toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Repeat this: {question');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedNode(page)).toBe('promptTemplate_0');

    await press(page, 'Control+s');
    await page.getByRole('dialog', { name: /^Save new/ }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Built by keys');
    await press(page, 'Enter');
    await page.getByRole('heading', { level: 1, name: /Built by keys/ }).waitFor();
    const { flowData } = await storedFlow(client, page);
    expect(flowData.nodes.map(({ id }) => id).toSorted()).toEqual([
      'demoModel_0',
      'llmChain_0',
      'promptTemplate_0',
      'stickyNote_0',
    ]);
    expect(flowData.edges.map(({ source, target }) => [source, target]).toSorted()).toEqual([
      ['demoModel_0', 'llmChain_0'],
      ['promptTemplate_0', 'llmChain_0'],
    ]);
    expect(flowData.nodes.find(({ id }) => id === 'llmChain_0')?.data.label).toBe('Answer');

    const field = page.getByRole('textbox', { name: 'Ask this flow' });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await press(page, 'Control+Enter');
    await field.waitFor();
    const isInChat = () => field.evaluate((element) => element === document.activeElement);
    if (!(await isInChat())) await tabUntil(page, isInChat);
    await page.keyboard.type('blue whales');
    await press(page, 'Enter');
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByRole('button', { name: 'Open trace' }).waitFor();
    expect(((await answer.textContent()) ?? '').length).toBeGreaterThan(10);
  });

  it('WCAG 2.1.2: Tab enters the drawing once and leaves it again, forwards and backwards', async () => {
    const flow = await storeFlow(client, 'One stop', (builder) => {
      for (let index = 0; index < 12; index += 1)
        builder.add('calculator', { x: 320 * (index % 4), y: 200 * index });
    });
    const page = await browser.visit(server.url, { session: 'shared' });
    await page.goto(`/canvas/${flow.id}`);
    await page.locator('.react-flow__node').first().waitFor();
    const isOnNode = async () => (await focusedNode(page)) !== null;
    await tabUntil(page, isOnNode);
    const first = await focusedNode(page);
    await press(page, 'ArrowDown');
    await expect.poll(() => focusedNode(page)).not.toBe(first);
    await press(page, 'Tab');
    expect(await isOnNode()).toBe(false);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press(page, 'Shift+Tab');
    await expect.poll(isOnNode).toBe(true);
    await press(page, 'Shift+Tab');
    expect(await isOnNode()).toBe(false);
  });
});

describe('the list of nodes', () => {
  const focusedText = (page: Page) =>
    page.evaluate(() => {
      const focused = document.activeElement;
      return focused?.getAttribute('aria-label') ?? focused?.querySelector('b')?.textContent?.trim() ?? '';
    });

  it('CANVAS-03, WCAG 2.1.1: one stop of Tab, in which arrows reach every node, its star and its category', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    await hearAnnouncements(page);
    await page.goto('/canvas');
    const grid = page.getByRole('grid', { name: 'Node list' });
    await grid.waitFor();
    expect(await grid.getByRole('button').count()).toBeGreaterThan(60);
    expect(await grid.locator('[tabindex="0"]').count()).toBe(1);

    await press(page, '/', 'ArrowDown');
    expect(await focusedText(page)).toBe('Chat Models');
    await press(page, 'ArrowRight');
    expect(await focusedText(page)).toBe('Add Demo model');
    await press(page, 'ArrowDown');
    const second = await focusedText(page);
    expect(second).not.toBe('Add Demo model');
    await press(page, 'ArrowRight');
    expect(await focusedText(page)).toBe(second.replace('Add', 'Star'));
    await press(page, 'ArrowUp', 'Enter');
    expect(await focusedText(page)).toBe('Unstar Demo model');
    expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
    await press(page, 'ArrowLeft', 'ArrowLeft');
    expect(await focusedText(page)).toBe('Chat Models');
    const isOpen = () => page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'));
    await press(page, 'ArrowLeft');
    expect(await isOpen()).toBe('false');
    await press(page, 'ArrowRight');
    expect(await isOpen()).toBe('true');
    await press(page, 'End');
    const last = await focusedText(page);
    await press(page, 'PageUp', 'PageDown');
    expect(await focusedText(page)).toBe(last);
    await press(page, 'Home', 'ArrowUp');
    expect(await focusedText(page)).toBe('Search nodes');

    // Tab leads into the list where it was left, and out of it by one more press.
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown');
    const left = await focusedText(page);
    await press(page, 'Tab');
    expect(await grid.locator(':focus').count()).toBe(0);
    await press(page, 'Shift+Tab');
    expect(await focusedText(page)).toBe(left);

    // Letters search; Enter adds, and the star brings the node back.
    await page.keyboard.type('calcul');
    expect(await page.getByRole('textbox', { name: 'Search nodes' }).inputValue()).toBe('calcul');
    await press(page, 'ArrowDown', 'Enter');
    await announced(page, 'Calculator added');
    await press(page, 'ArrowRight', 'Enter');
    await press(page, 'ArrowLeft', 'ArrowUp', 'Escape', 'Tab');
    await press(page, 'Tab', 'Tab', 'Enter', 'Tab');
    const starred = grid.getByRole('button', { name: /^Add / });
    await expect.poll(() => starred.count()).toBe(2);
    expect(await focusedText(page)).toBe('Add Calculator');
    await press(page, 'ArrowRight', 'Enter');
    await expect.poll(() => starred.count()).toBe(1);
    expect(await focusedText(page)).toBe('Unstar Demo model');
  });

  it('shows nodes of one name apart', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    await page.goto('/canvas');
    const palette = page.getByRole('complementary', { name: 'Nodes' });
    await palette.getByRole('textbox', { name: 'Search nodes' }).fill('chatopenai');
    const rows = () => palette.getByRole('button', { name: /^Add ChatOpenAI / }).allTextContents();
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(1);
    const shown = await rows();
    expect(new Set(shown.map((text) => /LlamaIndex/.test(text))).size).toBe(2);
    expect(shown[0]).not.toContain('LlamaIndex');
    await untilStill(page);
    const { violations } = await new AxeBuilder({ page }).include('aside').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

describe('the outline', () => {
  it('reads and changes the whole flow: add, connect, set, rename, disable, delete', async () => {
    const flow = await storeFlow(client, 'Outlined', (builder) => {
      builder.add('demoModel', { x: 0, y: 0 });
      builder.add('llmChain', { x: 480, y: 0 });
    });
    const page = await browser.visit(server.url, { session: 'shared' });
    await hearAnnouncements(page);
    await page.goto(`/canvas/${flow.id}`);
    await page.locator('.react-flow__node').first().waitFor();
    await press(page, 'o');
    const outline = page.getByRole('region', { name: 'Outline' });
    const row = (name: string) => outline.getByRole('button', { name: new RegExp(`^${name} `) });
    await row('Demo model').waitFor();
    await expect
      .poll(() => row('Demo model').evaluate((element) => element === document.activeElement))
      .toBe(true);
    await press(page, 'ArrowDown', 'ArrowRight');
    await outline.getByLabel(/^Connect .*[Mm]odel/).selectOption({ label: 'From Demo model' });
    await announced(page, 'Demo model connected to LLM Chain');

    await outline
      .getByRole('button', { name: /^Add a node to .*[Pp]rompt/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Add a node' }).first().waitFor();
    await page.keyboard.type('Prompt Template');
    await page.keyboard.press('Enter');
    await row('Prompt Template').waitFor();
    await expect
      .poll(() => row('Prompt Template').evaluate((element) => element === document.activeElement))
      .toBe(true);
    const template = outline.locator('[data-param-field="template"]').getByRole('textbox');
    await template.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Say {question');
    await page.keyboard.press('Escape');
    const name = outline.getByRole('textbox', { name: 'Node name' });
    await name.fill('Words');
    await name.press('Enter');
    await row('Words').waitFor();
    await row('LLM Chain').focus();
    await press(page, 'd');
    await announced(page, 'LLM Chain disabled');
    await expect.poll(() => row('LLM Chain').textContent()).toContain('disabled');
    await row('Demo model').focus();
    await press(page, 'Delete');
    await expect.poll(() => row('Demo model').count()).toBe(0);
    await press(page, 'Escape');
    await expect.poll(() => outline.count()).toBe(0);
    await press(page, 'Control+s');
    await expect
      .poll(async () =>
        (await storedFlow(client, page)).flowData.nodes.map(({ data }) => data.label).toSorted(),
      )
      .toEqual(['LLM Chain', 'Words']);
  });

  it.each(['light', 'dark'] as const)(
    'is free of axe findings, opened, in the %s theme, and is what a phone gets',
    async (theme) => {
      const flow = await storeFlow(client, `Phone ${theme}`, (builder) => {
        const model = builder.add('demoModel', { x: 0, y: 0 });
        const chain = builder.add('llmChain', { x: 480, y: 0 });
        builder.connect(model, chain, 'model');
      });
      const viewport = { width: 390, height: 844 };
      const page = await browser.visit(server.url, { session: 'shared', viewport, colorScheme: theme });
      await page.goto(`/canvas/${flow.id}`);
      const outline = page.getByRole('region', { name: 'Outline' });
      const chain = outline.getByRole('button', { name: /^LLM Chain / });
      await chain.click();
      await outline.getByRole('heading', { name: 'Inputs' }).waitFor();
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
      await untilStill(page);
      const { violations } = await new AxeBuilder({ page }).include('[data-outline]').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    },
  );
});
