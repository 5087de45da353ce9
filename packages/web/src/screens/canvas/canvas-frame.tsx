import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CanvasHostContext } from '../../features/canvas/document/canvas-host.ts';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { useWholeTemplates } from '../../features/canvas/document/whole-templates.ts';
import { SidePanel } from '../../features/canvas/inspect/side-panel.tsx';
import { RunStrip } from '../../features/canvas/run/run-strip.tsx';
import { Palette } from '../../features/canvas/view/palette.tsx';
import type { KeptDraft } from '../../features/draft/draft-journal.ts';
import { usePageTitle } from '../../kit/ui/page-head.tsx';
import { PartBoundary } from '../../kit/ui/part-boundary.tsx';
import { CanvasDialogs } from './canvas-dialogs.tsx';
import styles from './canvas-frame.module.css';
import { CanvasKeys } from './canvas-keys.tsx';
import { CanvasStage, useAdding } from './canvas-stage.tsx';
import { useFlowFile } from './editing-session.ts';
import { fetchPartsWhenIdle } from './fetch-parts.ts';
import { showView, useFrame } from './frame-store.ts';
import { PendingInsert } from './pending-insert.tsx';
import { TopBar } from './top-bar.tsx';
import { type FlowActions, useFlowActions } from './use-flow-actions.ts';
import { useHost } from './use-host.ts';
import { useLeavePrompt } from './use-leave-prompt.ts';
import { useNewDraft } from './use-new-draft.ts';
import { type Panels, usePanels } from './use-panels.ts';
import { useSaveKey } from './use-save-key.ts';
import { useSharedFlags } from './use-shared-flags.ts';
import { VersionsPart } from './versions-part.tsx';

const RunsView = lazy(() =>
  import('../../features/canvas/run/runs-view.tsx').then((module) => ({ default: module.RunsView })),
);

/** Opens the palette with the cursor in its search, also when it was closed. */
function useSearchFocus(panels: Panels) {
  const field = useRef<HTMLInputElement>(null);
  const [request, setRequest] = useState(0);
  useEffect(() => {
    if (request > 0) field.current?.focus();
  }, [request]);
  const search = () => {
    panels.setPalette(true);
    setRequest((before) => before + 1);
  };
  return { field, search };
}

/** What stands in the frame only while it is in sight. */
function useFrameEnds(openProblems: () => void): void {
  const request = useFrame((frame) => frame.request);
  const latest = useRef(openProblems);
  latest.current = openProblems;
  useEffect(() => {
    if (request !== 'problems') return;
    useFrame.setState({ request: null });
    latest.current();
  }, [request]);
  // Each session starts on the Build tab.
  useEffect(() => () => useFrame.setState({ view: 'build', request: null }), []);
  useEffect(() => {
    if (new URLSearchParams(window.location.search).get('view') === 'versions') showView('versions');
  }, []);
}

interface BuildProps {
  panels: Panels;
  actions: FlowActions;
  offers: readonly KeptDraft[];
  isHidden: boolean;
}

/** Palette, drawing, side panel and run strip; hidden they stay, so that a chat goes on. */
function Build({ panels, actions, offers, isHidden }: BuildProps) {
  const adding = useAdding(panels);
  const { field, search } = useSearchFocus(panels);
  const id = useFlowFile((file) => file.id);
  const name = useFlowFile((file) => file.name);
  const draftVersion = useFlowFile((file) => file.draftVersion);
  return (
    <div className={styles['build']} hidden={isHidden}>
      {!isHidden && <CanvasKeys panels={panels} onSearch={search} />}
      <div className={styles['row']}>
        {panels.isPaletteOpen && (
          <Palette onAdd={adding.inOrder} onClose={() => panels.setPalette(false)} searchRef={field} />
        )}
        <CanvasStage panels={panels} actions={actions} offers={offers} onSearch={search} />
        <PartBoundary>
          <SidePanel
            flowId={id ?? undefined}
            flowName={name}
            draftVersion={draftVersion ?? undefined}
            canRun={id !== null}
            onSaveFirst={actions.save}
            tab={panels.tab}
            isOpen={panels.isPanelOpen}
            onTab={panels.openTab}
            onClose={panels.closePanel}
            traceRunId={panels.traceRunId}
          />
        </PartBoundary>
      </div>
      <PartBoundary>
        <RunStrip flowId={id ?? undefined} />
      </PartBoundary>
    </div>
  );
}

/** The whole screen of an open flow. */
export function CanvasFrame({ offers }: { offers: readonly KeptDraft[] }) {
  const actions = useFlowActions();
  const hasNodes = useCanvas((state) => state.nodes.length > 0);
  const hasFlow = useFlowFile((file) => file.id !== null) && hasNodes;
  const panels = usePanels(hasFlow);
  const host = useHost(panels, actions);
  const view = useFrame((frame) => frame.view);
  const id = useFlowFile((file) => file.id);
  const isTestOpen = view === 'build' && panels.isPanelOpen && panels.tab === 'chat';
  usePageTitle(useFlowFile((file) => file.name));
  useNewDraft(actions, isTestOpen);
  useSharedFlags();
  useWholeTemplates();
  useLeavePrompt();
  useSaveKey(actions.save);
  useEffect(fetchPartsWhenIdle, []);
  useFrameEnds(host.openProblems);
  return (
    <CanvasHostContext value={host}>
      <div className={styles['frame']}>
        <TopBar
          actions={actions}
          isTestOpen={isTestOpen}
          onTest={() => (isTestOpen ? panels.closePanel() : host.openChat())}
          onProblems={host.openProblems}
        />
        <Build panels={panels} actions={actions} offers={offers} isHidden={view !== 'build'} />
        <PartBoundary key={view}>
          {view === 'runs' && id !== null && (
            <Suspense>
              <main className={styles['part']}>
                <RunsView flowId={id} onOpenRun={host.openTrace} />
              </main>
            </Suspense>
          )}
          {view === 'versions' && id !== null && <VersionsPart flowId={id} actions={actions} />}
        </PartBoundary>
        <CanvasDialogs actions={actions} />
        <PendingInsert />
      </div>
    </CanvasHostContext>
  );
}
