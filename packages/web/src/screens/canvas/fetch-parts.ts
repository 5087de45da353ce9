/**
 * Fetches the parts of a canvas that are shown on demand while nothing else is to do: whoever loses the network then
 * still has them.
 */
export function fetchPartsWhenIdle(): () => void {
  const fetchAll = () => {
    const parts = [
      import('../../params/code-editor.tsx'),
      import('../../draft/conflict-view.tsx'),
      import('../../versions/versions-view.tsx'),
      import('../../canvas/problems-panel.tsx'),
      import('../../chat/chat-panel.tsx'),
    ];
    // What cannot be had now is fetched when it is wanted, and told then.
    for (const part of parts) part.catch(() => undefined);
  };
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, 1500);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(fetchAll, { timeout: 4000 });
  return () => cancelIdleCallback(wish);
}
