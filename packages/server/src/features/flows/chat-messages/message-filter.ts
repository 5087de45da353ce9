import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { Period } from './read-period.ts';

/** Selects messages of a flow. */
export interface MessageFilter extends Period {
  chatId?: string | undefined;
  sessionId?: string | undefined;
  chatType?: string | undefined;
  messageId?: string | undefined;
  memoryType?: string | undefined;
  feedbackType?: 'THUMBS_UP' | 'THUMBS_DOWN' | undefined;
}

type Where = ExpressionBuilder<Schema, 'chat_message'>;

/**
 * The condition of a filter. A rating selects turns, the answer with its question, or, with `ratedChats`, every message
 * of the chats that have such a rating.
 */
export function fitsFilter(
  where: Where,
  scope: Scope,
  flowId: string,
  filter: MessageFilter,
  options: { ratedChats?: boolean; at?: Expression<number> } = {},
): Expression<SqlBool> {
  const equal = (column: 'chatId' | 'sessionId' | 'chatType' | 'memoryType', value: string | undefined) =>
    value === undefined ? [] : [where(`chat_message.${column}`, '=', value)];
  const conditions: Expression<SqlBool>[] = [
    where('chat_message.workspaceId', '=', scope.workspaceId),
    where('chat_message.flowId', '=', flowId),
    ...equal('chatId', filter.chatId),
    ...equal('sessionId', filter.sessionId),
    ...equal('chatType', filter.chatType),
    ...equal('memoryType', filter.memoryType),
  ];
  if (filter.messageId !== undefined) conditions.push(where('chat_message.id', '=', filter.messageId));
  const at = options.at ?? where.ref('chat_message.createdAt');
  if (filter.from !== undefined) conditions.push(where(at, '>=', filter.from));
  if (filter.until !== undefined) conditions.push(where(at, '<', filter.until));
  if (filter.feedbackType) {
    const rated = { scope, flowId, rating: filter.feedbackType };
    conditions.push(options.ratedChats ? inRatedChat(where, rated) : inRatedTurn(where, rated));
  }
  return where.and(conditions);
}

interface Rated {
  scope: Scope;
  flowId: string;
  rating: 'THUMBS_UP' | 'THUMBS_DOWN';
}

export function ratingsOf(where: Pick<Where, 'selectFrom'>, { scope, flowId, rating }: Rated) {
  return where
    .selectFrom('feedback')
    .where('feedback.workspaceId', '=', scope.workspaceId)
    .where('feedback.flowId', '=', flowId)
    .where('feedback.rating', '=', rating);
}

function inRatedChat(where: Where, rated: Rated): Expression<SqlBool> {
  return where('chat_message.chatId', 'in', ratingsOf(where, rated).select('feedback.chatId'));
}

function inRatedTurn(where: Where, rated: Rated): Expression<SqlBool> {
  const runs = ratingsOf(where, rated)
    .innerJoin('chat_message as rated', 'rated.id', 'feedback.messageId')
    .select('rated.runId');
  return where.or([
    where('chat_message.id', 'in', ratingsOf(where, rated).select('feedback.messageId')),
    where('chat_message.runId', 'in', runs),
  ]);
}
