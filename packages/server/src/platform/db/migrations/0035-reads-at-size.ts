import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../sequence-column.ts';
import { createPostgresTextSearch, createSqliteTextSearch } from './text-search-tables.ts';

type Db = Kysely<unknown>;

/** What lists read stays fast however large the tables have grown. */
export const readsAtSize: Migration = {
  async up(db: Db): Promise<void> {
    await createConversations(db);
    await createFlowChanges(db);
    // Pages of runs follow the index to their end; before, runs of the same moment were sorted.
    await db.schema.dropIndex('run_flow').execute();
    await db.schema
      .createIndex('run_flow')
      .on('run')
      .columns(['workspaceId', 'flowId', 'startedAt', 'id', 'status', 'source', 'flowType'])
      .execute();
    // By node first: a node that took part in few runs is found without asking every run of its flow.
    await db.schema.dropIndex('event_node').execute();
    await sql`create index event_node on event ("workspaceId", "nodeId", "runId") where "nodeId" is not null`.execute(
      db,
    );
    await sql`create index flow_name on flow ("workspaceId", type, lower(name), id)`.execute(db);
    if (isPostgres(db)) await createPostgresTextSearch(db);
    else await createSqliteTextSearch(db);
  },
};

const conversation = sql`"workspaceId", "flowId", "chatId", "sessionId", "chatType"`;

/** A row for each conversation, kept by triggers: lists do not group a flow's messages. */
async function createConversations(db: Db): Promise<void> {
  await db.schema
    .createTable('conversation')
    .addColumn('workspaceId', 'text', (column) => column.notNull())
    .addColumn('flowId', 'text', (column) => column.notNull())
    .addColumn('chatId', 'text', (column) => column.notNull())
    .addColumn('sessionId', 'text', (column) => column.notNull())
    .addColumn('chatType', 'text', (column) => column.notNull())
    .addColumn('messages', 'integer', (column) => column.notNull())
    .addColumn('firstSeq', 'bigint', (column) => column.notNull())
    .addColumn('lastSeq', 'bigint', (column) => column.notNull())
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('conversation_key', ['workspaceId', 'flowId', 'chatId', 'sessionId', 'chatType'])
    .execute();
  await sql`insert into conversation (${conversation}, messages, "firstSeq", "lastSeq", "startedAt", "updatedAt")
    select ${conversation}, count(*), min(seq), max(seq), min("createdAt"), max("createdAt")
    from chat_message group by ${conversation}`.execute(db);
  await sql`create index conversation_latest on conversation ("workspaceId", "flowId", "lastSeq", messages)`.execute(
    db,
  );
  if (isPostgres(db)) await postgresConversationTriggers(db);
  else await sqliteConversationTriggers(db);
}

const added = sql`insert into conversation
    ("workspaceId", "flowId", "chatId", "sessionId", "chatType", messages, "firstSeq", "lastSeq", "startedAt", "updatedAt")
  values (new."workspaceId", new."flowId", new."chatId", new."sessionId", new."chatType", 1,
    new.seq, new.seq, new."createdAt", new."createdAt")
  on conflict ("workspaceId", "flowId", "chatId", "sessionId", "chatType") do update set
    messages = conversation.messages + 1,`;

const ofOld = sql`"workspaceId" = old."workspaceId" and "flowId" = old."flowId" and "chatId" = old."chatId" and "sessionId" = old."sessionId"
  and "chatType" = old."chatType"`;

// Where nothing is left, the row goes with the last of the messages that one statement deletes.
const left = (
  column: 'seq' | 'createdAt',
  order: 'asc' | 'desc',
  kept: string,
) => sql`coalesce((select message.${sql.ref(column)} from chat_message message
  where message."workspaceId" = old."workspaceId" and message."flowId" = old."flowId"
    and message."chatId" = old."chatId" and message."sessionId" = old."sessionId"
    and message."chatType" = old."chatType" order by message.seq ${sql.raw(order)} limit 1), ${sql.ref(kept)})`;

const removed = sql`update conversation set messages = messages - 1 where ${ofOld};
  delete from conversation where ${ofOld} and messages <= 0;
  update conversation set "firstSeq" = ${left('seq', 'asc', 'firstSeq')}, "startedAt" = ${left('createdAt', 'asc', 'startedAt')}
    where ${ofOld} and "firstSeq" = old.seq;
  update conversation set "lastSeq" = ${left('seq', 'desc', 'lastSeq')}, "updatedAt" = ${left('createdAt', 'desc', 'updatedAt')}
    where ${ofOld} and "lastSeq" = old.seq;`;

async function sqliteConversationTriggers(db: Db): Promise<void> {
  await sql`create trigger conversation_added after insert on chat_message begin
    ${added}
      "lastSeq" = excluded."lastSeq",
      "startedAt" = min("startedAt", excluded."startedAt"),
      "updatedAt" = max("updatedAt", excluded."updatedAt");
  end`.execute(db);
  await sql`create trigger conversation_removed after delete on chat_message begin ${removed} end`.execute(
    db,
  );
}

async function postgresConversationTriggers(db: Db): Promise<void> {
  await sql`create or replace function conversation_added() returns trigger language plpgsql as $$ begin
    ${added}
      "firstSeq" = least(conversation."firstSeq", excluded."firstSeq"),
      "lastSeq" = greatest(conversation."lastSeq", excluded."lastSeq"),
      "startedAt" = least(conversation."startedAt", excluded."startedAt"),
      "updatedAt" = greatest(conversation."updatedAt", excluded."updatedAt");
    return null;
  end $$`.execute(db);
  await sql`create or replace function conversation_removed() returns trigger language plpgsql as $$ begin
    ${removed}
    return null;
  end $$`.execute(db);
  for (const [name, deed] of [
    ['conversation_added', 'insert'],
    ['conversation_removed', 'delete'],
  ] as const)
    await sql`create trigger ${sql.ref(name)} after ${sql.raw(deed)} on chat_message
      for each row execute function ${sql.ref(name)}()`.execute(db);
}

/** Counts the changes of a workspace's flows: what is derived from all of them is derived again only after one. */
async function createFlowChanges(db: Db): Promise<void> {
  await db.schema
    .createTable('flow_change')
    .addColumn('workspaceId', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .execute();
  const counted = (row: 'new' | 'old') => sql`insert into flow_change ("workspaceId", count)
    values (${sql.raw(row)}."workspaceId", 1)
    on conflict ("workspaceId") do update set count = flow_change.count + 1;`;
  const deeds = [
    ['flow_inserted', 'insert', 'new'],
    ['flow_updated', 'update', 'new'],
    ['flow_deleted', 'delete', 'old'],
  ] as const;
  for (const [name, deed, row] of deeds) {
    if (!isPostgres(db)) {
      await sql`create trigger ${sql.ref(name)} after ${sql.raw(deed)} on flow begin ${counted(row)} end`.execute(
        db,
      );
      continue;
    }
    await sql`create or replace function ${sql.ref(name)}() returns trigger language plpgsql as $$ begin
      ${counted(row)}
      return null;
    end $$`.execute(db);
    await sql`create trigger ${sql.ref(name)} after ${sql.raw(deed)} on flow
      for each row execute function ${sql.ref(name)}()`.execute(db);
  }
}
