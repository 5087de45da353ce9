import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import { boundedComparisons, type ComparisonLimits } from './bounded-comparisons.ts';
import type { IndexPlace } from './index-rows.store.ts';
import type { ReadyTable, TableQuestion } from './table-matrix.ts';
import type { WantedTexts } from './wanted-texts.ts';

const bitsOfByte = 8;
/** Numbers of a vector that a graph takes. */
export const mostGraphed = 4000;

/** Each search of the graph meets so many at least: with fewer, some of the nearest are not found. */
const leastMet = 400;
/** Of those that a filter leaves, which may be far from everything that is near the question, so many. */
const leastMetFiltered = 1500;
/** More of them where the filter leaves much, and few others are shown in between. */
const leastShown = 8000;
/** What leaves this much is no filter: some texts have been deleted. */
const unfilteredShare = 0.9;
/** The filter is held against what the graph shows, and it goes on until there are enough. */
const graphSettings = {
  'hnsw.ef_search': String(leastMet),
  // In strict order, what is met later and is nearer would be left out.
  'hnsw.iterative_scan': 'relaxed_order',
  'hnsw.max_scan_tuples': '100000',
  'hnsw.scan_mem_multiplier': '8',
  // The graph is the only way that reads little, whatever the statistics say of the filter.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  // The cost of a way that is off makes the plan seem worth compiling, which takes longer than the search.
  jit: 'off',
};

/** For a comparison of all that are wanted, which reads no graph. */
const usualSettings = { enable_seqscan: 'on', enable_bitmapscan: 'on', enable_sort: 'on' };

/** A vector as the database reads it; what is no number is nothing. */
export const toVectorText = (vector: Float32Array) =>
  `[${vector.map((value) => (Number.isFinite(value) ? value : 0)).join(',')}]`;

/** The table of a place, and of no other. */
export const isTableOf = ({ workspaceId, storeId, embedding }: IndexPlace): RawBuilder<boolean> =>
  sql<boolean>`"workspaceId" = ${workspaceId} and "storeId" = ${storeId} and embedding = ${embedding}`;

interface Nearest {
  textSeq: number;
  score: number;
}

export interface TableLimits extends ComparisonLimits {
  /** So many that are wanted are compared one by one; all that a question names, unless given. */
  oneByOne?: number;
}

const usualLimits: TableLimits = { places: 2, longestMs: 10_000 };

/** Reads the tables in which pgvector compares. */
export function vectorTableStore(db: Database, limits = usualLimits) {
  const comparisons = boundedComparisons(db, limits);
  const { oneByOne = Number.POSITIVE_INFINITY } = limits;
  const isGraphed = ({ dimensions }: ReadyTable, { few, count }: WantedTexts) =>
    dimensions <= mostGraphed && (few === undefined || count > oneByOne);
  return {
    /** A table, once every vector that was there when it was begun is in it. */
    async find(place: IndexPlace): Promise<ReadyTable | undefined> {
      return db
        .selectFrom('vector_table')
        .select(['name', 'dimensions', 'lastSeq'])
        .where(isTableOf(place))
        .where('isReady', '=', 1)
        .where(sql<boolean>`to_regclass(name) is not null`)
        .executeTakeFirst();
    },

    /** The nearest of some texts by the vectors of a table. */
    async search(
      place: IndexPlace,
      table: ReadyTable,
      { vector, wanted, depth }: TableQuestion,
    ): Promise<Nearest[]> {
      if (wanted.count === 0) return [];
      const asked = { place, table, own: sql`${toVectorText(vector)}::halfvec`, wanted, depth };
      return comparisons.run(place.workspaceId, async (trx) => {
        if (!isGraphed(table, wanted)) return nearestOf(trx, asked);
        const found = await throughGraph(trx, asked);
        // The graph gave up before it had met enough that fit.
        return found.length < Math.min(depth, wanted.count) ? nearestOf(trx, asked) : found;
      });
    },
  };
}

interface Asked {
  place: IndexPlace;
  table: ReadyTable;
  own: RawBuilder<unknown>;
  wanted: WantedTexts;
  depth: number;
}

/** Whose table it is, is looked at once a statement. */
const isOwn = ({ place, table }: Asked) =>
  sql`exists (select 1 from vector_table where ${isTableOf(place)} and name = ${table.name})`;

/** Compares all of them. */
async function nearestOf(trx: DatabaseTransaction, asked: Asked): Promise<Nearest[]> {
  const { table, own, wanted, depth } = asked;
  const isWanted = wanted.few ? sql`"textSeq" = any(${wanted.few}::bigint[])` : hasBit(wanted);
  const { rows } = await sql<Nearest>`
    with wanted as materialized (select "textSeq", -(vector <#> ${own}) as score from ${sql.table(table.name)}
      where ${isOwn(asked)} and ${isWanted})
    select * from wanted order by score desc, "textSeq" limit ${depth}`.execute(trx);
  return rows;
}

async function throughGraph(trx: DatabaseTransaction, asked: Asked): Promise<Nearest[]> {
  const { table, own, wanted, depth } = asked;
  await setLocally(trx, graphSettings);
  const { rows } = await sql<Nearest>`
    with met as materialized (select "textSeq", -(vector <#> ${own}) as score from ${sql.table(table.name)}
      where ${isOwn(asked)} and ${hasBit(wanted)}
      order by vector <#> ${own} limit ${Math.max(depth, metFor(wanted))})
    select * from met order by score desc, "textSeq" limit ${depth}`.execute(trx);
  if (rows.length < Math.min(depth, wanted.count)) await setLocally(trx, usualSettings);
  return rows;
}

/** How many that are wanted the graph has to meet before the best of them are taken. */
function metFor({ count, total }: WantedTexts): number {
  const share = count / total;
  return share >= unfilteredShare ? leastMet : Math.max(leastMetFiltered, Math.ceil(leastShown * share));
}

async function setLocally(trx: DatabaseTransaction, wanted: Readonly<Record<string, string>>): Promise<void> {
  const settings = Object.entries(wanted).map(
    ([setting, value]) => sql`set_config(${setting}, ${value}, true)`,
  );
  await sql`select ${sql.join(settings)}`.execute(trx);
}

/** Texts outside of the bits are none of those that are wanted. */
const hasBit = ({ first, bits }: WantedTexts): RawBuilder<unknown> =>
  sql`case when "textSeq" between ${first}::bigint and ${first + bits.length * bitsOfByte - 1}::bigint
    then get_bit(${Buffer.from(bits)}::bytea, "textSeq" - ${first}::bigint) = 1 else false end`;
