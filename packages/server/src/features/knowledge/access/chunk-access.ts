import type { Database } from '../../../platform/db/schema.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { mayRead, publicCallers } from './access-list.ts';
import { accessListStore } from './access-lists.store.ts';

/** A knowledge base, and whether its lists decide. */
export interface AccessedStore extends Scope {
  id: string;
  audience: 'open' | 'restricted';
}

/** The lists under which these callers may read; undefined where they may read everything. */
export async function readableLists(
  db: Database,
  store: AccessedStore,
  callers: readonly string[] = publicCallers,
): Promise<string[] | undefined> {
  if (store.audience === 'open') return undefined;
  const tokens = new Set(callers);
  return (await accessListStore(db).distinct(store, store.id)).filter((list) => mayRead(list, tokens));
}
