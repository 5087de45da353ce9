import { corePrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient, owner } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const flowsCall = (url: URL) => url.pathname === `${studioPrefix}/flows`;
const refreshCall = (url: URL) => url.pathname === `${corePrefix}/auths/refresh-token`;
const unauthorized = { status: 401, json: { code: 'UNAUTHORIZED', message: 'Sign in first.' } };

const browser = testBrowser();
let server: LocalServer;

beforeAll(async () => {
  server = await startServer();
  await new ApiClient(server.url).registerOwner();
});

afterAll(() => server?.remove());

/** Notes the calls that the page makes, from now on. */
function noteCalls(page: Page, isWanted: (url: URL) => boolean): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (isWanted(new URL(request.url()))) calls.push(request);
  });
  return calls;
}

async function fillSignIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const storageSize = (page: Page) => page.evaluate(() => localStorage.length);
const accessToken = { name: 'tendril_access' };

it('API-03, AUTH-03, SP-13: a wrong password is reported in the form, keeps what was typed and asks for no refresh', async () => {
  const page = await browser.visit(server.url);
  browser.allow(page, answered(401));
  const refreshes = noteCalls(page, refreshCall);
  const logins = noteCalls(page, (url) => url.pathname === `${corePrefix}/auths/login`);
  await page.goto('/');
  await fillSignIn(page, 'not the password');
  await expect.poll(() => page.getByRole('alert').textContent()).toBe('Invalid email or password');
  expect(await page.getByLabel('Email').inputValue()).toBe(owner.email);
  expect(logins.map((call) => call.method())).toEqual(['POST']);
  expect(refreshes).toHaveLength(0);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

it('AUTH-02, AUTH-04, ENT-02, SP-08: a sign-in stores name and email and lands on the flows', async () => {
  const page = await browser.visit(server.url);
  await page.goto('/');
  await fillSignIn(page, owner.password);
  await page.waitForURL('**/chatflows');
  const stored = await page.evaluate(() => localStorage.getItem('user'));
  expect(JSON.parse(stored ?? '')).toEqual({ name: owner.name, email: owner.email });
  const cookies = await page.context().cookies(`${server.url}/api/x`);
  expect(cookies.find(({ name }) => name === accessToken.name)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
});

it('ATK-061: no script of the page reads a password or a token, wherever it looks after a sign-in', async () => {
  const page = await browser.visit(server.url);
  await page.goto('/');
  await fillSignIn(page, owner.password);
  await page.waitForURL('**/chatflows');
  const cookies = await page.context().cookies();
  const tokens = cookies.filter(({ httpOnly }) => httpOnly);
  expect(tokens.map(({ name }) => name)).toEqual(
    expect.arrayContaining([accessToken.name, 'tendril_refresh']),
  );
  for (const { sameSite } of cookies) expect(sameSite).toMatch(/Lax|Strict/);
  const read = await page.evaluate(async () => {
    const stores = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames)
        stores.push(
          await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve(reading.result);
            reading.onerror = () => resolve([]);
          }),
        );
      database.close();
    }
    const cached = [];
    for (const name of await caches.keys())
      cached.push((await (await caches.open(name)).keys()).map(({ url }) => url));
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      stores,
      cached,
      document.cookie,
      history.state,
      window.name,
      document.documentElement.outerHTML,
    ]);
  });
  expect(read).toContain(owner.email);
  for (const secret of [owner.password, ...tokens.map(({ value }) => value)]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(read).not.toContain(secret);
  }
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));
  expect(Object.keys(stored).toSorted()).toEqual(['email', 'name']);
});

it('AUTH-01: the stored user alone decides what is shown', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto('/chatflows');
  await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.evaluate(() => localStorage.setItem('user', '{not json'));
  await page.goto('/chatflows');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

it('API-04, AUTH-05, AUTH-06, AUTH-13, ERR-01, ERR-02: an expired access token is refreshed once and the call replayed unseen', async () => {
  const page = await browser.visit(server.url, { session: 'own' });
  browser.allow(page, answered(401));
  await page.goto('/chatflows');
  await page.getByRole('heading', { name: 'Start with a working example' }).waitFor();
  await page.context().clearCookies(accessToken);
  const refreshes = noteCalls(page, refreshCall);
  const lists = noteCalls(page, flowsCall);
  await page.getByRole('link', { name: 'Pipelines' }).click();
  await page.getByText('No pipelines yet').waitFor();
  expect(refreshes).toHaveLength(1);
  expect(refreshes[0]?.method()).toBe('POST');
  expect(['', '{}', null]).toContain(refreshes[0]?.postData() ?? null);
  const answers = await Promise.all(lists.map(async (call) => (await call.response())?.status()));
  expect(answers).toEqual([401, 200]);
  expect(new Set(lists.map((call) => `${call.method()} ${call.url()}`)).size).toBe(1);
  expect(await page.locator('[data-toast]').count()).toBe(0);
});

it('AUTH-06, SP-12: 20 parallel calls share one refresh and are each replayed once', async () => {
  const page = await browser.visit(server.url, { session: 'own' });
  browser.allow(page, answered(401));
  const client = await new ApiClient(server.url).signIn();
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const flow = await client.call<{ id: string }>('POST', 'flows', {
      name: `Many ${index}`,
      type: 'CHATFLOW',
    });
    ids.push(flow.id);
  }
  await page.goto('/chatflows');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByLabel('Select all').check();
  const refreshes = noteCalls(page, refreshCall);
  const removals = noteCalls(page, (url) => ids.some((id) => url.pathname === `${studioPrefix}/flows/${id}`));
  // All twenty are refused together: none reaches the server before the last was sent, and the session ends only
  // then, so that no other call of the page notices it first.
  let waiting = 0;
  let letGo = () => {};
  const allSent = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    (url) => ids.some((id) => url.pathname.endsWith(id)),
    async (route) => {
      waiting += 1;
      if (waiting <= 20) {
        if (waiting === 20) await page.context().clearCookies(accessToken).then(letGo);
        await allSent;
      }
      await route.continue();
    },
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Start with a working example' }).waitFor();
  expect(refreshes).toHaveLength(1);
  expect(removals).toHaveLength(40);
  for (const id of ids) {
    const own = removals.filter((call) => call.url().endsWith(id));
    const answers = await Promise.all(own.map(async (call) => (await call.response())?.status()));
    expect(answers).toEqual([401, 204]);
  }
});

it('AUTH-07: a replay that is refused again causes no second refresh', async () => {
  const page = await browser.visit(server.url, { session: 'own' });
  browser.allow(page, answered(401));
  await page.route(flowsCall, (route) => route.fulfill(unauthorized));
  const refreshes = noteCalls(page, refreshCall);
  const lists = noteCalls(page, flowsCall);
  await page.goto('/chatflows');
  await page.getByRole('alert').getByText('The list could not be loaded').waitFor();
  expect(refreshes).toHaveLength(1);
  expect(lists).toHaveLength(2);
});

it('AUTH-08, ERR-01, ERR-02: a refresh that is answered 401 clears local storage and leads to the start page', async () => {
  const page = await browser.visit(server.url, {
    session: 'own',
    storage: { isDarkMode: 'true', x_INTERNAL: '{}' },
  });
  browser.allow(page, answered(401));
  await page.context().clearCookies();
  await page.goto('/chatflows');
  await page.getByText('You were signed out.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await storageSize(page)).toBe(0);
});

it('SP-11: a refresh that fails otherwise clears nothing, and Retry works once it answers again', async () => {
  const page = await browser.visit(server.url, { session: 'own', storage: { x_INTERNAL: '{}' } });
  browser.allow(page, answered(401), answered(500));
  await page.context().clearCookies(accessToken);
  await page.route(refreshCall, (route) => route.fulfill({ status: 500, json: { code: 'X', message: 'm' } }));
  await page.goto('/chatflows');
  const alert = page.getByRole('alert').filter({ hasText: 'The list could not be loaded' });
  await alert.waitFor();
  expect(
    await page.evaluate(() => [localStorage.getItem('user') !== null, localStorage.getItem('x_INTERNAL')]),
  ).toEqual([true, '{}']);
  await page.unroute(refreshCall);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { name: 'Start with a working example' }).waitFor();
});

it('AUTH-09, SP-10: Logout clears local storage, ends the session on the server and keeps the theme for the next login', async () => {
  const page = await browser.visit(server.url, { session: 'own', storage: { x_INTERNAL: '{"chatId":"c"}' } });
  await page.goto('/chatflows');
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('isDarkMode'))).toBe('true');
  const before = await page.context().cookies(`${server.url}/api/x`);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await storageSize(page)).toBe(0);
  const stale = await fetch(`${server.url}${studioPrefix}/flows`, {
    headers: { cookie: before.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  expect(stale.status).toBe(401);
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  await fillSignIn(page, owner.password);
  await page.waitForURL('**/chatflows');
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
});

it('AUTH-10, ERR-01, ERR-03, SP-14: CSRF_ERROR reloads the page once, and within 10 s says so instead', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  browser.allow(page, answered(403));
  await page.route(flowsCall, (route) =>
    route.fulfill({ status: 403, json: { code: 'CSRF_ERROR', message: 'm' } }),
  );
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/chatflows');
  await page.locator('[data-toast]').getByText('This page is out of date').waitFor();
  expect(loads).toBe(2);
});

it('AUTH-11, AUTH-12, SP-15: stored basic credentials go with studio calls only, with the internal-origin header', async () => {
  const storage = { username: 'über', password: 'geheim' };
  const page = await browser.visit(server.url, { session: 'shared', storage });
  const calls = noteCalls(page, (url) => url.pathname.startsWith('/api/'));
  await page.goto('/chatflows');
  await page.getByRole('heading', { name: 'Start with a working example' }).waitFor();
  await page.getByRole('switch', { name: 'Dark mode' }).click();
  await expect.poll(() => calls.filter((call) => call.url().includes(corePrefix)).length).toBeGreaterThan(0);
  const basic = `Basic ${Buffer.from('über:geheim').toString('base64')}`;
  for (const call of calls) {
    const { authorization, 'x-request-from': from } = await call.allHeaders();
    const isStudio = new URL(call.url()).pathname.startsWith(studioPrefix);
    expect([call.url(), authorization, from]).toEqual(
      isStudio ? [call.url(), basic, 'internal'] : [call.url(), undefined, undefined],
    );
  }
});

it('AUTH-11: without stored basic credentials no call carries an Authorization header', async () => {
  const page = await browser.visit(server.url, { session: 'shared', storage: { username: 'alone' } });
  const calls = noteCalls(page, (url) => url.pathname.startsWith('/api/'));
  await page.goto('/chatflows');
  await page.getByRole('heading', { name: 'Start with a working example' }).waitFor();
  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) {
    const headers = await call.allHeaders();
    expect([headers.authorization, headers['x-request-from']]).toEqual([undefined, undefined]);
  }
});
