import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Moves an element with `popover` to the top layer, above everything of the page and unaffected by its containing
 * blocks.
 */
export function useTopLayer(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const lifted = element.current;
    if (lifted?.isConnected && lifted.popover && typeof lifted.showPopover === 'function')
      lifted.showPopover();
  }, [element]);
}
