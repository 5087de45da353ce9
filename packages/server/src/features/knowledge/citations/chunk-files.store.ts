import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';

/** A stored file that a chunk was read from. */
interface ChunkFile {
  chunkId: string;
  storeId: string;
  loaderId: string;
  fileId: string | null;
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  audience: 'open' | 'restricted';
}

interface NamedFile {
  name: string;
}

/** Finds the files that chunks were read from. */
export function chunkFileStore(db: Database) {
  const chunksOf = ({ workspaceId }: Scope) =>
    db
      .selectFrom('document_chunk as chunk')
      .innerJoin('document_store_loader as loader', 'loader.id', 'chunk.loaderId')
      .innerJoin('document_store as store', 'store.id', 'chunk.storeId')
      .leftJoin('document_file as listed', 'listed.id', 'chunk.fileId')
      .select(['chunk.id as chunkId', 'chunk.storeId', 'chunk.loaderId', 'chunk.fileId', 'chunk.metadata'])
      .select(['store.audience', 'loader.files', 'listed.key', 'listed.contentHash'])
      .where('chunk.workspaceId', '=', workspaceId);
  type Row = Awaited<ReturnType<ReturnType<typeof chunksOf>['execute']>>[number];

  async function withFiles({ workspaceId }: Scope, rows: readonly Row[]): Promise<ChunkFile[]> {
    const named = rows.flatMap((row) => {
      const name = fileNameOf(row);
      return name === undefined ? [] : [{ row, name }];
    });
    if (named.length === 0) return [];
    const stored = await db
      .selectFrom('file')
      .select(['ownerId', 'name', 'sha256', 'size', 'mediaType'])
      .where('workspaceId', '=', workspaceId)
      .where('ownerKind', '=', 'documentStore')
      .where('ownerId', 'in', [...new Set(named.map(({ row }) => row.storeId))])
      .where('name', 'in', [...new Set(named.map(({ name }) => name))])
      .orderBy('createdAt', 'desc')
      .execute();
    return named.flatMap(({ row: { contentHash, metadata: _, files: __, key: ___, ...row }, name }) => {
      const file = stored.find(
        (one) =>
          one.ownerId === row.storeId &&
          one.name === name &&
          // A file that was replaced and not read again is not what the chunk was read from.
          (contentHash === null || one.sha256 === contentHash),
      );
      if (!file) return [];
      const { sha256, size, mediaType } = file;
      return { ...row, name, sha256, size: Number(size), mediaType };
    });
  }

  return {
    /** Of chunks that are there still, and whose file is. */
    async ofChunks(scope: Scope, chunkIds: readonly string[]): Promise<ChunkFile[]> {
      if (chunkIds.length === 0) return [];
      return withFiles(scope, await chunksOf(scope).where('chunk.id', 'in', chunkIds).execute());
    },

    /** One chunk of a knowledge base. */
    findChunk: ({ workspaceId }: Scope, storeId: string, chunkId: string) =>
      db
        .selectFrom('document_chunk')
        .select(['pageContent', 'metadata', 'workspaceId', 'storeId', 'loaderId', 'fileId'])
        .where('workspaceId', '=', workspaceId)
        .where('storeId', '=', storeId)
        .where('id', '=', chunkId)
        .executeTakeFirst(),
  };
}

/** The name under which the knowledge base has the file: only one that the chunk's own loader reads. */
function fileNameOf({
  key,
  metadata,
  files,
}: {
  key: string | null;
  metadata: string;
  files: string;
}): string | undefined {
  if (key !== null) return key;
  const { source } = JSON.parse(metadata) as { source?: unknown };
  if (typeof source !== 'string') return undefined;
  return (JSON.parse(files) as NamedFile[]).some(({ name }) => name === source) ? source : undefined;
}
