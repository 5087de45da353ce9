import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { IndexPlace } from './index-rows.store.ts';
import type { ReadyTable } from './table-matrix.ts';

/** The nearest of some texts by the vectors of a table. */
export type TableSearch = (
  table: Pick<ReadyTable, 'name' | 'dimensions'>,
  question: { vector: Float32Array; texts: readonly number[]; depth: number },
) => Promise<{ textSeq: number; score: number }[]>;

/** So few are compared one by one: that is faster than going through the graph past all the others. */
const fewTexts = 2000;
const bitsOfByte = 8;

/**
 * Each search of the graph looks at so many at least: with fewer, some of the nearest are not found. The filter is held
 * against what it meets, and it goes on until there are enough.
 */
const graphSettings = {
  'hnsw.ef_search': '400',
  'hnsw.iterative_scan': 'strict_order',
  'hnsw.max_scan_tuples': '100000',
  'hnsw.scan_mem_multiplier': '8',
  // The graph is the only way that reads little, whatever the statistics say of the filter.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
};

/** A vector as the database reads it; what is no number is nothing. */
export const toVectorText = (vector: Float32Array) =>
  `[${vector.map((value) => (Number.isFinite(value) ? value : 0)).join(',')}]`;

/** Reads the tables in which pgvector compares. */
export function vectorTableStore(db: Database) {
  /** A table, once every vector that was there when it was begun is in it. */
  async function find({ workspaceId, storeId, embedding }: IndexPlace): Promise<ReadyTable | undefined> {
    return (
      db
        .selectFrom('vector_table')
        .select(['name', 'dimensions', 'lastSeq'])
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .where('embedding', '=', embedding)
        .where('isReady', '=', 1)
        // Tables are in no backup.
        .where(sql<boolean>`to_regclass(name) is not null`)
        .executeTakeFirst()
    );
  }

  const search: TableSearch = async (table, { vector, texts, depth }) => {
    if (texts.length === 0) return [];
    const own = sql`${toVectorText(vector)}::halfvec`;
    if (texts.length <= fewTexts) return nearestOf(table, own, texts, depth);
    const found = await throughGraph(table, own, texts, depth);
    // The graph gave up before it had met enough that fit.
    return found.length < Math.min(depth, texts.length) ? nearestOf(table, own, texts, depth) : found;
  };

  /** Compares all of them. */
  async function nearestOf(
    { name }: Pick<ReadyTable, 'name'>,
    own: RawBuilder<unknown>,
    texts: readonly number[],
    depth: number,
  ) {
    const { rows } = await sql<{ textSeq: number; score: number }>`
      with wanted as materialized (select "textSeq", -(vector <#> ${own}) as score from ${sql.table(name)}
        where "textSeq" = any(${texts}::bigint[]))
      select * from wanted order by score desc, "textSeq" limit ${depth}`.execute(db);
    return rows;
  }

  function throughGraph(
    { name }: Pick<ReadyTable, 'name'>,
    own: RawBuilder<unknown>,
    texts: readonly number[],
    depth: number,
  ) {
    const { first, bits } = bitmapOf(texts);
    return db.transaction().execute(async (trx) => {
      const settings = Object.entries(graphSettings).map(
        ([setting, value]) => sql`set_config(${setting}, ${value}, true)`,
      );
      await sql`select ${sql.join(settings)}`.execute(trx);
      const { rows } = await sql<{ textSeq: number; score: number }>`
        select "textSeq", -(vector <#> ${own}) as score from ${sql.table(name)}
        where case when "textSeq" between ${first}::bigint and ${first + bits.length * bitsOfByte - 1}::bigint
          then get_bit(${Buffer.from(bits)}::bytea, "textSeq" - ${first}::bigint) = 1 else false end
        order by vector <#> ${own} limit ${depth}`.execute(trx);
      return rows;
    });
  }

  return { find, search };
}

/** Texts as one bit each, from the first of them on. */
function bitmapOf(texts: readonly number[]): { first: number; bits: Uint8Array } {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const text of texts) {
    if (text < first) first = text;
    if (text > last) last = text;
  }
  const bits = new Uint8Array(Math.floor((last - first) / bitsOfByte) + 1);
  for (const text of texts) {
    const place = (text - first) >> 3;
    bits[place] = (bits[place] as number) | (1 << ((text - first) & 7));
  }
  return { first, bits };
}
