import '@xyflow/react/dist/base.css';
import {
  Background,
  MiniMap,
  type NodeMouseHandler,
  type OnMove,
  ReactFlow,
  type ReactFlowProps,
  SelectionMode,
} from '@xyflow/react';
import { type CSSProperties, type DragEvent, type ReactNode, useCallback, useRef } from 'react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { categoryLook } from '../theme/category-look.ts';
import type { CanvasEdge, CanvasNode } from './canvas-doc.ts';
import { changeEdges, changeNodes } from './canvas-store.ts';
import { CompactEdges } from './compact-edges.tsx';
import { DrawingGround } from './drawing-ground.tsx';
import { DrawnEdge } from './drawn-edge.tsx';
import type { Viewport } from './fit-viewport.ts';
import styles from './flow-canvas.module.css';
import { FlowEdge } from './flow-edge.tsx';
import { useLiveWords } from './live-words.ts';
import { NodeCard } from './node-card.tsx';
import { NoteCard } from './note-card.tsx';
import { RefusalTip } from './refusal-tip.tsx';
import { useCanvas, useCanvasStore } from './use-canvas.ts';
import { useDrawing } from './use-drawing.ts';
import { usePanLayer } from './use-pan-layer.ts';
import { useZoomRest } from './use-zoom-rest.ts';

const nodeTypes = {
  default: NodeCard,
  customNode: NodeCard,
  agentFlow: NodeCard,
  iteration: NodeCard,
  stickyNote: NoteCard,
};
const edgeTypes = { default: FlowEdge, buttonedge: FlowEdge, agentFlow: FlowEdge };
const noEdges: CanvasEdge[] = [];
const dotGap = 16;
/** From here on nodes outside the view are left out of the page while the view is close. */
const manyNodes = 80;
/** Pixels of the screen within which an edge snaps to a handle. */
const snapRadius = 22;

const miniColour = (node: CanvasNode) => categoryLook(node.data.category ?? '').colour;

export interface FlowCanvasProps {
  firstView: Viewport;
  /** A click on a node: which node, and which parameter row or button of it. */
  onNodePress: (nodeId: string, press: { param?: string; menu?: HTMLElement }) => void;
  onDropNode: (name: string, at: { x: number; y: number }) => void;
  children: ReactNode;
}

/** What a palette item carries while it is dragged. */
export const dragType = 'application/x-node-name';

/** What never changes: how nodes look and which keys the drawing itself takes; the others are ours. */
const manners = {
  nodeTypes,
  edgeTypes,
  connectionLineComponent: DrawnEdge,
  minZoom: 0.1,
  maxZoom: 2,
  deleteKeyCode: null,
  selectionKeyCode: 'Shift',
  multiSelectionKeyCode: ['Meta', 'Control'],
  selectionMode: SelectionMode.Partial,
  disableKeyboardA11y: true,
  elevateNodesOnSelect: false,
  zoomOnDoubleClick: false,
  nodeDragThreshold: 2,
  proOptions: { hideAttribution: true },
} satisfies ReactFlowProps<CanvasNode>;

/** One handler for all nodes: cards mark what is pressed in them by data attributes. */
function useNodeClick(onNodePress: FlowCanvasProps['onNodePress']) {
  return useCallback<NodeMouseHandler<CanvasNode>>(
    (event, node) => {
      const target = event.target instanceof Element ? event.target : null;
      const menu = target?.closest<HTMLElement>('[data-act="menu"]');
      const param = target?.closest<HTMLElement>('[data-param]')?.dataset['param'];
      onNodePress(node.id, { ...(menu && { menu }), ...(param !== undefined && { param }) });
    },
    [onNodePress],
  );
}

/** The drawing of a flow. */
export function FlowCanvas({ firstView, onNodePress, onDropNode, children }: FlowCanvasProps) {
  const t = useTexts(canvasTexts);
  const store = useCanvasStore();
  const nodes = useCanvas((state) => state.nodes);
  const edges = useCanvas((state) => state.edges);
  const level = useCanvas((state) => state.level);
  const mode = useCanvas((state) => state.mode);
  const isLocked = useCanvas((state) => state.isLocked);
  const drawing = useDrawing();

  const room = useRef<HTMLDivElement>(null);
  const onZoom = useZoomRest();
  const onPan = usePanLayer(room);
  const onMove = useCallback<OnMove>(
    (event, view) => {
      onZoom(event, view);
      onPan(event, view);
    },
    [onZoom, onPan],
  );
  const onNodeClick = useNodeClick(onNodePress);
  const onDrop = (event: DragEvent) => {
    const name = event.dataTransfer.getData(dragType);
    if (!name) return;
    event.preventDefault();
    onDropNode(name, { x: event.clientX, y: event.clientY });
  };
  const isCompact = level.kind === 'compact';
  const isEditable = mode === 'select' && !isLocked;
  return (
    <div
      ref={room}
      className={styles['canvas']}
      data-level={level.kind}
      style={{ '--u': level.scale } as CSSProperties}
    >
      <ReactFlow<CanvasNode>
        {...manners}
        nodes={nodes}
        edges={isCompact ? noEdges : edges}
        defaultViewport={firstView}
        onNodesChange={(changes) => changeNodes(store, changes)}
        onEdgesChange={(changes) => changeEdges(store, changes as Parameters<typeof changeEdges>[1])}
        onMove={onMove}
        onlyRenderVisibleElements={nodes.length > manyNodes && !isCompact}
        onNodeClick={onNodeClick}
        onConnectStart={drawing.start}
        onConnectEnd={drawing.end}
        onConnect={drawing.connect}
        isValidConnection={drawing.isValid as (connection: unknown) => boolean}
        connectionRadius={snapRadius * level.scale}
        nodesDraggable={isEditable}
        nodesConnectable={isEditable}
        elementsSelectable={mode === 'select'}
        aria-label={t('canvas')}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        <Background gap={dotGap * level.scale} size={1.5 * level.scale} />
        <MiniMap
          className={styles['minimap'] ?? ''}
          nodeColor={miniColour}
          nodeBorderRadius={16}
          pannable
          zoomable
          ariaLabel={t('minimap')}
        />
        <DrawingGround />
        {isCompact && <CompactEdges />}
        <RefusalTip />
        {children}
      </ReactFlow>
      <LiveWords />
    </div>
  );
}

function LiveWords() {
  const words = useLiveWords((state) => state.words);
  return (
    <div className="visually-hidden" role="status">
      {words}
    </div>
  );
}
