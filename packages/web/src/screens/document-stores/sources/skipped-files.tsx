import { useInfiniteQuery } from '@tanstack/react-query';
import { knowledgeSourcesTexts } from '../../../kit/texts/en/knowledge-sources.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { skippedFilesQuery } from './source-sync.queries.ts';
import styles from './sync-dialog.module.css';

/** The files of a source that were not read, each with its reason. */
export function SkippedFiles({ loaderId }: { loaderId: string }) {
  const t = useTexts(knowledgeSourcesTexts);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    skippedFilesQuery(loaderId),
  );
  const files = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <details>
      <summary>{t('skippedTitle')}</summary>
      <ul className={styles['skipped']}>
        {files.map(({ key, title, reason }) => (
          <li key={key}>
            <strong title={key}>{title}</strong>
            <span className={styles['soft']}>{reason}</span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('skippedMore')}
        </Button>
      )}
    </details>
  );
}
