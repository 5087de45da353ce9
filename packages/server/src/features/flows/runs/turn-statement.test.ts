import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventLog } from '../../../platform/events/events.ts';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { LiveRun } from './live-run.ts';
import type { NewTurn } from './new-turn.ts';
import { turnWriter } from './turn-writer.ts';

const turn: NewTurn = {
  ...{
    workspaceId: 'w1',
    flowId: 'f1',
    flowType: 'CHATFLOW',
    callers: ['public', 'workspace'],
    versionId: 'v1',
    versionNumber: 1,
  },
  ...{
    question: 'Half \ud83d a "pair"?\\',
    chatId: 'c1',
    sessionId: 's1',
    source: 'api',
    chatType: 'EXTERNAL',
  },
  ...{ memoryType: null, leadEmail: null, fileUploads: null, isDemo: false },
};

describe.each(databases)('turns that begin and end together on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ database });
  });
  afterAll(() => app.close());

  const writer = (ownerId: string) => {
    const { infrastructure } = app;
    return turnWriter({
      ...infrastructure,
      events: createEventLog(infrastructure.db, infrastructure.files),
      ownerId,
    });
  };
  const run = () => new LiveRun(randomUUID(), randomUUID(), turn);
  const outcome = {
    ...{ status: 'done' as const, ms: 5, answer: { text: 'Ends well.' }, outputs: {}, costUsd: 0.5 },
    usage: { inputTokens: 3, outputTokens: 4 },
  };
  const rows = async (one: LiveRun) => {
    const { db } = app.infrastructure;
    const ofRun = (table: 'chat_message' | 'event') =>
      db.selectFrom(table).select('runId').where('runId', '=', one.id).execute();
    const stored = await db.selectFrom('run').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow();
    return {
      status: stored.status,
      answer: stored.answer,
      messages: (await ofRun('chat_message')).length,
      events: (await ofRun('event')).length,
    };
  };
  const used = async () => {
    const read = app.infrastructure.db
      .selectFrom('workspace_usage')
      .selectAll()
      .where('workspaceId', '=', 'w1');
    const all = (await read.execute()).filter(({ period }) => period.length === 7);
    return all.reduce(
      (sum, { runs, tokens, costUsd }) => [sum[0]! + runs, sum[1]! + tokens, sum[2]! + costUsd],
      [0, 0, 0],
    );
  };

  it('are written whole, and what they used is counted once', async () => {
    const { accept, finish } = writer('me');
    const [first, ...others] = Array.from({ length: 5 }, run) as [LiveRun, ...LiveRun[]];
    await accept(first);
    await Promise.all([finish(first, outcome).write(), ...others.map(accept)]);
    await Promise.all(others.map((one) => finish(one, outcome).write()));
    for (const one of [first, ...others])
      expect(await rows(one)).toEqual({ status: 'done', answer: 'Ends well.', messages: 2, events: 3 });
    expect(await used()).toEqual([5, 35, 2.5]);
    const { db } = app.infrastructure;
    const asked = await db
      .selectFrom('chat_message')
      .select('content')
      .where('role', '=', 'userMessage')
      .execute();
    if (database === 'postgres') expect(asked[0]?.content).toBe('Half \ufffd a "pair"?\\');
  });

  it('write events once of which nobody knows whether they were stored', async () => {
    const [unsure, sure] = [run(), run()];
    const { accept, finish } = writer('me');
    await Promise.all([accept(unsure), accept(sure)]);
    const { db, files } = app.infrastructure;
    unsure.append({ type: 'next-agent', name: 'Ada', callerId: 'n1' });
    const taken = unsure.takePending();
    const events = createEventLog(db, files);
    const owner = { id: unsure.id, workspaceId: 'w1', sessionId: 's1', versionNumber: 1 };
    const prepared = await events.prepare(owner, taken);
    // It was committed, but the connection was lost before that was known.
    await db.transaction().execute((trx) => events.insert(trx, owner, prepared));
    unsure.giveBack(taken);
    await Promise.all([finish(unsure, outcome).write(), finish(sure, outcome).write()]);
    expect(await rows(unsure)).toEqual({ status: 'done', answer: 'Ends well.', messages: 2, events: 4 });
    expect(await rows(sure)).toEqual({ status: 'done', answer: 'Ends well.', messages: 2, events: 3 });
  });

  it('write nothing of a run that another process has taken over, and still end the others', async () => {
    const [lost, own] = [run(), run()];
    const { accept, finish } = writer('me');
    await Promise.all([accept(lost), accept(own)]);
    const { db } = app.infrastructure;
    await db.updateTable('run').set({ ownerId: 'other' }).where('id', '=', lost.id).execute();
    const before = await used();
    await Promise.all([finish(lost, outcome).write(), finish(own, outcome).write()]);
    expect(await rows(lost)).toEqual({ status: 'running', answer: null, messages: 1, events: 1 });
    expect(await rows(own)).toMatchObject({ status: 'done', messages: 2 });
    expect(await used()).toEqual([before[0]! + 1, before[1]! + 7, before[2]! + 0.5]);
  });
});
