import { type InferResult, sql } from 'kysely';
import { isOfShownEdition } from '../../../platform/db/current-chunk.ts';
import { runKept } from '../../../platform/db/kept-statement.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { listOfChunk } from '../access/public.ts';

/** A current chunk, with the number of its text and where it comes from. */
export type FoundRow = Awaited<ReturnType<ReturnType<typeof foundChunkStore>['ofTexts']>>[number];

/** Reads the chunks behind found texts. */
export function foundChunkStore(db: Database) {
  const current = (scope: Scope, storeId: string) =>
    db
      .selectFrom('chunk_text')
      .innerJoin('document_store_loader as loader', 'loader.id', 'chunk_text.loaderId')
      .innerJoin('document_chunk as chunk', (join) =>
        join.onRef('chunk.batch', '=', 'loader.batch').onRef('chunk.hash', '=', 'chunk_text.hash'),
      )
      .leftJoin('document_file as file', 'file.id', 'chunk.fileId')
      .selectAll('chunk')
      .select([
        'chunk_text.seq as textSeq',
        'loader.loaderName',
        'loader.source',
        listOfChunk.as('accessList'),
      ])
      // By their numbers: SQLite would else go through all texts of the workspace.
      .where(sql`chunk_text."workspaceId" || ''`, '=', scope.workspaceId)
      .where(sql`chunk_text."storeId" || ''`, '=', storeId)
      .where(isOfShownEdition('chunk'));

  return {
    /** In the order of their numbers. */
    async ofTexts(scope: Scope, storeId: string, textSeqs: readonly number[]) {
      if (textSeqs.length === 0) return [];
      const build = () =>
        current(scope, storeId).where('chunk_text.seq', 'in', textSeqs).orderBy('chunk.chunkNo');
      const { rows } = await runKept<InferResult<ReturnType<typeof build>>[number]>(
        db,
        `found chunks ${textSeqs.length}`,
        () => build().compile().sql,
        [scope.workspaceId, storeId, ...textSeqs],
        { isPrepared: true },
      );
      return rows;
    },

    /** One chunk, with its text's number where it has been embedded. */
    find: (scope: Scope, storeId: string, id: string) =>
      db
        .selectFrom('document_chunk as chunk')
        .innerJoin('document_store_loader as loader', (join) =>
          join.onRef('loader.id', '=', 'chunk.loaderId').onRef('loader.batch', '=', 'chunk.batch'),
        )
        .leftJoin('chunk_text', (join) =>
          join
            .onRef('chunk_text.loaderId', '=', 'chunk.loaderId')
            .onRef('chunk_text.hash', '=', 'chunk.hash'),
        )
        .leftJoin('document_file as file', 'file.id', 'chunk.fileId')
        .selectAll('chunk')
        .select([
          'chunk_text.seq as textSeq',
          'loader.loaderName',
          'loader.source',
          listOfChunk.as('accessList'),
        ])
        .where('chunk.workspaceId', '=', scope.workspaceId)
        .where('chunk.storeId', '=', storeId)
        .where('chunk.id', '=', id)
        .where(isOfShownEdition('chunk'))
        .executeTakeFirst(),
  };
}
