import { useMemo, useRef } from 'react';
import type { CanvasHost } from '../../features/canvas/document/canvas-host.ts';
import { useCanvas, useCanvasStore } from '../../features/canvas/document/use-canvas.ts';
import { askProblems } from '../../features/canvas/inspect/problems-store.ts';
import { showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import { useFlowFile, useFlowFileStore } from './editing-session.ts';
import { showView } from './frame-store.ts';
import type { FlowActions } from './use-flow-actions.ts';
import type { Panels } from './use-panels.ts';

/** The frame as the parts of the canvas see it. */
export function useHost(panels: Panels, actions: FlowActions): CanvasHost {
  const id = useFlowFile((file) => file.id);
  const flowName = useFlowFile((file) => file.name);
  const kind = useCanvas((state) => state.kind);
  const canvas = useCanvasStore();
  const file = useFlowFileStore();
  const latest = useRef(panels);
  latest.current = panels;
  return useMemo(() => {
    const open = (tab: Parameters<Panels['openTab']>[0]) => () => {
      showView('build');
      latest.current.openTab(tab);
    };
    return {
      flowId: id ?? undefined,
      flowName,
      kind,
      saveNow: () => {
        // A user who runs the flow sees all of its problems.
        askProblems(canvas);
        return actions.saveNow();
      },
      currentFlowId: () => file.getState().id ?? undefined,
      openChat: open('chat'),
      openInspector: open('inspector'),
      openProblems: open('problems'),
      openTrace: (runId) => {
        showView('build');
        latest.current.openTrace(runId);
      },
      openRuns: () => showView('runs'),
      openConfiguration: () => showCanvasDialog({ kind: 'settings', which: 'configuration' }),
      showBuild: () => showView('build'),
    };
  }, [id, flowName, kind, actions, canvas, file]);
}
