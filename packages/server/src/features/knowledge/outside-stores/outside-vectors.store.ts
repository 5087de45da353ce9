import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { OutsideStoreRow } from './outside-stores.store.ts';

type Place = Pick<OutsideStoreRow, 'id' | 'workspaceId' | 'storeId'> & { embedding: string };

/** A vector on its way elsewhere. */
export interface LeavingVector {
  seq: number;
  vector: Float32Array;
}

/** The vectors of a knowledge base as they go elsewhere. */
export function outsideVectorStore(db: Database | DatabaseTransaction) {
  const codes = ({ workspaceId, storeId, embedding }: Omit<Place, 'id'>) =>
    db
      .selectFrom('vector_code')
      .where('vector_code.workspaceId', '=', workspaceId)
      .where('vector_code.storeId', '=', storeId)
      .where('vector_code.embedding', '=', embedding);

  return {
    /** The next vectors after a number, in their order. */
    async after(place: Place, cursor: number, most: number): Promise<LeavingVector[]> {
      const rows = await codes(place)
        .innerJoin('vector_value', 'vector_value.seq', 'vector_code.seq')
        .select(['vector_code.seq', 'vector_value.vector'])
        .where('vector_code.seq', '>', cursor)
        .orderBy('vector_code.seq')
        .limit(most)
        .execute();
      return rows.map(({ seq, vector }) => ({
        seq,
        // Copied: the bytes of a row may begin anywhere, a typed array has to be aligned.
        vector: new Float32Array(new Uint8Array(vector).buffer),
      }));
    },

    /** Numbers of vectors up to one, the latest first. */
    async before(place: Place, cursor: number, most: number): Promise<number[]> {
      const rows = await codes(place)
        .select('seq')
        .where('seq', '<=', cursor)
        .orderBy('seq', 'desc')
        .limit(most)
        .execute();
      return rows.map(({ seq }) => seq);
    },

    async count(place: Omit<Place, 'id'>, upTo?: number): Promise<number> {
      const query = codes(place).select((row) => row.fn.countAll<number>().as('count'));
      const { count } = await (upTo === undefined
        ? query
        : query.where('seq', '<=', upTo)
      ).executeTakeFirstOrThrow();
      return Number(count);
    },

    /** The texts whose vectors have not been written there yet. */
    async textsAfter(place: Omit<Place, 'id'>, cursor: number, most: number): Promise<number[]> {
      const rows = await codes(place)
        .select('textSeq')
        .where('seq', '>', cursor)
        .orderBy('seq')
        .limit(most)
        .execute();
      return rows.map(({ textSeq }) => textSeq);
    },

    /** The texts of vectors, by the numbers of the vectors. */
    async textsOf(place: Omit<Place, 'id'>, seqs: readonly number[]): Promise<Map<number, number>> {
      if (seqs.length === 0) return new Map();
      const rows = await codes(place).select(['seq', 'textSeq']).where('seq', 'in', seqs).execute();
      return new Map(rows.map(({ seq, textSeq }) => [seq, textSeq]));
    },
  };
}
