import { Redo2, Undo2 } from 'lucide-react';
import { canRedo, canUndo } from '../../features/canvas/document/history.ts';
import { useCanvas, useCanvasStore } from '../../features/canvas/document/use-canvas.ts';
import { redoStep, undoStep } from '../../features/canvas/run/spoken-acts.ts';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';

/** Undo and redo buttons. */
export function HistoryButtons() {
  const t = useTexts(canvasFrameTexts);
  const store = useCanvasStore();
  const isUndoable = useCanvas(canUndo);
  const isRedoable = useCanvas(canRedo);
  return (
    <>
      <IconButton label={t('undo')} aria-disabled={!isUndoable} onClick={() => undoStep(store)}>
        <Undo2 size={18} />
      </IconButton>
      <IconButton label={t('redo')} aria-disabled={!isRedoable} onClick={() => redoStep(store)}>
        <Redo2 size={18} />
      </IconButton>
    </>
  );
}
