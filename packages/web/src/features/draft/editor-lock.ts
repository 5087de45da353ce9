const lockOf = (editorId: string) => `draft-desk:${editorId}`;

/** How long a closing tab may take to let go of its lock. */
const patienceMs = 400;

/**
 * Holds a lock that marks this session as open until the returned function is called; a crashed tab releases it.
 * Without locks (a page that is not on a secure origin) there is no sign, and a second tab merges what it finds.
 */
export function holdEditorLock(editorId: string): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(lockOf(editorId), () => held).catch(() => undefined);
  return release;
}

/** Whether the session of a draft is still open in another tab, which is then responsible for it. */
export async function isEditorOpen(editorId: string): Promise<boolean> {
  if (!navigator.locks) return false;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    await navigator.locks.request(lockOf(editorId), { signal }, () => undefined);
    return false;
  } catch {
    return true;
  }
}
