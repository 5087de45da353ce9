import type { DBSchema, IDBPDatabase, StoreNames } from 'idb';
import type { SchemaChange } from './browser-database.ts';

/**
 * Takes a store away whose records have their key under an old name, and answers the records with the present name: what
 * is kept in a browser outlives a renaming. Nothing where there is no such store yet.
 */
export async function takeRenamed<Schema extends DBSchema>(
  database: IDBPDatabase<Schema>,
  change: SchemaChange<Schema>,
  { store, from, to }: { store: StoreNames<Schema>; from: string; to: string },
): Promise<Record<string, unknown>[]> {
  if (!database.objectStoreNames.contains(store)) return [];
  const records = (await change.objectStore(store).getAll()) as Record<string, unknown>[];
  database.deleteObjectStore(store);
  return records.map(({ [from]: key, ...record }) => ({ ...record, [to]: key }));
}
