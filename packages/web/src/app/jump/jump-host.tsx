import { lazy, Suspense, useEffect } from 'react';
import { usePageTitleStore } from '../../kit/state/page-title-store.ts';
import { closeJump, openJump, useJump } from './jump-store.ts';
import { rememberPlace } from './recent-places.ts';

const JumpDialog = lazy(() => import('./jump-dialog.tsx').then((module) => ({ default: module.JumpDialog })));

/** Opens global search with Ctrl K from anywhere; its dialog is loaded on first use. */
export function JumpHost() {
  const isOpen = useJump((jump) => jump.isOpen);
  useEffect(() => usePageTitleStore.subscribe(rememberPlace), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isChord || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
      event.preventDefault();
      openJump();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? (
    <Suspense fallback={null}>
      <JumpDialog onClose={closeJump} />
    </Suspense>
  ) : null;
}
