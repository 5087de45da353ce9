import { type RawBuilder, sql } from 'kysely';
import { isOfShownEdition } from '../../../platform/db/current-chunk.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';

/** Vectors of one model in one knowledge base. */
export interface IndexPlace {
  workspaceId: string;
  storeId: string;
  embedding: string;
}

export interface CodeRow {
  seq: number;
  textSeq: number;
  scale: number;
  /** Empty where it was not asked for. */
  code: Uint8Array;
  dimensions: number;
  /** Whether its text is in a current chunk. */
  isCurrent: 0 | 1 | boolean;
}

/** Joins a text's current chunks. */
const currentChunks = sql`join document_store_loader loader on loader.id = own."loaderId"
  join document_chunk chunk on chunk.batch = loader.batch and chunk.hash = own.hash
    and ${isOfShownEdition('chunk')}`;

/** What the index in memory is filled from, page by page. */
export function indexRowStore(db: Database) {
  const ofStore = ({ workspaceId, storeId }: IndexPlace): RawBuilder<unknown> =>
    sql`own."workspaceId" = ${workspaceId} and own."storeId" = ${storeId}`;

  return {
    /** How often other texts became current. */
    async turnover({ workspaceId, storeId }: IndexPlace): Promise<number> {
      const { rows } = await sql<{ turnover: number }>`select turnover from store_index
        where "workspaceId" = ${workspaceId} and "storeId" = ${storeId}`.execute(db);
      return Number(rows[0]?.turnover ?? 0);
    },

    async count(place: IndexPlace, after = 0): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) as count from vector_code own
        where ${ofStore(place)} and embedding = ${place.embedding} and seq > ${after}`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    /** The next vectors in the order of their numbers. */
    async codesAfter(
      place: IndexPlace,
      after: number,
      most: number,
      /** Rows up to this one come without their codes. */
      codesFrom = 0,
    ): Promise<CodeRow[]> {
      const none = isPostgres(db) ? sql`''::bytea` : sql`x''`;
      const code =
        codesFrom > 0 ? sql`case when own.seq > ${codesFrom} then own.code else ${none} end` : sql`own.code`;
      const { rows } = await sql<CodeRow>`select own.seq, own."textSeq", own.scale, ${code} as code,
          length(own.code) as dimensions,
          exists (select 1 from chunk_text as text join document_store_loader loader on loader.id = text."loaderId"
            join document_chunk chunk on chunk.batch = loader.batch and chunk.hash = text.hash
            where text.seq = own."textSeq" and ${isOfShownEdition('chunk')}) as "isCurrent"
        from vector_code own
        where ${ofStore(place)} and own.embedding = ${place.embedding} and own.seq > ${after}
        order by own.seq limit ${most}`.execute(db);
      return rows;
    },

    /** The next texts that are in a current chunk. */
    async currentTextsAfter(place: IndexPlace, after: number, most: number): Promise<number[]> {
      const { rows } = await sql<{ seq: number }>`select own.seq from chunk_text own
        where ${ofStore(place)} and own.seq > ${after} and exists (
          select 1 from document_store_loader loader join document_chunk chunk
            on chunk.batch = loader.batch and chunk.hash = own.hash
            where loader.id = own."loaderId" and ${isOfShownEdition('chunk')})
        order by own.seq limit ${most}`.execute(db);
      return rows.map(({ seq }) => seq);
    },

    /** The last of the next so many texts, current or not; undefined where there are no more. */
    async lastOfNext(place: IndexPlace, after: number, most: number): Promise<number | undefined> {
      const { rows } = await sql<{ last: number | null }>`select max(seq) as last from (
        select own.seq from chunk_text own where ${ofStore(place)} and own.seq > ${after}
        order by own.seq limit ${most}) as next`.execute(db);
      return rows[0]?.last == null ? undefined : Number(rows[0].last);
    },

    /** Fields of the metadata of the current chunks of some texts, as JSON; null where a chunk has none. */
    async fields(
      place: IndexPlace,
      names: readonly string[],
      { after, upTo }: { after: number; upTo: number },
    ): Promise<{ textSeq: number; values: (string | null)[] }[]> {
      const fieldOf = (name: string) =>
        isPostgres(db)
          ? sql`(chunk.metadata::jsonb -> ${name}::text)::text`
          : sql`chunk.metadata -> ${`$."${name.replaceAll('"', '\\"')}"`}`;
      const values = names.map((name, at) => sql`${fieldOf(name)} as ${sql.ref(`value${at}`)}`);
      const { rows } = await sql<Record<string, string | null> & { textSeq: number }>`
        select own.seq as "textSeq", ${sql.join(values)}
        from chunk_text own ${currentChunks}
        where ${ofStore(place)} and own.seq > ${after} and own.seq <= ${upTo}`.execute(db);
      return rows.map((row) => ({
        textSeq: row.textSeq,
        values: names.map((_, at) => row[`value${at}`] ?? null),
      }));
    },

    /** The contents of current chunks of these texts. */
    async contents(place: IndexPlace, textSeqs: readonly number[]): Promise<string[]> {
      if (textSeqs.length === 0) return [];
      const { rows } = await sql<{
        text: string;
      }>`select coalesce(chunk."indexText", chunk."pageContent") as text
        from chunk_text own ${currentChunks}
        where ${ofStore(place)} and own.seq in (${sql.join(textSeqs)})`.execute(db);
      return rows.map(({ text }) => text);
    },
  };
}
