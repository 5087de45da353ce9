import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { storeFlow } from './canvas-driver.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
const release = { name: 'v10', html_url: 'https://x.test/r', published_at: '2020-01-02T03:04:05Z' };
let releases: Server;
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  releases = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(release));
  });
  await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
  const { port } = releases.address() as AddressInfo;
  server = await startServer({
    environment: { RELEASES_URL: `http://127.0.0.1:${port}/`, EGRESS_ALLOW: `127.0.0.1:${port}` },
  });
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(async () => {
  await server?.remove();
  await new Promise((resolve) => releases.close(resolve));
});

it('Ctrl K leads to a flow, a page and an act, by keys alone, from a list and from a canvas', async () => {
  const flow = await storeFlow(client, 'Refund desk', (builder) => {
    builder.add('demoModel', { x: 0, y: 0 });
  });
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto('/apikey');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: 'Search everywhere' });
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');

  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('refund');
  await expect.poll(() => options.first().textContent()).toContain('Refund desk');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/canvas/${flow.id}`);
  await page.locator('.react-flow__node').first().waitFor();

  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('pipel');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/agentflows');

  const theme = () => page.locator('html').getAttribute('data-theme');
  const before = await theme();
  await page.getByRole('button', { name: /Search or jump/ }).click();
  await field.waitFor();
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect.poll(theme).not.toBe(before);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('no such thing at all');
  await page.getByText('No results for “no such thing at all”.').waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
});

it('SHELL-32 to SHELL-34, API-11, API-12, SP-22: the version dialog shows the running version and the newest release', async () => {
  const { version } = await client.call<{ version: string }>('GET', 'version');
  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto('/chatflows');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version' });
  await dialog.getByText(version, { exact: true }).waitFor();
  const link = dialog.getByRole('link', { name: 'v10' });
  expect(await link.getAttribute('href')).toBe('https://x.test/r');
  expect(await dialog.locator('time').textContent()).toMatch(/^\d+ years ago$/);
});
