import { createRests } from '../../../platform/db/create-rests.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import { chunkWordStore, putTextVectors } from '../index/public.ts';

const rowsAtOnce = 100;

/**
 * Moves the vectors that the release before stored, of one knowledge base: they become bytes and codes. On PostgreSQL
 * they also stay where they were, because processes of that release may still read them.
 */
export async function moveStoreVectors(db: Database, { workspaceId }: Scope, storeId: string): Promise<void> {
  const rest = createRests();
  for (;;) {
    const moved = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('document_vector')
        .select(['loaderId', 'hash', 'embedding', 'vector'])
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .where('movedAt', 'is', null)
        .limit(rowsAtOnce)
        .execute();
      for (const [embedding, own] of Map.groupBy(rows, (row) => row.embedding)) {
        const texts = own.map(({ loaderId, hash, vector }) => ({
          ...{ loaderId, hash, text: '' },
          vector: toVector(vector),
        }));
        // Its words are indexed apart, from the chunks.
        await putTextVectors(trx, { workspaceId }, { storeId, embedding }, texts, { hasWords: false });
      }
      for (const { loaderId, hash } of rows) {
        const isIt = { loaderId, hash };
        if (isPostgres(db))
          await trx
            .updateTable('document_vector')
            .set({ movedAt: Date.now() })
            .where('loaderId', '=', isIt.loaderId)
            .where('hash', '=', isIt.hash)
            .execute();
        else
          await trx
            .deleteFrom('document_vector')
            .where('loaderId', '=', isIt.loaderId)
            .where('hash', '=', isIt.hash)
            .execute();
      }
      return rows.length;
    });
    if (moved < rowsAtOnce) break;
    await rest();
  }
  await indexMissingWords(db, storeId);
}

/** Indexes the words of texts where they are missing: of vectors that were moved, and after a backup was restored. */
async function indexMissingWords(db: Database, storeId: string): Promise<void> {
  const rest = createRests();
  for (;;) {
    const texts = await chunkWordStore(db).missing(storeId, rowsAtOnce);
    if (texts.length === 0) return;
    await db.transaction().execute((trx) => chunkWordStore(trx).put(storeId, texts));
    await rest();
  }
}

/** Moves those of every knowledge base, one after the other. */
export async function moveAllVectors(db: Database, signal: AbortSignal): Promise<void> {
  const stores = await db
    .selectFrom('document_store')
    .select(['id', 'workspaceId'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('document_vector')
          .select('document_vector.storeId')
          .whereRef('document_vector.storeId', '=', 'document_store.id')
          .where('document_vector.movedAt', 'is', null),
      ),
    )
    .execute();
  for (const { id, workspaceId } of stores) {
    if (signal.aborted) return;
    await moveStoreVectors(db, { workspaceId }, id);
  }
}

function toVector(kept: Uint8Array | number[]): Float32Array {
  if (Array.isArray(kept)) return Float32Array.from(kept);
  return new Float32Array(new Uint8Array(kept).buffer);
}
