import type { Database } from '../../../platform/db/schema.ts';
import type { StoreRow } from './document-stores.store.ts';
import { moveStoreVectors } from './move-vectors.ts';

const mostKnown = 10_000;

/** Moves what the release before stored of a knowledge base before it is searched for the first time here. */
export function createStorePreparation(db: Database): (store: StoreRow) => Promise<void> {
  const known = new Map<string, Promise<void>>();
  return (store) => {
    const before = known.get(store.id);
    if (before) return before;
    if (known.size >= mostKnown) known.clear();
    const moving = moveStoreVectors(db, store, store.id);
    known.set(store.id, moving);
    // Questions after a failure try again.
    moving.catch(() => known.delete(store.id));
    return moving;
  };
}
