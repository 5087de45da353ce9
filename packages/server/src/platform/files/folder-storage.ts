import { constants, createReadStream, rmSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tendril/contract/app-error';
import type { ContentStorage } from './content-storage.ts';

/** The folder of the home that holds contents, one folder per workspace. */
export const contentFolder = 'files';

export interface FolderStorage extends ContentStorage {
  /** Removes a content in one step, so that nothing can happen between a check and this. */
  removeNow(workspaceId: string, sha256: string): void;
  has(workspaceId: string, sha256: string): Promise<boolean>;
}

/** Contents in `<home>/files`. */
export function createFolderStorage(home: string): FolderStorage {
  const pathOf = (workspaceId: string, sha256: string) => join(home, contentFolder, workspaceId, sha256);

  return {
    async store(workspaceId, sha256, source) {
      const path = pathOf(workspaceId, sha256);
      if ('path' in source) return rename(source.path, path);
      const draft = join(home, contentFolder, workspaceId, `.draft-${process.pid}-${sha256}`);
      await mkdir(join(home, contentFolder, workspaceId), { recursive: true, mode: 0o700 });
      try {
        await writeFile(draft, source.bytes, { mode: 0o600, flush: true });
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
    },
    read: (workspaceId, sha256) =>
      readFile(pathOf(workspaceId, sha256), { flag: constants.O_RDONLY | constants.O_NOFOLLOW }).catch(
        refuseMissing,
      ),
    async stream(workspaceId, sha256, range) {
      const path = pathOf(workspaceId, sha256);
      const { size } = await stat(path).catch(refuseMissing);
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(refuseMissing);
      return { size, content: createReadStream('', { fd: handle, ...range }) };
    },
    remove: (workspaceId, sha256) => rm(pathOf(workspaceId, sha256), { force: true }),
    removeNow: (workspaceId, sha256) => rmSync(pathOf(workspaceId, sha256), { force: true }),
    has: (workspaceId, sha256) =>
      stat(pathOf(workspaceId, sha256)).then(
        (entry) => entry.isFile(),
        () => false,
      ),
  };
}

/** The error for a content that is not there. */
export function missingFile(): AppError {
  return new AppError('NOT_FOUND', 'File not found.');
}

// ELOOP is a symbolic link, which is never ours.
function refuseMissing(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' || error.code === 'ELOOP' ? missingFile() : error;
}
