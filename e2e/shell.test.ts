import { corePrefix } from '@tendril/contract/api/prefixes';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, owner } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;

beforeAll(async () => {
  server = await startServer();
  await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

const sections = [
  {
    name: 'Workflow',
    entries: [
      ['Flows', '/chatflows'],
      ['Pipelines', '/agentflows'],
      ['Assistants', '/assistants'],
      ['Templates', '/marketplaces'],
    ],
  },
  {
    name: 'Voice',
    entries: [
      ['Voice Agents', '/agent'],
      ['Phone Numbers', '/phone-numbers'],
      // Calls came later.
      ['Calls', '/calls'],
    ],
  },
  {
    name: 'Settings',
    entries: [
      ['Toolkit', '/tools'],
      ['Secrets', '/credentials'],
      ['Config', '/variables'],
      ['API Keys', '/apikey'],
      ['Knowledge Base', '/document-stores'],
    ],
  },
] as const;

/** The 21 paths of the specification that need a person and stand in the shell. */
const protectedPaths = [
  '/chatflows',
  '/agentflows',
  '/marketplaces',
  '/apikey',
  '/tools',
  '/assistants',
  '/agent',
  '/agent/abc',
  '/assistants/custom',
  '/assistants/custom/abc',
  '/assistants/openai',
  '/credentials',
  '/variables',
  '/document-stores',
  '/document-stores/s1',
  '/document-stores/chunks/s1/f1',
  '/document-stores/s1/plainText',
  '/document-stores/vector/s1',
  '/document-stores/vector/s1/d1',
  '/document-stores/query/s1',
  '/phone-numbers',
];

const drawer = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const topBar = (page: Page) => page.locator('[data-top-bar]');
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Not drawn.');
  return box;
}

/** Another address without reloading the page, as the browser's own buttons do. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

const isSamePage = (path: string) => path === '/document-stores/vector/s1';

async function openFlows(storage: Record<string, string> = {}): Promise<Page> {
  const page = await browser.visit(server.url, { session: 'shared', storage });
  await page.goto('/chatflows');
  await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  return page;
}

describe('routes', () => {
  it('ROUTES-01, ROUTES-03, ROUTES-04: without a stored user every path leads to the sign-in form', async () => {
    const page = await browser.visit(server.url);
    for (const path of ['/', '/no-such-page', '/document-stores/query/s1', '/canvas/x']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(pathOf(page), path).toBe('/');
    }
    for (const path of ['/canvas', '/agentcanvas', '/agentcanvas/x', '/marketplace/x', ...protectedPaths]) {
      await goInside(page, path);
      await expect.poll(() => pathOf(page), { message: path }).toBe('/');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
    }
  });

  it('ROUTES-02, ROUTES-03: with a stored user the start page and unknown paths lead to the flows', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    for (const path of ['/', '/no-such-page']) {
      await page.goto(path);
      await page.waitForURL('**/chatflows');
    }
  });

  it('ROUTES-05, ROUTES-33: the 21 protected paths stand in the shell under one heading each', async () => {
    const page = await openFlows();
    browser.allow(page, answered(404));
    const titles = new Set<string>();
    for (const path of protectedPaths.toReversed()) {
      const before = await page.title();
      await goInside(page, path);
      if (!isSamePage(path)) await expect.poll(() => page.title(), { message: path }).not.toBe(before);
      const title = await page.getByRole('heading', { level: 1 }).textContent();
      await expect.poll(() => page.title(), { message: path }).toBe(`${title} · Tendril`);
      expect(pathOf(page)).toBe(path);
      expect(await drawer(page).isVisible(), path).toBe(true);
      expect(await topBar(page).isVisible(), path).toBe(true);
      titles.add(title ?? '');
    }
    // The two paths of the vector configuration are one page.
    expect(titles.size).toBe(protectedPaths.length - 1);
  });

  it('ROUTES-27, ROUTES-29, ROUTES-32: the full-screen paths have no drawer', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    browser.allow(page, answered(404));
    for (const path of ['/canvas', '/agentcanvas', '/chatbot/none']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(pathOf(page)).toBe(path);
      expect(await drawer(page).count(), path).toBe(0);
      expect(await topBar(page).count(), path).toBe(0);
    }
  });

  it('SP-19: the chat of a flow that is not public leads a signed-out visitor to the start page', async () => {
    const page = await browser.visit(server.url);
    browser.allow(page, answered(401), answered(403), answered(404));
    await page.goto('/chatbot/none');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

describe('drawer', () => {
  it('SHELL-01, SHELL-06, SHELL-09: the sections hold their entries in order', async () => {
    const page = await openFlows();
    const found = await drawer(page)
      .locator('section')
      .evaluateAll((all) =>
        all.map((section) => [
          section.querySelector('h2')?.textContent,
          [...section.querySelectorAll('a')].map((link) => link.textContent),
        ]),
      );
    expect(found).toEqual(sections.map(({ name, entries }) => [name, entries.map(([label]) => label)]));
  });

  it('SHELL-02 to SHELL-05, SHELL-07, SHELL-08, SHELL-10 to SHELL-14, SP-28: every entry opens its page, and the heading gets the focus', async () => {
    const page = await openFlows();
    for (const [label, path] of sections.flatMap(({ entries }) => [...entries]).toReversed()) {
      await drawer(page).getByRole('link', { name: label, exact: true }).click();
      const heading = page.getByRole('heading', { level: 1, name: label, exact: true });
      await heading.waitFor();
      expect(pathOf(page)).toBe(path);
      await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
    }
  });

  it('SHELL-15: a section folds on its own', async () => {
    const page = await openFlows();
    const heading = drawer(page).getByRole('button', { name: 'Settings' });
    await heading.click();
    expect(await heading.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => drawer(page).getByRole('link', { name: 'Config' }).isVisible()).toBe(false);
    expect(await drawer(page).getByRole('link', { name: 'Pipelines' }).isVisible()).toBe(true);
    expect(await drawer(page).getByRole('link', { name: 'Phone Numbers' }).isVisible()).toBe(true);
    await heading.click();
    await expect.poll(() => drawer(page).getByRole('link', { name: 'Config' }).isVisible()).toBe(true);
  });

  it('SHELL-17 to SHELL-22: the top bar closes and opens the drawer; drawer, bar and logo have their sizes', async () => {
    const page = await openFlows();
    const logo = drawer(page).getByRole('img', { name: 'Tendril' });
    expect((await boxOf(topBar(page))).height).toBe(80);
    expect((await boxOf(drawer(page))).width).toBe(280);
    expect(await boxOf(logo)).toMatchObject({ width: 110, height: 60 });
    await page.getByRole('button', { name: 'Close the menu' }).click();
    await expect.poll(async () => (await boxOf(drawer(page))).width).toBe(100);
    await expect.poll(async () => await boxOf(logo)).toMatchObject({ width: 60, height: 40 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect.poll(async () => (await boxOf(drawer(page))).width).toBe(280);
  });

  it("SHELL-16: the narrow drawer shows a section's entries on hover, and on focus by keyboard", async () => {
    const page = await openFlows({ isDrawerOpen: 'false' });
    const tile = drawer(page).getByRole('button', { name: 'Settings' });
    await tile.hover();
    // The foot has a link of its own.
    const links = drawer(page)
      .getByRole('link')
      .filter({ hasText: /./, hasNotText: /^System$/ });
    await expect
      .poll(() => links.allTextContents())
      .toEqual(['Toolkit', 'Secrets', 'Config', 'API Keys', 'Knowledge Base']);
    await links.filter({ hasText: 'API Keys' }).click();
    await page.waitForURL('**/apikey');
    // A new page takes the focus to its heading once it is there.
    await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor();
    await page.mouse.move(900, 600);
    await drawer(page).getByRole('button', { name: 'Workflow' }).focus();
    await page.keyboard.press('Enter');
    const isFocused = (name: string) =>
      drawer(page)
        .getByRole('link', { name, exact: true })
        .evaluate((node) => node === document.activeElement);
    await expect.poll(() => isFocused('Flows')).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => isFocused('Pipelines')).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/agentflows');
  });

  it('SHELL-23, ROUTES-06: the logo leads to the flows', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    await page.goto('/variables');
    await drawer(page).getByRole('link', { name: 'Tendril home: flows' }).click();
    await page.waitForURL('**/chatflows');
  });

  it('CONST-12, CONST-13: the drawer scrolls by the wheel one for one and by 30 px per arrow key', async () => {
    const page = await browser.visit(server.url, {
      session: 'shared',
      viewport: { width: 1440, height: 420 },
    });
    await page.goto('/chatflows');
    const link = drawer(page).getByRole('link', { name: 'Pipelines' });
    await link.waitFor();
    const scrolled = () =>
      link.evaluate((node) => {
        let at: Element | null = node;
        while (at && at.scrollHeight <= at.clientHeight + 1) at = at.parentElement;
        return at?.scrollTop;
      });
    expect(await scrolled()).toBe(0);
    await link.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(scrolled).toBe(30);
    await link.hover();
    await page.mouse.wheel(0, 40);
    await expect.poll(scrolled).toBe(70);
  });
});

describe('top bar', () => {
  it('SHELL-24 to SHELL-27, SHELL-30: theme switch and avatar menu with name, email and Logout', async () => {
    const page = await openFlows();
    expect(await topBar(page).getByRole('switch', { name: 'Dark mode' }).isVisible()).toBe(true);
    await topBar(page).getByRole('button', { name: 'Account' }).click();
    const menu = page.getByRole('menu', { name: 'Account' });
    await menu.waitFor();
    expect(await menu.getByText(owner.name, { exact: true }).isVisible()).toBe(true);
    expect(await menu.getByText(owner.email, { exact: true }).isVisible()).toBe(true);
    expect(await menu.getByRole('menuitem').allTextContents()).toContain('Logout');
  });

  it('the demo sign is there only while no secret exists', async () => {
    const page = await openFlows();
    const sign = topBar(page).getByRole('button', { name: 'Demo model' });
    await sign.click();
    await page.getByRole('heading', { name: 'Running on the demo model' }).waitFor();
    await page.keyboard.press('Escape');
    const client = await new ApiClient(server.url).signIn();
    const credential = await client.call<{ id: string }>('POST', 'credentials', {
      name: 'Key',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-CANARY' },
    });
    await page.reload();
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await expect.poll(() => sign.count()).toBe(0);
    await client.call('DELETE', `credentials/${credential.id}`);
  });
});

describe('narrow window', () => {
  const narrow = { width: 400, height: 800 };
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it('sign-in, list and API keys fit 400 px without scrolling sideways', async () => {
    const visitor = await browser.visit(server.url, { viewport: narrow });
    await visitor.goto('/');
    await visitor.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await overflow(visitor)).toBeLessThanOrEqual(0);
    const page = await browser.visit(server.url, { session: 'shared', viewport: narrow });
    for (const path of ['/chatflows', '/agentflows', '/apikey']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await overflow(page), path).toBeLessThanOrEqual(0);
    }
  });

  it('the drawer opens over the page and goes with it', async () => {
    const page = await browser.visit(server.url, { session: 'shared', viewport: narrow });
    await page.goto('/chatflows');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await drawer(page).getByRole('link', { name: 'API Keys' }).click();
    await page.waitForURL('**/apikey');
    await expect.poll(() => drawer(page).count()).toBe(0);
  });

  it('SP-10: the theme of the person is stored by the server', async () => {
    const page = await browser.visit(server.url, { session: 'shared', viewport: narrow });
    await page.goto('/chatflows');
    const saved = page.waitForRequest(
      (request) => request.url().endsWith(`${corePrefix}/auths/preferences`) && request.method() === 'PUT',
    );
    await page.getByRole('switch', { name: 'Dark mode' }).click();
    expect((await saved).postDataJSON()).toEqual({ isDarkMode: true });
    await page.getByRole('switch', { name: 'Dark mode' }).click();
  });
});
