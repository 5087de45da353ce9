import { sql } from 'kysely';
import type { HiddenEditionTable } from '../../../platform/db/knowledge-tables.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** The chunks of one edition of a file. */
export interface EditionPlace {
  fileId: string;
  batch: string;
  /** Null for those that were stored before there were editions. */
  edition: string | null;
}

interface EditionChunk {
  id: string;
  chunkNo: number;
  hash: string;
  parentKey: string | null;
}

/** Which editions of files are not to be found: those that come, and those that go. */
export function hiddenEditionStore(db: Database | DatabaseTransaction) {
  const ofWorkspace = ({ workspaceId }: Scope) =>
    db.updateTable('hidden_edition').where('workspaceId', '=', workspaceId);

  return {
    async hide(row: HiddenEditionTable): Promise<void> {
      await db
        .insertInto('hidden_edition')
        .values(row)
        .onConflict((conflict) => conflict.column('edition').doUpdateSet({ jobId: row.jobId }))
        .execute();
    },

    async show({ workspaceId }: Scope, edition: string): Promise<void> {
      await db
        .deleteFrom('hidden_edition')
        .where('workspaceId', '=', workspaceId)
        .where('edition', '=', edition)
        .execute();
    },

    /** What a job was putting in place is to go. */
    async drop(scope: Scope, jobId: string, fileId?: string): Promise<void> {
      const query = ofWorkspace(scope).set({ jobId: null }).where('jobId', '=', jobId);
      await (fileId === undefined ? query : query.where('fileId', '=', fileId)).execute();
    },

    /** Those of a loader whose chunks are to go. */
    outdated: ({ workspaceId }: Scope, loaderId: string): Promise<HiddenEditionTable[]> =>
      db
        .selectFrom('hidden_edition')
        .selectAll()
        .where('workspaceId', '=', workspaceId)
        .where('loaderId', '=', loaderId)
        .where('jobId', 'is', null)
        .execute(),
  };
}

/** The chunks of editions, page by page. */
export function editionChunkStore(db: Database | DatabaseTransaction) {
  const ofEdition = ({ workspaceId }: Scope, { fileId, batch, edition }: EditionPlace) =>
    sql`"workspaceId" = ${workspaceId} and batch = ${batch} and "fileId" = ${fileId}
      and ${edition === null ? sql`edition is null` : sql`edition = ${edition}`}`;
  const inList = (values: readonly string[]) => sql.join(values.length > 0 ? values : ['']);
  const parentsOf = (rows: readonly EditionChunk[]) => [
    ...new Set(rows.flatMap(({ parentKey }) => parentKey ?? [])),
  ];

  return {
    async totals(scope: Scope, of: EditionPlace): Promise<{ chunks: number; chars: number }> {
      const { rows } = await sql<{ chunks: number; chars: number }>`select count(*) as chunks,
        coalesce(sum(length("pageContent")), 0) as chars from document_chunk
        where ${ofEdition(scope, of)}`.execute(db);
      return { chunks: Number(rows[0]?.chunks ?? 0), chars: Number(rows[0]?.chars ?? 0) };
    },

    async page(scope: Scope, of: EditionPlace, most: number): Promise<EditionChunk[]> {
      const { rows } = await sql<EditionChunk>`select id, "chunkNo", hash, "parentKey" from document_chunk
        where ${ofEdition(scope, of)} order by "chunkNo" limit ${sql.lit(most)}`.execute(db);
      return rows;
    },

    /** Moves chunks with their parents from one batch to the end of another, in their order. */
    async move(
      { workspaceId }: Scope,
      rows: readonly EditionChunk[],
      { from, to, after }: { from: string; to: string; after: number },
    ): Promise<void> {
      const first = Number(rows[0]?.chunkNo ?? 0);
      const ids = inList(rows.map(({ id }) => id));
      await sql`update document_chunk set batch = ${to}, "chunkNo" = "chunkNo" + ${after + 1 - first}
        where "workspaceId" = ${workspaceId} and id in (${ids})`.execute(db);
      await sql`update document_parent set batch = ${to} where "workspaceId" = ${workspaceId}
        and batch = ${from} and key in (${inList(parentsOf(rows))})`.execute(db);
    },

    async remove({ workspaceId }: Scope, batch: string, rows: readonly EditionChunk[]): Promise<void> {
      const ids = inList(rows.map(({ id }) => id));
      await sql`delete from document_chunk where "workspaceId" = ${workspaceId} and id in (${ids})`.execute(
        db,
      );
      await sql`delete from document_parent where "workspaceId" = ${workspaceId}
        and batch = ${batch} and key in (${inList(parentsOf(rows))})`.execute(db);
    },
  };
}
