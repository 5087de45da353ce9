import { listsTexts } from '../texts/en/lists.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import styles from './more-rows.module.css';
import type { ShownPart } from './use-shown-part.ts';

/** Below a list of which a part is drawn: how much that is, and the button for more. Nothing when all is drawn. */
export function MoreRows({ part }: { part: ShownPart<unknown> }) {
  const t = useTexts(listsTexts);
  if (!part.isMore) return null;
  return (
    <div className={styles['foot']}>
      <span role="status">
        {t('partShown', { shown: part.rows.length, count: part.count.toLocaleString('en-US') })}
      </span>
      <Button onClick={part.showMore}>{t('showMore')}</Button>
    </div>
  );
}
