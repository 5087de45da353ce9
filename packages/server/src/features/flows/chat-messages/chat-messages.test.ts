import type { ChatMessage, ChatSession } from '@tendril/contract/api/chat-messages';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { ChatMessageTable } from '../../../platform/db/schema.ts';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

type Rating = 'THUMBS_UP' | 'THUMBS_DOWN';

interface Emitted {
  chat: string;
  question: string;
  answer: string;
  at: string;
  rating?: Rating;
  chatType?: string;
  leadEmail?: string;
  more?: Partial<ChatMessageTable>;
}

const turns: Emitted[] = [
  {
    chat: 'a',
    question: 'Where is my parcel?',
    answer: 'On its way',
    at: '2026-03-01T10:00:00Z',
    rating: 'THUMBS_UP',
  },
  {
    chat: 'b',
    question: 'Ein Ölwechsel?',
    answer: 'Ja',
    at: '2026-03-01T23:59:59Z',
    rating: 'THUMBS_DOWN',
    chatType: 'INTERNAL',
  },
  { chat: 'a', question: 'And when?', answer: '100%_sure: Tuesday', at: '2026-03-02T00:00:00Z' },
  {
    chat: 'c',
    question: 'Hello',
    answer: 'Hi',
    at: '2026-03-05T12:00:00Z',
    leadEmail: 'Visitor@Example.com',
  },
];

describe.each(databases)('messages on %s', (database) => {
  let app: TestApp | undefined;
  let user: TestUser;
  let outsider: KeyHolder;
  let id: string;

  beforeEach(async () => {
    if (!app) {
      app = await createTestApp({ database, catalogue: gatedCatalogue().catalogue });
      user = await app.signIn();
      outsider = await makeKey(app);
    }
    id = await makeFlow(user, await gatedFlow(user));
    for (const [index, turn] of turns.entries()) await emit(app, index, turn);
  });
  afterAll(() => app?.close());

  async function emit({ infrastructure }: TestApp, index: number, emitted: Emitted) {
    const { workspaceId } = user.caller;
    const { chat: chatId, chatType = 'EXTERNAL', leadEmail = null, more } = emitted;
    const createdAt = Date.parse(emitted.at);
    const runId = `${id}-run-${index}`;
    const shared = {
      workspaceId,
      flowId: id,
      runId,
      sourceDocuments: null,
      usedTools: null,
      fileUploads: null,
      fileAnnotations: null,
      agentReasoning: null,
      artifacts: null,
      action: null,
      followUpPrompts: null,
      chatType,
      chatId,
      sessionId: chatId,
      memoryType: chatId === 'a' ? 'Buffer Memory' : null,
      leadEmail,
      status: 'done',
      isDemo: 0,
    };
    const messageId = `${id}-a${index}`;
    await insertMany(infrastructure.db, 'chat_message', [
      { ...shared, id: `${id}-q${index}`, role: 'userMessage', content: emitted.question, createdAt },
      {
        ...shared,
        id: messageId,
        role: 'apiMessage',
        content: emitted.answer,
        createdAt: createdAt + 1,
        ...more,
      },
    ]);
    const run = {
      id: runId,
      workspaceId,
      flowId: id,
      sessionId: chatId,
      chatId,
      source: 'api',
      status: 'done',
    };
    await insertMany(infrastructure.db, 'run', [
      { ...run, question: emitted.question, startedAt: createdAt },
    ]);
    const event = {
      runId,
      seq: 1,
      workspaceId,
      sessionId: chatId,
      at: createdAt,
      kind: 'run-start',
      payload: '{}',
    };
    await insertMany(infrastructure.db, 'event', [event]);
    if (!emitted.rating) return;
    const rating = {
      workspaceId,
      flowId: id,
      chatId,
      messageId,
      rating: emitted.rating,
      content: 'Why',
      createdAt,
    };
    await insertMany(infrastructure.db, 'feedback', [{ ...rating, id: `${id}-f${index}` }]);
  }

  const get = async <T>(url: string) => {
    const answer = await user.inject({ method: 'GET', url: `${studio}/${url}` });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return answer.json<T>();
  };
  const contents = async (query: string) =>
    (await get<ChatMessage[]>(`chatmessage/${id}?${query}`)).map((message) => message.content);
  const chats = async (query: string) =>
    (await get<{ data: ChatSession[] }>(`flows/${id}/sessions?${query}`)).data.map((chat) => chat.chatId);
  const left = async () => ({
    messages: (await contents('')).length,
    runs: (await app!.infrastructure.db.selectFrom('run').select('id').where('flowId', '=', id).execute())
      .length,
    events: (
      await app!.infrastructure.db
        .selectFrom('event')
        .select('runId')
        .where('runId', 'like', `${id}%`)
        .execute()
    ).length,
    ratings: (
      await app!.infrastructure.db.selectFrom('feedback').select('id').where('flowId', '=', id).execute()
    ).length,
  });

  it('are narrowed by chat, kind, memory, id, days and rating', async () => {
    expect(await contents('chatId=a')).toEqual([
      'Where is my parcel?',
      'On its way',
      'And when?',
      '100%_sure: Tuesday',
    ]);
    expect(await contents('chatId=a&order=DESC&limit=1')).toEqual(['100%_sure: Tuesday']);
    expect(await contents('chatType=INTERNAL')).toEqual(['Ein Ölwechsel?', 'Ja']);
    expect(await contents('memoryType=Buffer%20Memory&sessionId=a&page=2&limit=3')).toEqual([
      '100%_sure: Tuesday',
    ]);
    expect(await contents(`messageId=${id}-a3`)).toEqual(['Hi']);
    expect(await contents('startDate=2026-03-01&endDate=2026-03-01')).toHaveLength(4);
    expect(await contents('startDate=2026-03-02')).toHaveLength(4);
    expect(await contents('endDate=2026-03-01T10:00:00Z')).toEqual(['Where is my parcel?']);
    expect(await contents('feedbackType=THUMBS_UP')).toEqual(['Where is my parcel?', 'On its way']);
    const internal = await get<ChatMessage[]>(`internal-chatmessage/${id}?chatType=EXTERNAL`);
    expect(internal).toHaveLength(2);
  });

  it('carry their rating when asked, and everything that the answer held', async () => {
    const more = {
      fileUploads: '[{"name":"a.png","type":"stored-file"}]',
      artifacts: '[{"type":"html","data":"x"}]',
      action: '{"id":"1"}',
      followUpPrompts: '["More?"]',
    };
    await emit(app!, 9, {
      chat: 'd',
      question: 'q',
      answer: 'rich',
      at: '2026-03-06',
      leadEmail: 'a@b.example',
      more,
    });
    const [, rich] = await get<ChatMessage[]>(`chatmessage/${id}?chatId=d`);
    expect(rich).toMatchObject({
      fileUploads: [{ name: 'a.png' }],
      artifacts: [{ type: 'html' }],
      action: { id: '1' },
      followUpPrompts: '["More?"]',
      leadEmail: 'a@b.example',
    });
    const rated = await get<ChatMessage[]>(`chatmessage/${id}?chatId=b&feedback=true`);
    expect(rated.map((message) => message.feedback)).toEqual([
      undefined,
      { rating: 'THUMBS_DOWN', content: 'Why' },
    ]);
    const plain = await get<ChatMessage[]>(`chatmessage/${id}?chatId=b`);
    expect(plain.some((message) => message.feedback)).toBe(false);
  });

  it('make conversations, the latest first, with counts, ratings and the address left', async () => {
    const { workspaceId } = user.caller;
    const lead = { workspaceId, flowId: id, chatId: 'a', name: 'Ida', email: 'ida@example.com', phone: null };
    await insertMany(app!.infrastructure.db, 'lead', [{ ...lead, id: `${id}-lead`, createdAt: 1 }]);
    const answer = await get<{ data: ChatSession[]; total: number }>(`flows/${id}/sessions`);
    expect(answer.total).toBe(3);
    expect(answer.data.map((chat) => chat.chatId)).toEqual(['c', 'a', 'b']);
    expect(answer.data[1]).toEqual({
      chatId: 'a',
      sessionId: 'a',
      chatType: 'EXTERNAL',
      memoryType: 'Buffer Memory',
      messages: 4,
      firstQuestion: 'Where is my parcel?',
      lastMessage: '100%_sure: Tuesday',
      leadEmail: 'ida@example.com',
      up: 1,
      down: 0,
      startedAt: Date.parse('2026-03-01T10:00:00Z'),
      updatedAt: Date.parse('2026-03-02T00:00:00Z') + 1,
    });
    expect(answer.data[0]?.leadEmail).toBe('Visitor@Example.com');
    expect(await chats('limit=1&page=2')).toEqual(['a']);
    expect(await get(`flows/${id}/sessions?page=9`)).toEqual({ data: [], total: 3, hasMore: false });
    expect(await chats('startDate=2026-03-01&endDate=2026-03-01')).toEqual(['b', 'a']);
    expect(await chats('chatType=INTERNAL')).toEqual(['b']);
    expect(await chats('feedbackType=THUMBS_DOWN')).toEqual(['b']);
    expect(await chats('search=PARCEL')).toEqual(['a']);
    expect(await chats(`search=${encodeURIComponent('100%_S')}`)).toEqual(['a']);
    expect(await chats(`search=${encodeURIComponent('Ölwechsel')}`)).toEqual(['b']);
    expect(await chats('search=visitor@example')).toEqual(['c']);
    expect(await chats('search=ida@')).toEqual(['a']);
    expect(await chats('search=nothing')).toEqual([]);
  });

  it('are counted with the same filters', async () => {
    expect(await get(`stats/${id}`)).toEqual({
      totalMessages: 8,
      totalSessions: 3,
      totalFeedback: 2,
      positiveFeedback: 1,
    });
    expect(await get(`stats/${id}?endDate=2026-03-01&chatType=INTERNAL`)).toEqual({
      totalMessages: 2,
      totalSessions: 1,
      totalFeedback: 1,
      positiveFeedback: 0,
    });
    expect(await get(`stats/${id}?feedbackType=THUMBS_UP`)).toEqual({
      totalMessages: 4,
      totalSessions: 1,
      totalFeedback: 1,
      positiveFeedback: 1,
    });
    expect(await get(`stats/${id}?startDate=2027-01-01`)).toMatchObject({
      totalMessages: 0,
      totalSessions: 0,
    });
  });

  it('are deleted by the same filters with their runs, events and ratings, a turn as a whole', async () => {
    const remove = async (query: string) =>
      (await user.inject({ method: 'DELETE', url: `${studio}/chatmessage/${id}?${query}` })).json().affected;
    // Only the question fits: its answer goes too.
    expect(await remove('startDate=2026-03-02T00:00:00Z&endDate=2026-03-02T00:00:00Z')).toBe(2);
    expect(await left()).toEqual({ messages: 6, runs: 3, events: 3, ratings: 2 });
    expect(await remove('feedbackType=THUMBS_DOWN')).toBe(2);
    expect(await left()).toEqual({ messages: 4, runs: 2, events: 2, ratings: 1 });
    expect(await remove('chatId=a')).toBe(2);
    expect(await left()).toEqual({ messages: 2, runs: 1, events: 1, ratings: 0 });
    expect(await remove('')).toBe(2);
    expect(await left()).toEqual({ messages: 0, runs: 0, events: 0, ratings: 0 });
  });

  it('take the files of a chat with them once nothing of it is left', async () => {
    const { files, db } = app!.infrastructure;
    const { workspaceId } = user.caller;
    const { sha256, size } = await files.put(workspaceId, Buffer.from(`picture of ${id}`));
    const file = { workspaceId, sha256, size, mediaType: 'text/plain', ownerKind: 'chat', createdAt: 1 };
    const owned = { ...file, id: `${id}-file`, name: 'a.txt', ownerId: `${id}/a` };
    await insertMany(db, 'file', [owned]);
    await files.abandon(workspaceId, sha256);
    const remove = (query: string) =>
      user.inject({ method: 'DELETE', url: `${studio}/chatmessage/${id}?chatId=a&${query}` });
    await remove('endDate=2026-03-01');
    expect((await files.read(workspaceId, sha256)).toString()).toBe(`picture of ${id}`);
    await remove('');
    await expect(files.read(workspaceId, sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await db.selectFrom('file').select('id').where('id', '=', owned.id).execute()).toEqual([]);
  });

  it('refuse bad filters by their field', async () => {
    for (const [url, path] of [
      [`chatmessage/${id}?startDate=yesterday`, 'startDate'],
      [`flows/${id}/sessions?endDate=2026-99-99`, 'endDate'],
      [`flows/${id}/sessions?limit=101`, 'limit'],
      [`flows/${id}/sessions?sort=x`, 'sort'],
      [`stats/${id}?feedbackType=GOOD`, 'feedbackType'],
      [`chatmessage/${id}?messageId=../x`, 'messageId'],
    ]) {
      const answer = await user.inject({ method: 'GET', url: `${studio}/${url}` });
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, `query.${path}`]);
    }
  });

  it('ATK-076: exist neither for visitors nor for another workspace', async () => {
    for (const url of [`chatmessage/${id}`, `stats/${id}`]) {
      expect((await app!.inject({ method: 'GET', url: `/api/v1/${url}` })).statusCode).toBe(401);
      expect((await outsider.inject({ method: 'GET', url: `/api/v1/${url}` })).statusCode).toBe(404);
    }
    const removed = await outsider.inject({ method: 'DELETE', url: `/api/v1/chatmessage/${id}` });
    expect(removed.statusCode).toBe(404);
    const elsewhere = { workspaceId: 'elsewhere' };
    const foreign = await makeFlow(user, await gatedFlow(user));
    await app!.infrastructure.db.updateTable('flow').set(elsewhere).where('id', '=', foreign).execute();
    const sessions = await user.inject({ method: 'GET', url: `${studio}/flows/${foreign}/sessions` });
    expect(sessions.statusCode).toBe(404);
  });
});
