import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { storeIndexStore } from './store-index.store.ts';

/** A text as it is identified. */
export interface TextKey {
  loaderId: string;
  hash: string;
}

export interface StoredText extends TextKey {
  seq: number;
}

const none = [''];

/** Reads the distinct texts of knowledge bases. */
export function chunkTextStore(db: Database | DatabaseTransaction) {
  return {
    /** Those of these texts that are stored. */
    async find(scope: Scope, keys: readonly TextKey[]): Promise<StoredText[]> {
      const found: StoredText[] = [];
      for (const [loaderId, own] of Map.groupBy(keys, (key) => key.loaderId))
        found.push(
          ...(await db
            .selectFrom('chunk_text')
            .select(['seq', 'loaderId', 'hash'])
            .where('workspaceId', '=', scope.workspaceId)
            .where('loaderId', '=', loaderId)
            .where(
              'hash',
              'in',
              own.map(({ hash }) => hash),
            )
            .execute()),
        );
      return found;
    },

    /** Which of these texts of a loader have a vector already, and of which models. */
    known: (scope: Scope, loaderId: string, hashes: readonly string[]) =>
      db
        .selectFrom('chunk_text')
        .innerJoin('vector_code', 'vector_code.textSeq', 'chunk_text.seq')
        .select(['chunk_text.hash', 'vector_code.embedding'])
        .where('chunk_text.workspaceId', '=', scope.workspaceId)
        .where('chunk_text.loaderId', '=', loaderId)
        .where('chunk_text.hash', 'in', hashes.length > 0 ? hashes : none)
        .execute(),

    /** The model of which a knowledge base has the most vectors. */
    async mainModel(scope: Scope, storeId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('vector_code')
        .select('embedding')
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .groupBy('embedding')
        .orderBy((vector) => vector.fn.countAll(), 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.embedding;
    },

    /** Texts of a loader that are in none of its chunks any more. */
    orphans: (scope: Scope, storeId: string, loaderId: string, batch: string) =>
      db
        .selectFrom('chunk_text')
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .select('seq')
        .where('loaderId', '=', loaderId)
        .where(inNoChunk(batch))
        .orderBy('seq')
        .execute(),
  };
}

/** Deletes texts of knowledge bases with their vectors and words; everything in the caller's transaction. */
export function chunkTextWrites(db: DatabaseTransaction) {
  const deletion = (scope: Scope, storeId: string) =>
    db.deleteFrom('chunk_text').where('workspaceId', '=', scope.workspaceId).where('storeId', '=', storeId);

  return {
    /** Deletes the texts of a knowledge base, or of one loader, with all their vectors. */
    async remove(scope: Scope, storeId: string, loaderId?: string): Promise<number> {
      await storeIndexStore(db).count(scope, storeId, true);
      const query = deletion(scope, storeId);
      const { numDeletedRows } = await (loaderId === undefined
        ? query
        : query.where('loaderId', '=', loaderId)
      ).executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Deletes those of these texts that are in no chunk of the batch. */
    async removeOrphans(
      scope: Scope,
      storeId: string,
      batch: string,
      seqs: readonly number[],
    ): Promise<number> {
      if (seqs.length === 0) return 0;
      await storeIndexStore(db).count(scope, storeId, true);
      const { numDeletedRows } = await deletion(scope, storeId)
        .where('seq', 'in', seqs)
        .where(inNoChunk(batch))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Deletes one text of a loader. */
    async removeText(scope: Scope, storeId: string, loaderId: string, hash: string): Promise<void> {
      await storeIndexStore(db).count(scope, storeId, true);
      await deletion(scope, storeId).where('loaderId', '=', loaderId).where('hash', '=', hash).execute();
    },

    /** Deletes some vectors of models other than these; returns how many. */
    async removeOtherModels(
      scope: Scope,
      storeId: string,
      kept: readonly string[],
      most: number,
    ): Promise<number> {
      const found = await db
        .selectFrom('vector_code')
        .select('seq')
        .where('workspaceId', '=', scope.workspaceId)
        .where('storeId', '=', storeId)
        .where('embedding', 'not in', kept)
        .limit(most)
        .execute();
      if (found.length === 0) return 0;
      await db
        .deleteFrom('vector_code')
        .where('workspaceId', '=', scope.workspaceId)
        .where(
          'seq',
          'in',
          found.map(({ seq }) => seq),
        )
        .execute();
      return found.length;
    },
  };
}

/** Deletes texts that chunks have left; everything in the caller's transaction. */
export function unusedTextWrites(db: DatabaseTransaction) {
  return {
    /** Deletes those of these texts of a loader that are in no chunk of the batch; counts nothing where there are none. */
    async removeUnused(
      scope: Scope,
      { storeId, loaderId, batch }: { storeId: string; loaderId: string; batch: string },
      hashes: readonly string[],
    ): Promise<number> {
      if (hashes.length === 0) return 0;
      const { numDeletedRows } = await db
        .deleteFrom('chunk_text')
        .where('workspaceId', '=', scope.workspaceId)
        .where('loaderId', '=', loaderId)
        .where('hash', 'in', hashes)
        .where(inNoChunk(batch))
        .executeTakeFirst();
      if (numDeletedRows > 0n) await storeIndexStore(db).count(scope, storeId, true);
      return Number(numDeletedRows);
    },
  };
}

function inNoChunk(batch: string) {
  return sql<boolean>`not exists (select 1 from document_chunk chunk
    where chunk.batch = ${batch} and chunk.hash = chunk_text.hash)`;
}
