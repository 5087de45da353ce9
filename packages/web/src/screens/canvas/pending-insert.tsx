import { useNodesInitialized } from '@xyflow/react';
import { useEffect } from 'react';
import { paste } from '../../features/canvas/document/clipboard.ts';
import { useCanvas, useCanvasStore } from '../../features/canvas/document/use-canvas.ts';
import { useView } from '../../features/canvas/view/use-view.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { takeInsert } from '../../kit/state/pending-insert.ts';
import { marketplacesTexts } from '../../kit/texts/en/marketplaces.ts';
import { say } from '../../kit/texts/texts.ts';
import { useFlowFile } from './editing-session.ts';

/** Puts what was chosen elsewhere for this flow beside its nodes: a paste, with its undo. Draws nothing itself. */
export function PendingInsert() {
  const store = useCanvasStore();
  const view = useView();
  const flowId = useFlowFile((file) => file.id);
  const isEmpty = useCanvas((state) => state.nodes.length === 0);
  const isDrawn = useNodesInitialized() || isEmpty;
  useEffect(() => {
    const insert = isDrawn ? takeInsert(flowId) : undefined;
    if (!insert) return;
    // Not as a whole flow, because the canvas should not be replaced.
    const copied = { origin: location.origin, isWhole: false };
    paste(store, { kind: 'flow', flow: insert.flow, copied }, { at: view.centre(), isClear: true });
    view.fitSelection();
    notify(say(marketplacesTexts, 'inserted', { name: insert.name }), 'success');
  }, [isDrawn, flowId, store, view]);
  return null;
}
