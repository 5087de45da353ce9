/** Longer than any request takes from the bytes to the row. */
const longestMs = 60 * 60_000;

interface Pending {
  workspaceId: string;
  sha256: string;
  /** Requests in progress with this content. */
  count: number;
  at: number;
}

const pending = new Map<string, Pending>();
const keyOf = (workspaceId: string, sha256: string) => `${workspaceId}/${sha256}`;

/** Contents that are stored and that no row refers to yet: deleting the same content elsewhere must leave them. */
export const pendingFiles = {
  /** Returns those whose requests never finished: they will not be used any more. */
  add(workspaceId: string, sha256: string): Pick<Pending, 'workspaceId' | 'sha256'>[] {
    const now = Date.now();
    const lost: Pending[] = [];
    // In order of time.
    for (const [key, one] of pending) {
      if (now - one.at < longestMs) break;
      pending.delete(key);
      lost.push(one);
    }
    const key = keyOf(workspaceId, sha256);
    const count = (pending.get(key)?.count ?? 0) + 1;
    pending.delete(key);
    pending.set(key, { workspaceId, sha256, count, at: now });
    return lost;
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
