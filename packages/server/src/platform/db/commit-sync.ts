import { closeSync, fdatasync, openSync } from 'node:fs';
import type { Database, DatabaseTransaction } from './schema.ts';

/**
 * Puts commits of the embedded database on disk apart from the transaction that made them: waiting for the disk is left
 * to a thread, so that meanwhile the process answers others, and one wait serves every commit before it.
 */
export class CommitSync {
  readonly #path: string;
  #file: number | undefined;
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  #isDeferred = false;
  #isEnabled = false;

  /** `path`: the log that commits are appended to. */
  constructor(path: string) {
    this.#path = path;
  }

  get isEnabled(): boolean {
    return this.#isEnabled;
  }

  /** Not called where the file system does not allow such a log: there the database waits for the disk itself. */
  enable(): void {
    this.#isEnabled = true;
  }

  /** Called within a transaction by one who calls `flush` after its commit, when the connection is free again. */
  defer(): void {
    this.#isDeferred = true;
  }

  /** Whether the transaction that ends now was deferred. */
  takeDeferred(): boolean {
    const isDeferred = this.#isDeferred;
    this.#isDeferred = false;
    return isDeferred;
  }

  /** Resolves once everything that has been committed until now is on disk. */
  flush(): Promise<void> {
    if (!this.#isEnabled) return Promise.resolve();
    // One under way may have begun before the last commit; the next covers it, and all until it begins.
    this.#waiting ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#waiting = undefined;
        this.#running = this.#sync();
        return this.#running;
      });
    return this.#waiting;
  }

  async close(): Promise<void> {
    await this.#waiting?.catch(() => {});
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#file ??= openSync(this.#path, 'r+');
      fdatasync(this.#file, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/**
 * Called within a transaction that is a step on the way to another: it is on disk with the next commit that waits for the
 * disk, at the latest. Until then it outlives the process, and only a loss of power takes it back, with all after it.
 */
export function leaveToNextCommit(trx: DatabaseTransaction): void {
  commitSyncOf(trx as Database)?.defer();
}

/** How commits of `db` come to the disk; undefined where its server sees to it. */
export function commitSyncOf(db: Database): CommitSync | undefined {
  const { adapter } = db.getExecutor();
  return 'sync' in adapter && adapter.sync instanceof CommitSync ? adapter.sync : undefined;
}
