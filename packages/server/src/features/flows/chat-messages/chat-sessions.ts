import type { ChatSession, listChatSessions, readFlowStats } from '@tendril/contract/api/chat-messages';
import type { Answer, Query } from '@tendril/contract/api/endpoint';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isCommonText } from '../../../platform/db/search/common-text.ts';
import { chatSessionStore } from './chat-sessions.store.ts';
import { type Period, readPeriod } from './read-period.ts';
import { sessionDetailStore } from './session-details.store.ts';

interface ChatSessionParts {
  reads: HeavyReads;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

export type ChatSessionService = ReturnType<typeof createChatSessionService>;

const keyOf = (session: { chatId: string; sessionId: string }) =>
  JSON.stringify([session.chatId, session.sessionId]);

/** A flow's conversations as the messages viewer lists and counts them. */
export function createChatSessionService({ reads, requireFlow }: ChatSessionParts) {
  return {
    async list(
      scope: Scope,
      flowId: string,
      { page, limit, startDate, endDate, ...given }: Query<typeof listChatSessions>,
    ): Promise<Answer<typeof listChatSessions>> {
      await requireFlow(scope, flowId);
      const reading = reads.of(scope);
      const store = chatSessionStore(reading);
      const period = readPeriod({ startDate, endDate });
      const searched = await searchRange(reading, scope, flowId, period, given.search?.trim());
      const filter = { ...given, ...period, ...searched };
      // One more than the page holds: whether there is another page.
      const query = { ...filter, offset: (page - 1) * limit, limit: limit + 1 };
      const found = given.search?.trim() ? await store.searched(scope, flowId, query) : undefined;
      const [groups, total] = found
        ? [found.groups, found.total]
        : await Promise.all([store.page(scope, flowId, query), store.count(scope, flowId, filter)]);
      const data = await withDetails(reading, scope, flowId, groups.slice(0, limit));
      const hasMore = groups.length > limit;
      return { data, total, hasMore, ...(searched.searchAfter && { isPartial: true }) };
    },

    async stats(
      scope: Scope,
      flowId: string,
      { startDate, endDate, ...given }: Query<typeof readFlowStats>,
    ): Promise<Answer<typeof readFlowStats>> {
      await requireFlow(scope, flowId);
      const filter = { ...given, ...readPeriod({ startDate, endDate }) };
      const reading = reads.of(scope);
      const [{ sessions, messages }, { up, down }] = await Promise.all([
        chatSessionStore(reading).totals(scope, flowId, filter),
        sessionDetailStore(reading).rated(scope, flowId, filter),
      ]);
      return {
        totalMessages: messages,
        totalSessions: sessions,
        totalFeedback: up + down,
        positiveFeedback: up,
      };
    },
  };
}

/** Conversations with what a list shows of them. */
async function withDetails(
  reading: Database,
  scope: Scope,
  flowId: string,
  groups: Awaited<ReturnType<ReturnType<typeof chatSessionStore>['page']>>,
): Promise<ChatSession[]> {
  const chatIds = [...new Set(groups.map((group) => group.chatId))];
  if (chatIds.length === 0) return [];
  const details = sessionDetailStore(reading);
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
  return groups.map(({ firstSeq, lastSeq, ...group }) => {
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

/** Which conversations of a period are searched: all, or for common words the latest, after the last message of another. */
async function searchRange(
  reading: Database,
  scope: Scope,
  flowId: string,
  period: Period,
  text: string | undefined,
): Promise<{ searchAfter?: number; isByChat?: boolean }> {
  if (!text || !(await isCommonText(reading, scope, 'message', text))) return {};
  const store = chatSessionStore(reading);
  const [bound, isByChat] = await Promise.all([store.searchBound(scope, flowId, period), store.knowsChats()]);
  return { searchAfter: bound ?? 0, isByChat };
}
