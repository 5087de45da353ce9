import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { mostSearched } from '../../../platform/db/search/common-text.ts';
import { databases } from '../../../testing/databases.ts';
import { watchPlans } from '../../../testing/query-plans.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { NewMessage } from './chat-messages.store.ts';
import { chatSessionStore } from './chat-sessions.store.ts';
import { createChatSessionService } from './chat-sessions.ts';

const scope = { workspaceId: 'w1' };
const flowId = 'f1';
const chats = mostSearched + 300;
const messages = chats * 3;
/** From so many messages on a text is common: of the conversations that hold it, the latest are looked through. */
const many = 5000;

/** Some are in every message, some in few, some in none. */
function textOf(index: number): string {
  const words = ['Hello everybody'];
  if (index % 2 === 0) words.push('parcel');
  if (index % 50 === 0) words.push('ERR-4711');
  if (index === 40 || index === messages - 9) words.push('an unusual Giraffe');
  if (index === 70 || index === messages - 5) words.push('100%_qx');
  return words.join(' ');
}

const message = (index: number): NewMessage => ({
  ...{ id: `m${index}`, ...scope, flowId, runId: null, role: 'userMessage', content: textOf(index) },
  ...{ sourceDocuments: null, usedTools: null, fileUploads: null, fileAnnotations: null },
  ...{ agentReasoning: null, artifacts: null, action: null, followUpPrompts: null, sourceCheck: null },
  ...{ chatType: 'EXTERNAL', chatId: `chat${index % chats}`, sessionId: `chat${index % chats}` },
  ...{ memoryType: null, leadEmail: index === 90 ? 'ada@example.com' : null },
  ...{ status: 'done', isDemo: 0, createdAt: 1000 + index },
});
const all = Array.from({ length: messages }, (_, index) => message(index));
const leads = [
  { chatId: `chat${chats - 3}`, name: 'Grace', email: 'grace@example.com' },
  { chatId: 'chat7', name: 'Qix', email: 'qix@example.com' },
];

/** The definition: the chats of which any message or visitor holds the text, latest first. */
function expected(search: string): { chatIds: string[]; isPartial: boolean } {
  const holds = (...texts: (string | null)[]) =>
    texts.some((text) => text?.toLowerCase().includes(search.toLowerCase()));
  const isPartial =
    search.length < 3 || all.filter(({ content }) => content && holds(content)).length >= many;
  const found = new Set([
    ...all.filter((one) => holds(one.content, one.leadEmail)).map(({ chatId }) => chatId),
    ...leads.filter(({ name, email }) => holds(name, email)).map(({ chatId }) => chatId),
  ]);
  // The last message of each chat is among the last ones.
  const latest = all
    .slice(-chats)
    .toReversed()
    .map(({ chatId }) => chatId);
  const looked = isPartial ? latest.slice(0, mostSearched) : latest;
  return { chatIds: looked.filter((chatId) => found.has(chatId ?? '')) as string[], isPartial };
}

const searches = [
  ...['hello', 'PARCEL', 'err-4711', 'giraffe', '%_q', 'everybody parcel', 'nobody said this', 'grace'],
  ...['he', 'qx', 'QI', '%', 'zz', 'e', 'ada@', 'parcel err', '7', '_'],
];
/** Those that are asked before anything is counted. */
const uncounted = ['he', 'zz', 'hello', 'qx'];

describe.each(databases)('a search of conversations on %s', (database) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ database });
    const { db } = test.infrastructure;
    // What is in the tables is not counted before a test says so.
    if (database === 'postgres')
      for (const table of ['chat_message', 'conversation', 'lead'])
        await sql`alter table ${sql.ref(table)} set (autovacuum_enabled = false)`.execute(db);
    for (let start = 0; start < messages; start += 500)
      await insertMany(db, 'chat_message', all.slice(start, start + 500));
    await insertMany(
      db,
      'lead',
      leads.map((lead, index) => ({ ...lead, ...scope, flowId, id: `l${index}`, phone: null, createdAt: 1 })),
    );
  }, 120_000);
  afterAll(() => test.close());

  async function finds(searches: readonly string[]): Promise<void> {
    const { db } = test.infrastructure;
    const service = createChatSessionService({
      reads: { of: () => db, close: async () => {} },
      requireFlow: async () => {},
    });
    for (const search of searches) {
      const { chatIds, isPartial } = expected(search);
      for (const [page, limit] of [
        [1, 7],
        [2, 7],
        [400, 50],
      ] as const) {
        const answer = await service.list(scope, flowId, { search, page, limit } as never);
        const said = `${search}, page ${page}`;
        expect(
          answer.data.map(({ chatId }) => chatId),
          said,
        ).toEqual(chatIds.slice((page - 1) * limit, page * limit));
        expect([answer.total, answer.hasMore, answer.isPartial ?? false], said).toEqual([
          chatIds.length,
          chatIds.length > page * limit,
          isPartial,
        ]);
      }
    }
  }

  it('finds what its definition says, whether the text is common, rare or nowhere', async () => {
    await test.infrastructure.texts.catchUp();
    await finds(database === 'postgres' ? uncounted : searches);
  }, 120_000);

  if (database === 'postgres') {
    const planOf = async (search: string, searchAfter?: number) => {
      const { watched, plans } = watchPlans(test.infrastructure.db);
      const asked = { search, searchAfter, isByChat: true, offset: 0, limit: 30 };
      await chatSessionStore(watched).searched(scope, flowId, asked);
      return (await plans()).at(-1) ?? '';
    };
    const asksOneByOne = async () => {
      for (const search of ['he', 'hello', 'zz', 'nobody'])
        for (const searchAfter of [0, 900]) {
          const plan = await planOf(search, searchAfter);
          expect(plan).toContain('chat_message_chat');
          expect(plan).not.toMatch(/hashed SubPlan|_search_|Seq Scan on chat_message/);
        }
    };

    it('asks for the messages of one conversation after the other once they are counted, also of those that have come since', async () => {
      const { db } = test.infrastructure;
      const { knowsChats } = chatSessionStore(db);
      expect(await knowsChats()).toBe(false);
      await sql`analyze chat_message, conversation, lead`.execute(db);
      expect(await knowsChats()).toBe(true);
      await asksOneByOne();
      await finds(searches);
      await sql`delete from chat_message where seq > 40`.execute(db);
      await sql`analyze chat_message, conversation, lead`.execute(db);
      for (let start = 40; start < messages; start += 500)
        await insertMany(db, 'chat_message', all.slice(start, Math.min(start + 500, messages)));
      await asksOneByOne();
      await finds(searches);
    }, 120_000);
  }
});
