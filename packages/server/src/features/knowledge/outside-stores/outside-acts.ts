import { AppError } from '@tendril/contract/app-error';
import type { Scope } from '../../../platform/db/scope.ts';
import type { OutsideChoice } from './outside-client.ts';
import type { OutsideParts } from './outside-parts.ts';
import { type OutsideStoreRow, outsideStoreStore } from './outside-stores.store.ts';
import { outsideVectorStore } from './outside-vectors.store.ts';
import { startOutside } from './start-outside.ts';

/** A write that was stopped may have left so many vectors without a note. */
const mostUnnoted = 64;

/** What people do with the vector stores elsewhere of a knowledge base. Throws NOT_FOUND. */
export function createOutsideActs({ db, jobs }: OutsideParts) {
  const store = outsideStoreStore(db);

  async function require(scope: Scope, storeId: string, id: string): Promise<OutsideStoreRow> {
    const row = await store.find(scope, id);
    if (row?.storeId === storeId) return row;
    throw new AppError('NOT_FOUND', 'The knowledge base has no such vector store.');
  }

  async function stop(scope: Scope, id: string): Promise<void> {
    for (const job of await jobs.listOpen(scope, [id])) await jobs.cancel(scope, job.id);
  }

  return {
    /** The move to it ends. Returns what answers; null for the built-in one. Throws CONFLICT. */
    async cancel(scope: Scope, storeId: string, id: string): Promise<OutsideChoice | null> {
      if ((await require(scope, storeId, id)).state !== 'filling')
        throw new AppError('CONFLICT', 'This move has ended already.');
      await stop(scope, id);
      const live = (await store.list(scope, storeId)).find(({ state }) => state === 'live');
      return live ? { name: live.name, config: JSON.parse(live.config) as OutsideChoice['config'] } : null;
    },

    /** Brings it in step now. */
    async retry(scope: Scope, storeId: string, id: string): Promise<void> {
      const row = await require(scope, storeId, id);
      await db.transaction().execute((trx) => startOutside(trx, jobs, row));
      jobs.poke();
    },

    /** Throws CONFLICT for one that is still used. */
    async empty(scope: Scope, storeId: string, id: string): Promise<void> {
      const row = await require(scope, storeId, id);
      if (row.state !== 'old')
        throw new AppError('CONFLICT', 'Only a vector store that was left can be emptied.');
      const { embedding } = row;
      const ahead =
        embedding === null
          ? []
          : await outsideVectorStore(db).after({ ...row, embedding }, row.cursor, mostUnnoted);
      const cursor = ahead.at(-1)?.seq ?? row.cursor;
      await db.transaction().execute(async (trx) => {
        await outsideStoreStore(trx).update(scope, id, { state: 'emptying', cursor, error: null });
        await startOutside(trx, jobs, row);
      });
      jobs.poke();
    },

    /** Its vectors stay where they are. Throws CONFLICT for one that is still used. */
    async forget(scope: Scope, storeId: string, id: string): Promise<void> {
      const { state } = await require(scope, storeId, id);
      if (state === 'live' || state === 'filling')
        throw new AppError('CONFLICT', 'This vector store is in use.');
      await stop(scope, id);
      await store.remove(scope, id);
    },
  };
}
