import { isByPointer } from '../document/canvas-pointer.ts';
import { selectNodes } from '../document/canvas-store.ts';
import { useCanvasTools } from '../document/canvas-tools-store.ts';
import { announcePlace, moveParts, selectedIds } from '../run/spoken-acts.ts';
import { focusNode } from '../walk/focus-node.ts';
import { type Direction, nextNode } from '../walk/next-node.ts';
import type { KeyContext } from './key-handlers.ts';

const stepPx = 8;
const arrows: Readonly<Record<string, { x: number; y: number; direction: Direction }>> = {
  ArrowUp: { x: 0, y: -1, direction: 'up' },
  ArrowDown: { x: 0, y: 1, direction: 'down' },
  ArrowLeft: { x: -1, y: 0, direction: 'left' },
  ArrowRight: { x: 1, y: 0, direction: 'right' },
};

/** How long no key may be pressed before the new position of a node is announced. */
const restMs = 400;
let announcing: ReturnType<typeof setTimeout> | undefined;

/** Whether an arrow key belongs to a panel or a toolbar outside the canvas. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('aside, header, [role="toolbar"], [role="tablist"], [data-outline]') !== null
  );
}

/**
 * Arrow keys move the chosen nodes after a press of the pointer on the drawing and in the mode that M begins; for
 * somebody who walks by keyboard they go to the next node, and with Ctrl they leave what is chosen alone.
 */
export function arrowKey(event: KeyboardEvent, context: KeyContext): boolean {
  const arrow = arrows[event.key];
  if (!arrow || event.altKey || isElsewhere(event)) return false;
  const { store, view, focusedId } = context;
  const { isMoving } = useCanvasTools.getState();
  const { nodes, edges, isLocked } = store.getState();
  const isChord = event.ctrlKey || event.metaKey;
  if (focusedId !== undefined && !isMoving && !isByPointer()) {
    const next = nextNode(nodes, edges, focusedId, arrow.direction);
    if (next) {
      view.reveal(next.id);
      if (!isChord) selectNodes(store, new Set([next.id]));
      focusNode(next.id);
    }
    return true;
  }
  const chosen = selectedIds(store);
  if (isLocked || isChord || chosen.size === 0) return false;
  const length = event.shiftKey ? 1 : stepPx;
  moveParts(store, chosen, { x: arrow.x * length, y: arrow.y * length });
  const announced =
    focusedId !== undefined && chosen.has(focusedId) ? focusedId : store.getState().selectedId;
  clearTimeout(announcing);
  if (announced !== null) announcing = setTimeout(() => announcePlace(store, announced), restMs);
  return true;
}
