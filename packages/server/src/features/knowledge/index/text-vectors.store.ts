import { runKept } from '../../../platform/db/kept-statement.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

interface TextVector {
  /** Of the text. */
  seq: number;
  vector: Float32Array;
}

/** Reads the vectors of texts. */
export function textVectorStore(db: Database | DatabaseTransaction) {
  return {
    /** Vectors of these texts by one model, of any knowledge base of the workspace. */
    async vectorsOf(
      scope: Scope,
      embedding: string,
      hashes: readonly string[],
    ): Promise<Map<string, Float32Array>> {
      const found = new Map<string, Float32Array>();
      if (hashes.length === 0) return found;
      const rows = await db
        .selectFrom('chunk_text')
        .innerJoin('vector_code', 'vector_code.textSeq', 'chunk_text.seq')
        .innerJoin('vector_value', 'vector_value.seq', 'vector_code.seq')
        .select(['chunk_text.hash', 'vector_value.vector'])
        .where('chunk_text.workspaceId', '=', scope.workspaceId)
        .where('chunk_text.hash', 'in', hashes)
        .where('vector_code.embedding', '=', embedding)
        .execute();
      for (const { hash, vector } of rows) found.set(hash, toVector(vector));
      return found;
    },

    /** The exact vectors of texts, with the number of each. */
    async exact(scope: Scope, embedding: string, textSeqs: readonly number[]): Promise<TextVector[]> {
      if (textSeqs.length === 0) return [];
      const { rows } = await runKept<Omit<TextVector, 'vector'> & { vector: Uint8Array }>(
        db,
        `exact vectors ${textSeqs.length}`,
        (place) => `select vector_code."textSeq" as seq, vector_value.vector
          from vector_code join vector_value on vector_value.seq = vector_code.seq
          where vector_code."workspaceId" = ${place()} and vector_code.embedding = ${place()}
            and vector_code."textSeq" in (${textSeqs.map(place).join(', ')})`,
        [scope.workspaceId, embedding, ...textSeqs],
        { isPrepared: true },
      );
      return rows.map(({ seq, vector }) => ({ seq, vector: toVector(vector) }));
    },
  };
}

/** A vector as either database stores it. */
export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function toVector(kept: Uint8Array): Float32Array {
  if (kept.byteOffset % 4 === 0) return new Float32Array(kept.buffer, kept.byteOffset, kept.byteLength / 4);
  // Copied: the bytes of a row may begin anywhere, a typed array has to be aligned.
  return new Float32Array(new Uint8Array(kept).buffer);
}
