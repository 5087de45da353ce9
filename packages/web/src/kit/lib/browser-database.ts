import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';

/** The transaction that changes a store's layout; it ends when nothing of it is under way. */
export type SchemaChange<Schema extends DBSchema> = IDBPTransaction<
  Schema,
  StoreNames<Schema>[],
  'versionchange'
>;

/**
 * A database of this browser, opened by its first use and again after it was closed. The answer rejects when the
 * browser keeps nothing: a private window, a full disk, storage that is forbidden.
 */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (database: IDBPDatabase<Schema>, change: SchemaChange<Schema>) => void | Promise<void>,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;

  // Async as a whole: a browser that forbids storage throws before there is any promise.
  async function openConnection(): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(name, version, {
      upgrade: (database, _from, _to, change) => upgrade(database, change),
      // A newer page upgrades the store: this connection closes and the next use reopens it.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opening = undefined;
      },
      terminated: () => {
        opening = undefined;
      },
    });
  }

  return () => {
    if (opening) return opening;
    const begun = openConnection();
    opening = begun;
    // The next attempt opens again: private windows and full disks may recover.
    begun.catch(() => {
      opening = undefined;
    });
    return begun;
  };
}
