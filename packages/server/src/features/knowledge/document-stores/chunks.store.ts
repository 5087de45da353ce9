import { sql } from 'kysely';
import { isOfShownEdition } from '../../../platform/db/current-chunk.ts';
import { insertMany } from '../../../platform/db/insert-many.ts';
import type { DocumentChunkTable } from '../../../platform/db/knowledge-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mostSearched } from '../../../platform/db/search/common-text.ts';
import { holdsText, mayHold } from '../../../platform/db/search/text-match.ts';
import { isUnder } from '../access/public.ts';

export type ChunkRow = DocumentChunkTable;

/** The chunk after which to continue: pages stay right while the table changes. */
export interface ChunkPlace {
  batch: string;
  chunkNo: number;
}

const none = [''];

/** Writes chunks. */
export function chunkWrites(db: Database | DatabaseTransaction) {
  return {
    insert: (rows: readonly ChunkRow[]) => insertMany(db, 'document_chunk', rows),

    async update(scope: Scope, id: string, changes: Partial<Omit<ChunkRow, 'id'>>): Promise<void> {
      await db
        .updateTable('document_chunk')
        .set(changes)
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', '=', id)
        .execute();
    },

    async remove(scope: Scope, ids: readonly string[]): Promise<void> {
      await db
        .deleteFrom('document_chunk')
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
    },
  };
}

interface ChunkSearch {
  batches: readonly string[];
  search?: string | undefined;
  /** Only the first chunks are looked through. */
  isFirst?: boolean;
  /** Only chunks under these access lists; all when absent. */
  lists?: readonly string[] | undefined;
}

/** Reads chunks. The current chunks are those of the batches that the loaders name. */
export function chunkStore(db: Database | DatabaseTransaction) {
  return {
    /** `isFirst`: only the first of them are searched. */
    page: (scope: Scope, asked: ChunkSearch, offset: number, limit: number) =>
      searched(db, scope, asked)
        .selectAll()
        .orderBy('batch')
        .orderBy('chunkNo')
        .offset(offset)
        .limit(limit)
        .execute(),

    async count(scope: Scope, asked: ChunkSearch): Promise<number> {
      const row = await searched(db, scope, asked)
        .select((chunk) => chunk.fn.countAll<number>().as('count'))
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** The next chunks in order, after a place. */
    after(
      scope: Scope,
      batches: readonly string[],
      place: ChunkPlace | undefined,
      limit: number,
      lists?: readonly string[],
    ) {
      const { batch, chunkNo } = place ?? { batch: '', chunkNo: 0 };
      return readable(db, ofBatches(db, scope, batches), lists)
        .selectAll()
        .where((chunk) =>
          chunk.or([
            chunk('batch', '>', batch),
            chunk.and([chunk('batch', '=', batch), chunk('chunkNo', '>', chunkNo)]),
          ]),
        )
        .orderBy('batch')
        .orderBy('chunkNo')
        .limit(limit)
        .execute();
    },

    byHashes: (scope: Scope, batches: readonly string[], hashes: readonly string[]) =>
      ofBatches(db, scope, batches)
        .selectAll()
        .where('hash', 'in', hashes.length > 0 ? hashes : none)
        .orderBy('chunkNo')
        .execute(),

    byIds: (
      scope: Scope,
      batch: string | readonly string[],
      ids: readonly string[],
      lists?: readonly string[],
    ) =>
      readable(db, ofBatches(db, scope, [batch].flat()), lists)
        .selectAll()
        .where('id', 'in', ids.length > 0 ? ids : none)
        .orderBy('chunkNo')
        .execute(),

    find: (scope: Scope, batch: string, id: string, lists?: readonly string[]) =>
      readable(db, ofBatches(db, scope, [batch]), lists)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Number and characters of one batch or of several, as stored. */
    totals: (scope: Scope, batch: string | readonly string[], lists?: readonly string[]) =>
      totalsOf(readable(db, ofBatches(db, scope, [batch].flat()), lists)),
  };
}

/** The ids of chunks, in their order. */
export async function listedChunkIds(
  db: Database,
  scope: Scope,
  asked: ChunkSearch,
  limit: number,
): Promise<string[]> {
  const rows = await searched(db, scope, asked)
    .select('id')
    .orderBy('batch')
    .orderBy('chunkNo')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

async function totalsOf(chunks: ReturnType<typeof readable>): Promise<{ chunks: number; chars: number }> {
  const row = await chunks
    .select((chunk) => [
      chunk.fn.countAll<number>().as('chunks'),
      sql<number>`coalesce(sum(length("pageContent")), 0)`.as('chars'),
    ])
    .executeTakeFirst();
  return { chunks: Number(row?.chunks ?? 0), chars: Number(row?.chars ?? 0) };
}

function ofBatches(db: Database | DatabaseTransaction, { workspaceId }: Scope, batches: readonly string[]) {
  return db
    .selectFrom('document_chunk')
    .where('workspaceId', '=', workspaceId)
    .where('batch', 'in', batches.length > 0 ? batches : none)
    .where(isOfShownEdition('document_chunk'));
}

function readable(
  db: Database | DatabaseTransaction,
  query: ReturnType<typeof ofBatches>,
  lists: readonly string[] | undefined,
) {
  return lists ? query.where(isUnder(db, lists)) : query;
}

function searched(
  db: Database | DatabaseTransaction,
  scope: Scope,
  { batches, search, isFirst, lists }: ChunkSearch,
) {
  const query = readable(db, ofBatches(db, scope, batches), lists);
  if (!search) return query;
  if (isFirst) {
    const first = ofBatches(db, scope, batches)
      .select('id')
      .orderBy('batch')
      .orderBy('chunkNo')
      .limit(mostSearched);
    return query
      .where('id', 'in', db.selectFrom(first.as('first')).select('first.id'))
      .where(holdsText('pageContent', search));
  }
  const indexed = mayHold(db as Database, 'chunk', sql.ref('document_chunk.id'), search);
  const narrowed = indexed ? query.where(indexed) : query;
  return narrowed.where(holdsText('pageContent', search));
}
