import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { nodeById } from '../document/node-index.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';

/** Pixels at the foot of the drawing that the controls take, with their margin. */
const controlsHeight = 72;

/** How far the drawing has to move up for a node's lower edge to stand clear of the controls; 0 where it does. */
export function coveredPx(bottom: number, height: number): number {
  return Math.max(0, Math.ceil(bottom - (height - controlsHeight)));
}

/** What went wrong stands in the last row of a node: when a run failed, that row is moved out from under the controls. */
export function useKeepClear(): void {
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  const inner = useStoreApi();
  const height = useStore((state) => state.height);
  const failedId = useCanvas(({ run }) =>
    run.isLive ? undefined : Object.keys(run.nodes).find((id) => run.nodes[id]?.status === 'error'),
  );
  const runId = useCanvas((state) => state.run.runId);
  // Once per failure and new height: after that, the user's own view is left alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run may fail at the same node
  useEffect(() => {
    const node = failedId === undefined ? undefined : nodeById(canvas.getState().nodes, failedId);
    const [x, y, zoom] = inner.getState().transform;
    if (!node || height === 0) return;
    const up = coveredPx((node.position.y + (node.height ?? 0)) * zoom + y, height);
    if (up > 0 && up < height) void flow.setViewport({ x, y: y - up, zoom });
  }, [canvas, flow, inner, height, failedId, runId]);
}
