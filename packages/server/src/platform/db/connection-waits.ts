import type { Pool, PoolClient } from 'pg';

type WatchedPool = Pick<Pool, 'connect' | 'idleCount' | 'totalCount' | 'waitingCount'>;

interface Wait {
  startedAt: number;
}

/** How long queries wait for a connection of the pool. The embedded database has one connection, and nobody waits. */
export interface ConnectionWaits {
  /** The pool's `connect`, measured. */
  watch(pool: WatchedPool, size: number): () => Promise<PoolClient>;
  /** How many wait now; undefined without a pool. */
  readonly count: number | undefined;
  /**
   * The longest wait since the last call, those included that last. Only for connections that others held: opening one
   * takes its time too, but is no load.
   */
  takeLongestMs(): number;
}

/** Measures waits for a connection; `onWait` gets each one when it is over. */
export function createConnectionWaits(onWait: (ms: number) => void = () => {}): ConnectionWaits {
  let watched: WatchedPool | undefined;
  /** In the order in which they began. */
  const open = new Set<Wait>();
  let longestMs = 0;

  async function connect(pool: WatchedPool, size: number): Promise<PoolClient> {
    const isFull = pool.idleCount === 0 && pool.totalCount >= size;
    const wait: Wait = { startedAt: performance.now() };
    if (isFull) open.add(wait);
    try {
      return await pool.connect();
    } finally {
      const ms = performance.now() - wait.startedAt;
      if (open.delete(wait)) longestMs = Math.max(longestMs, ms);
      onWait(ms);
    }
  }

  return {
    watch(pool, size) {
      watched = pool;
      return () => connect(pool, size);
    },
    get count() {
      return watched?.waitingCount;
    },
    takeLongestMs() {
      const [oldest] = open;
      const ms = Math.max(longestMs, oldest ? performance.now() - oldest.startedAt : 0);
      longestMs = 0;
      return ms;
    },
  };
}
