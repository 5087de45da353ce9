import type { Database, DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { isPostgres } from '../../../platform/db/sequence-column.ts';

/** What jobs have written, each under its own name, until a loader names it. */
export function batchStore(trx: DatabaseTransaction) {
  return {
    /** Whether a loader finds the batch, or its job is still to fill it; the job cannot begin before this transaction ends. */
    async isUsed(
      { workspaceId }: Scope,
      { loaderId, batch }: { loaderId: string; batch: string },
    ): Promise<boolean> {
      const job = await trx
        .selectFrom('job')
        .select('state')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', batch)
        .$if(isPostgres(trx as Database), (query) => query.forShare())
        .executeTakeFirst();
      if (job && ['waiting', 'running', 'paused'].includes(job.state)) return true;
      const loader = await trx
        .selectFrom('document_store_loader')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', loaderId)
        .where('batch', '=', batch)
        .executeTakeFirst();
      return loader !== undefined;
    },

    /** Deletes so many chunks, then parents; returns how many there were of them. */
    async removeSome({ workspaceId }: Scope, batch: string, most: number): Promise<number> {
      const chunks = await trx
        .selectFrom('document_chunk')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('batch', '=', batch)
        .orderBy('chunkNo')
        .limit(most)
        .execute();
      const ids = chunks.map(({ id }) => id);
      if (ids.length > 0) await trx.deleteFrom('document_chunk').where('id', 'in', ids).execute();
      const left = most - ids.length;
      if (left === 0) return most;
      const parents = await trx
        .selectFrom('document_parent')
        .select('key')
        .where('workspaceId', '=', workspaceId)
        .where('batch', '=', batch)
        .orderBy('key')
        .limit(left)
        .execute();
      const keys = parents.map(({ key }) => key);
      if (keys.length > 0)
        await trx.deleteFrom('document_parent').where('batch', '=', batch).where('key', 'in', keys).execute();
      return ids.length + keys.length;
    },
  };
}
