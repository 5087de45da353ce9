import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Lifts an element with `popover` above everything of the page, and out of what its elements do to fixed boxes. */
export function useTopLayer(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const lifted = element.current;
    if (lifted?.isConnected && lifted.popover && typeof lifted.showPopover === 'function')
      lifted.showPopover();
  }, [element]);
}
