import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import type { Point } from './canvas-commands.ts';
import { fitViewport } from './fit-viewport.ts';
import { freePlace } from './free-place.ts';
import { nodeWidth } from './node-layout.ts';
import { useCanvasStore } from './use-canvas.ts';

/** Ways to move the view. */
export function useView() {
  const store = useCanvasStore();
  const flow = useReactFlow();
  const inner = useStoreApi();
  return useMemo(
    () => ({
      /** Shows every node. */
      fit: () => {
        const { width, height } = inner.getState();
        void flow.setViewport(fitViewport(store.getState().nodes, { width, height }));
      },
      /** Where a node put in the middle of the view has its corner; or the nearest free place. */
      centre: (): Point => {
        const { width, height, transform } = inner.getState();
        const [x, y, zoom] = transform;
        const corner = { x: (width / 2 - x) / zoom - nodeWidth / 2, y: (height / 3 - y) / zoom };
        return freePlace(store.getState().nodes, corner);
      },
      /** A point of the page in flow units. */
      toFlow: (point: Point): Point => flow.screenToFlowPosition(point),
    }),
    [store, flow, inner],
  );
}
