import { ClipboardPaste, X } from 'lucide-react';
import { canvasEditTexts } from '../../../kit/texts/en/canvas-edit.ts';
import { say, useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { replaceByPasted } from '../document/clipboard.ts';
import { useCanvas, useCanvasStore } from '../document/use-canvas.ts';
import { speak } from '../run/live-words.ts';
import styles from './paste-banner.module.css';

/** Offers to replace the canvas after a whole flow was pasted; the next change dismisses the offer. */
export function PasteBanner() {
  const t = useTexts(canvasEditTexts);
  const store = useCanvasStore();
  const pasted = useCanvas((state) =>
    state.pasted !== null && state.pasted.edits === state.edits && !state.isLocked ? state.pasted : null,
  );
  if (!pasted) return null;
  const replace = () => {
    replaceByPasted(store);
    speak(say(canvasEditTexts, 'replaced'));
  };
  return (
    <div className={styles['banner']} role="status">
      <ClipboardPaste size={16} aria-hidden />
      <span>{t('pasteBanner', { count: pasted.flow.nodes.length })}</span>
      <Button size="small" onClick={replace}>
        {t('replaceCanvas')}
      </Button>
      <IconButton label={t('dismiss')} size="small" onClick={() => store.setState({ pasted: null })}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
