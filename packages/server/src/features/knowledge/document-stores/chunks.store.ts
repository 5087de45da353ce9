import { sql } from 'kysely';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { DocumentChunkTable } from '../../../platform/db/knowledge-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

export type ChunkRow = DocumentChunkTable;

/** The chunk after which to continue: pages stay right while the table changes. */
export interface ChunkPlace {
  batch: string;
  chunkNo: number;
}

const none = [''];

/** Writes chunks. */
export function chunkWrites(db: Database | DatabaseTransaction) {
  const remove = (scope: Scope) =>
    db.deleteFrom('document_chunk').where('workspaceId', '=', scope.workspaceId);

  return {
    insert: (rows: readonly ChunkRow[]) => insertMany(db, 'document_chunk', rows),

    async update(scope: Scope, id: string, changes: Partial<Omit<ChunkRow, 'id'>>): Promise<void> {
      await db
        .updateTable('document_chunk')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute();
    },

    async remove(scope: Scope, id: string): Promise<void> {
      await remove(scope).where('id', '=', id).execute();
    },

    /** Deletes a loader's chunks, except those of one batch. */
    async removeOthers(scope: Scope, loaderId: string, batch: string): Promise<void> {
      await remove(scope).where('loaderId', '=', loaderId).where('batch', '<>', batch).execute();
    },

    async removeBatch(scope: Scope, batch: string): Promise<void> {
      await remove(scope).where('batch', '=', batch).execute();
    },
  };
}

/** Reads chunks. The current chunks are those of the batches that the loaders name. */
export function chunkStore(db: Database | DatabaseTransaction) {
  const ofBatches = ({ workspaceId }: Scope, batches: readonly string[]) =>
    db
      .selectFrom('document_chunk')
      .where('workspaceId', '=', workspaceId)
      .where('batch', 'in', batches.length > 0 ? batches : none);

  const searched = (scope: Scope, batches: readonly string[], search: string | undefined) => {
    const query = ofBatches(scope, batches);
    if (!search) return query;
    const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
    return query.where(sql<boolean>`lower("pageContent") like ${pattern} escape '\\'`);
  };

  return {
    page: (
      scope: Scope,
      batches: readonly string[],
      search: string | undefined,
      offset: number,
      limit: number,
    ) =>
      searched(scope, batches, search)
        .selectAll()
        .orderBy('batch')
        .orderBy('chunkNo')
        .offset(offset)
        .limit(limit)
        .execute(),

    async count(scope: Scope, batches: readonly string[], search: string | undefined): Promise<number> {
      const row = await searched(scope, batches, search)
        .select((chunk) => chunk.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** The next chunks in order, after a place. */
    after(scope: Scope, batches: readonly string[], place: ChunkPlace | undefined, limit: number) {
      const query = ofBatches(scope, batches).selectAll().orderBy('batch').orderBy('chunkNo').limit(limit);
      if (!place) return query.execute();
      return query
        .where((chunk) =>
          chunk.or([
            chunk('batch', '>', place.batch),
            chunk.and([chunk('batch', '=', place.batch), chunk('chunkNo', '>', place.chunkNo)]),
          ]),
        )
        .execute();
    },

    byHashes: (scope: Scope, batches: readonly string[], hashes: readonly string[]) =>
      ofBatches(scope, batches)
        .selectAll()
        .where('hash', 'in', hashes.length > 0 ? hashes : none)
        .orderBy('chunkNo')
        .execute(),

    find: (scope: Scope, batch: string, id: string) =>
      ofBatches(scope, [batch]).selectAll().where('id', '=', id).executeTakeFirst(),

    /** Number and characters of a batch, as stored. */
    async totals(scope: Scope, batch: string): Promise<{ chunks: number; chars: number }> {
      const row = await ofBatches(scope, [batch])
        .select((chunk) => [
          chunk.fn.countAll<number>().as('chunks'),
          sql<number>`coalesce(sum(length("pageContent")), 0)`.as('chars'),
        ])
        .executeTakeFirst();
      return { chunks: Number(row?.chunks ?? 0), chars: Number(row?.chars ?? 0) };
    },
  };
}
