import { listPastAlerts, readSystemStatus } from '@tendril/contract/api/system';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServerOnDatabase, startServerOn } from './any-database.ts';
import { ApiClient } from './api-client.ts';
import { answered, testBrowser } from './browser.ts';
import type { LocalServer } from './local-server.ts';

const browser = testBrowser();
let on: ServerOnDatabase;
let server: LocalServer;

beforeAll(async () => {
  on = await startServerOn('the embedded database');
  server = on.server;
  await new ApiClient(server.url).registerOwner();
});
afterAll(() => on?.remove());

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

it('the System screen lists alerts that are over: what it was, when it began and how long it lasted', async () => {
  const page = await browser.visit(server.url, { session: 'shared' });
  browser.allow(page, answered(503));
  await page.route(`**${listPastAlerts.path}*`, (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'The database is not there.' } }),
  );
  await page.goto(`${server.url}/system`);
  await page.getByText('The past alerts could not be loaded').waitFor();
  await page.unroute(`**${listPastAlerts.path}*`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Nothing has needed a look in the last 90 days.').waitFor();

  const hourMs = 3_600_000;
  const rows = Array.from({ length: 25 }, (_, index) => {
    const [kind, process] = index === 0 ? ['disk', 'host-one'] : ['jobs', ''];
    const endedAt = Date.now() - (index + 1) * hourMs;
    return `('past-${index}', '${kind}', '${process}', ${endedAt - 2 * hourMs}, ${endedAt})`;
  });
  await on.change(
    `insert into system_alert (id, kind, process, "startedAt", "endedAt") values ${rows.join(', ')}`,
  );
  await page.reload();
  const past = page.getByRole('region', { name: 'Past alerts' });
  await past.getByText('Less than a tenth of the disk of host-one was free').waitFor();
  expect(await past.getByRole('row').nth(1).textContent()).toMatch(/was free.*\d{4}, .*2 hours$/);
  expect(await past.getByRole('row').count()).toBe(21);
  await look(page, 'past');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => past.getByRole('row').count()).toBe(26);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
}, 120_000);

/** Pictures for somebody who wants to see it. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOK'];
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1400, 400]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: width === 400 ? 3000 : 2400 });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
}
