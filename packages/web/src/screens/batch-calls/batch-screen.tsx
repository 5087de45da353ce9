import { useQuery } from '@tanstack/react-query';
import type { BatchCall } from '@tendril/contract/api/batch-calls';
import { useParams } from 'react-router';
import { hoursWords } from '../../features/phone/hours-words.ts';
import { batchCallsTexts } from '../../kit/texts/en/batch-calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Crumb } from '../../kit/ui/crumb.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import styles from './batch-calls.module.css';
import { batchCallQuery } from './batch-calls.queries.ts';
import { BatchContacts } from './batch-contacts.tsx';
import { BatchHead } from './batch-head.tsx';
import { BatchProgress } from './batch-progress.tsx';

/** One batch call: how far it is, with what settings, and what became of everybody in its list. */
export function BatchScreen() {
  const t = useTexts(batchCallsTexts);
  const { id = '' } = useParams();
  const { data: batch, error, refetch } = useQuery(batchCallQuery(id));
  if (!batch)
    return (
      <>
        <Crumb label={t('back')} to="/calls/batches" name={t('title')} />
        <h1 className="visually-hidden">{t('title')}</h1>
        <div className={styles['absent']}>
          {error ? (
            <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonList shape="rows" />
          )}
        </div>
      </>
    );
  return (
    <>
      <BatchHead batch={batch} />
      <div className={styles['batch']}>
        {batch.pauseReason !== null && (
          <p role="alert" className={styles['notice']}>
            {t('pausedBecause', { reason: batch.pauseReason })}
          </p>
        )}
        <BatchProgress batch={batch} isFull />
        <Settings batch={batch} />
      </div>
      <BatchContacts batch={batch} />
    </>
  );
}

function Settings({ batch }: { batch: BatchCall }) {
  const t = useTexts(batchCallsTexts);
  const { windows, retries, concurrency, timezone } = batch;
  const times = hoursWords({ rows: windows });
  const again =
    retries.most === 0
      ? t('noRetries')
      : t('retriesText', { count: retries.most, minutes: Math.round(retries.afterMs / 60_000) });
  const facts = [
    [t('times'), times === '' ? t('anyTime') : times],
    [t('usualTimezone'), timezone],
    [t('retries'), again],
    [t('concurrency'), concurrency === 0 ? t('noLimit') : String(concurrency)],
  ] as const;
  return (
    <dl className={styles['settings']} aria-label={t('settings')}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
