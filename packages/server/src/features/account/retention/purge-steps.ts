import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database, DatabaseTransaction, Schema } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** What other features delete with a record; the functions they return remove files, after the commit. */
export interface PurgeParts {
  db: Database;
  removeRuns(trx: DatabaseTransaction, scope: Scope, ids: readonly string[]): Promise<() => Promise<void>>;
  removeChatFiles(
    trx: DatabaseTransaction,
    scope: Scope,
    flowId: string,
    chatIds: readonly string[],
  ): Promise<() => Promise<void>>;
  removeCall(scope: Scope, id: string): Promise<void>;
  removeEvents(scope: Scope, before: number): Promise<number>;
}

/** Deletes some of a kind that are older than `before`; returns how many, 0 when there are no more. */
export type PurgeStep = () => Promise<number>;

/** So few that one step takes some milliseconds. */
const runsAtOnce = 10;
const rowsAtOnce = 100;

/** The steps that delete a flow's ended runs. */
export function runSteps({ db, removeRuns }: PurgeParts, scope: Scope, before: number) {
  const { workspaceId } = scope;
  return async (flowId: string): Promise<number> => {
    const old = await db
      .selectFrom('run')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('flowId', '=', flowId)
      .where('startedAt', '<', before)
      .where('status', 'not in', ['running', 'waiting'])
      .where('id', 'not in', (where) =>
        where
          .selectFrom('kept_record')
          .select('kept_record.id')
          .where('kept_record.workspaceId', '=', workspaceId)
          .where('kind', '=', 'run'),
      )
      .orderBy('startedAt')
      .limit(runsAtOnce)
      .execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    const removeFiles = await db.transaction().execute((trx) => removeRuns(trx, scope, ids));
    await removeFiles();
    return ids.length;
  };
}

export interface Conversation {
  flowId: string;
  chatId: string;
  sessionId: string;
  chatType: string;
}

/** Conversations with messages older than `before`; those that keep theirs are passed over by `offset`. */
export function oldConversations(
  db: Database,
  { workspaceId }: Scope,
  before: number,
  offset: number,
): Promise<Conversation[]> {
  return db
    .selectFrom('conversation')
    .select(['flowId', 'chatId', 'sessionId', 'chatType'])
    .where('workspaceId', '=', workspaceId)
    .where('startedAt', '<', before)
    .orderBy('startedAt')
    .limit(1)
    .offset(offset)
    .execute();
}

/** Deletes old messages of a conversation, and what people sent in a chat of which nothing is left. */
export async function removeMessages(
  { db, removeChatFiles }: PurgeParts,
  scope: Scope,
  { flowId, chatId, sessionId, chatType }: Conversation,
  before: number,
): Promise<number> {
  const { workspaceId } = scope;
  const { count, removeFiles } = await db.transaction().execute(async (trx) => {
    const old = await trx
      .selectFrom('chat_message')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('flowId', '=', flowId)
      .where('sessionId', '=', sessionId)
      .where('chatId', '=', chatId)
      .where('chatType', '=', chatType)
      .where('createdAt', '<', before)
      .where(isOver)
      .orderBy('seq')
      .limit(rowsAtOnce)
      .execute();
    if (old.length === 0) return { count: 0, removeFiles: async () => {} };
    const ids = old.map(({ id }) => id);
    const ofWorkspace = <T extends 'chat_message' | 'feedback'>(table: T) =>
      trx.deleteFrom(table as 'feedback').where('workspaceId', '=', workspaceId);
    await ofWorkspace('feedback').where('messageId', 'in', ids).execute();
    await ofWorkspace('chat_message').where('id', 'in', ids).execute();
    const left = await trx
      .selectFrom('conversation')
      .select('chatId')
      .where('workspaceId', '=', workspaceId)
      .where('flowId', '=', flowId)
      .where('chatId', '=', chatId)
      .limit(1)
      .execute();
    const isEmpty = left.length === 0 && chatId !== '';
    return {
      count: ids.length,
      removeFiles: isEmpty ? await removeChatFiles(trx, scope, flowId, [chatId]) : async () => {},
    };
  });
  await removeFiles();
  return count;
}

/** Its run has ended, or is gone, and is not kept. */
function isOver(where: ExpressionBuilder<Schema, 'chat_message'>): Expression<SqlBool> {
  return where.and([
    where.not(
      where.exists(
        where
          .selectFrom('run')
          .select('run.id')
          .whereRef('run.id', '=', 'chat_message.runId')
          .where('run.status', 'in', ['running', 'waiting']),
      ),
    ),
    where.not(
      where.exists(
        where
          .selectFrom('kept_record')
          .select('kept_record.id')
          .whereRef('kept_record.workspaceId', '=', 'chat_message.workspaceId')
          .where('kept_record.kind', '=', 'run')
          .whereRef('kept_record.id', '=', 'chat_message.runId'),
      ),
    ),
  ]);
}

/** Deletes ended calls with their recordings, one at a time. */
export function callStep({ db, removeCall }: PurgeParts, scope: Scope, before: number): PurgeStep {
  const { workspaceId } = scope;
  return async () => {
    const old = await db
      .selectFrom('call')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('createdAt', '<', before)
      .where('status', 'not in', ['registered', 'ongoing'])
      .where('id', 'not in', (where) =>
        where
          .selectFrom('kept_record')
          .select('kept_record.id')
          .where('kept_record.workspaceId', '=', workspaceId)
          .where('kind', '=', 'call'),
      )
      .orderBy('createdAt')
      .limit(1)
      .executeTakeFirst();
    if (!old) return 0;
    await removeCall(scope, old.id);
    return 1;
  };
}

/** Deletes starts of flows that have been decided on. */
export function startStep({ db }: PurgeParts, { workspaceId }: Scope, before: number): PurgeStep {
  return async () => {
    const { numDeletedRows } = await db
      .deleteFrom('flow_firing')
      .where('id', 'in', (where) =>
        where
          .selectFrom('flow_firing as old')
          .select('old.id')
          .where('old.workspaceId', '=', workspaceId)
          .where('old.createdAt', '<', before)
          .where('old.state', '<>', 'waiting')
          .limit(rowsAtOnce),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  };
}

/** Deletes webhook deliveries that are over. */
export function deliveryStep({ db }: PurgeParts, { workspaceId }: Scope, before: number): PurgeStep {
  return async () => {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_delivery')
      .where('seq', 'in', (where) =>
        where
          .selectFrom('webhook_delivery as old')
          .select('old.seq')
          .where('old.workspaceId', '=', workspaceId)
          .where('old.updatedAt', '<', before)
          .where('old.state', '<>', 'waiting')
          .limit(rowsAtOnce),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  };
}
