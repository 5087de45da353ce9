import type { OnMove } from '@xyflow/react';
import { useMemo } from 'react';
import { drawAt } from '../document/canvas-store.ts';
import { useCanvasStore } from '../document/use-canvas.ts';

/** How long a zoom has to rest before the nodes are laid out for it. */
const restMs = 90;

/** Follows the view: while it zooms the nodes only scale, and they take the layout of its level when it rests. */
export function useZoomRest(): OnMove {
  const store = useCanvasStore();
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return (_event, { zoom }) => {
      clearTimeout(timer);
      timer = setTimeout(() => drawAt(store, zoom), restMs);
    };
  }, [store]);
}
