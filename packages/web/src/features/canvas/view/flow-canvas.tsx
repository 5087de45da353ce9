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
import {
  type CSSProperties,
  type DragEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useId,
  useRef,
} from 'react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { nodeColour } from '../../../kit/theme/node-look.ts';
import type { CanvasEdge, CanvasNode } from '../document/canvas-doc.ts';
import { changeEdges, changeNodes, selectNodes } from '../document/canvas-store.ts';
import { useCanvasTools } from '../document/canvas-tools-store.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { useClipboard } from '../document/use-clipboard.ts';
import { chordCaps } from '../keys/key-chord.ts';
import { isMacKeyboard, keysOf } from '../keys/key-store.ts';
import { useGlide } from '../layout/glide-store.ts';
import { useLiveWords } from '../run/live-words.ts';
import { useStepEnds } from '../run/use-step-ends.ts';
import { usePointerNotes, useWalk } from '../walk/use-walk.ts';
import { AddBox } from './add-box.tsx';
import { openAddBox } from './add-box-store.ts';
import { CompactEdges } from './compact-edges.tsx';
import { DrawingBackground } from './drawing-background.tsx';
import { DrawnEdge } from './drawn-edge.tsx';
import type { Viewport } from './fit-viewport.ts';
import styles from './flow-canvas.module.css';
import { GroupFrames } from './group-frames.tsx';
import { useKeepFit } from './keep-fit.ts';
import { LoopEdges } from './loop-edges.tsx';
import { edgeTypes, nodeTypes } from './node-types.ts';
import { OpenTools } from './open-tools.tsx';
import { usePanKey } from './pan-key.ts';
import { PasteBanner } from './paste-banner.tsx';
import { RefusalTip } from './refusal-tip.tsx';
import { RenameBox } from './rename-box.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { StepPills } from './step-pills.tsx';
import { TidyBanner } from './tidy-banner.tsx';
import { useDrawing } from './use-drawing.ts';
import { useKeepClear } from './use-keep-clear.ts';
import { usePanLayer } from './use-pan-layer.ts';
import { useView } from './use-view.ts';
import { useZoomRest } from './use-zoom-rest.ts';

const noEdges: CanvasEdge[] = [];
const dotGap = 16;
/** From here on nodes outside the view are left out of the page while the view is close. */
const manyNodes = 80;
/** Pixels of the screen within which an edge snaps to a handle. */
const snapRadius = 22;

const miniColour = (node: CanvasNode) =>
  node.frame ? `color-mix(in srgb, ${nodeColour(node.data)} 22%, transparent)` : nodeColour(node.data);

export interface FlowCanvasProps {
  firstView: Viewport;
  /** A click on a node: which node, and which parameter row or button of it. */
  onNodePress: (nodeId: string, press: { param?: string; menu?: HTMLElement }) => void;
  onDropNode: (name: string, at: { x: number; y: number }) => void;
  children: ReactNode;
}

/** What a palette item carries while it is dragged. */
export const dragType = 'application/x-node-name';

/** Constant props: the node types and the keys that React Flow handles itself. */
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
  // The walk among nodes is ours, and edges are worked on at their nodes: one stop for Tab instead of hundreds.
  edgesFocusable: false,
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

/** A double click on empty ground opens the list of nodes to add, there. */
function useBackgroundClick() {
  const store = useCanvasStore();
  const view = useView();
  return useCallback(
    (event: MouseEvent) => {
      const isBackground = event.target instanceof Element && event.target.matches('.react-flow__pane');
      if (isBackground && !store.getState().isLocked)
        openAddBox({ at: view.toFlow({ x: event.clientX, y: event.clientY }) });
    },
    [store, view],
  );
}

/** The context menu of a node opens where the pointer is. */
function useNodeMenu(onNodePress: FlowCanvasProps['onNodePress']) {
  const store = useCanvasStore();
  const anchor = useRef<HTMLSpanElement>(null);
  const open = useCallback<NodeMouseHandler<CanvasNode>>(
    (event, node) => {
      const container = anchor.current?.parentElement?.getBoundingClientRect();
      if (!anchor.current || !container) return;
      event.preventDefault();
      anchor.current.style.left = `${event.clientX - container.left}px`;
      anchor.current.style.top = `${event.clientY - container.top}px`;
      if (!node.selected) selectNodes(store, new Set([node.id]));
      onNodePress(node.id, { menu: anchor.current });
    },
    [store, onNodePress],
  );
  return { anchor, open };
}

function useMoves(container: React.RefObject<HTMLDivElement | null>): OnMove {
  const onZoom = useZoomRest();
  const onPan = usePanLayer(container);
  return useCallback<OnMove>(
    (event, view) => {
      onZoom(event, view);
      onPan(event, view);
    },
    [onZoom, onPan],
  );
}

/** The props of React Flow: what it shows, and what the user can do with it now. */
function useFlowProps() {
  const store = useCanvasStore();
  const nodes = useGlide(useCanvas((state) => state.nodes));
  const edges = useCanvas((state) => state.edges);
  const level = useCanvas((state) => state.level);
  const mode = useCanvas((state) => state.mode);
  const isLocked = useCanvas((state) => state.isLocked);
  const drawing = useDrawing();
  const walk = useWalk();
  const panKey = usePanKey();
  const isCompact = level.kind === 'compact';
  const isEditable = mode === 'select' && !isLocked;
  return {
    ...manners,
    ...walk,
    nodes,
    edges: isCompact ? noEdges : edges,
    onNodesChange: (changes) => changeNodes(store, changes),
    onEdgesChange: (changes) => changeEdges(store, changes as Parameters<typeof changeEdges>[1]),
    onlyRenderVisibleElements: nodes.length > manyNodes && !isCompact,
    onConnectStart: drawing.start,
    onConnectEnd: drawing.end,
    onConnect: drawing.connect,
    isValidConnection: drawing.isValid as (connection: unknown) => boolean,
    connectionRadius: snapRadius * level.scale,
    nodesDraggable: isEditable,
    nodesConnectable: isEditable,
    elementsSelectable: mode === 'select',
    panActivationKeyCode: panKey,
  } satisfies ReactFlowProps<CanvasNode>;
}

/** The canvas of a flow. */
export function FlowCanvas({ firstView, onNodePress, onDropNode, children }: FlowCanvasProps) {
  const t = useTexts(canvasTexts);
  const level = useCanvas((state) => state.level);
  const isCovered = useCanvasTools((tools) => tools.isOutlineOpen);
  const container = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const flowProps = useFlowProps();
  const onMove = useMoves(container);
  const onNodeClick = useNodeClick(onNodePress);
  const onBackgroundClick = useBackgroundClick();
  const nodeMenu = useNodeMenu(onNodePress);
  useClipboard();
  useStepEnds();
  useKeepFit();
  useKeepClear();
  usePointerNotes(container);
  const onDrop = (event: DragEvent) => {
    const name = event.dataTransfer.getData(dragType);
    if (!name) return;
    event.preventDefault();
    onDropNode(name, { x: event.clientX, y: event.clientY });
  };
  return (
    <div
      ref={container}
      className={styles['canvas']}
      data-level={level.kind}
      style={{ '--u': level.scale } as CSSProperties}
    >
      <ReactFlow<CanvasNode>
        {...flowProps}
        inert={isCovered}
        defaultViewport={firstView}
        onMove={onMove}
        onNodeClick={onNodeClick}
        onNodeContextMenu={nodeMenu.open}
        onDoubleClick={onBackgroundClick}
        aria-label={t('canvas')}
        aria-describedby={helpId}
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
        <OnDrawing />
        {level.kind === 'compact' && <CompactEdges />}
        {children}
      </ReactFlow>
      <span ref={nodeMenu.anchor} className={styles['anchor']} aria-hidden />
      <OverDrawing helpId={helpId} />
    </div>
  );
}

/** What moves with the drawing. Drawn for itself: a drag changes the drawing at every step. */
const OnDrawing = memo(function OnDrawing() {
  return (
    <>
      <DrawingBackground />
      <GroupFrames />
      <LoopEdges />
      <StepPills />
      <RefusalTip />
      <SelectionBar />
      <RenameBox />
      <AddBox />
    </>
  );
});

/** Overlays that do not move with the canvas. */
const OverDrawing = memo(function OverDrawing({ helpId }: { helpId: string }) {
  return (
    <>
      <PasteBanner />
      <TidyBanner />
      <OpenTools />
      <WalkHelp id={helpId} />
      <LiveWords />
    </>
  );
});

/** How to navigate the canvas by keyboard, announced when it receives focus. */
function WalkHelp({ id }: { id: string }) {
  const t = useTexts(canvasToolsTexts);
  const key = (action: Parameters<typeof keysOf>[0]) =>
    keysOf(action)
      .map((chord) => chordCaps(chord, isMacKeyboard).join(' '))
      .at(-1) ?? '';
  return (
    <p id={id} className="visually-hidden">
      {t('walkHelp', { add: key('addNode'), outline: key('outline'), sheet: key('keySheet') })}
    </p>
  );
}

function LiveWords() {
  const { words, turn } = useLiveWords();
  return (
    <div className="visually-hidden" role="status">
      <span key={turn}>{words}</span>
    </div>
  );
}
