import { createHash, randomBytes } from 'node:crypto';
import { constants, createReadStream, type ReadStream, rmSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tendril/contract/app-error';
import { pendingFiles } from './pending-files.ts';

/** A stored file: its name is the hash of its content. */
export interface StoredFile {
  sha256: string;
  size: number;
}

/** Content-addressed files, one folder per workspace; names given by people never become paths. */
export interface FileStore {
  /** Stores the bytes durably; throws TOO_LARGE past `maxBytes`. */
  put(
    workspaceId: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    maxBytes?: number,
  ): Promise<StoredFile>;
  read(workspaceId: string, sha256: string): Promise<Buffer>;
  stream(workspaceId: string, sha256: string): Promise<{ size: number; content: ReadStream }>;
  /** Removes bytes that nobody uses any more; those uploaded again meanwhile stay. */
  remove(workspaceId: string, sha256: string): Promise<void>;
}

const idForm = /^[A-Za-z0-9_-]{1,64}$/;
const hashForm = /^[0-9a-f]{64}$/;

/** Whether a row refers to a content. */
type IsUsed = (workspaceId: string, sha256: string) => Promise<boolean>;

/** The embedded file store under `<home>/files`; without `isUsed` removal is unconditional. */
export function createFileStore(home: string, isUsed?: IsUsed): FileStore {
  const folderOf = (workspaceId: string) => {
    if (!idForm.test(workspaceId)) throw missing();
    return join(home, 'files', workspaceId);
  };
  const pathOf = (workspaceId: string, sha256: string) => {
    if (!hashForm.test(sha256)) throw missing();
    return join(folderOf(workspaceId), sha256);
  };

  return {
    async put(workspaceId, content, maxBytes = Number.POSITIVE_INFINITY) {
      const folder = folderOf(workspaceId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.draft-${randomBytes(8).toString('hex')}`);
      try {
        const stored = await writeDraft(draft, content, maxBytes);
        pendingFiles.add(workspaceId, stored.sha256);
        await rename(draft, join(folder, stored.sha256));
        return stored;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(workspaceId, sha256) {
      const path = pathOf(workspaceId, sha256);
      return readFile(path, { flag: constants.O_RDONLY | constants.O_NOFOLLOW }).catch(refuseMissing);
    },
    async stream(workspaceId, sha256) {
      const path = pathOf(workspaceId, sha256);
      const { size } = await stat(path).catch(refuseMissing);
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(refuseMissing);
      return { size, content: createReadStream('', { fd: handle }) };
    },
    async remove(workspaceId, sha256) {
      const path = pathOf(workspaceId, sha256);
      if (!isUsed) return rm(path, { force: true });
      if (await isUsed(workspaceId, sha256)) return;
      // Checked and removed synchronously: no upload can come in between.
      if (!pendingFiles.has(workspaceId, sha256)) rmSync(path, { force: true });
    },
  };
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

function missing(): AppError {
  return new AppError('NOT_FOUND', 'File not found.');
}

// ELOOP is a symbolic link, which is never ours.
function refuseMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' || error.code === 'ELOOP' ? missing() : error;
}
