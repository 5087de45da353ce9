import { sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import { toBytes, toVector } from './vectors.store.ts';

/** Where to search: vectors of one model in one store. */
interface SearchPlace extends Scope {
  storeId: string;
  embedding: string;
}

export interface RankedText {
  loaderId: string;
  hash: string;
  /** Cosine similarity, -1 to 1. */
  score: number;
}

/** Exact search by cosine over stored vectors. */
export interface VectorSearch {
  readonly engine: 'sqlite-vec' | 'pgvector' | 'plain';
  /** The nearest, best first; ties in the order of their texts' hashes. */
  nearest(place: SearchPlace, vector: Float32Array, limit: number): Promise<RankedText[]>;
}

const rowsAtOnce = 1000;

function byDistance(
  db: Database,
  engine: VectorSearch['engine'],
  distanceTo: (vector: Float32Array) => ReturnType<typeof sql<number | null>>,
): VectorSearch {
  return {
    engine,
    async nearest({ workspaceId, storeId, embedding }, vector, limit) {
      const rows = await db
        .selectFrom('document_vector')
        .select(['loaderId', 'hash', distanceTo(vector).as('distance')])
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .where('embedding', '=', embedding)
        .orderBy(sql`distance`)
        .orderBy('hash')
        .limit(limit)
        .execute();
      // A zero vector has no direction, so nothing is near it.
      return rows.map(({ loaderId, hash, distance }) => ({
        loaderId,
        hash,
        score: Number.isFinite(distance) ? 1 - Number(distance) : 0,
      }));
    },
  };
}

/** sqlite-vec compares inside SQLite. */
function sqliteVecSearch(db: Database): VectorSearch {
  return byDistance(
    db,
    'sqlite-vec',
    (vector) => sql<number | null>`vec_distance_cosine(vector, ${toBytes(vector)})`,
  );
}

/** pgvector compares inside PostgreSQL. */
function pgVectorSearch(db: Database): VectorSearch {
  return byDistance(
    db,
    'pgvector',
    (vector) => sql<number | null>`(vector::vector <=> ${`[${vector.join()}]`}::vector)`,
  );
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

const better = (one: RankedText, other: RankedText) =>
  other.score - one.score || (one.hash < other.hash ? -1 : 1);

/** Compares in JavaScript, page by page, where the database has no vector functions. */
export function plainSearch(db: Database): VectorSearch {
  const pageAfter = ({ workspaceId, storeId, embedding }: SearchPlace, last: RankedText | undefined) => {
    const query = db
      .selectFrom('document_vector')
      .select(['loaderId', 'hash', 'vector'])
      .where('workspaceId', '=', workspaceId)
      .where('storeId', '=', storeId)
      .where('embedding', '=', embedding)
      .orderBy('loaderId')
      .orderBy('hash')
      .limit(rowsAtOnce);
    if (!last) return query.execute();
    return query
      .where((row) =>
        row.or([
          row('loaderId', '>', last.loaderId),
          row.and([row('loaderId', '=', last.loaderId), row('hash', '>', last.hash)]),
        ]),
      )
      .execute();
  };

  return {
    engine: 'plain',
    async nearest(place, vector, limit) {
      let best: RankedText[] = [];
      let last: RankedText | undefined;
      for (;;) {
        const rows = await pageAfter(place, last);
        const ranked = rows.map(({ loaderId, hash, vector: kept }) => ({
          loaderId,
          hash,
          score: dot(vector, toVector(kept)),
        }));
        best = [...best, ...ranked].sort(better).slice(0, limit);
        last = ranked.at(-1);
        if (rows.length < rowsAtOnce) return best;
        // Yields to other requests between two pages.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

async function has(db: Database, statement: ReturnType<typeof sql>): Promise<boolean> {
  return statement.execute(db).then(
    ({ rows }) => rows.length > 0,
    () => false,
  );
}

/** The fastest search that the database offers: its extension where there is one, else plain code. */
export async function openVectorSearch(db: Database): Promise<VectorSearch> {
  if (!isPostgres(db))
    return (await has(db, sql`select vec_version()`)) ? sqliteVecSearch(db) : plainSearch(db);
  const isOffered = await has(db, sql`select 1 from pg_available_extensions where name = 'vector'`);
  if (!isOffered) return plainSearch(db);
  // Creating it takes a privilege that the server's role may lack: then somebody else has to have created it.
  await has(db, sql`create extension if not exists vector`);
  return (await has(db, sql`select '[1]'::vector`)) ? pgVectorSearch(db) : plainSearch(db);
}
