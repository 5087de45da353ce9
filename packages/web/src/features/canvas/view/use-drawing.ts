import type { Connection, FinalConnectionState, OnConnectStartParams } from '@xyflow/react';
import { useMemo } from 'react';
import { type Ends, judge } from '../commands/canvas-commands.ts';
import type { CanvasEdge } from '../document/canvas-doc.ts';
import { fittingHandles } from '../document/fitting-handles.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { connectParts } from '../run/spoken-acts.ts';
import { openAddBox, useAddBox } from './add-box-store.ts';
import { useView } from './use-view.ts';

const toEnds = ({ source, target, sourceHandle, targetHandle }: Connection | CanvasEdge): Ends => ({
  source,
  target,
  sourceHandle: sourceHandle ?? '',
  targetHandle: targetHandle ?? '',
});

/** Where an edge was dropped. */
function pointOf(event: MouseEvent | TouchEvent): { x: number; y: number } {
  const { clientX, clientY } =
    'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event;
  return { x: clientX, y: clientY };
}

/** Whether a point of the page is on the ground of the drawing, with no node or tool there. */
function isEmptySpace({ x, y }: { x: number; y: number }): boolean {
  return document.elementFromPoint(x, y)?.closest('.react-flow__pane') !== null;
}

/** Handlers for drawing an edge with the pointer. */
export function useDrawing() {
  const store = useCanvasStore();
  const view = useView();
  return useMemo(
    () => ({
      start: (_event: unknown, { nodeId, handleId, handleType }: OnConnectStartParams) => {
        if (nodeId === null || handleId === null) return;
        const isFromOutput = handleType === 'source';
        const fitting = fittingHandles(store.getState(), nodeId, handleId, isFromOutput);
        store.setState({ connecting: { nodeId, handleId, isFromOutput, fitting } });
      },
      /** An edge let go on empty space stays held by the box of nodes that fit it. */
      end: (event: MouseEvent | TouchEvent, { toHandle }: FinalConnectionState) => {
        const { connecting } = store.getState();
        const point = pointOf(event);
        if (connecting && !toHandle && isEmptySpace(point)) {
          const { nodeId, handleId, isFromOutput } = connecting;
          openAddBox({ at: view.toFlow(point), from: { nodeId, handleId, isFromOutput } });
        } else if (!useAddBox.getState().request) store.setState({ connecting: null });
      },
      isValid: (connection: Connection | CanvasEdge) => judge(store.getState(), toEnds(connection)).isValid,
      connect: (connection: Connection) => connectParts(store, toEnds(connection)),
    }),
    [store, view],
  );
}
