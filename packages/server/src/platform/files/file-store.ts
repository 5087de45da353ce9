import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@tendril/contract/app-error';
import type { ByteRange, ContentStorage } from './content-storage.ts';
import { contentFolder, missingFile } from './folder-storage.ts';

/** A stored file: its name is the hash of its content. */
export interface StoredFile {
  sha256: string;
  size: number;
}

/** Content-addressed files, apart by workspace; names given by people never become paths. */
export interface FileStore {
  /** Stores the bytes durably; throws TOO_LARGE past `maxBytes`. */
  put(
    workspaceId: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    maxBytes?: number,
  ): Promise<StoredFile>;
  read(workspaceId: string, sha256: string): Promise<Buffer>;
  stream(
    workspaceId: string,
    sha256: string,
    range?: ByteRange,
  ): Promise<{ size: number; content: Readable }>;
  /** Removes bytes that are no longer used; those uploaded again meanwhile stay. */
  remove(workspaceId: string, sha256: string): Promise<void>;
  /** Removes bytes that were put and got no row, unless somebody else uses them. */
  abandon(workspaceId: string, sha256: string): Promise<void>;
}

/** Keeps the removal of a content from racing with its next upload. */
export interface RemovalGuard {
  /** Called before a content is stored: from now on it is about to be used. */
  expect(workspaceId: string, sha256: string): Promise<void>;
  /** It is not going to be used after all. */
  abandon(workspaceId: string, sha256: string): Promise<void>;
  /** Removes a content, now or later, unless it is used or about to be. */
  remove(workspaceId: string, sha256: string): Promise<void>;
}

const idForm = /^[A-Za-z0-9_-]{1,64}$/;
const hashForm = /^[0-9a-f]{64}$/;

/** Files in a storage. What is being received lies in `<home>/files` until its hash is known. */
export function createFileStore(home: string, storage: ContentStorage, guard: RemovalGuard): FileStore {
  return {
    async put(workspaceId, content, maxBytes = Number.POSITIVE_INFINITY) {
      requireId(workspaceId);
      const folder = join(home, contentFolder, workspaceId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.draft-${randomBytes(8).toString('hex')}`);
      try {
        const stored = await writeDraft(draft, content, maxBytes);
        await guard.expect(workspaceId, stored.sha256);
        await storage.store(workspaceId, stored.sha256, { path: draft, size: stored.size });
        return stored;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(workspaceId, sha256) {
      requireName(workspaceId, sha256);
      return storage.read(workspaceId, sha256);
    },
    async stream(workspaceId, sha256, range) {
      requireName(workspaceId, sha256);
      return storage.stream(workspaceId, sha256, range);
    },
    async remove(workspaceId, sha256) {
      requireName(workspaceId, sha256);
      await guard.remove(workspaceId, sha256);
    },
    async abandon(workspaceId, sha256) {
      requireName(workspaceId, sha256);
      await guard.abandon(workspaceId, sha256);
      await guard.remove(workspaceId, sha256);
    },
  };
}

function requireId(workspaceId: string): void {
  if (!idForm.test(workspaceId)) throw missingFile();
}

function requireName(workspaceId: string, sha256: string): void {
  requireId(workspaceId);
  if (!hashForm.test(sha256)) throw missingFile();
}

async function writeDraft(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const part of content instanceof Uint8Array ? [content] : content) {
      size += part.length;
      if (size > maxBytes) throw new AppError('TOO_LARGE', 'The file is larger than allowed.');
      hash.update(part);
      await file.writeFile(part);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}
