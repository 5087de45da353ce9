import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient, owner } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type ShakyLine, startShakyLine } from './shaky-line.ts';

const browser = testBrowser();
let tendril: LocalServer;
/** Another address of the same server. */
let api: ShakyLine;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  const port = await freePort();
  const pages = `http://127.0.0.1:${port}`;
  api = await startShakyLine(pages);
  const environment = {
    CORE_HOST: api.url,
    STUDIO_HOST: api.url,
    CORE_SERVICE: 'gateway',
    PRODUCT_NAME: 'acme',
    ALLOWED_ORIGINS: pages,
  };
  tendril = await startServer({ port, environment });
  await new ApiClient(tendril.url).registerOwner();
});

afterAll(async () => {
  await api?.close();
  await tendril?.remove();
});

const accessToken = { name: 'tendril_access' };

it('SP-16: the page asks the hosts and paths that the server was set to, and is answered there', async () => {
  const page = await browser.visit(tendril.url);
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.add(`${origin} ${pathname.split('/').slice(1, 4).join('/')}`);
  });
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto('/');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Start with a working example' }).waitFor();
  // The refresh token travels by the same path.
  await page.context().clearCookies(accessToken);
  const refreshed = page.waitForResponse((response) => response.url().endsWith('/auths/refresh-token'));
  browser.allow(page, /status of 401/);
  await page.getByRole('link', { name: 'Phone Numbers' }).click();
  expect((await refreshed).status()).toBe(200);
  await page.getByText(/^You don’t need a number to test/).waitFor();
  await page.getByRole('link', { name: 'Voice Agents' }).click();
  await page.getByRole('button', { name: 'New agent' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Front desk');
  await page.getByRole('dialog').getByRole('button', { name: 'Create agent' }).click();
  await page.getByRole('heading', { name: 'Front desk' }).first().waitFor();
  await page.getByRole('button', { name: 'Test LLM' }).click();
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  expect([...asked].sort()).toEqual([
    `${api.url} api/acme-agentshub-management/v1`,
    `${api.url} api/agent-studio/v1`,
    `${api.url} api/gateway/v1`,
  ]);
  expect(sockets[0]).toContain(`${api.url.replace('http', 'ws')}/api/acme-agentshub-management/v1/`);
});
