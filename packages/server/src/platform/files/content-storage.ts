import type { Readable } from 'node:stream';

/** Where the bytes of a content are before they are stored. */
export type ContentSource = { bytes: Uint8Array } | { path: string; size: number };

/** From `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A place for contents, each under the hash of its bytes. Throws NOT_FOUND for those that it does not have. */
export interface ContentStorage {
  /** Stores a content durably; storing it twice changes nothing. The file of a source may be moved away. */
  store(workspaceId: string, sha256: string, source: ContentSource): Promise<void>;
  read(workspaceId: string, sha256: string): Promise<Buffer>;
  /** All of it or a range; `size` is that of the whole. */
  stream(
    workspaceId: string,
    sha256: string,
    range?: ByteRange,
  ): Promise<{ size: number; content: Readable }>;
  remove(workspaceId: string, sha256: string): Promise<void>;
}
