import type { DatabaseTransaction } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { IndexSnapshot, RowBits } from '../index/public.ts';
import { chooseOutside } from './choose-outside.ts';
import { listOutside } from './list-outside.ts';
import { createOutsideActs } from './outside-acts.ts';
import type { OutsideChoice } from './outside-client.ts';
import { createOutsideClients } from './outside-clients.ts';
import type { OutsideParts } from './outside-parts.ts';
import { type OutsideStoreRow, outsideStoreStore } from './outside-stores.store.ts';
import { outsideWork } from './outside-work.ts';
import { searchOutside } from './search-outside.ts';
import { startOutside } from './start-outside.ts';
import { outsideHandler } from './sync-outside.ts';

/** A failed one is tried again on its own after this time. */
const againMs = 10 * 60_000;

/** A question that a vector store elsewhere answers. */
export interface OutsideSearch {
  /** The texts nearest to it that may be found, in no certain order. */
  search(
    snapshot: IndexSnapshot,
    question: { vector: Float32Array; topK: number; depth: number; mask: RowBits; isMasked: boolean },
  ): Promise<number[]>;
}

/** The vector stores elsewhere of knowledge bases: which is chosen, which answers, and what becomes of the others. */
export function createOutsideStores(parts: OutsideParts) {
  const { db, jobs } = parts;
  const store = outsideStoreStore(db);
  const clients = createOutsideClients(parts.openClient);
  jobs.register(outsideHandler(parts));

  async function start(rows: readonly Pick<OutsideStoreRow, 'id' | 'workspaceId'>[]): Promise<void> {
    if (rows.length === 0) return;
    await db.transaction().execute(async (trx) => {
      for (const row of rows) await startOutside(trx, jobs, row);
    });
    jobs.poke();
  }

  return {
    ...createOutsideActs(parts),
    list: (scope: Scope, storeId: string) => listOutside(parts, scope, storeId),
    choose: (trx: DatabaseTransaction, scope: Scope, storeId: string, choice: OutsideChoice | null) =>
      chooseOutside(trx, jobs, scope, storeId, choice),

    /** Asks for what was written or deleted here to be so elsewhere; the same happens every minute. */
    async bringInStep(scope: Scope, storeId: string): Promise<void> {
      await start((await store.list(scope, storeId)).filter(({ state }) => state !== 'old'));
    },

    /** Asks for whatever is not in step. */
    async sweep(): Promise<void> {
      await start(await outsideWork(db, Date.now() - againMs));
    },

    /** How questions by a model are answered elsewhere; undefined where they are answered here. */
    async searchOf(
      scope: Scope,
      storeId: string,
      embedding: string,
      signal: AbortSignal,
    ): Promise<OutsideSearch | undefined> {
      const row = await store.live(scope, storeId, embedding);
      if (!row) return undefined;
      return {
        async search(snapshot, question) {
          // It is kept for others: the end of this question is no matter of its opening.
          const client = await clients.of(row, new AbortController().signal);
          try {
            return await searchOutside({ db, snapshot, client, row }, { ...question, signal });
          } catch (error) {
            clients.forget(row.id);
            throw error;
          }
        },
      };
    },
  };
}

export type OutsideStores = ReturnType<typeof createOutsideStores>;
