import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useMemo } from 'react';
import type { Point } from '../commands/canvas-commands.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { useCanvasTools } from '../document/canvas-tools-store.ts';
import { freePlace } from '../document/free-place.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { type DrawLevel, drawLevelAt } from './draw-level.ts';
import { fitViewport } from './fit-viewport.ts';
import { rememberFit } from './fitted-view.ts';
import { nodeWidth } from './node-layout.ts';

/** Kept free around a node that is brought into view, in pixels. */
const revealMargin = 40;

interface Inner {
  width: number;
  height: number;
  transform: [number, number, number];
}

function isInView({ width, height, transform }: Inner, node: CanvasNode): boolean {
  const [x, y, zoom] = transform;
  const left = node.position.x * zoom + x;
  const top = node.position.y * zoom + y;
  return (
    left >= revealMargin &&
    top >= revealMargin &&
    left + (node.width ?? 0) * zoom <= width - revealMargin &&
    top + (node.height ?? 0) * zoom <= height - revealMargin
  );
}

/** Viewport actions. */
export function useView() {
  const store = useCanvasStore();
  const flow = useReactFlow();
  const inner = useStoreApi();
  return useMemo(() => {
    const viewOf = (nodes: readonly CanvasNode[]) => {
      const { width, height } = inner.getState();
      return fitViewport(
        nodes,
        { width, height },
        store.getState().groups,
        useCanvasTools.getState().topInset,
      );
    };
    const show = (nodes: readonly CanvasNode[]) => {
      if (nodes.length > 0) void flow.setViewport(viewOf(nodes));
    };
    const showAll = () => {
      const { nodes } = store.getState();
      if (nodes.length === 0) return;
      const view = viewOf(nodes);
      rememberFit(store, view);
      const [x, y, zoom] = inner.getState().transform;
      if (view.x !== x || view.y !== y || view.zoom !== zoom) void flow.setViewport(view);
    };
    return {
      /** Fits all nodes into the view. */
      fit: showAll,
      /** How these nodes would be drawn if all of them were shown. */
      levelToFit: (nodes: readonly CanvasNode[]): DrawLevel => drawLevelAt(viewOf(nodes).zoom),
      /** Shows the chosen nodes; all of them while none is chosen. */
      fitSelection: () => {
        const { nodes } = store.getState();
        const chosen = nodes.filter((node) => node.selected);
        show(chosen.length > 0 ? chosen : nodes);
      },
      /** Brings a node into the middle of the view unless it is in view already; closer where it would be too small to read. */
      reveal: (nodeId: string, lowestZoom = 0) => {
        const node = nodeById(store.getState().nodes, nodeId);
        const state = inner.getState();
        const zoom = Math.max(state.transform[2], lowestZoom);
        if (!node || (zoom === state.transform[2] && isInView(state, node))) return;
        const x = node.position.x + (node.width ?? 0) / 2;
        const y = node.position.y + (node.height ?? 0) / 2;
        void flow.setViewport({ x: state.width / 2 - x * zoom, y: state.height / 2 - y * zoom, zoom });
      },
      /** Shows everything when a node that was just added is not in sight as a whole. */
      bringIn: (nodeId: string) => {
        const { nodes } = store.getState();
        const node = nodeById(nodes, nodeId);
        if (!node || isInView(inner.getState(), node)) return;
        showAll();
      },
      /** The visible part of the canvas, in flow units. */
      sight: () => {
        const { width, height, transform } = inner.getState();
        const [x, y, zoom] = transform;
        return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
      },
      zoomIn: () => void flow.zoomIn(),
      zoomOut: () => void flow.zoomOut(),
      zoomTo: (zoom: number) => void flow.zoomTo(zoom),
      /** Where a node put in the middle of the view has its corner; or the nearest free place. */
      centre: (): Point => {
        const { width, height, transform } = inner.getState();
        const [x, y, zoom] = transform;
        const corner = { x: (width / 2 - x) / zoom - nodeWidth / 2, y: (height / 3 - y) / zoom };
        return freePlace(store.getState().nodes, corner);
      },
      /** A point of the page in flow units. */
      toFlow: (point: Point): Point => flow.screenToFlowPosition(point),
    };
  }, [store, flow, inner]);
}
