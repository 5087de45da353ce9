import { edgeTypes, nodeTypes } from '../canvas/view/node-types.ts';
import { stillFlow } from '../canvas/view/still-flow.ts';
import '@xyflow/react/dist/base.css';
import { edgeId } from '@tendril/contract/flow/flow';
import { Background, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CanvasNode } from '../canvas/document/canvas-doc.ts';
import { type CanvasStore, createCanvasStore, drawAt, openFlow } from '../canvas/document/canvas-store.ts';
import { CanvasContext, useCanvas, useCanvasStore } from '../canvas/document/use-canvas.ts';
import { fitViewport, type Viewport } from '../canvas/view/fit-viewport.ts';
import canvasStyles from '../canvas/view/flow-canvas.module.css';
import { useZoomRest } from '../canvas/view/use-zoom-rest.ts';
import type { DiffMark, DiffPicture } from './diff-picture.ts';
import styles from './flow-picture.module.css';

interface FlowPictureProps {
  picture: DiffPicture;
  label: string;
  /** The node that is pointed at from outside; the view goes there. */
  pointedId?: string | undefined;
  onPress?: ((nodeId: string) => void) | undefined;
}

const markClass = (mark: DiffMark | undefined) => (mark ? `diff-${mark}` : '');

/** A store of its own, so that looking at the picture changes nothing of the canvas. */
function usePictureStore({ flow }: DiffPicture): CanvasStore {
  const outer = useCanvasStore();
  return useMemo(() => {
    const { kind, templates, credentialNames } = outer.getState();
    const store = createCanvasStore(kind);
    store.setState({ templates, credentialNames, isLocked: true, mode: 'pan' });
    openFlow(store, flow);
    return store;
  }, [outer, flow]);
}

function usePointing(pointedId: string | undefined): void {
  const { getNode, setCenter, getZoom } = useReactFlow();
  useEffect(() => {
    const node = pointedId === undefined ? undefined : getNode(pointedId);
    if (!node) return;
    const { x, y } = node.position;
    const middle = { x: x + (node.width ?? 0) / 2, y: y + (node.height ?? 0) / 2 };
    void setCenter(middle.x, middle.y, { zoom: Math.max(getZoom(), 0.6), duration: 200 });
  }, [pointedId, getNode, setCenter, getZoom]);
}

function Drawing({
  picture,
  label,
  pointedId,
  onPress,
  firstView,
}: FlowPictureProps & { firstView: Viewport }) {
  const nodes = useCanvas((state) => state.nodes);
  const edges = useCanvas((state) => state.edges);
  const level = useCanvas((state) => state.level);
  const onMove = useZoomRest();
  usePointing(pointedId);
  const shownNodes = useMemo(
    () =>
      nodes.map((node) => {
        const pointed = node.id === pointedId ? ' is-pointed' : '';
        return { ...node, className: markClass(picture.nodes.get(node.id)) + pointed };
      }),
    [nodes, picture, pointedId],
  );
  const shownEdges = useMemo(
    () => edges.map((edge) => ({ ...edge, className: markClass(picture.edges.get(edgeId(edge))) })),
    [edges, picture],
  );
  return (
    <div
      className={`${canvasStyles['canvas']} ${styles['picture']}`}
      data-level={level.kind}
      style={{ '--u': level.scale } as CSSProperties}
    >
      <ReactFlow<CanvasNode>
        nodes={shownNodes}
        edges={shownEdges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultViewport={firstView}
        {...stillFlow}
        aria-label={label}
        onMove={onMove}
        onNodeClick={(_event, node) => onPress?.(node.id)}
      >
        <Background gap={16 * level.scale} size={1.5 * level.scale} />
      </ReactFlow>
    </div>
  );
}

/** A flow to look at, drawn as the canvas draws it: added green, changed amber, removed as red ghosts. */
export function FlowPicture(props: FlowPictureProps) {
  const store = usePictureStore(props.picture);
  const container = useRef<HTMLDivElement>(null);
  const [firstView, setFirstView] = useState<Viewport>();
  useLayoutEffect(() => {
    if (!container.current) return;
    const { clientWidth: width, clientHeight: height } = container.current;
    const view = fitViewport(store.getState().nodes, { width, height });
    drawAt(store, view.zoom);
    setFirstView(view);
  }, [store]);
  return (
    <div ref={container} className={styles['room']}>
      {firstView && (
        <CanvasContext value={store}>
          <ReactFlowProvider key={props.picture.flow.nodes.length}>
            <Drawing {...props} firstView={firstView} />
          </ReactFlowProvider>
        </CanvasContext>
      )}
    </div>
  );
}
