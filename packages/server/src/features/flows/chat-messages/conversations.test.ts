import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { databases } from '../../../testing/databases.ts';
import { watchPlans } from '../../../testing/query-plans.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { chatMessageStore, type NewMessage } from './chat-messages.store.ts';
import { chatSessionStore } from './chat-sessions.store.ts';
import { createChatSessionService } from './chat-sessions.ts';
import { findDeepPage } from './deep-page.ts';

const scope = { workspaceId: 'w1' };
const flowId = 'f1';

const message = (index: number, chatId: string, content = `text ${index}`): NewMessage => ({
  ...{ id: `m${index}`, ...scope, flowId, runId: null, role: 'userMessage', content },
  ...{ sourceDocuments: null, usedTools: null, fileUploads: null, fileAnnotations: null },
  ...{ agentReasoning: null, artifacts: null, action: null, followUpPrompts: null, sourceCheck: null },
  ...{ chatType: index % 5 ? 'EXTERNAL' : 'INTERNAL', chatId, sessionId: chatId, memoryType: null },
  ...{ leadEmail: null, status: 'done', isDemo: 0, createdAt: 1000 + index },
});

describe.each(databases)('conversations on %s', (database) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ database });
    const rows = Array.from({ length: 300 }, (_, index) => message(index, `chat${index % 20}`));
    await insertMany(test.infrastructure.db, 'chat_message', rows);
  });
  afterAll(() => test.close());

  const kept = () =>
    test.infrastructure.db
      .selectFrom('conversation')
      .selectAll()
      .orderBy('chatId')
      .orderBy('chatType')
      .execute();
  const grouped = async () => {
    const { rows } = await sql`select "workspaceId", "flowId", "chatId", "sessionId", "chatType",
        count(*) as messages, min(seq) as "firstSeq", max(seq) as "lastSeq",
        min("createdAt") as "startedAt", max("createdAt") as "updatedAt"
      from chat_message group by 1, 2, 3, 4, 5 order by "chatId", "chatType"`.execute(test.infrastructure.db);
    return rows;
  };

  it('are what their messages make them, whatever is written and deleted', async () => {
    const { db } = test.infrastructure;
    expect(await kept()).toEqual(await grouped());
    const remove = (ids: string[]) => db.deleteFrom('chat_message').where('id', 'in', ids).execute();
    await remove(['m0', 'm7', 'm299', 'm160']);
    expect(await kept()).toEqual(await grouped());
    await db.deleteFrom('chat_message').where('chatId', 'in', ['chat3', 'chat4']).execute();
    await insertMany(db, 'chat_message', [message(900, 'chat3'), message(901, 'late')]);
    expect(await kept()).toEqual(await grouped());
    expect((await kept()).map(({ chatId }) => chatId)).toEqual(expect.arrayContaining(['late', 'chat3']));
  });

  it('are listed and counted the same, by page, as whole ones and as those of a period', async () => {
    const store = chatSessionStore(test.infrastructure.db);
    const all = await store.page(scope, flowId, { offset: 0, limit: 100 });
    const ofPeriod = await store.page(scope, flowId, { from: 0, until: 9999, offset: 0, limit: 100 });
    expect(all).toEqual(ofPeriod);
    const second = await store.page(scope, flowId, { offset: 5, limit: 5 });
    expect(second).toEqual(all.slice(5, 10));
    expect(await store.count(scope, flowId, {})).toBe(all.length);
    expect(await store.count(scope, flowId, { from: 0 })).toBe(all.length);
    const messages = all.reduce((sum, one) => sum + one.messages, 0);
    expect(await store.totals(scope, flowId, {})).toEqual({ sessions: all.length, messages });
    expect(await store.totals(scope, flowId, { until: 9999 })).toEqual({ sessions: all.length, messages });
    expect(await store.page({ workspaceId: 'w2' }, flowId, { offset: 0, limit: 5 })).toEqual([]);
  });

  it('are found by what was said, before and after it is indexed, and by what it was changed to', async () => {
    const { db, texts } = test.infrastructure;
    const find = async (search: string) =>
      (await chatSessionStore(db).page(scope, flowId, { search, offset: 0, limit: 9 })).map(
        ({ chatId }) => chatId,
      );
    await insertMany(db, 'chat_message', [message(950, 'found', 'An unusual Giraffe')]);
    expect(await find('giraffe')).toEqual(['found']);
    await texts.catchUp();
    expect(await find('giraffe')).toEqual(['found']);
    await db.updateTable('chat_message').set({ content: 'A zebra' }).where('id', '=', 'm950').execute();
    expect([await find('giraffe'), await find('zebra')]).toEqual([[], ['found']]);
    await texts.catchUp();
    expect([await find('giraffe'), await find('zebra')]).toEqual([[], ['found']]);
    await db.deleteFrom('chat_message').where('id', '=', 'm950').execute();
    expect(await find('zebra')).toEqual([]);
    await insertMany(db, 'chat_message', [message(951, 'again', 'A zebra again')]);
    expect(await find('zebra')).toEqual(['again']);
  });

  if (database === 'sqlite') {
    it('are read along an index, not sorted and not grouped', async () => {
      const { watched, plans } = watchPlans(test.infrastructure.db);
      const store = chatSessionStore(watched);
      await store.page(scope, flowId, { offset: 50, limit: 30 });
      await store.count(scope, flowId, {});
      await store.totals(scope, flowId, {});
      for (const plan of await plans()) {
        expect(plan).toContain('conversation_latest');
        expect(plan).not.toContain('TEMP B-TREE');
      }
    });

    it('are searched by the index of texts', async () => {
      const { watched, plans } = watchPlans(test.infrastructure.db);
      await chatSessionStore(watched).page(scope, flowId, { search: 'text', offset: 0, limit: 30 });
      // The last one is the whole query; before it, its inner ones were prepared.
      const plan = (await plans()).at(-1);
      expect(plan).toMatch(/SEARCH conversation USING (COVERING )?INDEX .*chatId=\?/);
      expect(plan).toMatch(/SEARCH said USING INDEX chat_message_flow .*seq=\?/);
      expect(plan).toContain('message_search VIRTUAL TABLE');
    });

    it('of a period are searched for common words chat by chat, not by reading every message', async () => {
      const { watched, lastPlan } = watchPlans(test.infrastructure.db);
      const period = { from: 1000, until: 1200 };
      const query = { search: 'te', searchAfter: 0, ...period, offset: 0, limit: 30 };
      await chatSessionStore(watched).searched(scope, flowId, query);
      const plan = await lastPlan();
      expect(plan).toContain(
        'SEARCH conversation USING INDEX conversation_latest (workspaceId=? AND flowId=? AND lastSeq>?)',
      );
      expect(plan).toMatch(/SEARCH chat_message USING (COVERING )?INDEX chat_message_chat .*chatId=\?/);
      expect(plan).toMatch(/SEARCH said USING (COVERING )?INDEX chat_message_chat .*chatId=\?/);
    });

    it('and a page of messages is found in an index before its messages are read', async () => {
      const { watched, plans } = watchPlans(test.infrastructure.db);
      const page = { order: 'ASC', offset: 100, limit: 10 } as const;
      const rows = await chatMessageStore(watched).list(scope, flowId, page);
      expect(rows).toHaveLength(10);
      expect((await plans())[0]).toContain('COVERING INDEX chat_message_flow');
    });
  }

  it('with common words, or one letter, are searched among the latest, one by one', async () => {
    const { db, reads } = test.infrastructure;
    const many = { workspaceId: 'w9' };
    const rows = Array.from({ length: 2100 }, (_, index) => ({
      ...message(5000 + index, `many${index}`, index % 2 ? 'plain words' : 'qx'),
      ...{ id: `many${index}`, workspaceId: 'w9' },
    }));
    await insertMany(db, 'chat_message', rows);
    const sessions = createChatSessionService({ reads, requireFlow: async () => {} });
    const search = (text: string) => sessions.list(many, flowId, { search: text, page: 1, limit: 30 });
    const found = await search('qx');
    expect(found).toMatchObject({ total: 1000, hasMore: true, isPartial: true });
    expect(found.data.map(({ chatId }) => chatId).slice(0, 2)).toEqual(['many2098', 'many2096']);
    expect(await search('zz')).toMatchObject({ data: [], total: 0, hasMore: false, isPartial: true });
    expect(await search('plain words')).not.toHaveProperty('isPartial');
    expect((await search('plain words')).total).toBe(1050);
    // A period bounds the search first: of a few, all are looked through, and of many the latest.
    const at = (index: number) => new Date(6000 + index).toISOString();
    const within = (startDate: string, endDate: string, page = 1) =>
      sessions.list(many, flowId, { search: 'qx', startDate, endDate, page, limit: 30 });
    const some = await within(at(100), at(199));
    expect(some).not.toHaveProperty('isPartial');
    expect([some.total, some.hasMore, some.data[0]?.chatId]).toEqual([50, true, 'many198']);
    expect((await within(at(100), at(199), 2)).data.map(({ chatId }) => chatId).at(-1)).toBe('many100');
    expect(await within(at(0), at(2099))).toMatchObject({ total: 1000, isPartial: true });
    const few = { workspaceId: 'w1' };
    const all = await sessions.list(few, flowId, { search: 'x', page: 1, limit: 100 });
    expect(all).not.toHaveProperty('isPartial');
    expect(all.total).toBe(await chatSessionStore(db).count(few, flowId, { search: 'x' }));
  });

  it('have the same pages of messages however their place is found', async () => {
    const { db } = test.infrastructure;
    const store = chatMessageStore(db);
    const scope = { workspaceId: 'w8' };
    // Long conversations beside short ones, in bursts, between those of another flow.
    const rows = Array.from({ length: 400 }, (_, index) => {
      const chat = index % 7 < 2 ? `deep-long${index % 7}` : `deep${Math.floor(index / 9)}`;
      const flow = index > 100 && index < 220 && index % 4 ? 'other' : flowId;
      return {
        ...message(0, 'deep'),
        ...{ ...scope, flowId: flow, id: `deep${index}`, chatId: chat, sessionId: chat },
      };
    });
    await insertMany(db, 'chat_message', rows);
    const own = rows.filter((row) => row.flowId === flowId).map(({ id }) => id);
    const depths = { deepFrom: 0, mostPassed: 10 };
    const check = async (ids: readonly string[]) => {
      for (const order of ['ASC', 'DESC'] as const)
        for (const offset of [0, 37, 120, 200, ids.length - 10, ids.length - 1, ids.length + 5]) {
          const page = await store.list(scope, flowId, { order, offset, limit: 12 }, depths);
          const all = order === 'ASC' ? ids : ids.toReversed();
          expect(page.map(({ id }) => id)).toEqual(all.slice(offset, offset + 12));
        }
    };
    await check(own);
    for (const order of ['ASC', 'DESC'] as const) {
      const place = await findDeepPage(db, scope, flowId, { order, offset: 160 }, 10);
      expect(place?.offset).toBeLessThan(60);
    }
    const removed = new Set(own.filter((_, index) => index % 11 === 0 || (index > 40 && index < 60)));
    await db
      .deleteFrom('chat_message')
      .where('id', 'in', [...removed])
      .execute();
    await check(own.filter((id) => !removed.has(id)));
  });
});
