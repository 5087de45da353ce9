import type { FlowNodeData } from '@tendril/contract/flow/flow';
import { useShallow } from 'zustand/shallow';
import { connectedHandles } from '../document/edge-index.ts';
import { nodeById } from '../document/node-index.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { staleNodes } from '../run/run-freshness.ts';
import { isVivid, type NodeMark } from '../run/run-marks.ts';
import { useShownRun } from '../run/shown-run.ts';

/** What a card's border and background show; a finished run leaves only what needs attention. */
export function cardStatus(mark: NodeMark | undefined, isShown: boolean): string {
  if (!mark) return 'idle';
  return isShown || mark.status === 'error' || mark.status === 'skipped' ? mark.status : 'idle';
}

/** What a card shows beyond its data. One subscription for all of it: a canvas has hundreds of cards. */
export function useNodeFacts(id: string, data: FlowNodeData) {
  const ranWith = useShownRun((shown) => shown.ranWith);
  return useCanvas(
    useShallow((state) => {
      const node = nodeById(state.nodes, id);
      const template = state.templates.get(data.name);
      return {
        mark: state.run.nodes[id],
        isVivid: isVivid(state.run),
        isDisabled: node?.isDisabled === true,
        isPinned: node?.pinned !== undefined,
        isStale: !state.run.isLive && staleNodes(state, ranWith).has(id),
        isUnlocked: !state.isLocked,
        connected: connectedHandles(state.edges, id),
        connecting: state.connecting,
        level: state.level,
        isOnly: state.selectedId === id,
        template,
        isCatalogueKnown: state.templates.size > 0,
      };
    }),
  );
}

export type NodeFacts = ReturnType<typeof useNodeFacts>;
