import { createRests } from '../../../platform/db/create-rests.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { loopTurn } from '../../../platform/loop-turn.ts';
import { type ProcessParts, storeLoaderStore } from '../document-stores/public.ts';
import { storeIndexStore } from '../index/public.ts';
import { documentFileStore, documentFileWrites } from './document-files.store.ts';
import { fileChunkStore } from './file-chunks.store.ts';
import { hiddenEditionStore } from './hidden-editions.store.ts';
import { changedTotals, removeUnused } from './put-file.ts';
import { removeEditions } from './remove-editions.ts';

/** The chunks of a larger file are deleted page by page, once nobody finds them. */
const mostAtOnce = 200;

/** Takes files and their chunks out, one after the other, so that nothing else waits for long. */
export async function removeFiles(
  { db }: Pick<ProcessParts, 'db'>,
  { workspaceId }: Scope,
  loaderId: string,
  fileIds: readonly string[],
): Promise<void> {
  const scope = { workspaceId };
  const rest = createRests();
  for (const fileId of fileIds) {
    const [file] = await documentFileStore(db).findMany(scope, loaderId, [fileId]);
    if (!file) continue;
    await db.transaction().execute(async (trx) => {
      await storeIndexStore(trx).count(scope, file.storeId, true);
      const loader = await storeLoaderStore(trx).find(scope, loaderId);
      await documentFileWrites(trx).remove(scope, [fileId]);
      if (!loader?.batch) return;
      const of = { fileId, batch: loader.batch };
      if (file.chunks > mostAtOnce) {
        const edition = file.edition ?? fileId;
        const hidden = { workspaceId, storeId: file.storeId, loaderId, fileId, jobId: null };
        await hiddenEditionStore(trx).hide({ edition, ...hidden });
        const less = { chunks: -file.chunks, chars: -Number(file.chars) };
        await storeLoaderStore(trx).update(scope, loaderId, changedTotals(loader, less));
        return;
      }
      const chunks = fileChunkStore(trx);
      const hashes = loader.vectorRevision === null ? [] : await chunks.hashes(scope, of);
      const totals = await chunks.totals(scope, of);
      await loopTurn();
      await chunks.remove(scope, of);
      await loopTurn();
      const less = { chunks: -totals.chunks, chars: -totals.chars };
      await storeLoaderStore(trx).update(scope, loaderId, changedTotals(loader, less));
      const place = { workspaceId, storeId: file.storeId, loaderId, batch: loader.batch };
      await removeUnused(trx, place, hashes);
    });
    const { storeId } = file;
    if (file.chunks > mostAtOnce) await removeEditions(db, { workspaceId, storeId, id: loaderId });
    await rest();
  }
}
