import type { OnMove } from '@xyflow/react';
import { type RefObject, useMemo } from 'react';

/** How long the drawing stays a layer of its own after it moved; one pan after another uses the same. */
const restMs = 250;

/**
 * Makes the drawing a layer of its own while it is only moved, so that a pan shifts pixels instead of painting every
 * node again. A zoom repaints: its layer would be blurred.
 */
export function usePanLayer(container: RefObject<HTMLElement | null>): OnMove {
  return useMemo(() => {
    let before: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flatten = () => container.current?.removeAttribute('data-panning');
    return (_event, { zoom }) => {
      clearTimeout(timer);
      if (zoom === before) {
        container.current?.setAttribute('data-panning', '');
        timer = setTimeout(flatten, restMs);
      } else flatten();
      before = zoom;
    };
  }, [container]);
}
