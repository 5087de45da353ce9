import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mostSearched } from '../../../platform/db/search/common-text.ts';
import { holdsText, mayHold } from '../../../platform/db/search/text-match.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import { fitsFilter, type MessageFilter, ratingsOf } from './message-filter.ts';
import type { Period } from './read-period.ts';

interface SessionFilter extends MessageFilter {
  search?: string | undefined;
  /** The search is only of conversations whose last message is a later one. */
  searchAfter?: number | undefined;
  /** Where PostgreSQL knows how few messages a chat has: it is made to ask for those of one chat after the other. */
  isByChat?: boolean | undefined;
}

interface SessionQuery extends SessionFilter {
  offset: number;
  limit: number;
}

/** Lists count no further: what is beyond is not read by anybody. */
const mostCounted = 10_000;

/**
 * Conversations: whole ones from their own table, and those of a period, in which only some of their messages count,
 * grouped from these.
 */
export function chatSessionStore(db: Database) {
  const pageOf = (scope: Scope, flowId: string, { offset, limit, ...filter }: SessionQuery) =>
    isOfPeriod(filter)
      ? grouped(db, scope, flowId, filter).orderBy('lastSeq', 'desc').offset(offset).limit(limit).execute()
      : ofFlow(db, scope, flowId, filter)
          .select(columns)
          // Found ones are few: they are looked up and sorted, where an ordered scan would pass all of the flow.
          .orderBy(isLookedUp(filter) ? sql`"lastSeq" + 0` : sql.ref('lastSeq'), 'desc')
          .offset(offset)
          .limit(limit)
          .execute();

  return {
    /** Latest first. */
    async page(scope: Scope, flowId: string, query: SessionQuery) {
      return (await pageOf(scope, flowId, query)).map(toGroup);
    },

    /** A page of those that match, and how many match: what is searched is looked through once for both. */
    async searched(scope: Scope, flowId: string, query: SessionQuery) {
      const { offset, limit, ...filter } = query;
      const [total, place] = [sql<number>`count(*) over ()`.as('total'), sql`"lastSeq" + 0`];
      const rows = isOfPeriod(filter)
        ? await db
            .selectFrom(grouped(db, scope, flowId, filter).as('every'))
            .select([...columns, total])
            .orderBy(place, 'desc')
            .offset(offset)
            .limit(limit)
            .execute()
        : await ofFlow(db, scope, flowId, filter)
            .select([...columns, total])
            .orderBy(place, 'desc')
            .offset(offset)
            .limit(limit)
            .execute();
      const [first] = rows;
      // What is behind the last one says nothing of those before it.
      if (!first && offset > 0) return undefined;
      const groups = rows.map(({ total: _, ...group }) => toGroup(group));
      return { groups, total: Math.min(Number(first?.total ?? 0), mostCounted) };
    },

    /** How many match, up to `mostCounted`. */
    async count(scope: Scope, flowId: string, filter: SessionFilter): Promise<number> {
      const row = await (isOfPeriod(filter)
        ? db.selectFrom(grouped(db, scope, flowId, filter).limit(mostCounted).as('some'))
        : db.selectFrom(
            ofFlow(db, scope, flowId, filter).select('conversation.lastSeq').limit(mostCounted).as('some'),
          )
      )
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** The last message of the latest conversation that a search for common words leaves out, of those of a period. */
    async searchBound(scope: Scope, flowId: string, period: Period): Promise<number | undefined> {
      const row = await ofFlow(db, scope, flowId, period)
        .select('conversation.lastSeq')
        .orderBy('lastSeq', 'desc')
        .offset(mostSearched)
        .limit(1)
        .executeTakeFirst();
      return row && Number(row.lastSeq);
    },

    knowsChats: () => knowsChats(db),

    /** How many messages and conversations match. */
    async totals(scope: Scope, flowId: string, filter: MessageFilter) {
      const row = await (isOfPeriod(filter)
        ? db.selectFrom(grouped(db, scope, flowId, filter).as('every'))
        : db.selectFrom(ofFlow(db, scope, flowId, filter).select('conversation.messages').as('every'))
      )
        .select([sql<number>`count(*)`.as('sessions'), sql<number | null>`sum(messages)`.as('messages')])
        .executeTakeFirst();
      return { sessions: Number(row?.sessions ?? 0), messages: Number(row?.messages ?? 0) };
    },
  };
}

/**
 * Whether PostgreSQL has counted how many messages a chat has. Before that it would read a flow for each of its chats, and
 * has to read it once for all of them.
 */
async function knowsChats(db: Database): Promise<boolean> {
  if (!isPostgres(db)) return false;
  const { rows } =
    await sql`select 1 from pg_stats where schemaname = current_schema() and tablename = 'chat_message'
    and attname = 'chatId' and n_distinct <> 1 and n_distinct <> 0`.execute(db);
  return rows.length > 0;
}

type Group = Record<'chatId' | 'sessionId' | 'chatType', string> &
  Record<'messages' | 'firstSeq' | 'lastSeq' | 'startedAt' | 'updatedAt', number>;

const toGroup = (group: Group): Group => ({
  ...group,
  messages: Number(group.messages),
  firstSeq: Number(group.firstSeq),
  lastSeq: Number(group.lastSeq),
  startedAt: Number(group.startedAt),
  updatedAt: Number(group.updatedAt),
});

const isLookedUp = ({ search, searchAfter }: SessionFilter) =>
  Boolean(search?.trim()) && searchAfter === undefined;
const isOfPeriod = ({ from, until }: MessageFilter) => from !== undefined || until !== undefined;

const columns = [
  'chatId',
  'sessionId',
  'chatType',
  'messages',
  'firstSeq',
  'lastSeq',
  'startedAt',
  'updatedAt',
] as const;

function ofFlow(
  db: Database,
  scope: Scope,
  flowId: string,
  { chatType, feedbackType, search, searchAfter, isByChat, from, until }: SessionFilter,
) {
  let rows = db
    .selectFrom('conversation')
    .where('conversation.workspaceId', '=', scope.workspaceId)
    .where('conversation.flowId', '=', flowId);
  if (chatType !== undefined) rows = rows.where('conversation.chatType', '=', chatType);
  if (from !== undefined) rows = rows.where('conversation.updatedAt', '>=', from);
  // Not by the index of times, which is of the whole workspace.
  if (until !== undefined) rows = rows.where(sql<number>`conversation."startedAt" + 0`, '<', until);
  if (feedbackType)
    rows = rows.where((where) =>
      where(
        'conversation.chatId',
        'in',
        ratingsOf(where, { scope, flowId, rating: feedbackType }).select('feedback.chatId'),
      ),
    );
  const text = search?.trim();
  if (text && searchAfter === undefined)
    rows = rows.where('conversation.chatId', 'in', foundChats(db, scope, flowId, text));
  else if (text)
    rows = rows
      .where('conversation.lastSeq', '>', searchAfter ?? 0)
      .where(isByChat ? holdsItByChat(scope, flowId, text) : holdsIt(db, scope, flowId, text));
  return rows;
}

function grouped(
  db: Database,
  scope: Scope,
  flowId: string,
  { search, searchAfter, isByChat, ...filter }: SessionFilter,
) {
  const text = search?.trim();
  const isBounded = text && searchAfter !== undefined;
  let rows = db.selectFrom('chat_message').where((where) =>
    fitsFilter(where, scope, flowId, filter, {
      ratedChats: true,
      // The chats are few then: their messages are looked up, where the index of times would pass all of the period.
      ...(isBounded && { at: sql<number>`chat_message."createdAt" + 0` }),
    }),
  );
  if (isBounded) {
    const chats = ofFlow(db, scope, flowId, { ...filter, search, searchAfter, isByChat });
    rows = rows.where('chat_message.chatId', 'in', chats.select('conversation.chatId'));
  } else if (text) rows = rows.where('chat_message.chatId', 'in', foundChats(db, scope, flowId, text));
  return rows
    .groupBy(['chatId', 'sessionId', 'chatType'])
    .select((group) => [
      'chatId',
      'sessionId',
      'chatType',
      group.fn.countAll<number>().as('messages'),
      group.fn.min('seq').as('firstSeq'),
      group.fn.max('seq').as('lastSeq'),
      group.fn.min('createdAt').as('startedAt'),
      group.fn.max('createdAt').as('updatedAt'),
    ]);
}

/** Messages of a flow with the text, and visitors who left such an address or name. */
function holding(db: Database, scope: Scope, flowId: string, search: string) {
  return {
    said: db
      .selectFrom('chat_message as said')
      .select('said.chatId')
      .where('said.workspaceId', '=', scope.workspaceId)
      .where('said.flowId', '=', flowId)
      .where((inner) => inner.or([holdsText('said.content', search), holdsText('said.leadEmail', search)])),
    left: db
      .selectFrom('lead')
      .select('lead.chatId')
      .where('lead.workspaceId', '=', scope.workspaceId)
      .where('lead.flowId', '=', flowId)
      .where((inner) => inner.or([holdsText('lead.email', search), holdsText('lead.name', search)])),
  };
}

/** The chats that hold the text, found by the index. */
function foundChats(db: Database, scope: Scope, flowId: string, search: string) {
  const indexed = mayHold(db, 'message', sql.ref('said.seq'), search);
  const { said, left } = holding(db, scope, flowId, search);
  // Not a union of distinct ones: SQLite would read both in the order of chats, past the index of texts.
  return (indexed ? said.where(indexed) : said).unionAll(left);
}

/** Whether a conversation's chat holds the text: asked one by one, for as many as a page needs. */
function holdsIt(db: Database, scope: Scope, flowId: string, search: string) {
  // As a value it is computed once for all chats: as a condition it would be joined, at worst chat by chat.
  if (isPostgres(db))
    return sql<SqlBool>`(conversation."chatId" in ${foundChats(db, scope, flowId, search)}) is true`;
  const { said, left } = holding(db, scope, flowId, search);
  return sql<SqlBool>`(exists ${said.where('said.chatId', '=', sql.ref<string>('conversation.chatId'))}
    or exists ${left.where('lead.chatId', '=', sql.ref<string>('conversation.chatId'))})`;
}

/**
 * The same for PostgreSQL. The offset keeps it from reading all messages of the flow at once, and, because the text is
 * compared outside, from asking the index of texts for each chat. The flow is hidden from it, because it takes one that
 * it has not counted yet for a small one, and would read all of it for each chat.
 */
function holdsItByChat({ workspaceId }: Scope, flowId: string, search: string) {
  const ofChat = sql`"workspaceId" = (select ${workspaceId}) and "flowId" = (select ${flowId})
    and "chatId" = conversation."chatId" offset 0`;
  return sql<SqlBool>`(exists (select 1 from (select content, "leadEmail" from chat_message where ${ofChat}) as said
      where ${holdsText('said.content', search)} or ${holdsText('said.leadEmail', search)})
    or exists (select 1 from (select email, name from lead where ${ofChat}) as "left"
      where ${holdsText('left.email', search)} or ${holdsText('left.name', search)}))`;
}
