import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';
import { useCanvasFlags } from '../state/canvas-flags-store.ts';
import { moveNodes, remove } from './canvas-commands.ts';
import { type CanvasStore, runCommand, selectNodes } from './canvas-store.ts';
import { duplicateNodes } from './duplicate-nodes.ts';
import { useCanvasStore } from './use-canvas.ts';
import { useView } from './use-view.ts';

/** What keys do beyond the drawing itself. */
export interface KeyActions {
  openConnect: (nodeId: string) => void;
  openPalette: (isSearch: boolean) => void;
  openNode: () => void;
}

const stepPx = 8;
const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Whether an arrow key belongs to a panel beside the drawing, whose content it scrolls. */
function isInPanel(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest('aside') !== null;
}

/** Whether a key belongs to a field, a menu or a dialog rather than to the drawing. */
export function isForeignKey(event: KeyboardEvent): boolean {
  const { target } = event;
  if (useCanvasFlags.getState().canvasDialogShow) return true;
  if (!(target instanceof Element)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !==
    null
  );
}

function selectedIds(store: CanvasStore): Set<string> {
  return new Set(store.getState().nodes.flatMap((node) => (node.selected ? node.id : [])));
}

function removeSelected(store: CanvasStore): void {
  const edges = store.getState().edges.flatMap((edge) => (edge.selected ? edge.id : []));
  const nodes = selectedIds(store);
  if (nodes.size + edges.length > 0) runCommand(store, remove(nodes, edges));
}

/** Keys that change the drawing; answers whether the key was one of them. */
export function drawingKey(store: CanvasStore, event: KeyboardEvent): boolean {
  const selected = selectedIds(store);
  const isChord = event.ctrlKey || event.metaKey;
  const arrow = arrows[event.key];
  if (isChord && event.key.toLowerCase() === 'a') {
    selectNodes(store, new Set(store.getState().nodes.map((node) => node.id)));
    return true;
  }
  if (store.getState().isLocked) return false;
  if (event.key === 'Delete') {
    removeSelected(store);
    return true;
  }
  if (isChord && event.key.toLowerCase() === 'd') {
    if (selected.size > 0) runCommand(store, duplicateNodes(selected));
    return true;
  }
  if (arrow && !isChord && selected.size > 0 && !isInPanel(event)) {
    const length = event.shiftKey ? 1 : stepPx;
    runCommand(store, moveNodes(selected, { x: arrow.x * length, y: arrow.y * length }));
    return true;
  }
  return false;
}

/** The node a key press stands on: React Flow focuses a node's wrapper. */
function focusedNode(event: KeyboardEvent): string | undefined {
  const wrapper = event.target instanceof Element ? event.target.closest('.react-flow__node') : null;
  return wrapper?.getAttribute('data-id') ?? undefined;
}

/** Keys of the canvas; none of them acts while somebody types. */
export function useCanvasKeys(actions: KeyActions): void {
  const store = useCanvasStore();
  const flow = useReactFlow();
  const view = useView();

  useEffect(() => {
    const plain: Record<string, (event: KeyboardEvent) => void> = {
      '/': () => actions.openPalette(true),
      n: () => actions.openPalette(false),
      v: () => store.setState({ mode: 'select' }),
      h: () => store.setState({ mode: 'pan' }),
      c: () => {
        const { selectedId, isLocked } = store.getState();
        if (selectedId !== null && !isLocked) actions.openConnect(selectedId);
      },
      Escape: () => selectNodes(store, new Set()),
      '0': () => flow.zoomTo(1),
      '1': () => view.fit(),
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isForeignKey(event)) return;
      const focused = focusedNode(event);
      const isChord = event.ctrlKey || event.metaKey;
      if (focused && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        selectNodes(store, new Set([focused]));
        actions.openNode();
      } else if (drawingKey(store, event)) {
        event.preventDefault();
      } else if (!isChord && plain[event.key]) {
        event.preventDefault();
        plain[event.key]?.(event);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store, flow, view, actions]);
}
