import { randomUUID } from 'node:crypto';
import type { BundleReport } from '@tendril/contract/api/export-import';
import { startImport } from '@tendril/contract/api/import-files';
import type { Job } from '@tendril/contract/api/jobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('an import that is a job on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let drawing: string;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
    drawing = JSON.stringify(await talkingFlow(user));
  });
  afterAll(() => app.close());

  const bundleOf = (prefix: string, count: number) => ({
    Tool: [{ id: randomUUID(), name: `${prefix}_tool`, description: 'x', schema: '[]', func: 'return 1;' }],
    ChatFlow: Array.from({ length: count }, (_, index) => ({
      id: randomUUID(),
      name: `${prefix} ${index}`,
      flowData: drawing,
    })),
  });
  const start = async (bundle: object): Promise<Job> => {
    const answer = await user.inject({ method: 'POST', url: startImport.path, payload: bundle });
    expect(answer.statusCode, answer.body).toBe(202);
    return answer.json<Job>();
  };
  const countOf = async (prefix: string) => {
    const { db } = app.infrastructure;
    const flows = await db.selectFrom('flow').select('id').where('name', 'like', `${prefix} %`).execute();
    const tools = await db.selectFrom('tool').select('id').where('name', '=', `${prefix}_tool`).execute();
    return [flows.length, tools.length];
  };
  const leftFiles = async () => {
    const rows = await app.infrastructure.db
      .selectFrom('file')
      .select('id')
      .where('ownerKind', '=', 'import')
      .execute();
    return rows.length;
  };

  it('answers at once, says how far it is, and what became of each record', async () => {
    const job = await start(bundleOf('Many', 60));
    expect(job).toMatchObject({ kind: 'workspace-import', lane: 'long' });
    const ended = await driver.ended(job.id);
    expect([ended.state, ended.error]).toEqual(['done', null]);
    const report = ended.result as BundleReport;
    expect(report.entries).toHaveLength(61);
    expect(ended.progress).toMatchObject({ done: 61, total: 61 });
    expect(await countOf('Many')).toEqual([60, 1]);
    expect(await leftFiles()).toBe(0);
  });

  it('that is canceled leaves nothing, not even its file', async () => {
    const job = await start(bundleOf('Never', 200));
    await user.inject({ method: 'POST', url: `${studio}/jobs/${job.id}/cancel` });
    expect((await driver.ended(job.id)).state).toBe('cancelled');
    expect(await countOf('Never')).toEqual([0, 0]);
    expect(await leftFiles()).toBe(0);
  });

  it('whose file is refused says why, and is done once more when it is asked to be', async () => {
    const broken = {
      ...bundleOf('Broken', 1),
      Variable: [{ id: randomUUID(), name: 'not a name', value: 'x' }],
    };
    const ended = await driver.ended((await start(broken)).id);
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'INVALID_INPUT' } });
    expect(ended.error?.message).toContain('Variable.0.name');
    expect(await countOf('Broken')).toEqual([0, 0]);
  });

  it('that stopped after it was written is not written again, and ends with the same report', async () => {
    const job = await start(bundleOf('Once', 5));
    const first = await driver.ended(job.id);
    // As its process left it when it died between the commit and what follows.
    await app.infrastructure.db
      .updateTable('job')
      .set({ state: 'paused', result: null })
      .where('id', '=', job.id)
      .execute();
    await user.inject({ method: 'POST', url: `${studio}/jobs/${job.id}/resume` });
    const second = await driver.ended(job.id);
    expect([second.state, second.result]).toEqual(['done', first.result]);
    expect(await countOf('Once')).toEqual([5, 1]);
  });

  it('of a large file through the old route answers as ever, when it is done', async () => {
    const bundle = { ...bundleOf('Large', 2), CustomTemplate: [], Pad: ['x'.repeat(6 * 1024 * 1024)] };
    const answer = await user.inject({ method: 'POST', url: `${studio}/import`, payload: bundle });
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    expect(answer.json<BundleReport>().entries.map(({ name }) => name)).toContain('Large 1');
    expect(await countOf('Large')).toEqual([2, 1]);
  });
});
