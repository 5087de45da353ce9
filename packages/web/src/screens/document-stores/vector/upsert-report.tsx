import type { StoreUpsertResult } from '@tendril/contract/api/document-store-vectors';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { Job } from '@tendril/contract/api/jobs';
import { CircleAlert, CircleStop, Search } from 'lucide-react';
import { useNavigate } from 'react-router';
import { shortAge } from '../../../kit/lib/short-age.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { JobProgress } from '../job-progress.tsx';
import { isEnded, upsertResultOf, upsertsOf } from '../store-jobs.ts';
import { queryPath } from '../store-paths.ts';
import { usePlaceText } from '../use-place-text.ts';
import styles from './vector-screen.module.css';

interface UpsertReportProps {
  store: DocumentStore;
  docId: string | undefined;
  running: Job | undefined;
  onRetry: () => void;
}

/** How far the upsert is; else what the latest one did, or why it did not. */
export function UpsertReport({ store, docId, running, onRetry }: UpsertReportProps) {
  const t = useTexts(knowledgeWorkTexts);
  const last = upsertsOf(store, docId).find(isEnded);
  if (running)
    return (
      <section className={styles['report']} aria-label={t('upserting')}>
        <h2>{t('upserting')}</h2>
        <JobProgress job={running} name={t('upserting')} isWide />
      </section>
    );
  if (!last) return null;
  const result = upsertResultOf(last);
  if (result) return <Result store={store} result={result} at={last.updatedAt} />;
  if (last.state === 'done') return null;
  const isStopped = last.state === 'cancelled';
  const reason = last.error?.message ?? '';
  return (
    <section className={styles['report']} data-tone={isStopped ? 'warning' : 'error'} role="alert">
      <h2>
        {isStopped ? <CircleStop size={18} /> : <CircleAlert size={18} />}
        {t(isStopped ? 'stopped' : 'failed')}
      </h2>
      {reason && <p>{reason}</p>}
      <Button size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </section>
  );
}

const counters = [
  { key: 'added', of: ({ numAdded }: StoreUpsertResult) => numAdded },
  { key: 'updated', of: ({ numUpdated }: StoreUpsertResult) => numUpdated },
  { key: 'skipped', of: ({ numSkipped }: StoreUpsertResult) => numSkipped },
  { key: 'deleted', of: ({ numDeleted }: StoreUpsertResult) => numDeleted },
] as const;

function Result({ store, result, at }: { store: DocumentStore; result: StoreUpsertResult; at: number }) {
  const t = useTexts(knowledgeWorkTexts);
  const navigate = useNavigate();
  const place = usePlaceText();
  return (
    <section className={styles['report']} aria-label={t('resultTitle')}>
      <header>
        <div>
          <h2>{t('resultTitle')}</h2>
          <p role="status">{t('resultAgo', { when: shortAge(at) })}</p>
        </div>
        <Button icon={<Search size={18} />} onClick={() => navigate(queryPath(store.id))}>
          {t('testRetrieval')}
        </Button>
      </header>
      <dl className={styles['counters']}>
        {counters.map(({ key, of }) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{of(result).toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {result.numSplit !== undefined && <p>{t('splitTexts', { count: result.numSplit })}</p>}
      {result.addedDocs.length > 0 && (
        <details className={styles['docs']}>
          <summary>{t('addedDocs')}</summary>
          <ol>
            {result.addedDocs.map(({ pageContent, metadata }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an added text is its place
              <li key={index}>
                <p>{pageContent}</p>
                <small>{place(metadata)}</small>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
