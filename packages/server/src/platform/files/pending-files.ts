/** Longer than any request takes from the bytes to the row. */
const longestMs = 10 * 60_000;

interface Pending {
  /** Requests in progress with this content. */
  count: number;
  at: number;
}

const pending = new Map<string, Pending>();
const keyOf = (workspaceId: string, sha256: string) => `${workspaceId}/${sha256}`;

/** Contents that are stored and that no row refers to yet: deleting the same content elsewhere must leave them. */
export const pendingFiles = {
  add(workspaceId: string, sha256: string): void {
    const now = Date.now();
    // In order of time; entries whose request never finished are dropped here.
    for (const [key, { at }] of pending) {
      if (now - at < longestMs) break;
      pending.delete(key);
    }
    const key = keyOf(workspaceId, sha256);
    const count = (pending.get(key)?.count ?? 0) + 1;
    pending.delete(key);
    pending.set(key, { count, at: now });
  },
  has: (workspaceId: string, sha256: string): boolean => pending.has(keyOf(workspaceId, sha256)),
  /** One request has finished: a row refers to the content, or it was abandoned. */
  settle(workspaceId: string, sha256: string): void {
    const key = keyOf(workspaceId, sha256);
    const found = pending.get(key);
    if (found && found.count > 1) found.count -= 1;
    else pending.delete(key);
  },
};
