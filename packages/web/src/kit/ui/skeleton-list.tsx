import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './skeleton-list.module.css';

/** Placeholders for rows or cards. */
export function SkeletonList({ shape = 'rows', count = 6 }: { shape?: 'rows' | 'cards'; count?: number }) {
  const t = useTexts(uiTexts);
  return (
    <div className={styles[shape]} role="status">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className={styles['shape']} />
      ))}
    </div>
  );
}
