import { useMemo, useRef } from 'react';
import { useCanvasKeys } from '../../features/canvas/view/use-canvas-keys.ts';
import { showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import type { Panels } from './use-panels.ts';

/** The keys of the drawing, while it is the part in sight. */
export function CanvasKeys({ panels, onSearch }: { panels: Panels; onSearch: () => void }) {
  const latest = useRef({ panels, onSearch });
  latest.current = { panels, onSearch };
  const actions = useMemo(
    () => ({
      openConnect: (nodeId: string) => showCanvasDialog({ kind: 'connect', nodeId }),
      openPalette: (isSearch: boolean) => {
        const { panels: now, onSearch: focus } = latest.current;
        if (isSearch || !now.isPaletteOpen) focus();
        else now.setPalette(false);
      },
      openNode: () => latest.current.panels.openTab('inspector'),
    }),
    [],
  );
  useCanvasKeys(actions);
  return null;
}
