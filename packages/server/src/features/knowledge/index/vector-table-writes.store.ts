import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { IndexPlace } from './index-rows.store.ts';
import { storeIndexStore } from './store-index.store.ts';
import type { ReadyTable } from './table-matrix.ts';
import { isTableOf, mostGraphed, toVectorText } from './vector-tables.store.ts';

/** A table as it is being filled. */
export interface GrowingTable extends ReadyTable {
  isReady: 0 | 1;
}

const bytesOfNumber = 4;

/** Makes, and fills the tables in which pgvector compares. */
export function vectorTableWrites(db: Database) {
  return {
    /** What changes with every change of what can be found anywhere. */
    async revisions(): Promise<string> {
      const { rows } = await sql<{ known: string }>`
        select count(*) || ' ' || coalesce(sum(revision), 0) as known from store_index`.execute(db);
      return rows[0]?.known ?? '';
    },

    /** The places with so many vectors, and of how many numbers their first one is. */
    async large(least: number): Promise<(IndexPlace & { dimensions: number })[]> {
      const { rows } = await sql<IndexPlace & { dimensions: number }>`
        with large as materialized (select "storeId", embedding from vector_code
          group by "storeId", embedding having count(*) >= ${least})
        select own."workspaceId", large."storeId", large.embedding, length(own.code) as dimensions
        from large cross join lateral (select "workspaceId", code from vector_code
          where "storeId" = large."storeId" and embedding = large.embedding order by seq limit 1) own`.execute(
        db,
      );
      return rows;
    },

    /**
     * The table of a place, made where there is none. Its graph is made of nothing and grows with every row: so it is
     * never built in one go, and nothing waits for that.
     */
    ensure: (place: IndexPlace, dimensions: number): Promise<GrowingTable> =>
      db.transaction().execute(async (trx) => {
        const name = nameOf(place);
        await trx
          .insertInto('vector_table')
          .values({ ...place, name, dimensions, lastSeq: 0, turnover: 0, isReady: 0 })
          .onConflict((conflict) => conflict.columns(['storeId', 'embedding']).doNothing())
          .execute();
        // Others that make the same one wait for this lock.
        const row = await trx
          .selectFrom('vector_table')
          .select(['name', 'dimensions', 'lastSeq', 'isReady'])
          .where(isTableOf(place))
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (row.lastSeq > 0 && !(await isMissing(trx, name))) return row;
        const empty = { dimensions, lastSeq: 0, turnover: 0, isReady: 0 } as const;
        await trx.updateTable('vector_table').set(empty).where(isTableOf(place)).execute();
        await makeTable(trx, name, dimensions);
        return { name, ...empty };
      }),

    addNext: (place: IndexPlace, table: GrowingTable, most: number) => addNext(db, place, table, most),

    /** Takes out the vectors of texts that are gone, which nobody finds any more. */
    sweep: (place: IndexPlace, { name }: GrowingTable): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { turnover } = await storeIndexStore(trx).find(place, place.storeId);
        const { numUpdatedRows } = await trx
          .updateTable('vector_table')
          .set({ turnover })
          .where(isTableOf(place))
          .where('turnover', '<', turnover)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        await sql`delete from ${sql.table(name)} own where not exists (
          select 1 from chunk_text where chunk_text.seq = own."textSeq"
            and chunk_text."workspaceId" = ${place.workspaceId})`.execute(trx);
      }),

    /** Questions use the table from their next look on. */
    publish: (place: IndexPlace): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await storeIndexStore(trx).count(place, place.storeId, false);
        await trx.updateTable('vector_table').set({ isReady: 1 }).where(isTableOf(place)).execute();
      }),
  };
}

/**
 * Adds the next rows; returns the last that the table has now: the same where there are none, and undefined where
 * another process adds them.
 */
async function addNext(
  db: Database,
  place: IndexPlace,
  table: GrowingTable,
  most: number,
): Promise<number | undefined> {
  const rows = await nextRows(db, place, table, most);
  const lastSeq = rows.at(-1)?.seq;
  if (lastSeq === undefined) return table.lastSeq;
  const fitting = rows.filter(({ vector }) => vector.byteLength === table.dimensions * bytesOfNumber);
  const texts = fitting.map(({ textSeq }) => textSeq);
  const vectors = fitting.map(({ vector }) => toVectorText(new Float32Array(new Uint8Array(vector).buffer)));
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('vector_table')
      .set({ lastSeq })
      .where(isTableOf(place))
      .where('name', '=', table.name)
      .where('lastSeq', '=', table.lastSeq)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    await sql`insert into ${sql.table(table.name)} ("textSeq", vector)
      select given."textSeq", given.vector::halfvec
      from unnest(${texts}::bigint[], ${vectors}::text[]) as given("textSeq", vector)
      on conflict ("textSeq") do update set vector = excluded.vector`.execute(trx);
    return lastSeq;
  });
}

async function nextRows(db: Database, place: IndexPlace, { lastSeq }: GrowingTable, most: number) {
  const { rows } = await sql<{ seq: number; textSeq: number; vector: Uint8Array }>`
    select own.seq, own."textSeq", kept.vector from vector_code own join vector_value kept on kept.seq = own.seq
    where own."workspaceId" = ${place.workspaceId} and own."storeId" = ${place.storeId}
      and own.embedding = ${place.embedding} and own.seq > ${lastSeq}
    order by own.seq limit ${most}`.execute(db);
  return rows;
}

/** Nothing refers to texts: writing or deleting those waits for no lock of ours. */
async function makeTable(trx: DatabaseTransaction, name: string, dimensions: number): Promise<void> {
  // One that a restored backup knows nothing of may be there, of other texts.
  await sql`drop table if exists ${sql.table(name)}`.execute(trx);
  await sql`create table ${sql.table(name)} (
    "textSeq" bigint primary key, vector halfvec(${sql.lit(dimensions)}) not null)`.execute(trx);
  if (dimensions > mostGraphed) return;
  await sql`create index ${sql.ref(`${name}_graph`)} on ${sql.table(name)}
    using hnsw (vector halfvec_ip_ops) with (m = 16, ef_construction = 128)`.execute(trx);
}

async function isMissing(trx: DatabaseTransaction, name: string): Promise<boolean> {
  const { rows } = await sql<{
    found: string | null;
  }>`select to_regclass(${name}::text)::text as found`.execute(trx);
  return rows[0]?.found == null;
}

/** Not a name that anybody could choose: digits of a hash. */
function nameOf({ workspaceId, storeId, embedding }: IndexPlace): string {
  const hash = createHash('sha256').update(`${workspaceId} ${storeId} ${embedding}`).digest('hex');
  return `vector_table_${hash.slice(0, 24)}`;
}
