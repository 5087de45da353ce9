import { sql } from 'kysely';
import { insertMany } from '../../../platform/db/insert-many.ts';
import { runKept } from '../../../platform/db/kept-statement.ts';
import type { ChatMessageTable, Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
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

    /** `deep`: the offset from which on the page is read from the nearer end. */
    async list(
      scope: Scope,
      flowId: string,
      { order, offset, limit, ...filter }: MessagePage,
      deep = 200_000,
    ) {
      // One chat has few messages: they are looked up and sorted, where an ordered scan would pass all of the flow.
      const isChat = filter.chatId !== undefined && filter.sessionId === undefined;
      const place = isChat ? sql`"chat_message"."seq" + 0` : sql.ref('chat_message.seq');
      const direction = order === 'ASC' ? 'asc' : 'desc';
      const from =
        offset < deep
          ? { order, offset, limit }
          : await nearerEnd(db, scope, flowId, { order, offset, limit, ...filter });
      // The page first, from the index alone: what is before it is not read.
      const page = db
        .selectFrom('chat_message')
        .select('chat_message.seq')
        .where((where) => fitsFilter(where, scope, flowId, filter))
        .orderBy(place, from.order === 'ASC' ? 'asc' : 'desc')
        .offset(from.offset)
        .limit(from.limit);
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

/** The same page of a whole flow, from whichever end it is nearer to: counting costs less than passing many. */
async function nearerEnd(
  db: Database | DatabaseTransaction,
  { workspaceId }: Scope,
  flowId: string,
  { order, offset, limit, ...filter }: MessagePage,
): Promise<Pick<MessagePage, 'order' | 'offset' | 'limit'>> {
  const given = { order, offset, limit };
  if (Object.values(filter).some((value) => value !== undefined)) return given;
  const row = await db
    .selectFrom('conversation')
    .select((of) => of.fn.sum<number | string | null>('messages').as('messages'))
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .executeTakeFirst();
  const total = Number(row?.messages ?? 0);
  if (offset < total / 2) return given;
  const after = total - offset - limit;
  const rest = { offset: Math.max(0, after), limit: Math.max(0, Math.min(limit, total - offset)) };
  return { order: order === 'ASC' ? 'DESC' : 'ASC', ...rest };
}
