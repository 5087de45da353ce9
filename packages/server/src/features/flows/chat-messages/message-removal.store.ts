import type { ExpressionBuilder } from 'kysely';
import type { Database, DatabaseTransaction, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { fitsFilter, type MessageFilter } from './message-filter.ts';

type Where = ExpressionBuilder<Schema, 'chat_message'>;

interface RemovedMessages {
  count: number;
  /** Chats without remaining messages. */
  emptyChatIds: string[];
}

const runsAtOnce = 500;

/** Deletes messages of a flow, always whole turns. */
export function messageRemovalStore(db: Database | DatabaseTransaction) {
  return {
    /** Runs that wrote matching messages; a rating stands for its whole chat. */
    async runIds(scope: Scope, flowId: string, filter: MessageFilter): Promise<string[]> {
      const rows = await db
        .selectFrom('chat_message')
        .select('runId')
        .distinct()
        .where((where) => fitsFilter(where, scope, flowId, filter, { ratedChats: true }))
        .execute();
      return rows.flatMap(({ runId }) => runId ?? []);
    },

    /** Deletes matching messages, and the other half of turns of which one half matches, with their ratings. */
    async remove(
      scope: Scope,
      flowId: string,
      filter: MessageFilter,
      runIds: readonly string[],
    ): Promise<RemovedMessages> {
      const fits = (where: Where) => fitsFilter(where, scope, flowId, filter, { ratedChats: true });
      const removed = await removeWhere(db, scope, flowId, fits);
      for (let start = 0; start < runIds.length; start += runsAtOnce) {
        const ids = runIds.slice(start, start + runsAtOnce);
        removed.push(
          ...(await removeWhere(db, scope, flowId, (where) => where('chat_message.runId', 'in', ids))),
        );
      }
      const chatIds = new Set(removed);
      for (let start = 0; start < removed.length && chatIds.size > 0; start += runsAtOnce) {
        const some = removed.slice(start, start + runsAtOnce);
        for (const chatId of await withMessages(db, scope, flowId, some)) chatIds.delete(chatId);
      }
      return { count: removed.length, emptyChatIds: [...chatIds] };
    },
  };
}

/** Deletes messages with their ratings; returns the chat of each. */
async function removeWhere(
  db: Database | DatabaseTransaction,
  scope: Scope,
  flowId: string,
  fits: (where: Where) => ReturnType<typeof fitsFilter>,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('chat_message')
    .where('chat_message.workspaceId', '=', scope.workspaceId)
    .where('chat_message.flowId', '=', flowId)
    .where(fits)
    .returning(['chat_message.id', 'chat_message.chatId'])
    .execute();
  for (let start = 0; start < rows.length; start += runsAtOnce) {
    const ids = rows.slice(start, start + runsAtOnce).map((row) => row.id);
    await db
      .deleteFrom('feedback')
      .where('workspaceId', '=', scope.workspaceId)
      .where('messageId', 'in', ids)
      .execute();
  }
  return rows.map((row) => row.chatId);
}

/** Those of the chats that still have messages. */
async function withMessages(
  db: Database | DatabaseTransaction,
  scope: Scope,
  flowId: string,
  chatIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_message')
    .select('chatId')
    .distinct()
    .where('workspaceId', '=', scope.workspaceId)
    .where('flowId', '=', flowId)
    .where('chatId', 'in', chatIds)
    .execute();
  return rows.map((row) => row.chatId);
}
