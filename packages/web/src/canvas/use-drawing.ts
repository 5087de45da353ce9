import type { Connection, OnConnectStartParams } from '@xyflow/react';
import { useMemo } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { say } from '../texts/texts.ts';
import { connect, type Ends, judge } from './canvas-commands.ts';
import type { CanvasEdge } from './canvas-doc.ts';
import { runCommand } from './canvas-store.ts';
import { fittingHandles } from './fitting-handles.ts';
import { speak } from './live-words.ts';
import { useCanvasStore } from './use-canvas.ts';

const toEnds = ({ source, target, sourceHandle, targetHandle }: Connection | CanvasEdge): Ends => ({
  source,
  target,
  sourceHandle: sourceHandle ?? '',
  targetHandle: targetHandle ?? '',
});

/** What drawing an edge with the pointer does. */
export function useDrawing() {
  const store = useCanvasStore();
  return useMemo(
    () => ({
      start: (_event: unknown, { nodeId, handleId, handleType }: OnConnectStartParams) => {
        if (nodeId === null || handleId === null) return;
        const isFromOutput = handleType === 'source';
        const fitting = fittingHandles(store.getState(), nodeId, handleId, isFromOutput);
        store.setState({ connecting: { nodeId, handleId, isFromOutput, fitting } });
      },
      end: () => store.setState({ connecting: null }),
      isValid: (connection: Connection | CanvasEdge) => judge(store.getState(), toEnds(connection)).isValid,
      connect: (connection: Connection) => {
        const ends = toEnds(connection);
        runCommand(store, connect(ends));
        const label = (id: string) => store.getState().nodes.find((node) => node.id === id)?.data.label ?? id;
        speak(say(canvasTexts, 'connected', { source: label(ends.source), target: label(ends.target) }));
      },
    }),
    [store],
  );
}
