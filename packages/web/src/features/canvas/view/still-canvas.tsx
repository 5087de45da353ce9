import '@xyflow/react/dist/base.css';
import type { FlowData, FlowType } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { Background, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';
import { type CanvasStore, createCanvasStore, drawAt, openFlow, showRun } from '../document/canvas-store.ts';
import { CanvasContext, useCanvas } from '../document/use-canvas.ts';
import { noRun, type RunMarks } from '../run/run-marks.ts';
import { CompactEdges } from './compact-edges.tsx';
import { fitViewport, type Viewport } from './fit-viewport.ts';
import canvasStyles from './flow-canvas.module.css';
import { GroupFrames } from './group-frames.tsx';
import { LoopEdges } from './loop-edges.tsx';
import { edgeTypes, nodeTypes } from './node-types.ts';
import styles from './still-canvas.module.css';
import { stillFlow } from './still-flow.ts';
import { useZoomRest } from './use-zoom-rest.ts';

const noEdges: CanvasEdge[] = [];

interface StillCanvasProps {
  kind: FlowType;
  flow: FlowData;
  nodes: readonly NodeTemplate[];
  label: string;
  /** A run, as it stood at the moment that is looked at. */
  marks?: RunMarks;
  /** A node was pressed. */
  onPick?: (nodeId: string) => void;
  children?: ReactNode;
}

function createStore({ kind, flow, nodes }: StillCanvasProps): CanvasStore {
  const store = createCanvasStore(kind);
  const templates = new Map(nodes.map((node) => [node.name, node]));
  store.setState({ templates, isLocked: true, mode: 'pan' });
  openFlow(store, flow);
  return store;
}

/** A flow as its canvas draws it, to look at only. It draws the flow that it began with: give another a key. */
export function StillCanvas(props: StillCanvasProps) {
  const { marks = noRun } = props;
  const [store] = useState(() => createStore(props));
  const container = useRef<HTMLDivElement>(null);
  const [firstView, setFirstView] = useState<Viewport>();
  useLayoutEffect(() => {
    if (!container.current) return;
    const { clientWidth: width, clientHeight: height } = container.current;
    const { nodes, groups } = store.getState();
    const view = fitViewport(nodes, { width, height }, groups);
    drawAt(store, view.zoom);
    setFirstView(view);
  }, [store]);
  useEffect(() => showRun(store, marks), [store, marks]);
  return (
    <div ref={container} className={styles['room']}>
      {firstView && (
        <CanvasContext value={store}>
          <ReactFlowProvider>
            <Drawing {...props} firstView={firstView} />
          </ReactFlowProvider>
        </CanvasContext>
      )}
    </div>
  );
}

function Drawing({ label, firstView, onPick, children }: StillCanvasProps & { firstView: Viewport }) {
  const nodes = useCanvas((state) => state.nodes);
  const edges = useCanvas((state) => state.edges);
  const level = useCanvas((state) => state.level);
  const isCompact = level.kind === 'compact';
  const onMove = useZoomRest();
  return (
    <div
      className={`${canvasStyles['canvas']} ${styles['picture']}`}
      data-level={level.kind}
      style={{ '--u': level.scale } as CSSProperties}
      {...(onPick && {
        'data-picked': true,
        onKeyDown: ({ key, target }: KeyboardEvent) => {
          const id = (target as HTMLElement).closest<HTMLElement>('.react-flow__node')?.dataset['id'];
          if (id !== undefined && key === 'Enter') onPick(id);
        },
      })}
    >
      <ReactFlow<CanvasNode>
        nodes={nodes}
        edges={isCompact ? noEdges : edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultViewport={firstView}
        {...stillFlow}
        aria-label={label}
        onMove={onMove}
        {...(onPick && { nodesFocusable: true, onNodeClick: (_, { id }) => onPick(id) })}
      >
        <Background gap={16 * level.scale} size={1.5 * level.scale} />
        <GroupFrames />
        {isCompact && <CompactEdges />}
        <LoopEdges />
      </ReactFlow>
      {children}
    </div>
  );
}
