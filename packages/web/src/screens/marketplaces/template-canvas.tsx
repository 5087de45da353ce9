import { edgeTypes, nodeTypes } from '../../features/canvas/view/node-types.ts';
import { stillFlow } from '../../features/canvas/view/still-flow.ts';
import '@xyflow/react/dist/base.css';
import type { TemplateDetail } from '@tendril/contract/api/template-gallery';
import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { Background, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import type { CanvasEdge, CanvasNode } from '../../features/canvas/document/canvas-doc.ts';
import {
  type CanvasStore,
  createCanvasStore,
  drawAt,
  openFlow,
} from '../../features/canvas/document/canvas-store.ts';
import { CanvasContext, useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { CompactEdges } from '../../features/canvas/view/compact-edges.tsx';
import { fitViewport, type Viewport } from '../../features/canvas/view/fit-viewport.ts';
import canvasStyles from '../../features/canvas/view/flow-canvas.module.css';
import { GroupFrames } from '../../features/canvas/view/group-frames.tsx';
import { LoopEdges } from '../../features/canvas/view/loop-edges.tsx';
import { useView } from '../../features/canvas/view/use-view.ts';
import { useZoomRest } from '../../features/canvas/view/use-zoom-rest.ts';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './template-canvas.module.css';

const noEdges: CanvasEdge[] = [];

interface TemplateCanvasProps {
  template: TemplateDetail;
  flow: FlowData;
  nodes: readonly NodeTemplate[];
}

function createStore({ template, flow, nodes }: TemplateCanvasProps): CanvasStore {
  const store = createCanvasStore(template.type === 'TOOL' ? 'CHATFLOW' : template.type);
  const templates = new Map(nodes.map((node) => [node.name, node]));
  store.setState({ templates, isLocked: true, mode: 'pan' });
  openFlow(store, flow);
  return store;
}

/** The graph of a template as a canvas draws it, to look at only. */
export function TemplateCanvas(props: TemplateCanvasProps) {
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
  return (
    <div ref={container} className={styles['room']}>
      {firstView && (
        <CanvasContext value={store}>
          <ReactFlowProvider>
            <Drawing name={props.template.name} firstView={firstView} />
          </ReactFlowProvider>
        </CanvasContext>
      )}
    </div>
  );
}

function Drawing({ name, firstView }: { name: string; firstView: Viewport }) {
  const t = useTexts(marketplacesTexts);
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
    >
      <ReactFlow<CanvasNode>
        nodes={nodes}
        edges={isCompact ? noEdges : edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultViewport={firstView}
        {...stillFlow}
        aria-label={t('drawing', { name })}
        onMove={onMove}
      >
        <Background gap={16 * level.scale} size={1.5 * level.scale} />
        <GroupFrames />
        {isCompact && <CompactEdges />}
        <LoopEdges />
      </ReactFlow>
      <Controls />
    </div>
  );
}

function Controls() {
  const t = useTexts(marketplacesTexts);
  const view = useView();
  return (
    <div className={styles['controls']}>
      <IconButton label={t('zoomOut')} onClick={view.zoomOut}>
        <Minus size={18} />
      </IconButton>
      <IconButton label={t('zoomIn')} onClick={view.zoomIn}>
        <Plus size={18} />
      </IconButton>
      <IconButton label={t('fit')} onClick={view.fit}>
        <Maximize size={18} />
      </IconButton>
    </div>
  );
}
