import { leaveToNextCommit } from '../../../platform/db/commit-sync.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { type LoaderRow, storeLoaderStore } from '../document-stores/public.ts';
import { unusedTextWrites } from '../index/public.ts';
import { type EditionPlace, editionChunkStore, hiddenEditionStore } from './hidden-editions.store.ts';

const chunksAtOnce = 100;

/**
 * Deletes what is not to be found any more of a loader's files, a page in each transaction; goes on after a stop where
 * it was. Returns how many texts are gone.
 */
export async function removeEditions(
  db: Database,
  { workspaceId, storeId, id: loaderId }: Pick<LoaderRow, 'workspaceId' | 'storeId' | 'id'>,
): Promise<number> {
  const scope = { workspaceId };
  let count = 0;
  for (const { edition, fileId } of await hiddenEditionStore(db).outdated(scope, loaderId)) {
    const batch = (await storeLoaderStore(db).find(scope, loaderId))?.batch;
    const of = { fileId, edition: edition === fileId ? null : edition };
    if (batch)
      count += await removePages(db, scope, { ...of, batch }, (trx, hashes) =>
        unusedTextWrites(trx).removeUnused(scope, { storeId, loaderId, batch }, hashes),
      );
    await hiddenEditionStore(db).show(scope, edition);
  }
  return count;
}

/** Deletes the chunks of an edition that nobody finds; returns the sum of what `after` returns for each page. */
export async function removePages(
  db: Database,
  scope: Scope,
  of: EditionPlace,
  after: (trx: DatabaseTransaction, hashes: readonly string[]) => Promise<number> = async () => 0,
): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await editionChunkStore(db).page(scope, of, chunksAtOnce);
    if (rows.length === 0) return count;
    await loopTurn();
    count += await db.transaction().execute(async (trx) => {
      leaveToNextCommit(trx);
      await editionChunkStore(trx).remove(scope, of.batch, rows);
      await loopTurn();
      const removed = await after(
        trx,
        rows.map(({ hash }) => hash),
      );
      await loopTurn();
      return removed;
    });
    // To look for more would be to pass every chunk that comes after them.
    if (rows.length < chunksAtOnce) return count;
    await loopTurn();
  }
}
