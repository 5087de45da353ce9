/**
 * Fetches the parts of a canvas that are shown on demand while nothing else is to do: whoever loses the network then
 * still has them.
 */
export function fetchPartsWhenIdle(): () => void {
  const fetchAll = () => {
    const parts = [
      import('../../kit/params/code-editor.tsx'),
      import('../../features/draft/conflict-view.tsx'),
      import('../../features/versions/versions-view.tsx'),
      import('../../features/canvas/inspect/problems-panel.tsx'),
      import('../../features/chat/chat-panel.tsx'),
    ];
    // What cannot be had now is fetched when it is wanted, and told then.
    for (const part of parts) part.catch(() => undefined);
  };
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, 1500);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(fetchAll, { timeout: 4000 });
  return () => cancelIdleCallback(idle);
}
