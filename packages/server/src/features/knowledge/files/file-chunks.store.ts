import { sql } from 'kysely';
import { isOfShownEdition } from '../../../platform/db/current-chunk.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** The chunks of one file in a batch. */
interface FileBatch {
  fileId: string;
  batch: string;
  /** The batch is that of a job, which has no other chunks than those of the file that it reads. */
  isOfJob?: boolean;
}

interface UnnamedChunk {
  id: string;
  chunkNo: number;
  /** Null where it names its file. */
  metadata: string | null;
}

interface ChunkTotals {
  chunks: number;
  chars: number;
}

/** Chunks and their parents, file by file. */
export function fileChunkStore(trx: Database | DatabaseTransaction) {
  // By the file, which few chunks are of: an index of the batch would pass all of its loader. A job's batch is the smaller.
  const ofFile = ({ workspaceId }: Scope, { fileId, batch, isOfJob = false }: FileBatch) =>
    isOfJob
      ? sql`"workspaceId" = ${workspaceId} and batch = ${batch} and "fileId" || '' = ${fileId}`
      : sql`"workspaceId" = ${workspaceId} and "fileId" = ${fileId} and batch || '' = ${batch}`;
  const parentsOf = ({ workspaceId }: Scope, { fileId, batch }: FileBatch) =>
    sql`"workspaceId" = ${workspaceId} and batch = ${batch} and key like ${`${fileId}/%`}`;

  return {
    async totals(scope: Scope, of: FileBatch): Promise<ChunkTotals> {
      const { rows } = await sql<ChunkTotals>`select count(*) as chunks,
        coalesce(sum(length("pageContent")), 0) as chars from document_chunk
        where ${ofFile(scope, of)}`.execute(trx);
      return { chunks: Number(rows[0]?.chunks ?? 0), chars: Number(rows[0]?.chars ?? 0) };
    },

    async lastNo(batch: string): Promise<number> {
      const { rows } = await sql<{ last: number | null }>`
        select max("chunkNo") as last from document_chunk where batch = ${batch}`.execute(trx);
      return Number(rows[0]?.last ?? 0);
    },

    async remove(scope: Scope, of: FileBatch): Promise<void> {
      await sql`delete from document_chunk where ${ofFile(scope, of)}`.execute(trx);
      await sql`delete from document_parent where ${parentsOf(scope, of)}`.execute(trx);
    },

    /** Moves them into another batch, after its chunks. */
    async move(scope: Scope, of: FileBatch, batch: string, after: number): Promise<void> {
      await sql`update document_chunk set batch = ${batch}, "chunkNo" = "chunkNo" + ${after}
        where ${ofFile(scope, of)}`.execute(trx);
      await sql`update document_parent set batch = ${batch} where ${parentsOf(scope, of)}`.execute(trx);
    },

    /** Which chunks of some files have no vector of a model. */
    async withoutVector(
      scope: Scope,
      of: { fileIds: readonly string[]; batch: string },
      embedding: string,
      after: number,
      most: number,
    ): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`select chunk.id from document_chunk chunk
        where chunk."workspaceId" = ${scope.workspaceId} and chunk.batch = ${of.batch}
          and chunk."fileId" in (${sql.join(of.fileIds)}) and chunk."chunkNo" > ${after}
          and ${isOfShownEdition('chunk')} and not exists (
            select 1 from chunk_text text join vector_code code on code."textSeq" = text.seq
            where text."loaderId" = chunk."loaderId" and text.hash = chunk.hash
              and code.embedding = ${embedding})
        order by chunk."chunkNo" limit ${sql.lit(most)}`.execute(trx);
      return rows.map(({ id }) => id);
    },

    /** The texts of a file. */
    async hashes(scope: Scope, of: FileBatch): Promise<string[]> {
      const { rows } = await sql<{ hash: string }>`select hash from document_chunk
        where ${ofFile(scope, of)}`.execute(trx);
      return [...new Set(rows.map(({ hash }) => hash))];
    },

    /** The next chunks of a batch; those that name no file, of the release before, with their metadata. */
    async unnamed(scope: Scope, batch: string, after: number, most: number): Promise<UnnamedChunk[]> {
      const { rows } = await sql<UnnamedChunk>`select id, "chunkNo",
          case when "fileId" is null then metadata end as metadata
        from document_chunk where "workspaceId" = ${scope.workspaceId} and batch = ${batch}
          and "chunkNo" > ${after} order by "chunkNo" limit ${sql.lit(most)}`.execute(trx);
      return rows;
    },

    async name(scope: Scope, ids: readonly string[], fileId: string): Promise<void> {
      await trx
        .updateTable('document_chunk')
        .set({ fileId })
        .where('workspaceId', '=', scope.workspaceId)
        .where('id', 'in', ids)
        .execute();
    },

    /** Deletes those that name no file; returns their totals. */
    async removeUnnamed(scope: Scope, batch: string): Promise<ChunkTotals> {
      const of = sql`"workspaceId" = ${scope.workspaceId} and batch = ${batch} and "fileId" is null`;
      const { rows } = await sql<ChunkTotals>`select count(*) as chunks,
        coalesce(sum(length("pageContent")), 0) as chars from document_chunk where ${of}`.execute(trx);
      const totals = { chunks: Number(rows[0]?.chunks ?? 0), chars: Number(rows[0]?.chars ?? 0) };
      if (totals.chunks > 0) await sql`delete from document_chunk where ${of}`.execute(trx);
      return totals;
    },
  };
}
