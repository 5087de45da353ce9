import type { ChatSession, listChatSessions, readFlowStats } from '@tendril/contract/api/chat-messages';
import type { Answer, Query } from '@tendril/contract/api/endpoint';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { chatSessionStore } from './chat-sessions.store.ts';
import { readPeriod } from './read-period.ts';
import { sessionDetailStore } from './session-details.store.ts';

interface ChatSessionParts {
  db: Database;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

export type ChatSessionService = ReturnType<typeof createChatSessionService>;

const keyOf = (session: { chatId: string; sessionId: string }) =>
  JSON.stringify([session.chatId, session.sessionId]);

/** A flow's conversations as the messages viewer lists and counts them. */
export function createChatSessionService({ db, requireFlow }: ChatSessionParts) {
  const store = chatSessionStore(db);
  const details = sessionDetailStore(db);

  return {
    async list(
      scope: Scope,
      flowId: string,
      { page, limit, startDate, endDate, ...given }: Query<typeof listChatSessions>,
    ): Promise<Answer<typeof listChatSessions>> {
      await requireFlow(scope, flowId);
      const filter = { ...given, ...readPeriod({ startDate, endDate }) };
      const groups = await store.page(scope, flowId, { ...filter, offset: (page - 1) * limit, limit });
      const total = groups[0]?.total ?? (page === 1 ? 0 : await store.count(scope, flowId, filter));
      return { data: await withDetails(scope, flowId, groups), total };
    },

    async stats(
      scope: Scope,
      flowId: string,
      { startDate, endDate, ...given }: Query<typeof readFlowStats>,
    ): Promise<Answer<typeof readFlowStats>> {
      await requireFlow(scope, flowId);
      const filter = { ...given, ...readPeriod({ startDate, endDate }) };
      const { sessions, messages } = await store.totals(scope, flowId, filter);
      const { up, down } = await details.rated(scope, flowId, filter);
      return {
        totalMessages: messages,
        totalSessions: sessions,
        totalFeedback: up + down,
        positiveFeedback: up,
      };
    },
  };

  async function withDetails(
    scope: Scope,
    flowId: string,
    groups: Awaited<ReturnType<typeof store.page>>,
  ): Promise<ChatSession[]> {
    const chatIds = [...new Set(groups.map((group) => group.chatId))];
    if (chatIds.length === 0) return [];
    const seqs = groups.flatMap((group) => [group.firstSeq, group.lastSeq]);
    const messages = await details.messages(scope, seqs);
    const ratings = new Map<string, { up: number; down: number }>();
    for (const row of await details.ratings(scope, flowId, chatIds)) {
      const counts = ratings.get(keyOf(row)) ?? { up: 0, down: 0 };
      counts[row.rating === 'THUMBS_UP' ? 'up' : 'down'] = Number(row.count);
      ratings.set(keyOf(row), counts);
    }
    const leads = new Map(
      (await details.leads(scope, flowId, chatIds)).map(({ chatId, email }) => [chatId, email]),
    );
    return groups.map(({ total: _total, firstSeq, lastSeq, ...group }) => {
      const [first, last] = [messages.get(firstSeq), messages.get(lastSeq)];
      return {
        ...group,
        memoryType: last?.memoryType ?? null,
        firstQuestion: first?.content ?? '',
        lastMessage: last?.content ?? '',
        leadEmail: leads.get(group.chatId) ?? last?.leadEmail ?? null,
        up: 0,
        down: 0,
        ...ratings.get(keyOf(group)),
      };
    });
  }
}
