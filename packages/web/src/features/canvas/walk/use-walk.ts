import { type FocusEvent, type RefObject, useEffect, useMemo } from 'react';
import { isByPointer, notePointer, notePress } from '../document/canvas-pointer.ts';
import { setTools } from '../document/canvas-tools-store.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { useView } from '../view/use-view.ts';
import { flowOrder } from './flow-order.ts';
import { focusNode, lastFocusedId, nodeIdOf, noteFocus } from './focus-node.ts';

/** Follows the pointer over the drawing, and whether the last press was there. */
export function usePointerNotes(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isDrawing = ({ target }: Event) =>
      target instanceof Element &&
      container.current?.contains(target) === true &&
      target.closest('.react-flow__renderer') !== null;
    const onMove = (event: PointerEvent) =>
      notePointer(isDrawing(event) ? { x: event.clientX, y: event.clientY } : undefined);
    const onPress = (event: PointerEvent) => {
      notePress(isDrawing(event));
      setTools({ isMoving: false });
    };
    window.addEventListener('pointermove', onMove, { passive: true });
    window.addEventListener('pointerdown', onPress, true);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerdown', onPress, true);
      notePointer(undefined);
      notePress(false);
      noteFocus(undefined);
    };
  }, [container]);
}

/**
 * One Tab stop: the canvas as a whole. When it receives focus, it passes it to the node that had it last; from there
 * Tab leads on, and Shift Tab back out, because the drawing is no stop while a node has the focus.
 */
export function useWalk() {
  const store = useCanvasStore();
  const view = useView();
  return useMemo(() => {
    const enter = () => {
      const { nodes, edges, selectedId } = store.getState();
      const known = [lastFocusedId(), selectedId ?? undefined].find(
        (id) => id !== undefined && nodeById(nodes, id),
      );
      const id = known ?? flowOrder(nodes, edges)[0]?.id;
      if (id === undefined) return;
      view.reveal(id);
      focusNode(id);
    };
    return {
      tabIndex: 0,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const nodeId = nodeIdOf(event.target);
        event.currentTarget.tabIndex = nodeId === undefined ? 0 : -1;
        if (nodeId !== undefined) noteFocus(nodeId);
        else if (event.target === event.currentTarget && !isByPointer()) enter();
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (nodeIdOf(event.relatedTarget) !== undefined) return;
        event.currentTarget.tabIndex = 0;
        setTools({ isMoving: false });
      },
    };
  }, [store, view]);
}
