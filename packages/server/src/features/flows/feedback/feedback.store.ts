import type { Database, FeedbackTable } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Rows of ratings. */
export function feedbackStore(db: Database) {
  return {
    find: (id: string) => db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst(),

    findOfMessage: (scope: Scope, messageId: string) =>
      db
        .selectFrom('feedback')
        .selectAll()
        .where('workspaceId', '=', scope.workspaceId)
        .where('messageId', '=', messageId)
        .executeTakeFirst(),

    /** Whether the message is an answer of that flow and chat. */
    async hasAnswer(scope: Scope, flowId: string, chatId: string, messageId: string): Promise<boolean> {
      const row = await db
        .selectFrom('chat_message')
        .select('id')
        .where('id', '=', messageId)
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .where('chatId', '=', chatId)
        .where('role', '=', 'apiMessage')
        .executeTakeFirst();
      return row !== undefined;
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
