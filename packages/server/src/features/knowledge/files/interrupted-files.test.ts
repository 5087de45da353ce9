import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/db/schema.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { formOf } from '../../../testing/send-form.ts';
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

  it('leave no text behind of what they replaced, or of what was removed, wherever it is stopped', async () => {
    const { db } = app.infrastructure;
    const { id: storeId } = await driver.makeStore();
    const contents = (of: string) =>
      ['a.md', 'b.md', 'c.md'].map((name) => ({ name, content: `${name} of ${of}.` }));
    const file = await driver.upload(storeId, contents('spring'));
    const { id: loaderId } = await driver.saveLoader(storeId, 'fileLoader', { file });
    await driver.process(storeId, loaderId);
    await driver.call('POST', 'vectorstore/insert', { storeId });
    const textsOf = async () => {
      const { rows } = await sql<{
        texts: number;
        unused: number;
      }>`select count(*) as texts, sum(case when exists (
          select 1 from document_chunk chunk where chunk.hash = text.hash and chunk."loaderId" = text."loaderId"
        ) then 0 else 1 end) as unused from chunk_text text where text."loaderId" = ${loaderId}`.execute(db);
      return [Number(rows[0]?.texts), Number(rows[0]?.unused)];
    };
    expect(await textsOf()).toEqual([3, 0]);
    const put = async (files: readonly { name: string; content: string }[]) => {
      const keys = JSON.stringify(files.map(({ name }) => name));
      const url = `${studio}/document-store/loader/${storeId}/${loaderId}/files`;
      return (await user.inject({ method: 'POST', url, ...(await formOf(files, { keys })) })).json<{
        jobs: { id: string }[];
      }>();
    };

    // Files that are read together, one that is read by itself, and some that are removed.
    for (const replaced of [contents('autumn'), contents('winter').slice(0, 1)]) {
      const mend = await refuseRemovals(db);
      const { jobs } = await put(replaced);
      await expect
        .poll(async () => (await driver.readJob(jobs[0]?.id ?? '')).error, { timeout: 20_000, interval: 5 })
        .not.toBeNull();
      expect((await textsOf())[1]).toBe(0);
      await mend();
      for (const { id } of jobs) expect((await driver.ended(id)).state).toBe('done');
      expect(await textsOf()).toEqual([3, 0]);
    }
    const rows = await db.selectFrom('document_file').select('id').where('loaderId', '=', loaderId).execute();
    const ids = rows.map(({ id }) => id);
    const mend = await refuseRemovals(db);
    expect(
      (await driver.send('POST', `loader/${storeId}/${loaderId}/files/remove`, { ids })).statusCode,
    ).toBe(500);
    expect((await textsOf())[1]).toBe(0);
    await mend();
    await driver.call('POST', `loader/${storeId}/${loaderId}/files/remove`, { ids });
    expect((await textsOf())[0]).toBe(0);
  }, 60_000);
});

/** No text can be deleted until the returned function is called. */
async function refuseRemovals(db: Database): Promise<() => Promise<void>> {
  if (isPostgres(db)) {
    await sql`create function refuse_removal() returns trigger language plpgsql
      as $$ begin raise exception 'The server stopped.'; end $$`.execute(db);
    await sql`create trigger refused before delete on chunk_text for each row execute function refuse_removal()`.execute(
      db,
    );
    return async () => void (await sql`drop function refuse_removal cascade`.execute(db));
  }
  await sql`create trigger refused before delete on chunk_text
    begin select raise(abort, 'The server stopped.'); end`.execute(db);
  return async () => void (await sql`drop trigger refused`.execute(db));
}
