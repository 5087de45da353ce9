import { useCallback } from 'react';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { say } from '../../../kit/texts/texts.ts';
import type { Point } from '../commands/canvas-commands.ts';
import { moveTo } from '../commands/move-to.ts';
import type { CanvasNode } from '../document/canvas-doc.ts';
import { runCommand } from '../document/canvas-store.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { speak } from '../run/live-words.ts';
import { selectedIds } from '../run/spoken-acts.ts';
import type { DrawLevel } from '../view/draw-level.ts';
import { useView } from '../view/use-view.ts';
import type { Dagre } from './arrange-boxes.ts';
import { startGlide } from './glide-store.ts';
import { layoutFlow } from './layout-flow.ts';

/** The nodes at the positions of a layout. */
function moved(nodes: readonly CanvasNode[], places: ReadonlyMap<string, Point>): CanvasNode[] {
  return nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position }));
}

const loadDagre = (): Promise<Dagre> => import('@dagrejs/dagre');

/** Lays out the chosen nodes when there are several, else the whole flow: one step, and everything is shown after it. */
export function useLayOut(): () => Promise<void> {
  const store = useCanvasStore();
  const view = useView();
  return useCallback(async () => {
    try {
      const dagre = await loadDagre();
      const state = store.getState();
      const chosen = selectedIds(store);
      const isWhole = chosen.size < 2 || chosen.size === state.nodes.length;
      const arrange = (level: DrawLevel) => layoutFlow(dagre, state, isWhole ? undefined : chosen, level);
      const drawn = isWhole ? view.levelToFit(moved(state.nodes, arrange(state.level))) : state.level;
      const places = arrange(drawn);
      if (places.size === 0) {
        speak(say(canvasToolsTexts, 'saidNothingToLayOut'));
        return;
      }
      const from = new Map(
        [...places.keys()].flatMap((id) => {
          const place = nodeById(state.nodes, id)?.position;
          return place ? [[id, place] as const] : [];
        }),
      );
      runCommand(store, moveTo(places));
      startGlide(from);
      if (isWhole) view.fit();
      speak(say(canvasToolsTexts, 'saidLaidOut', { count: places.size }));
    } catch (thrown) {
      notifyError(thrown);
    }
  }, [store, view]);
}
