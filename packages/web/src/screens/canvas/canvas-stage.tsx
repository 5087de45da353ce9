import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { PanelRightOpen, Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refuseNode } from '../../features/canvas/add/refuse-node.ts';
import { addInOrder } from '../../features/canvas/commands/add-in-order.ts';
import { addNode, type Point } from '../../features/canvas/commands/canvas-commands.ts';
import { runCommand } from '../../features/canvas/document/canvas-store.ts';
import { setTools } from '../../features/canvas/document/canvas-tools-store.ts';
import { useCanvas, useCanvasStore } from '../../features/canvas/document/use-canvas.ts';
import { withWholeTemplate } from '../../features/canvas/document/whole-templates.ts';
import { KeyCap } from '../../features/canvas/keys/key-cap.tsx';
import { speak } from '../../features/canvas/run/live-words.ts';
import { labelOf } from '../../features/canvas/run/spoken-acts.ts';
import { CanvasControls } from '../../features/canvas/view/canvas-controls.tsx';
import { FlowCanvas, type FlowCanvasProps } from '../../features/canvas/view/flow-canvas.tsx';
import { nodeWidth } from '../../features/canvas/view/node-layout.ts';
import { NodeMenu } from '../../features/canvas/view/node-menu.tsx';
import { useView } from '../../features/canvas/view/use-view.ts';
import type { KeptDraft } from '../../features/draft/draft-journal.ts';
import { showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../kit/texts/en/canvas-tools.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './canvas-frame.module.css';
import { DraftNotes } from './draft-notes.tsx';
import { EmptyCanvas } from './empty-canvas.tsx';
import { MeasuredView } from './measured-view.tsx';
import type { FlowActions } from './use-flow-actions.ts';
import type { Panels } from './use-panels.ts';

/** Height of the button that opens the palette, with the space above it. */
const buttonInset = 40;

/** How nodes get onto the canvas: into the middle of the view, or where they are dropped. */
export function useAdding(panels: Panels) {
  const store = useCanvasStore();
  const view = useView();
  const add = (template: NodeTemplate, at: Point) => {
    if (refuseNode(store, template)) return;
    runCommand(store, addNode(template, at));
    panels.revealDrawing();
    panels.followSelection();
  };
  const inOrder = (template: NodeTemplate) => {
    const before = store.getState().edges.length;
    if (refuseNode(store, template)) return;
    runCommand(store, addInOrder(template, view.sight()));
    const { selectedId, edges } = store.getState();
    panels.revealDrawing();
    panels.followSelection();
    if (selectedId === null) return;
    view.bringIn(selectedId);
    const others = edges.slice(before).map(({ source, target }) => (source === selectedId ? target : source));
    const names = [...new Set(others)].map((id) => labelOf(store, id)).join(', ');
    const name = labelOf(store, selectedId);
    speak(
      names === ''
        ? say(canvasToolsTexts, 'saidAdded', { name })
        : say(canvasToolsTexts, 'saidAddedTo', { name, other: names }),
    );
  };
  return {
    inOrder: (chosen: NodeTemplate) => withWholeTemplate(store, chosen, inOrder),
    drop: (name: string, at: Point) => {
      const template = store.getState().templates.get(name);
      const { x, y } = view.toFlow(at);
      const corner = { x: Math.round(x - nodeWidth / 2), y: Math.round(y - 26) };
      if (template) withWholeTemplate(store, template, (whole) => add(whole, corner));
    },
    note: () => {
      const template = store.getState().templates.get('stickyNote');
      if (!template) return;
      add(template, view.centre());
      // A new note is focused for typing; otherwise keys would act on the canvas.
      setTools({ writtenNoteId: store.getState().selectedId });
    },
  };
}

function ShowPanels({ panels }: { panels: Panels }) {
  const t = useTexts(canvasTexts);
  return (
    <>
      {!panels.isPaletteOpen && (
        <button
          type="button"
          className={styles['showNodes']}
          title={t('showNodes')}
          onClick={() => panels.setPalette(true)}
        >
          <Plus size={18} /> {t('nodes')} <KeyCap id="nodesPanel" />
        </button>
      )}
      {!panels.isPanelOpen && (
        <span className={styles['showPanel']}>
          <IconButton label={t('openPanel')} onClick={() => panels.openTab(panels.tab)}>
            <PanelRightOpen size={18} />
          </IconButton>
        </span>
      )}
    </>
  );
}

interface CanvasStageProps {
  panels: Panels;
  actions: FlowActions;
  offers: readonly KeptDraft[];
  onSearch: () => void;
}

/** The canvas with its overlays. */
export function CanvasStage({ panels, actions, offers, onSearch }: CanvasStageProps) {
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
      store.setState({ focusRequest: { nodeId, name: press.param } });
      latest.current.openTab('inspector');
    },
    [store],
  );
  const topInset = panels.isPaletteOpen ? 0 : buttonInset;
  useEffect(() => setTools({ topInset }), [topInset]);
  return (
    <main className={styles['stage']}>
      <MeasuredView topInset={topInset} onTight={panels.closePalette}>
        {(firstView) => (
          <FlowCanvas firstView={firstView} onNodePress={onNodePress} onDropNode={adding.drop}>
            <CanvasControls onAddNote={adding.note} />
          </FlowCanvas>
        )}
      </MeasuredView>
      <ShowPanels panels={panels} />
      {isEmpty && <EmptyCanvas isPaletteOpen={panels.isPaletteOpen} onShowNodes={onSearch} />}
      <DraftNotes offers={offers} actions={actions} />
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
