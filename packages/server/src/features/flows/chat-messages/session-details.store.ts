import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { fitsFilter, type MessageFilter } from './message-filter.ts';

type Where = ExpressionBuilder<Schema, 'chat_message'>;

/** Details shown with the conversations of a page. */
export function sessionDetailStore(db: Database) {
  return {
    /** What the list shows of single messages, by `seq`. */
    async messages(scope: Scope, seqs: number[]) {
      if (seqs.length === 0) return new Map<number, never>();
      const rows = await db
        .selectFrom('chat_message')
        .select(['seq', 'memoryType', 'leadEmail'])
        // A list shows one line of each.
        .select(sql<string>`substr(content, 1, 300)`.as('content'))
        .where('workspaceId', '=', scope.workspaceId)
        .where('seq', 'in', seqs)
        .execute();
      return new Map(rows.map((row) => [Number(row.seq), row]));
    },

    /** Counts of ratings by chat and session. */
    ratings: (scope: Scope, flowId: string, chatIds: string[]) =>
      db
        .selectFrom('feedback')
        .innerJoin('chat_message as answer', 'answer.id', 'feedback.messageId')
        .select(['answer.chatId', 'answer.sessionId', 'feedback.rating'])
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('feedback.workspaceId', '=', scope.workspaceId)
        .where('feedback.flowId', '=', flowId)
        .where('feedback.chatId', 'in', chatIds)
        .groupBy(['answer.chatId', 'answer.sessionId', 'feedback.rating'])
        .execute(),

    /** Email addresses left in chats, oldest first. */
    leads: (scope: Scope, flowId: string, chatIds: string[]) =>
      db
        .selectFrom('lead')
        .select(['chatId', 'email'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('flowId', '=', flowId)
        .where('chatId', 'in', chatIds)
        .where('email', 'is not', null)
        .orderBy('createdAt')
        .execute(),

    /** How many of the matching answers were rated, by rating. */
    async rated(scope: Scope, flowId: string, { feedbackType, ...filter }: MessageFilter) {
      let rows = db
        .selectFrom('feedback')
        .innerJoin('chat_message', 'chat_message.id', 'feedback.messageId')
        .select('feedback.rating')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('feedback.workspaceId', '=', scope.workspaceId)
        .where('feedback.flowId', '=', flowId)
        .where((where) => fitsFilter(where as unknown as Where, scope, flowId, filter))
        .groupBy('feedback.rating');
      if (feedbackType) rows = rows.where('feedback.rating', '=', feedbackType);
      const counts = new Map((await rows.execute()).map(({ rating, count }) => [rating, Number(count)]));
      return { up: counts.get('THUMBS_UP') ?? 0, down: counts.get('THUMBS_DOWN') ?? 0 };
    },
  };
}
