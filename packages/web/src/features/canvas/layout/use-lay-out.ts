import { useCallback } from 'react';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { say } from '../../../kit/texts/texts.ts';
import { moveTo } from '../commands/move-to.ts';
import { runCommand } from '../document/canvas-store.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvasStore } from '../document/use-canvas.ts';
import { speak } from '../run/live-words.ts';
import { selectedIds } from '../run/spoken-acts.ts';
import { useView } from '../view/use-view.ts';
import type { Dagre } from './arrange-boxes.ts';
import { startGlide } from './glide-store.ts';
import { layoutFlow } from './layout-flow.ts';

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
      const places = layoutFlow(dagre, state, chosen.size > 1 ? chosen : undefined);
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
      if (chosen.size < 2 || chosen.size === state.nodes.length) view.fit();
      speak(say(canvasToolsTexts, 'saidLaidOut', { count: places.size }));
    } catch (thrown) {
      notifyError(thrown);
    }
  }, [store, view]);
}
