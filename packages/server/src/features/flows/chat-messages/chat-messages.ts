import type { deleteChatMessages, listChatMessages } from '@tendril/contract/api/chat-messages';
import type { Query } from '@tendril/contract/api/endpoint';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import type { HeavyReads } from '../../../platform/db/readers/heavy-reads.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { toChatMessage } from './chat-message-answer.ts';
import { chatMessageStore, type NewMessage } from './chat-messages.store.ts';
import { messageRemovalStore } from './message-removal.store.ts';
import { readPeriod } from './read-period.ts';

/** A conversation as a run sees it: without what the run itself has written. */
interface HistoryOf {
  flowId: string;
  sessionId: string;
  runId: string;
}

export type MessageRow = NewMessage;

/** A session's history is cut here: no prompt takes more. */
const maxHistory = 10_000;

interface ChatMessageParts {
  db: Database;
  reads: HeavyReads;
  /** Deletes runs with their events. */
  removeRuns(trx: DatabaseTransaction, scope: Scope, runIds: readonly string[]): Promise<() => Promise<void>>;
  /** Deletes the files that people sent in chats. */
  removeChatFiles(
    trx: DatabaseTransaction,
    scope: Scope,
    flowId: string,
    chatIds: readonly string[],
  ): Promise<() => Promise<void>>;
  /** Throws NOT_FOUND when the workspace has no such flow. */
  requireFlow(scope: Scope, flowId: string): Promise<void>;
}

export function insertMessages(trx: DatabaseTransaction, messages: readonly MessageRow[]): Promise<void> {
  return chatMessageStore(trx).insert(messages);
}

/** Writes an answer, or updates it when a part of it is stored already. */
export function putMessage(trx: DatabaseTransaction, message: MessageRow): Promise<void> {
  return chatMessageStore(trx).put(message);
}

/** Latest messages of a conversation, oldest first; one indexed query. */
export async function readHistory(
  db: Database,
  scope: Scope,
  of: HistoryOf,
  limit = maxHistory,
): Promise<ChatTurn[]> {
  const rows = await chatMessageStore(db).history(scope, of, Math.min(limit, maxHistory));
  return rows
    .map(
      (row): ChatTurn => ({ role: row.role === 'userMessage' ? 'user' : 'assistant', content: row.content }),
    )
    .reverse();
}

/** Messages as people and API clients read and delete them. */
export function createChatMessageService({
  db,
  reads,
  removeRuns,
  removeChatFiles,
  requireFlow,
}: ChatMessageParts) {
  return {
    async list(
      scope: Scope,
      flowId: string,
      { page, startDate, endDate, feedback, ...query }: Query<typeof listChatMessages>,
    ) {
      await requireFlow(scope, flowId);
      const store = chatMessageStore(reads.of(scope));
      const rows = await store.list(scope, flowId, {
        ...query,
        ...readPeriod({ startDate, endDate }),
        offset: (page - 1) * query.limit,
      });
      const messages = rows.map(toChatMessage);
      if (!feedback || messages.length === 0) return messages;
      const given = await store.feedback(
        scope,
        messages.map((message) => message.id),
      );
      const byMessage = new Map(given.map(({ messageId, ...rating }) => [messageId, rating]));
      return messages.map((message) => {
        const rating = byMessage.get(message.id);
        return rating ? { ...message, feedback: rating } : message;
      });
    },

    /** Deletes messages with the runs that wrote them. */
    async remove(
      scope: Scope,
      flowId: string,
      { startDate, endDate, ...query }: Query<typeof deleteChatMessages>,
    ) {
      await requireFlow(scope, flowId);
      const filter = { ...query, ...readPeriod({ startDate, endDate }) };
      const { affected, removeFiles } = await db.transaction().execute(async (trx) => {
        const store = messageRemovalStore(trx);
        const runIds = await store.runIds(scope, flowId, filter);
        const { count, emptyChatIds } = await store.remove(scope, flowId, filter, runIds);
        const removals = [
          await removeRuns(trx, scope, runIds),
          await removeChatFiles(trx, scope, flowId, emptyChatIds),
        ];
        return {
          affected: count,
          removeFiles: async () => {
            for (const removeAll of removals) await removeAll();
          },
        };
      });
      await removeFiles();
      return { affected };
    },
  };
}

export type ChatMessageService = ReturnType<typeof createChatMessageService>;
