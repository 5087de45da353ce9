import { useInfiniteQuery } from '@tanstack/react-query';
import type { PastAlert } from '@tendril/contract/api/system';
import { momentText } from '../../kit/lib/moment-text.ts';
import { humanDuration } from '../../kit/lib/relative-time.ts';
import { systemTexts } from '../../kit/texts/en/system.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { FactTable } from './fact-table.tsx';
import { pastAlertWords } from './past-alert-words.ts';
import styles from './system.module.css';
import { pastAlertsQuery } from './system.queries.ts';

/** What needed a look and is over. */
export function PastAlerts() {
  const t = useTexts(systemTexts);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(pastAlertsQuery);
  const alerts = data?.pages.flatMap((page) => page.data) ?? [];
  if (alerts.length > 0)
    return (
      <div>
        <PastAlertTable alerts={alerts} />
        {hasNextPage && (
          <div className={styles['more']}>
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('pastMore')}
            </Button>
          </div>
        )}
      </div>
    );
  return (
    <section className={styles['section']} aria-label={t('past')}>
      <h2>{t('past')}</h2>
      {data && <p className={styles['quiet']}>{t('pastNone')}</p>}
      {!data && !error && <SkeletonList shape="rows" />}
      {!data && error && <ErrorState title={t('pastFailed')} error={error} onRetry={() => void refetch()} />}
    </section>
  );
}

function PastAlertTable({ alerts }: { alerts: readonly PastAlert[] }) {
  const t = useTexts(systemTexts);
  return (
    <FactTable
      title={t('past')}
      heads={[t('pastWhat'), t('pastBegan'), t('pastLasted')]}
      rows={alerts.map((alert) => ({
        id: alert.id,
        cells: [
          pastAlertWords(alert),
          momentText(alert.startedAt),
          humanDuration(alert.endedAt - alert.startedAt),
        ],
      }))}
    />
  );
}
