import { useStore } from '@xyflow/react';
import {
  Hand,
  Keyboard,
  ListTree,
  Lock,
  LockOpen,
  Maximize,
  Minus,
  MousePointer2,
  Plus,
  StickyNote,
  Workflow,
} from 'lucide-react';
import { canvasTexts } from '../../../kit/texts/en/canvas.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { setTools, useCanvasTools } from '../document/canvas-tools-store.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { useKeyLabel } from '../keys/use-key-label.ts';
import { useLayOut } from '../layout/use-lay-out.ts';
import styles from './flow-canvas.module.css';
import { onArrowKey } from './on-arrow-key.ts';
import { useView } from './use-view.ts';

function Modes() {
  const t = useTexts(canvasTexts);
  const withKey = useKeyLabel();
  const store = useCanvasStore();
  const mode = useCanvas((state) => state.mode);
  return (
    <>
      <IconButton
        label={withKey(t('select'), 'selectMode')}
        aria-pressed={mode === 'select'}
        onClick={() => store.setState({ mode: 'select' })}
      >
        <MousePointer2 size={18} />
      </IconButton>
      <IconButton
        label={withKey(t('pan'), 'panMode')}
        aria-pressed={mode === 'pan'}
        onClick={() => store.setState({ mode: 'pan' })}
      >
        <Hand size={18} />
      </IconButton>
    </>
  );
}

function Zoom() {
  const t = useTexts(canvasTexts);
  const withKey = useKeyLabel();
  const view = useView();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <>
      <IconButton label={withKey(t('zoomOut'), 'zoomOut')} onClick={view.zoomOut}>
        <Minus size={18} />
      </IconButton>
      <button
        type="button"
        className={styles['percent']}
        title={withKey(t('zoomTo100'), 'fullSize')}
        onClick={() => view.zoomTo(1)}
      >
        {percent}%
      </button>
      <IconButton label={withKey(t('zoomIn'), 'zoomIn')} onClick={view.zoomIn}>
        <Plus size={18} />
      </IconButton>
    </>
  );
}

/** The toolbar at the bottom of the canvas. */
export function CanvasControls({ onAddNote }: { onAddNote: () => void }) {
  const t = useTexts(canvasTexts);
  const tools = useTexts(canvasToolsTexts);
  const store = useCanvasStore();
  const view = useView();
  const layOut = useLayOut();
  const withKey = useKeyLabel();
  const isLocked = useCanvas((state) => state.isLocked);
  const isOutlineOpen = useCanvasTools((state) => state.isOutlineOpen);
  return (
    <div className={styles['controls']} role="toolbar" aria-label={t('canvas')} onKeyDown={onArrowKey}>
      <Modes />
      <i />
      <Zoom />
      <i />
      <IconButton label={withKey(t('fit'), 'fit')} onClick={view.fit}>
        <Maximize size={18} />
      </IconButton>
      <IconButton
        label={withKey(tools('layout'), 'layout')}
        onClick={() => void layOut()}
        disabled={isLocked}
      >
        <Workflow size={18} />
      </IconButton>
      <IconButton
        label={withKey(tools('outline'), 'outline')}
        aria-pressed={isOutlineOpen}
        onClick={() => setTools({ isOutlineOpen: !isOutlineOpen })}
      >
        <ListTree size={18} />
      </IconButton>
      <IconButton
        className={styles['wideOnly'] ?? ''}
        label={t('addNote')}
        onClick={onAddNote}
        disabled={isLocked}
      >
        <StickyNote size={18} />
      </IconButton>
      <IconButton
        label={t(isLocked ? 'unlock' : 'lock')}
        aria-pressed={isLocked}
        onClick={() => store.setState({ isLocked: !isLocked, connecting: null })}
      >
        {isLocked ? <Lock size={18} /> : <LockOpen size={18} />}
      </IconButton>
      <i className={styles['wideOnly']} />
      <IconButton
        className={styles['wideOnly'] ?? ''}
        label={withKey(tools('keys'), 'keySheet')}
        onClick={() => setTools({ isKeySheetOpen: true })}
      >
        <Keyboard size={18} />
      </IconButton>
    </div>
  );
}
