import { sql } from 'kysely';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { runKept } from '../../../platform/db/kept-statement.ts';
import type { ChatMessageTable, Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { findDeepPage } from './deep-page.ts';
import { fitsFilter, type MessageFilter } from './message-filter.ts';

export type NewMessage = Omit<ChatMessageTable, 'seq' | 'isDemo'> & { isDemo: 0 | 1 };

type HistoryRow = Pick<ChatMessageTable, 'role' | 'content'>;

interface MessagePage extends MessageFilter {
  order: 'ASC' | 'DESC';
  offset: number;
  limit: number;
}

// The flow is hidden from PostgreSQL's planner, which else takes one that it has not counted yet for a small one, and reads
// all of it backwards until it has seen enough of the session.
const historyText = (place: () => string) =>
  `select "role", "content" from "chat_message" where "workspaceId" = (select ${place()})
   and "flowId" = (select ${place()}) and "sessionId" = ${place()} and ("runId" is null or "runId" <> ${place()}) and "status" <> 'partial'
   and "content" <> '' order by "seq" desc limit ${place()}`;

/** Passing so many entries of an index takes less than finding the place of a page, and a millisecond or two. */
const depths = { deepFrom: 100_000, mostPassed: 20_000 };

/** Rows of messages. Every call names the workspace. */
export function chatMessageStore(db: Database | DatabaseTransaction) {
  return {
    insert: (messages: readonly NewMessage[]) => insertMany(db, 'chat_message', messages),

    /** Writes an answer, or updates it when a part of it is stored already. */
    async put(message: NewMessage): Promise<void> {
      const { id, content, status, sourceDocuments, usedTools, agentReasoning, isDemo } = message;
      const { artifacts, action, followUpPrompts, fileAnnotations, sourceCheck } = message;
      const update = (onlyPartial: boolean) =>
        db
          .updateTable('chat_message')
          .set({ content, status, sourceDocuments, usedTools, agentReasoning, isDemo })
          .set({ artifacts, action, followUpPrompts, fileAnnotations, sourceCheck })
          .where('id', '=', id)
          .$if(onlyPartial, (query) => query.where('status', '=', 'partial'))
          .executeTakeFirst();
      // A part of an answer may come when it has ended already: the end stays.
      const isPartial = status === 'partial';
      if ((await update(isPartial)).numUpdatedRows > 0n) return;
      await insertMany(db, 'chat_message', [message], { skipsPresent: true });
      // Where a part was inserted in this moment, the end replaces it.
      if (!isPartial) await update(true);
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

    /** Reads a page; from which offset on its place is looked for, and how many messages are passed from there. */
    async list(
      scope: Scope,
      flowId: string,
      { order, offset, limit, ...filter }: MessagePage,
      { deepFrom, mostPassed } = depths,
    ) {
      // One chat has few messages: they are looked up and sorted, where an ordered scan would pass all of the flow.
      const isChat = filter.chatId !== undefined && filter.sessionId === undefined;
      const place = isChat ? sql`"chat_message"."seq" + 0` : sql.ref('chat_message.seq');
      const direction = order === 'ASC' ? 'asc' : 'desc';
      const isWhole = Object.values(filter).every((value) => value === undefined);
      const found =
        isWhole && offset >= deepFrom
          ? await findDeepPage(db, scope, flowId, { order, offset }, mostPassed)
          : undefined;
      // The page first, from the index alone: what is before it is not read.
      let page = db
        .selectFrom('chat_message')
        .select('chat_message.seq')
        .where((where) => fitsFilter(where, scope, flowId, filter))
        .orderBy(place, direction)
        .offset(found?.offset ?? offset)
        .limit(limit);
      if (found) page = page.where('chat_message.seq', order === 'ASC' ? '>=' : '<', found.seq);
      return db
        .selectFrom(page.as('page'))
        .innerJoin('chat_message', 'chat_message.seq', 'page.seq')
        .leftJoin('run', 'run.id', 'chat_message.runId')
        .selectAll('chat_message')
        .select('run.error as runError')
        .orderBy('chat_message.seq', direction)
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
