import type { SourceDocument } from '@tendril/contract/provider/document';
import { storableJson } from '@tendril/contract/storable-json';
import { mintOrderedId } from '../../../platform/db/ordered-id.ts';
import type { ChunkRow } from './chunks.store.ts';
import type { ParentRow } from './parents.store.ts';
import { hashOf } from './text-hash.ts';

/** Where chunks belong. */
interface ChunkPlacing {
  workspaceId: string;
  storeId: string;
  loaderId: string;
  batch: string;
  /** Chunks of the batch before them. */
  before: number;
  /** Null where the loader reads no files. */
  fileId: string | null;
  /** The reading of the file. */
  edition?: string | null;
}

/** Parents of two readings, or of two files of a loader, are two, whatever they hold. */
const parentKeyOf = ({ fileId, edition }: ChunkPlacing, key: string) =>
  [fileId, edition, key].filter((part) => part !== null && part !== undefined).join('/');

/** Chunks as rows. */
export function toChunkRows(placing: ChunkPlacing, chunks: readonly SourceDocument[]): ChunkRow[] {
  return chunks.map(({ pageContent, metadata, indexText = null, parent }, index) => ({
    id: mintOrderedId(),
    ...{ workspaceId: placing.workspaceId, storeId: placing.storeId, loaderId: placing.loaderId },
    batch: placing.batch,
    chunkNo: placing.before + index + 1,
    hash: hashOf(indexText ?? pageContent),
    editedFrom: null,
    pageContent,
    metadata: storableJson(metadata),
    indexText,
    parentKey: parent ? parentKeyOf(placing, parent.key) : null,
    fileId: placing.fileId,
    edition: placing.edition ?? null,
  }));
}

/** The longer texts of these chunks, each once. */
export function toParentRows(placing: ChunkPlacing, chunks: readonly SourceDocument[]): ParentRow[] {
  const texts = new Map(
    chunks.flatMap(({ parent }) => (parent ? [[parentKeyOf(placing, parent.key), parent.text]] : [])),
  );
  const { workspaceId, storeId, loaderId, batch } = placing;
  return [...texts].map(([key, text]) => ({ workspaceId, storeId, loaderId, batch, key, text }));
}
