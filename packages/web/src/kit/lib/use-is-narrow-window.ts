import { useSyncExternalStore } from 'react';

const query = '(max-width: 899px)';

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the window is too narrow for the drawer to stand beside the page. */
export function useIsNarrowWindow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
