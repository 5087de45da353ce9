import { AppError } from '@tendril/contract/app-error';
import type { Database } from '../../../platform/db/schema.ts';
import { accessListStore } from './access-lists.store.ts';
import { type AccessedStore, readableLists } from './chunk-access.ts';

/** Whether these callers may read all of a knowledge base, whatever list it is under. */
export async function mayReadWhole(
  db: Database,
  store: AccessedStore,
  callers: readonly string[],
): Promise<boolean> {
  const readable = await readableLists(db, store, callers);
  return !readable || readable.length === (await accessListStore(db).distinct(store, store.id)).length;
}

/** Throws FORBIDDEN unless these callers may read all of a knowledge base, whatever list it is under. */
export async function requireWhole(
  db: Database,
  store: AccessedStore,
  callers: readonly string[],
): Promise<void> {
  if (await mayReadWhole(db, store, callers)) return;
  throw new AppError(
    'FORBIDDEN',
    'Its saved questions hold passages of everything in it: only an owner who may read all of this knowledge base sees them.',
  );
}
