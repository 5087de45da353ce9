import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction, FileTable } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { settleContents } from './content-checks.ts';
import { pendingFiles } from './pending-files.ts';

export type OwnedFile = Pick<FileTable, 'sha256' | 'size' | 'mediaType' | 'name' | 'ownerId'>;

/** The owners of stored contents: names given by people and programs lead to bytes only through these rows. */
export function ownedFileStore(db: Database | DatabaseTransaction, ownerKind: string) {
  const ofOwner = (scope: Scope, ownerId: string) =>
    db
      .selectFrom('file')
      .where('workspaceId', '=', scope.workspaceId)
      .where('ownerKind', '=', ownerKind)
      .where('ownerId', '=', ownerId);

  return {
    list: (scope: Scope, ownerId: string) => ofOwner(scope, ownerId).selectAll().execute(),

    findByName: (scope: Scope, ownerId: string, name: string) =>
      ofOwner(scope, ownerId)
        .select(['sha256', 'size'])
        .where('name', '=', name)
        .orderBy('createdAt', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async insert(scope: Scope, files: readonly OwnedFile[]): Promise<void> {
      if (files.length === 0) return;
      const { workspaceId } = scope;
      const rows = files.map((file) => ({
        ...file,
        id: randomUUID(),
        workspaceId,
        ownerKind,
        createdAt: Date.now(),
      }));
      await db.insertInto('file').values(rows).execute();
      await settleContents(
        db,
        workspaceId,
        files.map(({ sha256 }) => sha256),
      );
      for (const { sha256 } of files) pendingFiles.settle(workspaceId, sha256);
    },

    /** Deletes some files of an owner, by name; returns the contents that have no other owner. */
    async removeNamed(scope: Scope, ownerId: string, names: readonly string[]): Promise<string[]> {
      const gone = (await ofOwner(scope, ownerId).selectAll().execute()).filter((row) =>
        names.includes(row.name),
      );
      for (const { id } of gone)
        await db
          .deleteFrom('file')
          .where('workspaceId', '=', scope.workspaceId)
          .where('id', '=', id)
          .execute();
      return unusedOf(
        db,
        scope,
        gone.map((row) => row.sha256),
      );
    },

    /** Deletes an owner's files; returns the contents that have no other owner, for the file store to remove. */
    async removeAll(scope: Scope, ownerId: string): Promise<string[]> {
      const rows = await ofOwner(scope, ownerId).select('sha256').distinct().execute();
      if (rows.length === 0) return [];
      await db
        .deleteFrom('file')
        .where('workspaceId', '=', scope.workspaceId)
        .where('ownerKind', '=', ownerKind)
        .where('ownerId', '=', ownerId)
        .execute();
      return unusedOf(
        db,
        scope,
        rows.map((row) => row.sha256),
      );
    },
  };
}

/** Of these contents, those that no row refers to any more. */
export async function unusedOf(
  db: Database | DatabaseTransaction,
  { workspaceId }: Scope,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const used = await db
    .selectFrom('file')
    .select('sha256')
    .distinct()
    .where('workspaceId', '=', workspaceId)
    .where('sha256', 'in', hashes)
    .execute();
  const stillUsed = new Set(used.map((row) => row.sha256));
  return [...new Set(hashes)].filter((sha256) => !stillUsed.has(sha256));
}
