import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** How long the end of the log waits for somebody who writes, or reads what is to be overwritten. */
const patienceMs = 200;

const database = new DatabaseSync(String(workerData), { timeout: patienceMs });
// The log is on disk before its pages are in the database, and these before the log starts over.
database.exec('pragma synchronous = normal');

parentPort?.on('message', (mode: 'passive' | 'restart' | 'close') => {
  if (mode === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  try {
    database.prepare(`pragma wal_checkpoint(${mode})`).get();
    parentPort?.postMessage(null);
  } catch (error) {
    parentPort?.postMessage((error as Error).message);
  }
});
