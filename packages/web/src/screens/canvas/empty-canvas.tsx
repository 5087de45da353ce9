import { useCanvas } from '../../features/canvas/document/use-canvas.ts';
import { canvasTexts } from '../../kit/texts/en/canvas.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import styles from './canvas-frame.module.css';

/** What to do on a canvas without nodes. */
export function EmptyCanvas({
  isPaletteOpen,
  onShowNodes,
}: {
  isPaletteOpen: boolean;
  onShowNodes: () => void;
}) {
  const t = useTexts(canvasTexts);
  const kind = useCanvas((state) => state.kind);
  return (
    <div className={styles['empty']}>
      <h2>{t('emptyTitle')}</h2>
      <p>{t(`emptyText_${kind}`)}</p>
      {!isPaletteOpen && <Button onClick={onShowNodes}>{t('emptyAction')}</Button>}
    </div>
  );
}
