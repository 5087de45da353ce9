import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { SourceSync } from '@tendril/contract/api/source-sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { axeFindings } from './axe-findings.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let home: string;

const fileAt = (at: number) => join(home, 'handbook', `rule-${at}.md`);
const all = Array.from({ length: 40 }, (_, at) => at);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'source-sync-'));
  await mkdir(join(home, 'handbook'));
  for (const at of all) await writeFile(fileAt(at), `# Rule ${at}\n\nMembers borrow ${at} books.`);
  server = await startServer({ environment: { KNOWLEDGE_FOLDERS: join(home, 'handbook') } });
  client = await new ApiClient(server.url).registerOwner();
});

afterAll(async () => {
  await server?.remove();
  await rm(home, { recursive: true, force: true });
});

/** Syncs a source to its end. */
async function sync(loaderId: string): Promise<SourceSync> {
  await client.call('POST', `document-store/sync/${loaderId}/run`, {});
  const read = () => client.call<{ sync: SourceSync }>('GET', `document-store/sync/${loaderId}`);
  await expect.poll(async () => (await read()).sync.job, { timeout: 30_000 }).toBeNull();
  return (await read()).sync;
}

it('a source from which most files are gone says so in its row, where a person decides', async () => {
  const { id } = await client.call<{ id: string }>('POST', 'document-store/store', { name: 'House rules' });
  await client.call('POST', `document-store/upsert/${id}`, {
    loader: { name: 'serverFolder', config: { folder: 'handbook' } },
    splitter: { name: 'structureTextSplitter', config: {} },
  });
  const read = () => client.call<DocumentStore>('GET', `document-store/store/${id}`);
  const loaderId = (await read()).loaders[0]?.id ?? '';
  await client.call('PUT', `document-store/sync/${loaderId}`, { cron: '', timezone: 'UTC' });
  expect((await sync(loaderId)).lastState).toBe('done');
  for (const at of all.slice(10)) await rm(fileAt(at));
  expect((await sync(loaderId)).lastState).toBe('held');

  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`/document-stores/${id}`);
  const sources = page.getByRole('region', { name: 'Sources' });
  await sources.getByText('handbook', { exact: true }).waitFor();
  await sources.getByText('Many files are gone from this source. Nothing was removed yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Decide about the files of Folder of the Server' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('30 of 40 files are gone from the source').waitFor();
  await dialog.getByRole('button', { name: 'Delete 30 files' }).click();
  await dialog.getByText('Everything is in step.').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await sources.getByRole('button', { name: /^Decide/ }).waitFor({ state: 'detached' });
  expect((await read()).loaders[0]?.totalChunks).toBe(10);
});
