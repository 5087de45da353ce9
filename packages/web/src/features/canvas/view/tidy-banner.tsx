import { Network, X } from 'lucide-react';
import { useState } from 'react';
import { memoizeByObject } from '../../../kit/lib/memoize.ts';
import { canvasEditTexts } from '../../../kit/texts/en/canvas-edit.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { useCanvasHost } from '../document/canvas-host.ts';
import { useCanvas } from '../document/use-canvas.ts';
import { hasOverlaps } from '../layout/overlaps.ts';
import { useLayOut } from '../layout/use-lay-out.ts';
import styles from './paste-banner.module.css';

const isCrowded = memoizeByObject(hasOverlaps);

/** Offers to lay out a flow that was opened with nodes that hide each other; the next change takes the offer away. */
export function TidyBanner() {
  const t = useTexts(canvasEditTexts);
  const { flowId = '' } = useCanvasHost();
  const layOut = useLayOut();
  const [dismissed, setDismissed] = useState<string | undefined>();
  // Looked for only as it was opened: places stay as they are stored until somebody changes them.
  const isTight = useCanvas(
    ({ edits, isLocked, pasted, nodes }) =>
      edits === 0 && !isLocked && pasted === null && dismissed !== flowId && isCrowded(nodes),
  );
  if (!isTight) return null;
  return (
    <div className={styles['banner']} role="status">
      <Network size={16} aria-hidden />
      <span>{t('tidyBanner')}</span>
      <Button size="small" onClick={() => void layOut()}>
        {t('tidyUp')}
      </Button>
      <IconButton label={t('dismiss')} size="small" onClick={() => setDismissed(flowId)}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
