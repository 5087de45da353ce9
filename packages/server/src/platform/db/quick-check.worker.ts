import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Checks every page of a database; sends the problem, or null. */
function check(path: string): string | null {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const [row] = database.prepare('pragma quick_check(1)').all();
    const found = String(Object.values(row ?? {})[0]);
    return found === 'ok' ? null : found;
  } catch (error) {
    return (error as Error).message;
  } finally {
    database.close();
  }
}

parentPort?.postMessage(check(String(workerData)));
