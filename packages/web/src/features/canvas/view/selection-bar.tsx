import { useStore } from '@xyflow/react';
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  CirclePower,
  Copy,
  Group,
  type LucideIcon,
  Trash2,
  Ungroup,
  Workflow,
} from 'lucide-react';
import { useShallow } from 'zustand/shallow';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import type { AlignEdge } from '../commands/align-nodes.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { useLayOut } from '../layout/use-lay-out.ts';
import {
  alignParts,
  distributeParts,
  duplicateParts,
  groupParts,
  groupsOf,
  isAllDisabled,
  removeParts,
  selectedIds,
  toggleDisabled,
  ungroupParts,
} from '../run/spoken-acts.ts';
import { onArrowKey } from './on-arrow-key.ts';
import styles from './selection-bar.module.css';

const aligns = [
  ['left', 'alignLeft', AlignStartVertical],
  ['centre', 'alignCentre', AlignCenterVertical],
  ['right', 'alignRight', AlignEndVertical],
  ['top', 'alignTop', AlignStartHorizontal],
  ['middle', 'alignMiddle', AlignCenterHorizontal],
  ['bottom', 'alignBottom', AlignEndHorizontal],
] as const satisfies readonly (readonly [AlignEdge, string, LucideIcon])[];

const barHeight = 40;
/** Above nodes, space for their state tags; above groups, also for the frame's header. */
const tagHeight = 34;
const frameHeight = 68;
const belowOffset = 32;
const margin = 8;
const halfWidth = 236;

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boundsOf(nodes: readonly CanvasNode[]): Bounds {
  return {
    left: Math.min(...nodes.map(({ position }) => position.x)),
    right: Math.max(...nodes.map((node) => node.position.x + (node.width ?? 0))),
    top: Math.min(...nodes.map(({ position }) => position.y)),
    bottom: Math.max(...nodes.map((node) => node.position.y + (node.height ?? 0))),
  };
}

/** Above the selected nodes, inside the canvas; below them where it would cover a name or a frame. */
function usePlace(nodes: readonly CanvasNode[], spaceAbove: number) {
  const scale = useCanvas((state) => state.level.scale);
  const { width, height, transform } = useStore(
    useShallow((state) => ({ width: state.width, height: state.height, transform: state.transform })),
  );
  const [x, y, zoom] = transform;
  const { left, right, top, bottom } = boundsOf(nodes);
  // Headers are drawn larger than they are named here where the view is close.
  const above = top * zoom + y - spaceAbove * Math.max(1, zoom * scale) - barHeight;
  const below = bottom * zoom + y + belowOffset;
  const lowest = height - 2 * barHeight - 40;
  const middle = ((left + right) / 2) * zoom + x;
  const half = Math.min(halfWidth, width / 2 - margin);
  return {
    left: Math.max(half + margin, Math.min(middle, width - half - margin)),
    top: above >= margin || below > lowest ? between(above, margin, lowest) : below,
  };
}

/** Aligns the selected nodes. */
function Order({ ids }: { ids: ReadonlySet<string> }) {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const layOut = useLayOut();
  const isFew = ids.size < 3;
  return (
    <>
      {aligns.map(([edge, label, Icon]) => (
        <IconButton key={edge} label={t(label)} onClick={() => alignParts(store, ids, edge)}>
          <Icon size={18} />
        </IconButton>
      ))}
      <i />
      <IconButton
        label={t('distributeAcross')}
        disabled={isFew}
        onClick={() => distributeParts(store, ids, 'horizontal')}
      >
        <AlignHorizontalDistributeCenter size={18} />
      </IconButton>
      <IconButton
        label={t('distributeDown')}
        disabled={isFew}
        onClick={() => distributeParts(store, ids, 'vertical')}
      >
        <AlignVerticalDistributeCenter size={18} />
      </IconButton>
      <IconButton label={t('layoutSelection')} onClick={() => void layOut()}>
        <Workflow size={18} />
      </IconButton>
    </>
  );
}

function Bar({ nodes }: { nodes: readonly CanvasNode[] }) {
  const t = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const ids = selectedIds(store);
  const isOff = isAllDisabled(store, ids);
  // Grouping the selected nodes changes none of them.
  useCanvas((state) => state.groups);
  const hasGroup = groupsOf(store, ids).length > 0;
  const place = usePlace(nodes, hasGroup ? frameHeight : tagHeight);
  return (
    <div
      role="toolbar"
      aria-label={t('selection')}
      className={`${styles['bar']} nopan nowheel`}
      style={place}
      onKeyDown={onArrowKey}
    >
      <Order ids={ids} />
      <i />
      {hasGroup ? (
        <IconButton label={t('ungroup')} onClick={() => ungroupParts(store, ids)}>
          <Ungroup size={18} />
        </IconButton>
      ) : (
        <IconButton label={t('group')} onClick={() => groupParts(store, ids)}>
          <Group size={18} />
        </IconButton>
      )}
      <IconButton label={t('duplicate')} onClick={() => duplicateParts(store, ids)}>
        <Copy size={18} />
      </IconButton>
      <IconButton label={t(isOff ? 'enable' : 'disable')} onClick={() => toggleDisabled(store, ids)}>
        <CirclePower size={18} />
      </IconButton>
      <IconButton label={t('remove')} onClick={() => removeParts(store, ids)}>
        <Trash2 size={18} />
      </IconButton>
    </div>
  );
}

/** What can be done with several chosen nodes together. */
export function SelectionBar() {
  const isLocked = useCanvas((state) => state.isLocked);
  const isConnecting = useCanvas((state) => state.connecting !== null);
  const nodes = useCanvas(useShallow((state) => state.nodes.filter((node) => node.selected)));
  const isDrawing = useStore((state) => state.userSelectionActive);
  if (nodes.length < 2 || isLocked || isConnecting || isDrawing) return null;
  return <Bar nodes={nodes} />;
}
