import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BundleReport } from '@tendril/contract/api/export-import';
import { largeImportBytes, startImport } from '@tendril/contract/api/import-files';
import type { Job } from '@tendril/contract/api/jobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { storeFlow } from './canvas-driver.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
const count = 300;
let server: LocalServer;
let client: ApiClient;
let drawing: string;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  const { flowData } = await storeFlow(client, 'First', (flow) => {
    for (let at = 0; at < 8; at += 1)
      flow.add('promptTemplate', { x: at * 300, y: 0 }, { template: `Say ${'so '.repeat(2000)}` });
  });
  drawing = JSON.stringify(flowData);
});
afterAll(() => server?.remove());

const bundleOf = (prefix: string) => {
  const flow = (_: unknown, at: number) => ({ id: randomUUID(), name: `${prefix} ${at}`, flowData: drawing });
  const text = JSON.stringify({ ChatFlow: Array.from({ length: count }, flow) });
  expect(text.length).toBeGreaterThan(largeImportBytes);
  return text;
};
const countOf = async (prefix: string) => {
  const flows = await client.call<{ name: string }[]>('GET', 'chatflows');
  return flows.filter(({ name }) => name.startsWith(`${prefix} `)).length;
};

describe('a large import', () => {
  it('shows how far it is, and when it is canceled it leaves nothing or says that it was done', async () => {
    const page = await browser.visit(server.url, { session: 'shared' });
    // Another name in each run: what an earlier one has left is not counted.
    const prefix = `Canceled ${randomUUID()}`;
    await page.goto('/chatflows');
    await page
      .getByLabel('File to import')
      .first()
      .setInputFiles({
        ...{ name: 'Large Bundle.json', mimeType: 'application/json' },
        buffer: Buffer.from(bundleOf(prefix)),
      });
    await page.getByRole('button', { name: `Import ${count}` }).click();
    const done = page.getByRole('button', { name: 'Done' });
    // A busy machine takes its time to send it, and a quick one may have read it before anybody looks.
    await page
      .getByText('Large imports continue even if you leave this page.')
      .or(done)
      .first()
      .waitFor({ timeout: 30_000 });
    // Clients that come too late read what was imported.
    const cancel = page.getByRole('button', { name: 'Cancel import' });
    await cancel.click({ timeout: 5000 }).catch(() => done.waitFor());
    const canceled = page.getByText('Import canceled. Nothing was changed.');
    await canceled.or(done).first().waitFor();
    expect(await countOf(prefix)).toBe((await canceled.count()) > 0 ? 0 : count);
  });

  it('goes on after the server was killed, and is there once', async () => {
    const job = await client.call<Job>('POST', startImport.path, bundleOf('Killed'));
    for (let kills = 0; kills < 2; kills += 1) {
      await delay(Math.random() * 1500);
      await server.stop('SIGKILL');
      server = await startServer({ home: server.home, port: Number(new URL(server.url).port) });
      client = await new ApiClient(server.url).signIn();
    }
    const read = () => client.call<Job>('GET', `jobs/${job.id}`);
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('done');
    expect(((await read()).result as BundleReport).entries).toHaveLength(count);
    expect(await countOf('Killed')).toBe(count);
  });
});
