import { Redo2, Undo2 } from 'lucide-react';
import { canRedo, canUndo } from '../../canvas/history.ts';
import { redoStep, undoStep } from '../../canvas/spoken-acts.ts';
import { useCanvas, useCanvasStore } from '../../canvas/use-canvas.ts';
import { canvasFrameTexts } from '../../texts/en/canvas-frame.ts';
import { useTexts } from '../../texts/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Takes steps back and brings them again. */
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
