import type { FlowGroup } from '@tendril/contract/flow/flow';
import { useStoreApi } from '@xyflow/react';
import { type PointerEvent, useRef } from 'react';
import { type Point, shifted } from '../commands/canvas-commands.ts';
import { moveTo } from '../commands/move-to.ts';
import { settleNodes } from '../commands/settle-nodes.ts';
import { runCommand, selectNodes } from '../document/canvas-store.ts';
import { endStep } from '../document/history.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvasStore } from '../document/use-canvas.ts';

/** How far the pointer has to go before a press is a drag, in pixels. */
const threshold = 3;

interface Drag {
  from: Point;
  starts: ReadonlyMap<string, Point>;
  isMoved: boolean;
}

/** Drags a group by its header: all its nodes move as one step. A press that does not move selects them. */
export function useGroupDrag(group: FlowGroup) {
  const store = useCanvasStore();
  const inner = useStoreApi();
  const drag = useRef<Drag | null>(null);

  const start = (event: PointerEvent<HTMLElement>) => {
    const { nodes, isLocked, mode } = store.getState();
    if (event.button !== 0 || isLocked || mode !== 'select') return;
    const { target, currentTarget } = event;
    // Presses in the header's menu bubble up to here too.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('[data-apart], input')) return;
    const starts = new Map(
      group.nodeIds.flatMap((id) => {
        const node = nodeById(nodes, id);
        return node ? [[id, node.position] as const] : [];
      }),
    );
    currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: { x: event.clientX, y: event.clientY }, starts, isMoved: false };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (!now) return;
    const gone = { x: event.clientX - now.from.x, y: event.clientY - now.from.y };
    if (!now.isMoved && Math.hypot(gone.x, gone.y) < threshold) return;
    now.isMoved = true;
    const zoom = inner.getState().transform[2];
    const offset = { x: Math.round(gone.x / zoom), y: Math.round(gone.y / zoom) };
    const places = new Map([...now.starts].map(([id, place]) => [id, shifted(place, offset)]));
    runCommand(store, moveTo(places, { isHeld: true }), { group: 'drag', isHeld: true });
  };
  const end = () => {
    const now = drag.current;
    drag.current = null;
    if (!now) return;
    if (now.isMoved) {
      runCommand(store, settleNodes(new Set(group.nodeIds)), { group: 'drag', isHeld: true });
      endStep(store);
    } else selectNodes(store, new Set(group.nodeIds));
  };
  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}
