import { ArrowLeft, Play, Settings, Share2, Square } from 'lucide-react';
import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { useIsNarrowWindow } from '../../kit/lib/use-is-narrow-window.ts';
import { showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { useFlowFile } from './editing-session.ts';
import { FlowName } from './flow-name.tsx';
import { FrameTabs } from './frame-tabs.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { NarrowMenu } from './narrow-menu.tsx';
import { PublishButton } from './publish-button.tsx';
import { SaveButton } from './save-button.tsx';
import { SavedLabel } from './saved-label.tsx';
import styles from './top-bar.module.css';
import { UpsertButton } from './upsert-button.tsx';
import type { FlowActions } from './use-flow-actions.ts';
import { useFlowMenu } from './use-flow-menu.ts';
import { VersionChip } from './version-chip.tsx';

interface TopBarProps {
  actions: FlowActions;
  isTestOpen: boolean;
  onTest: () => void;
  onProblems: () => void;
}

/** Test opens the chat; while the flow runs it stops the run. */
function TestButton({ actions, isTestOpen, onTest }: Omit<TopBarProps, 'onProblems'>) {
  const t = useTexts(canvasTexts);
  const words = useTexts(canvasFrameTexts);
  const isLive = useCanvas((state) => state.run.isLive);
  return isLive ? (
    <Button
      className={styles['button']}
      look="quiet"
      icon={<Square size={16} fill="currentColor" />}
      onClick={actions.stop}
    >
      {words('stop')}
    </Button>
  ) : (
    <Button
      className={styles['button']}
      look="quiet"
      icon={<Play size={18} />}
      aria-pressed={isTestOpen}
      onClick={onTest}
    >
      {t('test')}
    </Button>
  );
}

/** What is shown at the end of the bar if there is space. */
function WideActs(props: TopBarProps) {
  const { actions, onProblems } = props;
  const t = useTexts(canvasFrameTexts);
  const isNew = useFlowFile((file) => file.id === null);
  const menu = useFlowMenu(actions);
  return (
    <>
      <HistoryButtons />
      <span className={styles['line']} />
      <SaveButton actions={actions} isNarrow={false} />
      <UpsertButton actions={actions} />
      <TestButton {...props} />
      {!isNew && (
        <Button
          className={styles['button']}
          look="quiet"
          icon={<Share2 size={18} />}
          onClick={() => showCanvasDialog({ kind: 'share' })}
        >
          {t('share')}
        </Button>
      )}
      <ActionMenu
        label={t('settings')}
        actions={menu}
        renderButton={(button) => (
          <IconButton label={t('settings')} {...button}>
            <Settings size={18} />
          </IconButton>
        )}
      />
      {!isNew && <PublishButton actions={actions} onProblems={onProblems} />}
    </>
  );
}

/** The bar of the canvas: where it came from, its name, which version it is, and what to do with it. */
export function TopBar(props: TopBarProps) {
  const { actions } = props;
  const t = useTexts(canvasTexts);
  const id = useFlowFile((file) => file.id);
  const isNarrow = useIsNarrowWindow();
  const isEmpty = useCanvas((state) => state.nodes.length === 0);
  return (
    <header className={styles['bar']}>
      <div className={styles['start']}>
        <IconButton label={t('back')} onClick={actions.back}>
          <ArrowLeft size={20} />
        </IconButton>
        <FlowName onRename={actions.rename} />
        <VersionChip />
      </div>
      {id !== null && !isNarrow && <FrameTabs flowId={id} />}
      <div className={styles['end']}>
        {!(id === null && isEmpty) && <SavedLabel />}
        {isNarrow ? <NarrowMenu {...props} /> : <WideActs {...props} />}
      </div>
    </header>
  );
}
