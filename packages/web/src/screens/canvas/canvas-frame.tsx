import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { PanelRightOpen, Plus } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { addNode, type Point } from '../../canvas/canvas-commands.ts';
import { CanvasControls } from '../../canvas/canvas-controls.tsx';
import { runCommand } from '../../canvas/canvas-store.ts';
import { FlowCanvas, type FlowCanvasProps } from '../../canvas/flow-canvas.tsx';
import { nodeWidth } from '../../canvas/node-layout.ts';
import { NodeMenu } from '../../canvas/node-menu.tsx';
import { Palette } from '../../canvas/palette.tsx';
import { SidePanel } from '../../canvas/side-panel.tsx';
import { useCanvas, useCanvasStore } from '../../canvas/use-canvas.ts';
import { useCanvasKeys } from '../../canvas/use-canvas-keys.ts';
import { useView } from '../../canvas/use-view.ts';
import { showCanvasDialog } from '../../state/canvas-flags-store.ts';
import { canvasTexts } from '../../texts/en/canvas.ts';
import { useTexts } from '../../texts/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePageTitle } from '../../ui/page-head.tsx';
import { CanvasDialogs } from './canvas-dialogs.tsx';
import styles from './canvas-frame.module.css';
import { useFlowFile, useIsDirty } from './desk.ts';
import { EmptyCanvas } from './empty-canvas.tsx';
import { MeasuredView } from './measured-view.tsx';
import { TopBar } from './top-bar.tsx';
import { useFlowActions } from './use-flow-actions.ts';
import { useLeavePrompt } from './use-leave-prompt.ts';
import { usePanels } from './use-panels.ts';
import { useSaveKey } from './use-save-key.ts';
import { useSharedFlags } from './use-shared-flags.ts';

type Panels = ReturnType<typeof usePanels>;

/** How nodes get onto the canvas: into the middle of the view, or where they are dropped. */
function useAdding(panels: Panels) {
  const store = useCanvasStore();
  const view = useView();
  const add = (template: NodeTemplate, at: Point) => {
    runCommand(store, addNode(template, at));
    panels.revealDrawing();
    panels.followSelection();
  };
  return {
    atCentre: (template: NodeTemplate) => add(template, view.centre()),
    drop: (name: string, at: Point) => {
      const template = store.getState().templates.get(name);
      const { x, y } = view.toFlow(at);
      if (template) add(template, { x: Math.round(x - nodeWidth / 2), y: Math.round(y - 26) });
    },
    note: () => {
      const template = store.getState().templates.get('stickyNote');
      if (template) add(template, view.centre());
    },
  };
}

/** The drawing with what floats on it. */
function Stage({ panels, onSearch }: { panels: Panels; onSearch: () => void }) {
  const t = useTexts(canvasTexts);
  const store = useCanvasStore();
  const adding = useAdding(panels);
  const isEmpty = useCanvas((state) => state.nodes.length === 0);
  const [menu, setMenu] = useState<{ nodeId: string; anchor: HTMLElement } | null>(null);
  const latest = useRef(panels);
  latest.current = panels;
  const onNodePress = useCallback<FlowCanvasProps['onNodePress']>(
    (nodeId, press) => {
      if (press.menu) return setMenu({ nodeId, anchor: press.menu });
      if (press.param === undefined) return latest.current.followSelection();
      store.setState({ focusWish: { nodeId, name: press.param } });
      latest.current.openTab('inspector');
    },
    [store],
  );
  return (
    <main className={styles['stage']}>
      <MeasuredView>
        {(firstView) => (
          <FlowCanvas firstView={firstView} onNodePress={onNodePress} onDropNode={adding.drop}>
            <CanvasControls onAddNote={adding.note} />
          </FlowCanvas>
        )}
      </MeasuredView>
      {!panels.isPaletteOpen && (
        <button
          type="button"
          className={styles['showNodes']}
          aria-label={t('showNodes')}
          onClick={() => panels.setPalette(true)}
        >
          <Plus size={18} /> {t('nodes')} <kbd>N</kbd>
        </button>
      )}
      {!panels.isPanelOpen && (
        <span className={styles['showPanel']}>
          <IconButton label={t('openPanel')} onClick={() => panels.openTab(panels.tab)}>
            <PanelRightOpen size={18} />
          </IconButton>
        </span>
      )}
      {isEmpty && <EmptyCanvas isPaletteOpen={panels.isPaletteOpen} onShowNodes={onSearch} />}
      {menu && (
        <NodeMenu
          {...menu}
          onClose={() => setMenu(null)}
          onSettings={() => panels.openTab('inspector')}
          onConnect={() => showCanvasDialog({ kind: 'connect', nodeId: menu.nodeId })}
        />
      )}
    </main>
  );
}

/** Opens the palette with the cursor in its search, also when it was closed. */
function useSearchFocus(panels: Panels) {
  const field = useRef<HTMLInputElement>(null);
  const [wish, setWish] = useState(0);
  useEffect(() => {
    if (wish > 0) field.current?.focus();
  }, [wish]);
  const search = () => {
    panels.setPalette(true);
    setWish((before) => before + 1);
  };
  return { field, search };
}

function useKeys(panels: Panels, search: () => void): void {
  const latest = useRef({ panels, search });
  latest.current = { panels, search };
  const actions = useMemo(
    () => ({
      openConnect: (nodeId: string) => showCanvasDialog({ kind: 'connect', nodeId }),
      openPalette: (isSearch: boolean) => {
        const { panels: now, search: focus } = latest.current;
        if (isSearch || !now.isPaletteOpen) focus();
        else now.setPalette(false);
      },
      openNode: () => latest.current.panels.openTab('inspector'),
    }),
    [],
  );
  useCanvasKeys(actions);
}

/** The whole screen of an open flow. */
export function CanvasFrame() {
  const actions = useFlowActions();
  const panels = usePanels();
  const adding = useAdding(panels);
  const { field, search } = useSearchFocus(panels);
  const id = useFlowFile((file) => file.id);
  const name = useFlowFile((file) => file.name);
  const isDirty = useIsDirty();
  const isTestOpen = panels.isPanelOpen && panels.tab === 'chat';
  usePageTitle(name);
  useSharedFlags();
  useLeavePrompt();
  useKeys(panels, search);
  useSaveKey(actions.save);
  return (
    <div className={styles['frame']}>
      <TopBar
        actions={actions}
        isTestOpen={isTestOpen}
        onTest={() => (isTestOpen ? panels.closePanel() : panels.openTab('chat'))}
      />
      <div className={styles['row']}>
        {panels.isPaletteOpen && (
          <Palette onAdd={adding.atCentre} onClose={() => panels.setPalette(false)} searchRef={field} />
        )}
        <Stage panels={panels} onSearch={search} />
        <SidePanel
          flowId={id ?? undefined}
          flowName={name}
          canRun={!isDirty}
          onSaveFirst={actions.save}
          tab={panels.tab}
          isOpen={panels.isPanelOpen}
          onTab={panels.openTab}
          onClose={panels.closePanel}
        />
      </div>
      <CanvasDialogs actions={actions} />
    </div>
  );
}
