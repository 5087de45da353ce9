import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

describe.each(databases)('a cancel that comes late, on %s', (database) => {
  let app: TestApp;
  afterEach(() => app.close());

  it('takes nothing away once the new chunks are in place', async () => {
    app = await createTestApp({ database });
    const user = await app.signIn();
    const driver = new KnowledgeDriver(user);
    const { db } = app.infrastructure;
    const { id } = await driver.makeStore();
    const loader = await driver.saveLoader(id, 'plainText', { text: 'What everybody finds.' });
    const job = await driver.process(id, loader.id);
    const chunks = () => db.selectFrom('document_chunk').select('batch').execute();
    expect(await chunks()).toEqual([{ batch: job.id }]);
    // It was stopped after its last step, and before its end was noted.
    await db.updateTable('job').set({ state: 'paused' }).where('id', '=', job.id).execute();
    const answer = await user.inject({ method: 'POST', url: `${studio}/jobs/${job.id}/cancel` });
    expect(answer.json()).toMatchObject({ state: 'cancelled' });
    expect(await chunks()).toEqual([{ batch: job.id }]);
    expect((await driver.readStore(id)).totalChunks).toBe(1);
  });
});
