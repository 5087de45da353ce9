import type { Database } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import type { FileStore } from './file-store.ts';
import { unusedOf } from './owned-files.ts';
import { type IncomingFile, type TakenFile, takeFile } from './take-file.ts';

export type TakeFile = (file: IncomingFile, maxBytes: number) => Promise<TakenFile>;

/** Gives `use` a function to store files, and afterwards removes those without an owner, also when it has thrown. */
export async function withTakenFiles<T>(
  { db, files }: { db: Database; files: FileStore },
  scope: Scope,
  use: (take: TakeFile) => Promise<T>,
): Promise<T> {
  const hashes = new Set<string>();
  try {
    return await use(async (file, maxBytes) => {
      const taken = await takeFile(files, scope.workspaceId, file, maxBytes);
      hashes.add(taken.sha256);
      return taken;
    });
  } finally {
    for (const sha256 of await unusedOf(db, scope, [...hashes]))
      await files.abandon(scope.workspaceId, sha256);
  }
}
