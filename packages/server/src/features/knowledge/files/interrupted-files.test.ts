import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import type { FileReached } from './file-job.ts';
import type { FilesUnderWay } from './suspect-files.ts';

const sections = 3000;
const names = ['harbour.md', 'market.md'] as const;

const contentOf = (name: string) =>
  Array.from({ length: sections }, (_, at) => `## Part ${at}\n\nLine ${at} of ${name}.`).join('\n\n');

describe.each(databases)('files whose reading was interrupted on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
  });
  afterAll(() => app.close());

  const change = (id: string, act: 'pause' | 'resume') =>
    user.inject({ method: 'POST', url: `${studio}/jobs/${id}/${act}` });
  const checkpointOf = async (id: string): Promise<FilesUnderWay> => {
    const { db } = app.infrastructure;
    const row = await db.selectFrom('job').select('checkpoint').where('id', '=', id).executeTakeFirst();
    return JSON.parse(row?.checkpoint ?? '{}');
  };
  /** Stops a job in the middle of a file; returns how far that is. */
  async function stopWithin(id: string): Promise<FileReached> {
    await expect
      .poll(async () => (await checkpointOf(id)).reached?.chunks ?? 0, { interval: 1, timeout: 20_000 })
      .toBeGreaterThan(0);
    await change(id, 'pause');
    expect((await driver.ended(id)).state).toBe('paused');
    const { reached } = await checkpointOf(id);
    if (!reached?.chunks) throw new Error('The file was read before the job could be stopped.');
    return reached;
  }
  /** As after a start under which the server died while this file was read on. */
  async function suspect(id: string): Promise<void> {
    const { db } = app.infrastructure;
    const { reached, suspects = [], ...rest } = await checkpointOf(id);
    if (!reached) throw new Error('No file is under way.');
    const checkpoint = JSON.stringify({ ...rest, suspects: [...suspects, { ...reached, stops: 1 }] });
    await db.updateTable('job').set({ checkpoint }).where('id', '=', id).execute();
  }

  it('are read to their end, each chunk once and in order, although others were begun after them', async () => {
    const { id: storeId } = await driver.makeStore();
    const file = await driver.upload(
      storeId,
      names.map((name) => ({ name, content: contentOf(name) })),
    );
    const cut = {
      splitterId: 'recursiveCharacterTextSplitter',
      splitterConfig: { chunkSize: 60, chunkOverlap: 0 },
    };
    const loader = await driver.saveLoader(storeId, 'fileLoader', { file }, cut);
    const { job } = await driver.call<{ job: { id: string } }>('POST', `loader/process/${loader.id}`, {
      storeId,
    });
    const reached: FileReached[] = [];
    for (const _ of names) {
      reached.push(await stopWithin(job.id));
      await suspect(job.id);
      await change(job.id, 'resume');
    }
    expect(new Set(reached.map(({ fileId }) => fileId)).size).toBe(2);

    const ended = await driver.ended(job.id);
    expect([ended.state, ended.error]).toEqual(['done', null]);
    const { db } = app.infrastructure;
    const rows = await db
      .selectFrom('document_chunk')
      .select(['pageContent', 'fileId', 'batch'])
      .where('loaderId', '=', loader.id)
      .orderBy('chunkNo')
      .execute();
    expect(new Set(rows.map(({ batch }) => batch)).size).toBe(1);
    for (const { fileId } of reached) {
      const text = rows.flatMap((row) => (row.fileId === fileId ? [row.pageContent] : [])).join('\n\n');
      const lines = [...text.matchAll(/Line (\d+) of/g)].map(([, line]) => Number(line));
      expect(lines).toEqual(Array.from({ length: sections }, (_, at) => at));
    }
  }, 120_000);
});
