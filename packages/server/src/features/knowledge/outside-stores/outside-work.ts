import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { OutsideStoreRow } from './outside-stores.store.ts';

/** The vector stores elsewhere, of all workspaces, that are not in step; those that failed since a time not yet again. */
export async function outsideWork(
  db: Database,
  failedBefore: number,
): Promise<Pick<OutsideStoreRow, 'id' | 'workspaceId'>[]> {
  const { rows } = await sql<Pick<OutsideStoreRow, 'id' | 'workspaceId'>>`
    select own.id, own."workspaceId" from outside_store own
    where own.state <> 'old' and (own.error is null or own."updatedAt" < ${failedBefore}) and (
      own.state in ('filling', 'emptying')
      or exists (select 1 from outside_removal gone where gone."outsideId" = own.id)
      or exists (select 1 from vector_code code where code."storeId" = own."storeId"
        and code.embedding = own.embedding and code.seq > own.cursor)
      or exists (select 1 from store_index base where base."storeId" = own."storeId"
        and base."liveEmbedding" <> own.embedding))`.execute(db);
  return rows;
}
