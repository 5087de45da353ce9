/**
 * Fetches the on-demand parts of a canvas while the browser is idle: a user who then loses the network
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
    // What cannot be loaded now is loaded on demand, where an error is shown.
    for (const part of parts) part.catch(() => undefined);
  };
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, 1500);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(fetchAll, { timeout: 4000 });
  return () => cancelIdleCallback(idle);
}
