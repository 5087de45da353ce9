import type { DatabaseSync } from 'node:sqlite';

/**
 * Adds sqlite-vec's functions to a connection, where this platform has them, and then lets it load nothing more.
 * Without them vectors are compared in our own code.
 */
export async function loadVectorFunctions(database: DatabaseSync): Promise<void> {
  try {
    const { getLoadablePath } = await import('sqlite-vec');
    database.loadExtension(getLoadablePath());
  } catch {
    // No package for this platform: whoever needs the functions asks whether they are there.
  } finally {
    database.enableLoadExtension(false);
  }
}
