import { type ExpressionBuilder, sql } from 'kysely';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { runKept } from '../../../platform/db/kept-statement.ts';
import type { ChatMessageTable, Database, DatabaseTransaction, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { fitsFilter, type MessageFilter } from './message-filter.ts';

export type NewMessage = Omit<ChatMessageTable, 'seq' | 'isDemo'> & { isDemo: 0 | 1 };

type HistoryRow = Pick<ChatMessageTable, 'role' | 'content'>;
type Where = ExpressionBuilder<Schema, 'chat_message'>;

interface MessagePage extends MessageFilter {
  order: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

const historyText = (place: () => string) =>
  `select "role", "content" from "chat_message" where "workspaceId" = ${place()} and "flowId" = ${place()}
   and "sessionId" = ${place()} and ("runId" is null or "runId" <> ${place()}) and "status" <> 'partial'
   and "content" <> '' order by "seq" desc limit ${place()}`;

/** Rows of messages. Every call names the workspace. */
export function chatMessageStore(db: Database | DatabaseTransaction) {
  return {
    insert: (message: NewMessage) => insertMany(db, 'chat_message', [message]),

    /** Writes an answer, or updates it when a part of it is stored already. */
    async put(message: NewMessage): Promise<void> {
      const { id, content, status, sourceDocuments, usedTools, agentReasoning, isDemo } = message;
      const { artifacts, action, followUpPrompts, fileAnnotations } = message;
      const { numUpdatedRows } = await db
        .updateTable('chat_message')
        .set({ content, status, sourceDocuments, usedTools, agentReasoning, isDemo })
        .set({ artifacts, action, followUpPrompts, fileAnnotations })
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

    list(scope: Scope, flowId: string, { order, offset, limit, ...filter }: MessagePage) {
      // One chat has few messages: they are looked up and sorted, where an ordered scan would pass all of the flow.
      const isChat = filter.chatId !== undefined && filter.sessionId === undefined;
      const place = isChat ? sql`"chat_message"."seq" + 0` : sql.ref('chat_message.seq');
      return db
        .selectFrom('chat_message')
        .leftJoin('run', 'run.id', 'chat_message.runId')
        .selectAll('chat_message')
        .select('run.error as runError')
        .where((where) => fitsFilter(where as unknown as Where, scope, flowId, filter))
        .orderBy(place, order === 'ASC' ? 'asc' : 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
    },

    /** Ratings of messages. */
    feedback: (scope: Scope, messageIds: string[]) =>
      db
        .selectFrom('feedback')
        .select(['messageId', 'rating', 'content'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('messageId', 'in', messageIds)
        .execute(),
  };
}
