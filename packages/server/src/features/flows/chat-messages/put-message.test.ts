import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { chatMessageStore } from './chat-messages.store.ts';

describe.each(databases)('an answer that is written while it is in progress, on %s', (database) => {
  let app: TestApp;
  let message: Parameters<ReturnType<typeof chatMessageStore>['put']>[0];

  beforeEach(async () => {
    app = await createTestApp({ database });
    const user = await app.signIn();
    const flowId = await makeFlow(user, await talkingFlow(user));
    const nothing = {
      ...{ sourceDocuments: null, usedTools: null, fileUploads: null, fileAnnotations: null },
      ...{ agentReasoning: null, artifacts: null, action: null, followUpPrompts: null, sourceCheck: null },
      ...{ memoryType: null, leadEmail: null, isDemo: 0 as const },
    };
    message = {
      ...nothing,
      ...{ id: 'answer', workspaceId: user.caller.workspaceId, flowId, runId: 'run' },
      ...{ role: 'apiMessage', content: 'Half', chatType: 'EXTERNAL', status: 'partial' },
      ...{ chatId: 'chat', sessionId: 'chat', createdAt: 1 },
    };
  });
  afterEach(() => app.close());

  const stored = () =>
    app.infrastructure.db.selectFrom('chat_message').select(['content', 'status']).execute();
  const whole = [{ content: 'Whole', status: 'done' }];

  it('stays as it ended when a part of it comes late', async () => {
    const store = chatMessageStore(app.infrastructure.db);
    await store.put(message);
    await store.put({ ...message, content: 'Whole', status: 'done' });
    await store.put(message);
    expect(await stored()).toEqual(whole);
  });

  if (database === 'postgres')
    it('ends whole when its end meets a part of it', async () => {
      const { db } = app.infrastructure;
      let ended: Promise<void> | undefined;
      await db.transaction().execute(async (trx) => {
        await chatMessageStore(trx).put(message);
        ended = chatMessageStore(db).put({ ...message, content: 'Whole', status: 'done' });
        // It has looked for a message, and waits for this one.
        await expect
          .poll(async () => {
            const { rows } = await waitingLocks(app);
            return rows.length;
          })
          .toBeGreaterThan(0);
      });
      await ended;
      expect(await stored()).toEqual(whole);
    });
});

async function waitingLocks({ infrastructure: { db } }: TestApp) {
  const { sql } = await import('kysely');
  return sql`select 1 from pg_locks where not granted`.execute(db);
}
