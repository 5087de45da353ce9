import type { ExpressionBuilder } from 'kysely';
import { insertMany } from '../../db/insert-many.ts';
import { runKept } from '../../db/kept-statement.ts';
import type { ChatMessageTable, Database, DatabaseTransaction, Schema } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

export type NewMessage = Omit<ChatMessageTable, 'seq' | 'isDemo'> & { isDemo: 0 | 1 };

export interface MessageFilter {
  chatId?: string | undefined;
  sessionId?: string | undefined;
  chatType?: string | undefined;
}

type HistoryRow = Pick<ChatMessageTable, 'role' | 'content'>;

const historyText = (place: () => string) =>
  `select "role", "content" from "chat_message" where "workspaceId" = ${place()} and "flowId" = ${place()}
   and "sessionId" = ${place()} and ("runId" is null or "runId" <> ${place()}) and "status" <> 'partial'
   and "content" <> '' order by "seq" desc limit ${place()}`;

/** Rows of messages. Every call names the workspace. */
export function chatMessageStore(db: Database | DatabaseTransaction) {
  return {
    insert: (message: NewMessage) => insertMany(db, 'chat_message', [message]),

    /** Writes an answer, or its newer form when a part of it is there already. */
    async put(message: NewMessage): Promise<void> {
      const { id, content, status, sourceDocuments, usedTools, agentReasoning, isDemo } = message;
      const { numUpdatedRows } = await db
        .updateTable('chat_message')
        .set({ content, status, sourceDocuments, usedTools, agentReasoning, isDemo })
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) await insertMany(db, 'chat_message', [message]);
    },

    /** The latest messages of a session of a flow, newest first, without those of one run. */
    async history(
      scope: Scope,
      session: { flowId: string; sessionId: string; runId: string },
      limit: number,
    ): Promise<HistoryRow[]> {
      const { flowId, sessionId, runId } = session;
      const parameters = [scope.workspaceId, flowId, sessionId, runId, limit];
      return (await runKept<HistoryRow>(db, 'history', historyText, parameters)).rows;
    },

    list: (
      scope: Scope,
      flowId: string,
      filter: MessageFilter & { order: 'ASC' | 'DESC'; offset: number; limit: number },
    ) =>
      db
        .selectFrom('chat_message')
        .leftJoin('run', 'run.id', 'chat_message.runId')
        .selectAll('chat_message')
        .select('run.error as runError')
        .where((where) => fits(where as ExpressionBuilder<Schema, 'chat_message'>, scope, flowId, filter))
        .orderBy('chat_message.seq', filter.order === 'ASC' ? 'asc' : 'desc')
        .offset(filter.offset)
        .limit(filter.limit)
        .execute(),

    runIds: (scope: Scope, flowId: string, filter: MessageFilter) =>
      db
        .selectFrom('chat_message')
        .select('runId')
        .distinct()
        .where((where) => fits(where, scope, flowId, filter))
        .execute(),

    async remove(scope: Scope, flowId: string, filter: MessageFilter): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('chat_message')
        .where((where) => fits(where, scope, flowId, filter))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function fits(
  where: ExpressionBuilder<Schema, 'chat_message'>,
  scope: Scope,
  flowId: string,
  filter: MessageFilter,
) {
  return where.and({
    'chat_message.workspaceId': scope.workspaceId,
    'chat_message.flowId': flowId,
    ...(filter.chatId !== undefined && { 'chat_message.chatId': filter.chatId }),
    ...(filter.sessionId !== undefined && { 'chat_message.sessionId': filter.sessionId }),
    ...(filter.chatType !== undefined && { 'chat_message.chatType': filter.chatType }),
  });
}
