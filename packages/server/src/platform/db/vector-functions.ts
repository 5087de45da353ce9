import type { DatabaseSync } from 'node:sqlite';

/**
 * Adds sqlite-vec's functions to a connection, where this platform has them, and then disables extension loading.
 * Without them vectors are compared in JavaScript.
 */
export async function loadVectorFunctions(database: DatabaseSync): Promise<void> {
  try {
    const { getLoadablePath } = await import('sqlite-vec');
    database.loadExtension(getLoadablePath());
  } catch {
    // No package for this platform: callers check whether the functions exist.
  } finally {
    database.enableLoadExtension(false);
  }
}
