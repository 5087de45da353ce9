import type { Database, DatabaseTransaction, FeedbackTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';

/** Rows of ratings. */
export function feedbackStore(db: Database | DatabaseTransaction) {
  return {
    find: (id: string) => db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst(),

    findOfMessage: (scope: Scope, messageId: string) =>
      db
        .selectFrom('feedback')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('messageId', '=', messageId)
        .executeTakeFirst(),

    /**
     * Whether the message is an answer of that flow and chat. Locks it until the transaction ends: who deletes messages
     * deletes their ratings after them.
     */
    async lockAnswer(scope: Scope, flowId: string, chatId: string, messageId: string): Promise<boolean> {
      const answer = db
        .selectFrom('chat_message')
        .select('id')
        .where('id', '=', messageId)
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .where('chatId', '=', chatId)
        .where('role', '=', 'apiMessage');
      const locked = isPostgres(db as Database) ? answer.forUpdate() : answer;
      return (await locked.executeTakeFirst()) !== undefined;
    },

    list: (scope: Scope, flowId: string, chatId: string | undefined, order: 'asc' | 'desc') => {
      const rows = db
        .selectFrom('feedback')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .orderBy('createdAt', order)
        .orderBy('id');
      return (chatId === undefined ? rows : rows.where('chatId', '=', chatId)).execute();
    },

    insert: (row: FeedbackTable) => db.insertInto('feedback').values(row).execute(),

    update: (id: string, changes: Partial<Pick<FeedbackTable, 'rating' | 'content'>>) =>
      db.updateTable('feedback').set(changes).where('id', '=', id).execute(),
  };
}
