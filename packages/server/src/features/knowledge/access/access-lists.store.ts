import { type RawBuilder, sql } from 'kysely';
import { isOfShownEdition } from '../../../platform/db/current-chunk.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';
import type { IndexPlace } from '../index/public.ts';
import { defaultList } from './access-list.ts';

/**
 * The list that decides about a chunk, where `chunk`, `file` and `loader` are its rows: its file's, else its loader's,
 * else that of all. A chunk of a file that is gone is nobody's.
 */
export const listOfChunk: RawBuilder<string> = listOf('chunk');

function listOf(chunk: string): RawBuilder<string> {
  return sql<string>`case
    when ${sql.ref(`${chunk}.fileId`)} is not null and file.id is null then '[]'
    else coalesce(file.acl, loader.acl, ${sql.lit(defaultList)}) end`;
}

/** Holds for rows of `document_chunk` that are under one of these lists. */
export function isUnder(db: Database | DatabaseTransaction, lists: readonly string[]): RawBuilder<boolean> {
  const given = JSON.stringify(lists);
  const listed = isPostgres(db as Database)
    ? sql`select json_array_elements_text(${given}::json)`
    : sql`select value from json_each(${given})`;
  return sql<boolean>`(select ${listOf('document_chunk')} from document_store_loader loader
    left join document_file file on file.id = document_chunk."fileId"
    where loader.id = document_chunk."loaderId") in (${listed})`;
}

const textsAtOnce = 10_000;

/** One list, and the texts that a chunk under it has. */
interface ListedTexts {
  list: string;
  textSeqs: number[];
}

/** Reads the lists of a knowledge base. */
export function accessListStore(db: Database) {
  const gathered = isPostgres(db) ? sql`json_agg(seq)::text` : sql`json_group_array(seq)`;

  return {
    /** Which lists its texts are under, page by page: one text may be in several files. */
    async *ofTexts({ workspaceId, storeId }: IndexPlace): AsyncGenerator<ListedTexts[]> {
      const own = sql`own."workspaceId" = ${workspaceId} and own."storeId" = ${storeId}`;
      for (let after = 0; ; ) {
        const last = await sql<{ seq: number }>`select own.seq from chunk_text own
          where ${own} and own.seq > ${after} order by own.seq limit 1 offset ${textsAtOnce - 1}`.execute(db);
        const upTo = last.rows[0]?.seq;
        const range = upTo === undefined ? sql`` : sql`and own.seq <= ${upTo}`;
        const { rows } = await sql<{ list: string; seqs: string }>`
          select list, ${gathered} as seqs from (
            select distinct own.seq as seq, ${listOfChunk} as list from chunk_text own
              join document_store_loader loader on loader.id = own."loaderId"
              join document_chunk chunk on chunk.batch = loader.batch and chunk.hash = own.hash
                and ${isOfShownEdition('chunk')}
              left join document_file file on file.id = chunk."fileId"
            where ${own} and own.seq > ${after} ${range}
          ) as listed group by list`.execute(db);
        yield rows.map(({ list, seqs }) => ({ list, textSeqs: JSON.parse(seqs) as number[] }));
        if (upTo === undefined) return;
        after = Number(upTo);
      }
    },

    /** All lists that something in a knowledge base, or in one loader of it, is under. */
    async distinct({ workspaceId }: Scope, storeId: string): Promise<string[]> {
      const { rows } = await sql<{ list: string }>`
        select distinct coalesce(loader.acl, ${sql.lit(defaultList)}) as list from document_store_loader loader
          where loader."workspaceId" = ${workspaceId} and loader."storeId" = ${storeId}
        union select distinct file.acl from document_file file
          where file."workspaceId" = ${workspaceId} and file."storeId" = ${storeId} and file.acl is not null
        union select '[]'`.execute(db);
      return rows.map(({ list }) => list);
    },
  };
}
