import { readSystemStatus } from '@tendril/contract/api/system';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;

beforeAll(async () => {
  server = await startServer();
  await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

it('the System screen shows what runs, and never calls well what nobody could ask', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  browser.allow(page, answered(503));
  await page.goto(`${server.url}/system`);
  await page.getByText('Nothing needs your attention.').waitFor();
  const processes = page.getByRole('region', { name: 'Processes' });
  expect(await processes.getByRole('row').nth(1).textContent()).toMatch(
    /answers you.*Up.*Pages and API.*Jobs/,
  );
  await page.getByRole('region', { name: 'Jobs by lane' }).getByText('Batch calls').waitFor();

  await page.route(`**${readSystemStatus.path}`, (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'The database is not there.' } }),
  );
  await page
    .getByText(/^The server does not say how it is: The database is not there\./)
    .waitFor({ timeout: 40_000 });
  expect(await page.getByText('Nothing needs your attention.').count()).toBe(0);
  expect(await processes.getByRole('row').count()).toBeGreaterThan(1);

  await page.unroute(`**${readSystemStatus.path}`);
  await page.getByText('Nothing needs your attention.').waitFor({ timeout: 40_000 });
}, 120_000);
