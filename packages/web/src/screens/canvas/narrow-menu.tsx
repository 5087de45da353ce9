import {
  DatabaseZap,
  Ellipsis,
  History,
  Play,
  Redo2,
  Rocket,
  Rows3,
  Share2,
  Square,
  Undo2,
  Workflow,
} from 'lucide-react';
import { useCanvas, useCanvasStore } from '../../features/canvas/document/use-canvas.ts';
import { redoStep, undoStep } from '../../features/canvas/run/spoken-acts.ts';
import { showCanvasDialog } from '../../kit/state/canvas-flags-store.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu, type MenuAction } from '../../kit/ui/action-menu.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { useFlowFile } from './editing-session.ts';
import { type FrameView, showView, useFrame } from './frame-store.ts';
import { usePublishing } from './publish-button.tsx';
import { SaveButton, useSaveMenu } from './save-button.tsx';
import type { FlowActions } from './use-flow-actions.ts';
import { useFlowMenu } from './use-flow-menu.ts';
import { useUpsert } from './use-upsert.ts';

interface NarrowMenuProps {
  actions: FlowActions;
  onTest: () => void;
  onProblems: () => void;
}

const viewIcons = { build: Workflow, runs: Rows3, versions: History } as const;

function useViewEntries(): MenuAction[] {
  const t = useTexts(canvasFrameTexts);
  const view = useFrame((frame) => frame.view);
  return (['build', 'runs', 'versions'] as const).map((name: FrameView) => ({
    id: `view-${name}`,
    label: t(name),
    Icon: viewIcons[name],
    isChecked: view === name,
    onSelect: () => showView(name),
  }));
}

function useRunEntries({ actions, onProblems }: NarrowMenuProps): MenuAction[] {
  const t = useTexts(canvasFrameTexts);
  const isNew = useFlowFile((file) => file.id === null);
  const publishing = usePublishing();
  if (isNew) return [];
  const publish: MenuAction = {
    id: 'publish',
    label: publishing.isLive
      ? t('published')
      : publishing.isBlocked
        ? t('publishAfter', { count: publishing.errors })
        : t('publish'),
    Icon: Rocket,
    onSelect: () => {
      if (publishing.isBlocked) onProblems();
      else if (!publishing.isLive) actions.askPublish();
    },
  };
  const share: MenuAction = {
    id: 'share',
    label: t('share'),
    Icon: Share2,
    onSelect: () => showCanvasDialog({ kind: 'share' }),
  };
  return [publish, share];
}

function useUpsertEntries(actions: FlowActions): MenuAction[] {
  const t = useTexts(canvasFrameTexts);
  const { stores, filling, fill } = useUpsert(actions);
  return stores.map(({ id, label }) => ({
    id: `upsert-${id}`,
    label: filling === null ? t('upsertHint', { store: label }) : t('upserting'),
    Icon: DatabaseZap,
    isDisabled: filling !== null,
    onSelect: () => fill(id, label),
  }));
}

const grouped = (entries: readonly MenuAction[]) =>
  entries.map((entry, at) => (at === 0 ? { ...entry, startsGroup: true } : entry));

/** Test, the most frequent action, or Stop while the flow runs. */
function TestButton({ actions, onTest }: NarrowMenuProps) {
  const t = useTexts(canvasFrameTexts);
  const words = useTexts(canvasTexts);
  const isLive = useCanvas((state) => state.run.isLive);
  return isLive ? (
    <IconButton label={t('stop')} onClick={actions.stop}>
      <Square size={18} fill="currentColor" />
    </IconButton>
  ) : (
    <IconButton label={words('test')} onClick={onTest}>
      <Play size={20} />
    </IconButton>
  );
}

/** The acts of the bar where the window is narrow: Test and Save stay, the others stand in one menu. */
export function NarrowMenu(props: NarrowMenuProps) {
  const { actions } = props;
  const t = useTexts(canvasFrameTexts);
  const store = useCanvasStore();
  const isNew = useFlowFile((file) => file.id === null);
  const views = useViewEntries();
  const runs = useRunEntries(props);
  const upserts = useUpsertEntries(actions);
  const saves = useSaveMenu(actions).filter((entry) => entry.id === 'note' || entry.id === 'copy');
  const settings = useFlowMenu(actions);
  const entries: MenuAction[] = [
    ...(isNew ? [] : views),
    ...grouped([...runs, ...upserts]),
    { id: 'undo', label: t('undo'), Icon: Undo2, startsGroup: true, onSelect: () => undoStep(store) },
    { id: 'redo', label: t('redo'), Icon: Redo2, onSelect: () => redoStep(store) },
    ...(isNew ? [] : saves),
    ...grouped(settings),
  ];
  return (
    <>
      <TestButton {...props} />
      <SaveButton actions={actions} isNarrow />
      <ActionMenu
        label={t('more')}
        actions={entries}
        renderButton={(button) => (
          <IconButton label={t('more')} {...button}>
            <Ellipsis size={20} />
          </IconButton>
        )}
      />
    </>
  );
}
