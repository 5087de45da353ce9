import { useReactFlow, useStore } from '@xyflow/react';
import { Hand, Lock, LockOpen, Maximize, Minus, MousePointer2, Plus, StickyNote } from 'lucide-react';
import { canvasTexts } from '../texts/en/canvas.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './flow-canvas.module.css';
import { useCanvas, useCanvasStore } from './use-canvas.ts';
import { useView } from './use-view.ts';

/** The tools at the foot of the canvas. */
export function CanvasControls({ onAddNote }: { onAddNote: () => void }) {
  const t = useTexts(canvasTexts);
  const store = useCanvasStore();
  const flow = useReactFlow();
  const view = useView();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  const mode = useCanvas((state) => state.mode);
  const isLocked = useCanvas((state) => state.isLocked);
  return (
    <div className={styles['controls']} role="toolbar" aria-label={t('canvas')}>
      <IconButton
        label={t('select')}
        aria-pressed={mode === 'select'}
        onClick={() => store.setState({ mode: 'select' })}
      >
        <MousePointer2 size={18} />
      </IconButton>
      <IconButton
        label={t('pan')}
        aria-pressed={mode === 'pan'}
        onClick={() => store.setState({ mode: 'pan' })}
      >
        <Hand size={18} />
      </IconButton>
      <i />
      <IconButton label={t('zoomOut')} onClick={() => flow.zoomOut()}>
        <Minus size={18} />
      </IconButton>
      <button
        type="button"
        className={styles['percent']}
        title={t('zoomTo100')}
        onClick={() => flow.zoomTo(1)}
      >
        {percent}%
      </button>
      <IconButton label={t('zoomIn')} onClick={() => flow.zoomIn()}>
        <Plus size={18} />
      </IconButton>
      <i />
      <IconButton label={t('fit')} onClick={view.fit}>
        <Maximize size={18} />
      </IconButton>
      <IconButton label={t('addNote')} onClick={onAddNote} disabled={isLocked}>
        <StickyNote size={18} />
      </IconButton>
      <IconButton
        label={t(isLocked ? 'unlock' : 'lock')}
        aria-pressed={isLocked}
        onClick={() => store.setState({ isLocked: !isLocked, connecting: null })}
      >
        {isLocked ? <Lock size={18} /> : <LockOpen size={18} />}
      </IconButton>
    </div>
  );
}
