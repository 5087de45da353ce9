/** Longer than any request takes from the bytes to the row. */
const longestMs = 10 * 60_000;

const pending = new Map<string, number>();
const keyOf = (workspaceId: string, sha256: string) => `${workspaceId}/${sha256}`;

/** Contents that are stored and that no row leads to yet: whoever deletes the same content elsewhere leaves them. */
export const pendingFiles = {
  add(workspaceId: string, sha256: string): void {
    const now = Date.now();
    // In order of time; what failed on its way to a row is forgotten here.
    for (const [key, at] of pending) {
      if (now - at < longestMs) break;
      pending.delete(key);
    }
    pending.delete(keyOf(workspaceId, sha256));
    pending.set(keyOf(workspaceId, sha256), now);
  },
  has: (workspaceId: string, sha256: string): boolean => pending.has(keyOf(workspaceId, sha256)),
  settle: (workspaceId: string, sha256: string): void => void pending.delete(keyOf(workspaceId, sha256)),
};
