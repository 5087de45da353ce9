import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { fitsFilter, holdsText, type MessageFilter } from './message-filter.ts';

type Where = ExpressionBuilder<Schema, 'chat_message'>;

interface SessionQuery extends MessageFilter {
  search?: string | undefined;
  offset: number;
  limit: number;
}

/** Conversations, aggregated from their messages: one grouped index scan, then the rows of one page. */
export function chatSessionStore(db: Database) {
  const fitting = (scope: Scope, flowId: string, query: Omit<SessionQuery, 'offset' | 'limit'>) => {
    const rows = db
      .selectFrom('chat_message')
      .where((where) => fitsFilter(where, scope, flowId, query, { ratedChats: true }));
    const search = query.search?.trim();
    return search ? rows.where((where) => inFoundChat(where, scope, flowId, search)) : rows;
  };

  return {
    /** Latest first. */
    async page(scope: Scope, flowId: string, query: SessionQuery) {
      const groups = await fitting(scope, flowId, query)
        .groupBy(['chatId', 'sessionId'])
        .select((group) => [
          'chatId',
          'sessionId',
          group.fn.max('chatType').as('chatType'),
          group.fn.countAll<number>().as('messages'),
          group.fn.min('seq').as('firstSeq'),
          group.fn.max('seq').as('lastSeq'),
          group.fn.min('createdAt').as('startedAt'),
          group.fn.max('createdAt').as('updatedAt'),
          sql<number>`count(*) over ()`.as('total'),
        ])
        .orderBy('lastSeq', 'desc')
        .offset(query.offset)
        .limit(query.limit)
        .execute();
      return groups.map((group) => ({
        ...group,
        messages: Number(group.messages),
        firstSeq: Number(group.firstSeq),
        lastSeq: Number(group.lastSeq),
        startedAt: Number(group.startedAt),
        updatedAt: Number(group.updatedAt),
        total: Number(group.total),
      }));
    },

    async count(scope: Scope, flowId: string, query: Omit<SessionQuery, 'offset' | 'limit'>) {
      const groups = fitting(scope, flowId, query).groupBy(['chatId', 'sessionId']).select('chatId');
      const row = await db
        .selectFrom(groups.as('groups'))
        .select((group) => group.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** How many messages and conversations match. */
    async totals(scope: Scope, flowId: string, filter: MessageFilter) {
      const groups = fitting(scope, flowId, filter)
        .groupBy(['chatId', 'sessionId'])
        .select((group) => group.fn.countAll<number>().as('messages'));
      const row = await db
        .selectFrom(groups.as('groups'))
        .select((group) => [
          group.fn.countAll<number>().as('sessions'),
          group.fn.sum<number>('messages').as('messages'),
        ])
        .executeTakeFirst();
      return { sessions: Number(row?.sessions ?? 0), messages: Number(row?.messages ?? 0) };
    },
  };
}

/** Chats that contain the text, or whose visitor left such an address or name. */
function inFoundChat(where: Where, scope: Scope, flowId: string, search: string) {
  const said = where
    .selectFrom('chat_message as said')
    .select('said.chatId')
    .where('said.workspaceId', '=', scope.workspaceId)
    .where('said.flowId', '=', flowId)
    .where((inner) => inner.or([holdsText('said.content', search), holdsText('said.leadEmail', search)]));
  const left = where
    .selectFrom('lead')
    .select('lead.chatId')
    .where('lead.workspaceId', '=', scope.workspaceId)
    .where('lead.flowId', '=', flowId)
    .where((inner) => inner.or([holdsText('lead.email', search), holdsText('lead.name', search)]));
  return where.or([where('chat_message.chatId', 'in', said), where('chat_message.chatId', 'in', left)]);
}
