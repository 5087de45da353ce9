import type { MessageCitationTable } from '../../../platform/db/citation-tables.ts';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** Which contents the sources of answers were read from. Every call names the workspace. */
export function citationStore(db: Database | DatabaseTransaction) {
  return {
    insert: (rows: readonly MessageCitationTable[]) =>
      insertMany(db, 'message_citation', rows, { skipsPresent: true }),

    find: ({ workspaceId }: Scope, messageId: string, number: number) =>
      db
        .selectFrom('message_citation')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .where('messageId', '=', messageId)
        .where('number', '=', number)
        .executeTakeFirst(),

    /** An answer as it is stored, with its sources. */
    findAnswer: ({ workspaceId }: Scope, flowId: string, messageId: string) =>
      db
        .selectFrom('chat_message')
        .select(['id', 'chatId', 'sourceDocuments', 'content'])
        .where('workspaceId', '=', workspaceId)
        .where('flowId', '=', flowId)
        .where('id', '=', messageId)
        .where('role', '=', 'apiMessage')
        .executeTakeFirst(),

    /** Those of the runs that are stored: of the others nothing is kept. */
    async storedRuns(runIds: readonly string[]): Promise<Set<string>> {
      if (runIds.length === 0) return new Set();
      const rows = await db.selectFrom('run').select('id').where('id', 'in', runIds).execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}
