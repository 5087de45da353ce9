import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { IndexPlace } from './index-rows.store.ts';
import { storeIndexStore } from './store-index.store.ts';
import type { ReadyTable } from './table-matrix.ts';
import { toVectorText } from './vector-tables.store.ts';

/** A table as it is being filled. */
interface GrowingTable extends ReadyTable {
  isReady: 0 | 1;
}

/** So few that a statement is over in a moment, and what is lost by a stop is little. */
const rowsAtOnce = 100;
const bytesOfNumber = 4;

const ofPlace = ({ storeId, embedding }: Pick<IndexPlace, 'storeId' | 'embedding'>) =>
  sql<boolean>`"storeId" = ${storeId} and embedding = ${embedding}`;

/** Makes, and fills the tables in which pgvector compares. */
export function vectorTableWrites(db: Database) {
  return {
    /** The places with so many vectors, and of how many numbers their first one is. */
    async large(least: number): Promise<(IndexPlace & { dimensions: number })[]> {
      const { rows } = await sql<IndexPlace & { dimensions: number }>`
        select own."workspaceId", own."storeId", own.embedding,
          (select length(first.code) from vector_code first where first."storeId" = own."storeId"
            and first.embedding = own.embedding order by first.seq limit 1) as dimensions
        from vector_code own group by own."workspaceId", own."storeId", own.embedding
        having count(*) >= ${least}`.execute(db);
      return rows;
    },

    /** The table of a place, made where there is none: its graph grows with every row, so it is never built in one go. */
    ensure: (place: IndexPlace, dimensions: number): Promise<GrowingTable> =>
      db.transaction().execute(async (trx) => {
        const name = nameOf(place);
        await trx
          .insertInto('vector_table')
          .values({ ...place, name, dimensions, lastSeq: 0, isReady: 0 })
          .onConflict((conflict) => conflict.columns(['storeId', 'embedding']).doNothing())
          .execute();
        // Whoever makes the same one waits for this lock.
        const row = await trx
          .selectFrom('vector_table')
          .select(['name', 'dimensions', 'lastSeq', 'isReady'])
          .where(ofPlace(place))
          .forUpdate()
          .executeTakeFirstOrThrow();
        // Tables are in no backup.
        const isNew = await isMissing(trx, name);
        if (isNew)
          await trx
            .updateTable('vector_table')
            .set({ lastSeq: 0, isReady: 0 })
            .where(ofPlace(place))
            .execute();
        await sql`create table if not exists ${sql.table(name)} (
          "textSeq" bigint primary key references chunk_text (seq) on delete cascade,
          vector halfvec(${sql.lit(row.dimensions)}) not null)`.execute(trx);
        await sql`create index if not exists ${sql.ref(`${name}_graph`)} on ${sql.table(name)}
          using hnsw (vector halfvec_ip_ops) with (m = 16, ef_construction = 128)`.execute(trx);
        return isNew ? { ...row, lastSeq: 0, isReady: 0 } : row;
      }),

    /** Adds the next rows; returns the last that the table has now: the same where there are none. */
    async addNext(place: IndexPlace, table: GrowingTable): Promise<number> {
      const { rows } = await sql<{ seq: number; textSeq: number; vector: Uint8Array }>`
        select own.seq, own."textSeq", kept.vector from vector_code own join vector_value kept on kept.seq = own.seq
        where own."workspaceId" = ${place.workspaceId} and own."storeId" = ${place.storeId}
          and own.embedding = ${place.embedding} and own.seq > ${table.lastSeq}
        order by own.seq limit ${rowsAtOnce}`.execute(db);
      const lastSeq = rows.at(-1)?.seq;
      if (lastSeq === undefined) return table.lastSeq;
      const fitting = rows.filter(({ vector }) => vector.byteLength === table.dimensions * bytesOfNumber);
      const texts = fitting.map(({ textSeq }) => textSeq);
      const vectors = fitting.map(({ vector }) =>
        toVectorText(new Float32Array(new Uint8Array(vector).buffer)),
      );
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('vector_table')
          .set({ lastSeq })
          .where(ofPlace(place))
          .where('name', '=', table.name)
          .where('lastSeq', '=', table.lastSeq)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new Error('Another process adds to this table.');
        // A text may have gone since it was read.
        await sql`insert into ${sql.table(table.name)} ("textSeq", vector)
          select given."textSeq", given.vector::halfvec
          from unnest(${texts}::bigint[], ${vectors}::text[]) as given("textSeq", vector)
          join chunk_text on chunk_text.seq = given."textSeq" on conflict do nothing`.execute(trx);
        return lastSeq;
      });
    },

    /** Questions use the table from their next look on. */
    publish: (place: IndexPlace): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await storeIndexStore(trx).count(place, place.storeId, false);
        await trx.updateTable('vector_table').set({ isReady: 1 }).where(ofPlace(place)).execute();
      }),
  };
}

/** Finds and drops tables that nobody needs. */
export function vectorTableRemovals(db: Database) {
  return {
    /** The tables of places that have fewer vectors by now. */
    async small(least: number): Promise<(IndexPlace & { name: string })[]> {
      const { rows } = await sql<IndexPlace & { name: string }>`
        select made."workspaceId", made."storeId", made.embedding, made.name from vector_table made
        where (select count(*) from vector_code own
          where own."storeId" = made."storeId" and own.embedding = made.embedding) < ${least}`.execute(db);
      return rows;
    },

    /** Questions compare in memory from their next look on. */
    async retire(place: IndexPlace): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const isThere = await trx
          .selectFrom('store_index')
          .select('storeId')
          .where('storeId', '=', place.storeId)
          .executeTakeFirst();
        if (isThere) await storeIndexStore(trx).count(place, place.storeId, false);
        await trx.updateTable('vector_table').set({ isReady: 0 }).where(ofPlace(place)).execute();
      });
    },

    drop: (place: IndexPlace, name: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await sql`drop table if exists ${sql.table(name)}`.execute(trx);
        await trx.deleteFrom('vector_table').where(ofPlace(place)).execute();
      }),
  };
}

async function isMissing(trx: DatabaseTransaction, name: string): Promise<boolean> {
  const { rows } = await sql<{
    found: string | null;
  }>`select to_regclass(${name}::text)::text as found`.execute(trx);
  return rows[0]?.found == null;
}

/** Not a name that anybody could choose: digits of a hash. */
function nameOf({ storeId, embedding }: IndexPlace): string {
  const hash = createHash('sha256').update(`${storeId} ${embedding}`).digest('hex');
  return `vector_table_${hash.slice(0, 24)}`;
}
