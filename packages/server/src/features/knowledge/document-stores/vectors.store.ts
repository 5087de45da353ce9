import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';

/** One text's vector. */
export interface VectorRow extends Scope {
  storeId: string;
  loaderId: string;
  hash: string;
  embedding: string;
  vector: Float32Array;
}

const rowsAtOnce = 50;

/** Rows of vectors: one for each distinct text of a loader. */
export function vectorStore(db: Database | DatabaseTransaction) {
  const isListed = isPostgres(db as Database);
  const ofStore = (scope: Scope, storeId: string) =>
    db
      .selectFrom('document_vector')
      .where('workspaceId', '=', scope.workspaceId)
      .where('storeId', '=', storeId);
  const deletion = (scope: Scope, storeId: string, loaderId: string | undefined) => {
    const query = db
      .deleteFrom('document_vector')
      .where('workspaceId', '=', scope.workspaceId)
      .where('storeId', '=', storeId);
    return loaderId === undefined ? query : query.where('loaderId', '=', loaderId);
  };

  return {
    /** Which of these texts have a vector already, and of which model. */
    known: (scope: Scope, loaderId: string, hashes: readonly string[]) =>
      db
        .selectFrom('document_vector')
        .select(['hash', 'embedding'])
        .where('workspaceId', '=', scope.workspaceId)
        .where('loaderId', '=', loaderId)
        .where('hash', 'in', hashes.length > 0 ? hashes : [''])
        .execute(),

    /** Inserts vectors, replacing existing ones. */
    async put(rows: readonly VectorRow[]): Promise<void> {
      for (let start = 0; start < rows.length; start += rowsAtOnce)
        await db
          .insertInto('document_vector')
          .values(
            rows
              .slice(start, start + rowsAtOnce)
              .map((row) => ({ ...row, vector: isListed ? [...row.vector] : toBytes(row.vector) })),
          )
          .onConflict((conflict) =>
            conflict.columns(['loaderId', 'hash']).doUpdateSet((row) => ({
              embedding: row.ref('excluded.embedding'),
              vector: row.ref('excluded.vector'),
            })),
          )
          .execute();
    },

    async remove(scope: Scope, storeId: string, loaderId?: string): Promise<number> {
      const { numDeletedRows } = await deletion(scope, storeId, loaderId).executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Deletes the vectors of a loader whose text is in none of its chunks any more; returns which texts those were. */
    async removeOrphans(scope: Scope, storeId: string, loaderId: string, batch: string): Promise<string[]> {
      const orphans = await ofStore(scope, storeId)
        .select('hash')
        .where('loaderId', '=', loaderId)
        .where(
          sql<boolean>`not exists (select 1 from document_chunk chunk
            where chunk.batch = ${batch} and chunk.hash = document_vector.hash)`,
        )
        .execute();
      const hashes = orphans.map(({ hash }) => hash);
      for (let start = 0; start < hashes.length; start += 500)
        await deletion(scope, storeId, loaderId)
          .where('hash', 'in', hashes.slice(start, start + 500))
          .execute();
      return hashes;
    },

    async removeText(scope: Scope, storeId: string, loaderId: string, hash: string): Promise<void> {
      await deletion(scope, storeId, loaderId).where('hash', '=', hash).execute();
    },
  };
}

/** A vector as SQLite stores it. */
export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A vector as either database returns it. */
export function toVector(kept: Uint8Array | number[]): Float32Array {
  if (Array.isArray(kept)) return Float32Array.from(kept);
  // Copied: the bytes of a row may begin anywhere, a typed array has to be aligned.
  return new Float32Array(kept.slice().buffer);
}

/** The same direction at length 1; a zero vector stays so. */
export function normalise(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length));
}
